// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "decoder.hh"

#include "message-pack-error.h"
#include "value-private.hh"

#include <bit>
#include <string.h>

namespace message_pack {
namespace {

// What is reserved before any byte of a body has arrived; from there it doubles as bytes arrive.
constexpr gsize first_body_capacity = 1 << 20;
// The same for the items of an array or map.
constexpr gsize first_items_capacity = 16;
// Shorter binaries are copied, as a slice would keep alive all that it was cut from.
constexpr gsize shortest_slice = 64 << 10;
// Shorter rests of a body are not worth a read of their own.
constexpr gsize shortest_space = 64 << 10;

// How many bytes follow each of the tags c0 to df before the body or the items.
constexpr guint8 tag_sizes[32] = {
  0, 0, 0, 0, 1, 2, 4, 2, 3, 5, 4, 8, 1, 2, 4, 8, // nil, -, false, true, bin, ext, float, uint
  1, 2, 4, 8, 1, 1, 1, 1, 1, 1, 2, 4, 2, 4, 2, 4, // int, fixext, str, array, map
};

guint
header_size (guint8 tag)
{
  return tag >= 0xc0 && tag <= 0xdf ? 1 + tag_sizes[tag - 0xc0] : 1;
}

// A number of 1, 2, 4 or 8 bytes in network order.
guint64
read_number (const guint8 *data, guint size)
{
  guint64 number = 0;
  for (guint i = 0; i < size; i++)
    number = number << 8 | data[i];
  return number;
}

gint64
sign_extend (guint64 number, guint size)
{
  guint unused = 64 - 8 * size;
  return static_cast<gint64> (number << unused) >> unused;
}

GError *
limit_error (const char *what, guint64 amount, guint64 limit)
{
  return g_error_new (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_LIMIT,
                      "%s of a message would be %" G_GUINT64_FORMAT ", more than the limit of %" G_GUINT64_FORMAT, what,
                      amount, limit);
}

} // namespace

void
Decoder::reset ()
{
  g_clear_error (&failure_);
  g_clear_pointer (&body_.data, g_free);
  g_clear_pointer (&done_, message_pack_value_unref);
  for (auto &frame : stack_)
    release_items (frame.items, frame.n_items);
  stack_.clear ();
  in_body_ = false;
  header_length_ = 0;
  message_bytes_ = 0;
  message_elements_ = 0;
}

void
Decoder::set_truncated (GError **error) const
{
  g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_TRUNCATED,
               "the end came after %" G_GUINT64_FORMAT " bytes, inside of a value", message_bytes_);
}

Decoder::Result
Decoder::push (const guint8 *data, gsize size, GBytes *owner, gsize *used, MessagePackValue **value, GError **error)
{
  *used = 0;
  if (failure_ != nullptr)
    return fail (error, nullptr);

  const guint8 *position = data;
  const guint8 *end = data + size;
  GError *failure = nullptr;
  bool good = true;
  while (good && position < end)
    {
      if (!in_body_)
        {
          if (!take_header (position, end))
            break;
          good = parse_header (&failure);
        }
      if (good && in_body_)
        good = take_body (position, end, owner, &failure);
      if (good && done_ != nullptr)
        good = accept (static_cast<MessagePackValue *> (g_steal_pointer (&done_)), &failure);
      if (done_ != nullptr)
        break;
    }
  *used = static_cast<gsize> (position - data);
  return settle (good, failure, value, error);
}

guint8 *
Decoder::space (gsize *size, GError **error)
{
  if (failure_ != nullptr || !in_body_ || body_.wanted - body_.length < shortest_space)
    return nullptr;
  GError *failure = nullptr;
  if (body_.length == body_.capacity && !grow_body (&failure))
    {
      fail (error, failure);
      return nullptr;
    }
  *size = body_.capacity - body_.length;
  return body_.data + body_.length;
}

Decoder::Result
Decoder::received (gsize size, MessagePackValue **value, GError **error)
{
  body_.length += size;
  GError *failure = nullptr;
  bool good = true;
  if (body_.length == body_.wanted)
    {
      finish_body ();
      good = accept (static_cast<MessagePackValue *> (g_steal_pointer (&done_)), &failure);
    }
  return settle (good, failure, value, error);
}

// What push() and received() say after their work.
Decoder::Result
Decoder::settle (bool good, GError *failure, MessagePackValue **value, GError **error)
{
  if (!good)
    return fail (error, failure);
  if (done_ == nullptr)
    return Result::more;
  *value = static_cast<MessagePackValue *> (g_steal_pointer (&done_));
  message_bytes_ = 0;
  message_elements_ = 0;
  return Result::value;
}

