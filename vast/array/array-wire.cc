// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/array-wire.hh"

#include "kernels/cast.hh"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vast::wire {

namespace {

constexpr int64_t wire_version = 1;
constexpr const char *native_order = std::endian::native == std::endian::little ? "<" : ">";

struct Header {
  ScalarType type;
  bool swapped;
  Dims shape;
};

Value
header_to_value (const Array &array)
{
  std::vector<Value> lengths;
  for (int64_t length : array.shape ())
    lengths.push_back (integer (length));
  std::vector<Value> members;
  members.push_back (integer (wire_version));
  members.push_back (text (array.type.name ()));
  members.push_back (text (native_order));
  members.push_back (list (lengths));
  return extension (array_extension, pack (list (members).get ()));
}

Dims
shape_from_value (MessagePackValue *value)
{
  if (!is_kind (value, MESSAGE_PACK_KIND_ARRAY))
    fail (ErrorCode::format, "the shape in an array's header is %s, not a list", describe (value).c_str ());
  const gsize rank = message_pack_value_get_length (value);
  if (rank > max_rank)
    fail (ErrorCode::shape, "a rank of %zu is not within 0 and %d", rank, max_rank);
  Dims shape;
  for (gsize i = 0; i < rank; i++)
    shape.push_back (to_integer (message_pack_value_get_element (value, i), "a length in an array's header"));
  element_count (shape);
  return shape;
}

Header
header_from_value (MessagePackValue *value)
{
  g_autoptr (GError) error = nullptr;
  const std::string_view data = extension_data (value);
  g_autoptr (GBytes) packed = g_bytes_new_static (data.data (), data.size ());
  const Value header (message_pack_value_unpack (packed, &error));
  if (!header)
    fail (ErrorCode::format, "an array's header of %zu bytes is no MessagePack: %s", data.size (), error->message);
  if (!is_kind (header.get (), MESSAGE_PACK_KIND_ARRAY) || message_pack_value_get_length (header.get ()) != 4)
    fail (ErrorCode::format, "an array's header is %s, not a list of 4", describe (header.get ()).c_str ());

  const auto member = [&header] (gsize i) { return message_pack_value_get_element (header.get (), i); };
  const int64_t version = to_integer (member (0), "the version in an array's header");
  if (version != wire_version)
    fail (ErrorCode::format, "an array of wire version %lld came where %lld is understood",
          static_cast<long long> (version), static_cast<long long> (wire_version));
  const std::string order = to_text (member (2), "the byte order in an array's header");
  if (order != "<" && order != ">")
    fail (ErrorCode::format, "the byte order “%.16s” in an array's header is neither “<” nor “>”", order.c_str ());
  return { ScalarType::from_name (to_text (member (1), "the element type in an array's header")), order != native_order,
           shape_from_value (member (3)) };
}

// The bytes that a number in memory is made of: half a complex element, one byte of a string.
size_t
swap_unit (ScalarType type)
{
  if (!type.is_computable ())
    return 1;
  return type.is_complex () ? type.size / 2 : type.size;
}

void
swap_bytes (std::byte *data, size_t size, size_t unit)
{
  for (size_t i = 0; i < size; i += unit)
    std::reverse (data + i, data + i + unit);
}

// What is neither 0 nor 1 is no boolean to the compiler, and reading it as one would be undefined.
void
check_booleans (const Array &array)
{
  const std::byte *data = array.data ();
  const std::byte *end = data + array.n_bytes ();
  const std::byte *wrong = std::find_if (data, end, [] (std::byte b) { return b > std::byte { 1 }; });
  if (wrong != end)
    fail (ErrorCode::format, "byte %d of a bool array is %d, which is neither 0 nor 1", static_cast<int> (wrong - data),
          static_cast<int> (*wrong));
}

std::vector<GBytes *>
parts_of (MessagePackValue *value)
{
  std::vector<GBytes *> parts;
  for (gsize i = 1; i < message_pack_value_get_length (value); i++)
    {
      MessagePackValue *part = message_pack_value_get_element (value, i);
      if (!is_kind (part, MESSAGE_PACK_KIND_BINARY))
        fail (ErrorCode::format, "part %zu of an array is %s, not a bin", i, describe (part).c_str ());
      parts.push_back (message_pack_value_get_bytes (part, nullptr));
    }
  return parts;
}

void
check_size (const Header &header, const std::vector<GBytes *> &parts)
{
  int64_t wanted;
  if (__builtin_mul_overflow (element_count (header.shape), static_cast<int64_t> (header.type.size), &wanted))
    fail (ErrorCode::shape, "an array of shape %s and type %s has more bytes than can be counted",
          to_string (header.shape).c_str (), header.type.name ().c_str ());
  uint64_t got = 0;
  for (GBytes *part : parts)
    got += g_bytes_get_size (part);
  if (got != static_cast<uint64_t> (wanted))
    fail (ErrorCode::format, "an array of shape %s and type %s has %lld bytes, but %llu came",
          to_string (header.shape).c_str (), header.type.name ().c_str (), static_cast<long long> (wanted),
          static_cast<unsigned long long> (got));
}

bool
can_wrap (const Header &header, const std::vector<GBytes *> &parts)
{
  if (parts.size () != 1 || (header.swapped && swap_unit (header.type) > 1))
    return false;
  const auto address = reinterpret_cast<uintptr_t> (g_bytes_get_data (parts[0], nullptr));
  return address != 0 && address % swap_unit (header.type) == 0;
}

Array
wrap (const Header &header, GBytes *part, Ownership ownership)
{
  void *data = const_cast<void *> (g_bytes_get_data (part, nullptr));
  g_bytes_ref (part);
  BufferRef buffer =
    Buffer::wrap (data, g_bytes_get_size (part), ownership == Ownership::exclusive, [part] { g_bytes_unref (part); });
  return Array::checked (header.type, Layout (header.shape), std::move (buffer));
}

Array
join (const Header &header, const std::vector<GBytes *> &parts)
{
  const Array result = Array::empty (header.type, header.shape);
  std::byte *to = result.data ();
  for (GBytes *part : parts)
    {
      gsize size = 0;
      gconstpointer from = g_bytes_get_data (part, &size);
      if (size > 0)
        std::memcpy (to, from, size);
      to += size;
    }
  if (header.swapped)
    swap_bytes (result.data (), result.n_bytes (), swap_unit (header.type));
  return result;
}

} // namespace

