// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <msgpack-glib/msgpack-glib.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vast::wire {

struct ValueUnref {
  void operator() (MessagePackValue *value) const { message_pack_value_unref (value); }
};

// An owned MessagePack value.
using Value = std::unique_ptr<MessagePackValue, ValueUnref>;

// Extension types of the node protocol (docs/protocol.md).
inline constexpr gint8 array_extension = 1;
inline constexpr gint8 handle_extension = 2;

inline Value
nil ()
{
  return Value (message_pack_value_new_nil ());
}

inline Value
boolean (bool value)
{
  return Value (message_pack_value_new_boolean (value));
}

inline Value
integer (int64_t value)
{
  return Value (message_pack_value_new_int64 (value));
}

inline Value
real (double value)
{
  return Value (message_pack_value_new_double (value));
}

inline Value
text (const std::string &value)
{
  return Value (message_pack_value_new_string (value.c_str ()));
}

// Takes over the bytes.
inline Value
bytes (GBytes *value)
{
  Value result (message_pack_value_new_bytes (value));
  g_bytes_unref (value);
  return result;
}

// Takes over the bytes.
inline Value
extension (gint8 code, GBytes *value)
{
  Value result (message_pack_value_new_extension (code, value));
  g_bytes_unref (value);
  return result;
}

Value list (const std::vector<Value> &elements);

// A map with text keys, in the order in which the members were added.
class MapBuilder {
public:
  MapBuilder &add (const char *key, Value value)
  {
    keys_.push_back (text (key));
    values_.push_back (std::move (value));
    return *this;
  }
  Value build () const;

private:
  std::vector<Value> keys_;
  std::vector<Value> values_;
};

inline bool
is_kind (MessagePackValue *value, MessagePackKind kind)
{
  return message_pack_value_get_kind (value) == kind;
}

bool is_extension (MessagePackValue *value, gint8 code);
bool is_integer (MessagePackValue *value);
bool is_float (MessagePackValue *value);
bool is_number (MessagePackValue *value); // either
GBytes *pack (MessagePackValue *value);   // to be released by the caller
// The value in few words for a message: "a string", "a list of 3".
std::string describe (MessagePackValue *value);

// Each throws ErrorCode::type naming `what` and the value, unless the value is of that kind.
int64_t to_integer (MessagePackValue *value, const char *what);
double to_real (MessagePackValue *value, const char *what);
std::string to_text (MessagePackValue *value, const char *what);
std::string_view extension_data (MessagePackValue *value); // of what is_extension () said yes to

} // namespace vast::wire
