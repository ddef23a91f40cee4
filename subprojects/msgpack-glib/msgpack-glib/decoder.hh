// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-limits.h"
#include "message-pack-value.h"

#include <vector>

namespace message_pack {

// Turns bytes, however they are cut, into values.
//
// This is not msgpack-c's unpacker, because that one recurses while freeing and visiting, reserves
// arrays and maps as announced (5 bytes may ask for 64 GiB), and wants each binary in its own
// buffer first, whereas here a long one is received straight where it stays.
class Decoder {
public:
  enum class Result {
    more, // all bytes were used, the value has not ended
    value,
    failed, // for good: every later call fails in the same way
  };

  explicit Decoder (const MessagePackLimits &limits) : limits_ (limits) {}
  ~Decoder () { reset (); }
  Decoder (const Decoder &) = delete;
  Decoder &operator= (const Decoder &) = delete;

  // Takes bytes up to the end of one value and says how many in @used. Long binaries refer to
  // @owner, if there is one, instead of copying.
  Result push (const guint8 *data, gsize size, GBytes *owner, gsize *used, MessagePackValue **value, GError **error);

  // When a long binary is being received: where its next bytes belong, and how many fit there.
  // They may be written in place and reported by received(). Null when push() is the way.
  guint8 *space (gsize *size, GError **error);
  Result received (gsize size, MessagePackValue **value, GError **error);

  bool between_values () const { return message_bytes_ == 0; }
  bool failed () const { return failure_ != nullptr; }

  void set_truncated (GError **error) const;
  void set_limits (const MessagePackLimits &limits) { limits_ = limits; }
  const MessagePackLimits &limits () const { return limits_; }

  // Forgets a value that has begun, and a failure.
  void reset ();

private:
  // An array or map that has not got all its items.
  struct Frame {
    MessagePackKind kind;
    MessagePackValue **items;
    gsize n_items;
    gsize capacity;
    gsize n_wanted;
  };

  // The bytes of a text, binary or extension.
  struct Body {
    MessagePackKind kind;
    gint8 code;
    guint8 *data;
    gsize length;
    gsize capacity;
    gsize wanted;
  };

  bool take_header (const guint8 *&data, const guint8 *end);
  bool parse_header (GError **error);
  bool parse_number (guint8 tag);
  bool begin_body (MessagePackKind kind, guint64 length, gint8 code, GError **error);
  bool begin_container (MessagePackKind kind, guint64 length, GError **error);
  bool grow_body (GError **error);
  bool take_body (const guint8 *&data, const guint8 *end, GBytes *owner, GError **error);
  void finish_body ();
  bool accept (MessagePackValue *value, GError **error);
  bool push_item (Frame &frame, MessagePackValue *value, GError **error);
  bool count_bytes (guint64 size, GError **error);
  Result fail (GError **error, GError *failure);
  Result settle (bool good, GError *failure, MessagePackValue **value, GError **error);

  MessagePackLimits limits_;
  GError *failure_ = nullptr;

  guint8 header_[9] = {};
  guint header_length_ = 0;
  bool in_body_ = false;
  Body body_ = {};
  std::vector<Frame> stack_;
  MessagePackValue *done_ = nullptr; // the value that just ended, at whatever level

  guint64 message_bytes_ = 0;
  guint64 message_elements_ = 0;
};

} // namespace message_pack