Value
from_array (const Array &array, size_t part_size)
{
  if (array.type.kind == ScalarKind::record)
    fail (ErrorCode::type, "an array of %s cannot be sent: a record means nothing to another process",
          array.type.name ().c_str ());
  const Array packed = make_contiguous (array);
  std::vector<Value> members;
  members.push_back (header_to_value (packed));
  for (size_t at = 0; at < packed.n_bytes (); at += part_size)
    {
      const size_t size = std::min (part_size, packed.n_bytes () - at);
      members.push_back (bytes (g_bytes_new_with_free_func (
        packed.data () + at, size, [] (gpointer keeper) { delete static_cast<BufferRef *> (keeper); },
        new BufferRef (packed.buffer))));
    }
  return list (members);
}

bool
is_array (MessagePackValue *value)
{
  return is_kind (value, MESSAGE_PACK_KIND_ARRAY) && message_pack_value_get_length (value) > 0
         && is_extension (message_pack_value_get_element (value, 0), array_extension);
}

Array
to_array (MessagePackValue *value, Ownership ownership)
{
  if (!is_array (value))
    fail (ErrorCode::format, "%s is not an array: a list that begins with an extension of type %d",
          describe (value).c_str (), array_extension);
  const Header header = header_from_value (message_pack_value_get_element (value, 0));
  const std::vector<GBytes *> parts = parts_of (value);
  check_size (header, parts);
  const Array result = can_wrap (header, parts) ? wrap (header, parts[0], ownership) : join (header, parts);
  if (header.type.is_boolean ())
    check_booleans (result);
  return result;
}

} // namespace vast::wire
