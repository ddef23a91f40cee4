// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/wire-value.hh"

#include "core/error.hh"

namespace vast::wire {

namespace {

std::vector<MessagePackValue *>
borrow (const std::vector<Value> &values)
{
  std::vector<MessagePackValue *> result;
  result.reserve (values.size ());
  for (const Value &value : values)
    result.push_back (value.get ());
  return result;
}

[[noreturn]] void
fail_kind (MessagePackValue *value, const char *what, const char *wanted)
{
  fail (ErrorCode::type, "%s is %s, not %s", what, describe (value).c_str (), wanted);
}

} // namespace

Value
list (const std::vector<Value> &elements)
{
  std::vector<MessagePackValue *> borrowed = borrow (elements);
  return Value (message_pack_value_new_array (borrowed.data (), borrowed.size ()));
}

Value
MapBuilder::build () const
{
  std::vector<MessagePackValue *> keys = borrow (keys_);
  std::vector<MessagePackValue *> values = borrow (values_);
  return Value (message_pack_value_new_map (keys.data (), values.data (), keys.size ()));
}

GBytes *
pack (MessagePackValue *value)
{
  g_autoptr (GError) error = nullptr;
  GBytes *packed = message_pack_value_pack (value, &error);
  if (!packed)
    fail (ErrorCode::failed, "a value cannot be packed: %s", error->message);
  return packed;
}

bool
is_extension (MessagePackValue *value, gint8 code)
{
  gint8 found = 0;
  if (!is_kind (value, MESSAGE_PACK_KIND_EXTENSION))
    return false;
  GBytes *data = message_pack_value_get_extension (value, &found, nullptr);
  return data && found == code;
}

std::string_view
extension_data (MessagePackValue *value)
{
  gint8 code = 0;
  gsize size = 0;
  GBytes *data = message_pack_value_get_extension (value, &code, nullptr);
  const char *begin = data ? static_cast<const char *> (g_bytes_get_data (data, &size)) : nullptr;
  return { begin ? begin : "", size };
}

bool
is_integer (MessagePackValue *value)
{
  return is_kind (value, MESSAGE_PACK_KIND_INTEGER) || is_kind (value, MESSAGE_PACK_KIND_UNSIGNED);
}

bool
is_float (MessagePackValue *value)
{
  return is_kind (value, MESSAGE_PACK_KIND_FLOAT32) || is_kind (value, MESSAGE_PACK_KIND_FLOAT64);
}

bool
is_number (MessagePackValue *value)
{
  return is_integer (value) || is_float (value);
}

std::string
describe (MessagePackValue *value)
{
  const auto sized = [value] (const char *what) {
    return what + std::string (" of ") + std::to_string (message_pack_value_get_length (value));
  };
  gint8 code = 0;
  switch (message_pack_value_get_kind (value))
    {
    case MESSAGE_PACK_KIND_NIL: return "nil";
    case MESSAGE_PACK_KIND_BOOLEAN: return "a boolean";
    case MESSAGE_PACK_KIND_INTEGER:
    case MESSAGE_PACK_KIND_UNSIGNED: return "an integer";
    case MESSAGE_PACK_KIND_FLOAT32:
    case MESSAGE_PACK_KIND_FLOAT64: return "a float";
    case MESSAGE_PACK_KIND_STRING: return "a string";
    case MESSAGE_PACK_KIND_BINARY: return "a bin";
    case MESSAGE_PACK_KIND_ARRAY: return sized ("a list");
    case MESSAGE_PACK_KIND_MAP: return sized ("a map");
    case MESSAGE_PACK_KIND_EXTENSION:
      message_pack_value_get_extension (value, &code, nullptr);
      return "an extension of type " + std::to_string (code);
    }
  return "of an unknown kind";
}

int64_t
to_integer (MessagePackValue *value, const char *what)
{
  if (is_kind (value, MESSAGE_PACK_KIND_UNSIGNED))
    fail (ErrorCode::type, "%s is %llu, which no 64-bit signed integer can hold", what,
          static_cast<unsigned long long> (message_pack_value_get_uint64 (value, nullptr)));
  if (!is_kind (value, MESSAGE_PACK_KIND_INTEGER))
    fail_kind (value, what, "an integer");
  return message_pack_value_get_int64 (value, nullptr);
}

double
to_real (MessagePackValue *value, const char *what)
{
  if (!is_number (value))
    fail_kind (value, what, "a number");
  return message_pack_value_get_double (value, nullptr);
}

std::string
to_text (MessagePackValue *value, const char *what)
{
  if (!is_kind (value, MESSAGE_PACK_KIND_STRING))
    fail_kind (value, what, "a string");
  const char *result = message_pack_value_get_string (value, nullptr);
  return result ? result : "";
}

} // namespace vast::wire