Decoder::Result
Decoder::fail (GError **error, GError *failure)
{
  if (failure != nullptr)
    {
      reset ();
      failure_ = failure;
    }
  if (error != nullptr)
    *error = g_error_copy (failure_);
  return Result::failed;
}

bool
Decoder::count_bytes (guint64 size, GError **error)
{
  if (size > limits_.max_bytes || message_bytes_ > limits_.max_bytes - size)
    {
      g_propagate_error (error, limit_error ("the bytes", message_bytes_ + size, limits_.max_bytes));
      return false;
    }
  return true;
}

// Collects a tag and what belongs to it; whether it is complete.
bool
Decoder::take_header (const guint8 *&data, const guint8 *end)
{
  if (header_length_ == 0)
    {
      header_[header_length_++] = *data++;
      message_bytes_++;
    }
  guint wanted = header_size (header_[0]);
  gsize taken = MIN (wanted - header_length_, static_cast<gsize> (end - data));
  memcpy (header_ + header_length_, data, taken);
  data += taken;
  header_length_ += static_cast<guint> (taken);
  message_bytes_ += taken;
  return header_length_ == wanted;
}

// Acts on a complete header: a value has ended (in done_), a body or a container has begun.
bool
Decoder::parse_header (GError **error)
{
  guint8 tag = header_[0];
  guint64 number = read_number (header_ + 1, MIN (header_length_ - 1, 8u));
  header_length_ = 0;
  if (!count_bytes (0, error))
    return false;

  if (tag <= 0x7f || tag >= 0xe0 || (tag >= 0xca && tag <= 0xd3))
    return parse_number (tag);
  if (tag <= 0x8f)
    return begin_container (MESSAGE_PACK_KIND_MAP, tag & 0x0f, error);
  if (tag <= 0x9f)
    return begin_container (MESSAGE_PACK_KIND_ARRAY, tag & 0x0f, error);
  if (tag <= 0xbf)
    return begin_body (MESSAGE_PACK_KIND_STRING, tag & 0x1f, 0, error);

  switch (tag)
    {
    case 0xc0: done_ = message_pack_value_new_nil (); return true;
    case 0xc1:
      g_set_error_literal (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MALFORMED,
                           "the byte c1 begins no MessagePack value");
      return false;
    case 0xc2:
    case 0xc3: done_ = message_pack_value_new_boolean (tag == 0xc3); return true;
    case 0xc4:
    case 0xc5:
    case 0xc6: return begin_body (MESSAGE_PACK_KIND_BINARY, number, 0, error);
    case 0xc7:
    case 0xc8:
    case 0xc9:
      // the last byte is not of the length but the code
      return begin_body (MESSAGE_PACK_KIND_EXTENSION, number >> 8, static_cast<gint8> (number & 0xff), error);
    case 0xd4:
    case 0xd5:
    case 0xd6:
    case 0xd7:
    case 0xd8: return begin_body (MESSAGE_PACK_KIND_EXTENSION, 1u << (tag - 0xd4), static_cast<gint8> (number), error);
    case 0xd9:
    case 0xda:
    case 0xdb: return begin_body (MESSAGE_PACK_KIND_STRING, number, 0, error);
    case 0xdc:
    case 0xdd: return begin_container (MESSAGE_PACK_KIND_ARRAY, number, error);
    default: // de, df
      return begin_container (MESSAGE_PACK_KIND_MAP, number, error);
    }
}

bool
Decoder::parse_number (guint8 tag)
{
  guint size = header_size (tag) - 1;
  guint64 number = read_number (header_ + 1, size);
  if (tag <= 0x7f || tag >= 0xe0)
    done_ = message_pack_value_new_int64 (static_cast<gint8> (tag));
  else if (tag == 0xca)
    done_ = message_pack_value_new_float (std::bit_cast<gfloat> (static_cast<guint32> (number)));
  else if (tag == 0xcb)
    done_ = message_pack_value_new_double (std::bit_cast<gdouble> (number));
  else if (tag <= 0xcf)
    done_ = message_pack_value_new_uint64 (number);
  else
    done_ = message_pack_value_new_int64 (sign_extend (number, size));
  return true;
}

bool
Decoder::begin_body (MessagePackKind kind, guint64 length, gint8 code, GError **error)
{
  if (!count_bytes (length, error))
    return false;
  if (kind == MESSAGE_PACK_KIND_STRING && length > limits_.max_string)
    {
      g_propagate_error (error, limit_error ("the bytes of one string", length, limits_.max_string));
      return false;
    }
  body_ = { kind, code, nullptr, 0, 0, static_cast<gsize> (length) };
  in_body_ = true;
  return true;
}

bool
Decoder::begin_container (MessagePackKind kind, guint64 length, GError **error)
{
  guint64 n_items = kind == MESSAGE_PACK_KIND_MAP ? 2 * length : length;
  message_elements_ += n_items;
  if (message_elements_ > limits_.max_elements)
    {
      g_propagate_error (error, limit_error ("the elements", message_elements_, limits_.max_elements));
      return false;
    }
  if (stack_.size () >= limits_.max_depth)
    {
      g_propagate_error (error, limit_error ("the nesting", stack_.size () + 1, limits_.max_depth));
      return false;
    }
  if (n_items == 0)
    done_ = value_take_container (kind, nullptr, 0);
  else
    stack_.push_back ({ kind, nullptr, 0, 0, static_cast<gsize> (n_items) });
  return true;
}

// Makes room for at least one more byte of the body (and the zero byte after a text).
bool
Decoder::grow_body (GError **error)
{
  gsize capacity = body_.capacity == 0 ? first_body_capacity : 2 * body_.capacity;
  capacity = MIN (capacity, body_.wanted);
  auto *data = static_cast<guint8 *> (g_try_realloc (body_.data, capacity + 1));
  if (data == nullptr)
    {
      g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MEMORY,
                   "there is no memory for %s of %" G_GSIZE_FORMAT " bytes", kind_name (body_.kind), body_.wanted);
      return false;
    }
  body_.data = data;
  body_.capacity = capacity;
  return true;
}

bool
Decoder::take_body (const guint8 *&data, const guint8 *end, GBytes *owner, GError **error)
{
  gsize available = static_cast<gsize> (end - data);
  gsize missing = body_.wanted - body_.length;
  if (owner != nullptr && body_.length == 0 && missing >= shortest_slice && missing <= available
      && body_.kind != MESSAGE_PACK_KIND_STRING)
    {
      auto *start = static_cast<const guint8 *> (g_bytes_get_data (owner, nullptr));
      GBytes *slice = g_bytes_new_from_bytes (owner, static_cast<gsize> (data - start), missing);
      done_ =
        body_.kind == MESSAGE_PACK_KIND_BINARY ? value_take_bytes (slice) : value_take_extension (body_.code, slice);
      in_body_ = false;
      data += missing;
      message_bytes_ += missing;
      return true;
    }
  do
    {
      if (body_.length == body_.capacity && !grow_body (error))
        return false;
      gsize taken = MIN (body_.capacity - body_.length, static_cast<gsize> (end - data));
      if (taken > 0)
        memcpy (body_.data + body_.length, data, taken);
      body_.length += taken;
      data += taken;
    }
  while (data < end && body_.length < body_.wanted);
  if (body_.length == body_.wanted)
    finish_body ();
  return true;
}

void
Decoder::finish_body ()
{
  auto *data = static_cast<guint8 *> (g_steal_pointer (&body_.data));
  gsize length = body_.wanted;
  message_bytes_ += length;
  in_body_ = false;
  if (body_.kind == MESSAGE_PACK_KIND_STRING)
    {
      data[length] = 0;
      done_ = value_take_text (reinterpret_cast<char *> (data), length);
      return;
    }
  GBytes *bytes = g_bytes_new_take (data, length);
  done_ = body_.kind == MESSAGE_PACK_KIND_BINARY ? value_take_bytes (bytes) : value_take_extension (body_.code, bytes);
}

bool
Decoder::push_item (Frame &frame, MessagePackValue *value, GError **error)
{
  if (frame.n_items == frame.capacity)
    {
      gsize capacity = MIN (frame.capacity == 0 ? first_items_capacity : 2 * frame.capacity, frame.n_wanted);
      auto *items = g_try_renew (MessagePackValue *, frame.items, capacity);
      if (items == nullptr)
        {
          g_set_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_MEMORY,
                       "there is no memory for %" G_GSIZE_FORMAT " elements", capacity);
          message_pack_value_unref (value);
          return false;
        }
      frame.items = items;
      frame.capacity = capacity;
    }
  frame.items[frame.n_items++] = value;
  return true;
}

// Puts a complete value where it belongs; containers that it completes go the same way.
bool
Decoder::accept (MessagePackValue *value, GError **error)
{
  while (!stack_.empty ())
    {
      auto &frame = stack_.back ();
      if (!push_item (frame, value, error))
        return false;
      if (frame.n_items < frame.n_wanted)
        return true;
      value = value_take_container (frame.kind, frame.items, frame.n_items);
      stack_.pop_back ();
    }
  done_ = value;
  return true;
}

} // namespace message_pack
