// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// The wire form for peers that know nothing of arrays: numbers and nested lists of them.

#include "array/array-wire.hh"

#include <cstring>

namespace vast::wire {

namespace {

// What the leaves of nested lists are, taken together.
struct Leaves {
  bool booleans = false;
  bool integers = false;
  bool reals = false;
  bool negative = false;
  bool above_int64 = false;

  ScalarType type () const
  {
    if (booleans && !integers && !reals)
      return ScalarKind::boolean;
    if (reals || !integers || (above_int64 && negative))
      return ScalarKind::float64;
    return above_int64 ? ScalarKind::uint64 : ScalarKind::int64;
  }
};

// Each element becomes a value of its own, and a shape such as (1000000000000, 0) as many empty lists: without a
// bound a few bytes of request would cost the memory of the machine.
constexpr int64_t max_plain_values = int64_t { 1 } << 24;

bool
is_list (MessagePackValue *value)
{
  return is_kind (value, MESSAGE_PACK_KIND_ARRAY);
}

// The shape that the first element at each depth tells; all others must agree.
Dims
leading_shape (MessagePackValue *value)
{
  Dims shape;
  while (is_list (value))
    {
      if (shape.rank () == max_rank)
        fail (ErrorCode::shape, "lists nested deeper than %d are no array", max_rank);
      const gsize length = message_pack_value_get_length (value);
      shape.push_back (static_cast<int64_t> (length));
      if (length == 0)
        break;
      value = message_pack_value_get_element (value, 0);
    }
  return shape;
}

void
examine_leaf (MessagePackValue *value, Leaves &leaves)
{
  if (is_kind (value, MESSAGE_PACK_KIND_BOOLEAN))
    leaves.booleans = true;
  else if (is_float (value))
    leaves.reals = true;
  else if (is_integer (value))
    {
      leaves.integers = true;
      if (is_kind (value, MESSAGE_PACK_KIND_UNSIGNED))
        leaves.above_int64 = true;
      else if (message_pack_value_get_int64 (value, nullptr) < 0)
        leaves.negative = true;
    }
  else
    fail (ErrorCode::type, "%s is no element of an array of numbers", describe (value).c_str ());
}

void
examine (MessagePackValue *value, const Dims &shape, int depth, Leaves &leaves)
{
  if (depth == shape.rank ())
    {
      if (is_list (value))
        fail (ErrorCode::shape, "ragged lists are no array: at depth %d there is a list of %zu beside numbers", depth,
              message_pack_value_get_length (value));
      examine_leaf (value, leaves);
      return;
    }
  if (!is_list (value))
    fail (ErrorCode::shape, "ragged lists are no array: at depth %d there is %s beside a list of %lld", depth,
          describe (value).c_str (), static_cast<long long> (shape[depth]));
  const gsize length = message_pack_value_get_length (value);
  if (static_cast<int64_t> (length) != shape[depth])
    fail (ErrorCode::shape, "ragged lists are no array: at depth %d there is a list of %zu beside one of %lld", depth,
          length, static_cast<long long> (shape[depth]));
  for (gsize i = 0; i < length; i++)
    examine (message_pack_value_get_element (value, i), shape, depth + 1, leaves);
}

template <typename T>
T
leaf_to (MessagePackValue *value)
{
  if (is_kind (value, MESSAGE_PACK_KIND_BOOLEAN))
    return static_cast<T> (message_pack_value_get_boolean (value, nullptr));
  if constexpr (std::is_same_v<T, double>)
    return message_pack_value_get_double (value, nullptr);
  if constexpr (std::is_same_v<T, uint64_t>)
    return message_pack_value_get_uint64 (value, nullptr);
  return static_cast<T> (message_pack_value_get_int64 (value, nullptr));
}

template <typename T>
void
fill (MessagePackValue *value, int depth, T *&to)
{
  if (depth == 0)
    {
      *to++ = leaf_to<T> (value);
      return;
    }
  const gsize length = message_pack_value_get_length (value);
  for (gsize i = 0; i < length; i++)
    fill (message_pack_value_get_element (value, i), depth - 1, to);
}

template <typename T>
Array
filled (MessagePackValue *value, const Dims &shape)
{
  Array result = Array::empty (kind_of<T>, shape);
  T *to = result.as<T> ();
  fill (value, shape.rank (), to);
  return result;
}

Value
string_to_plain (const std::byte *data, size_t size)
{
  const char *begin = reinterpret_cast<const char *> (data);
  while (size > 0 && begin[size - 1] == '\0')
    size--;
  // A zero byte inside is valid in MessagePack text, but not in a C string.
  if (std::memchr (begin, 0, size) == nullptr && g_utf8_validate (begin, static_cast<gssize> (size), nullptr))
    return text (std::string (begin, size));
  return bytes (g_bytes_new (begin, size));
}

template <typename T>
Value
number_to_plain (const std::byte *data)
{
  T number;
  std::memcpy (&number, data, sizeof number);
  if constexpr (std::is_same_v<T, bool>)
    return boolean (number);
  else if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>)
    {
      std::vector<Value> parts;
      parts.push_back (real (number.real ()));
      parts.push_back (real (number.imag ()));
      return list (parts);
    }
  else if constexpr (std::is_floating_point_v<T>)
    return real (number);
  else if constexpr (std::is_same_v<T, uint64_t>)
    return Value (message_pack_value_new_uint64 (number));
  else
    return integer (number);
}

Value
element_to_plain (ScalarType type, const std::byte *data)
{
  if (type.kind == ScalarKind::string)
    return string_to_plain (data, type.size);
  return visit_kind (type.kind, [data] (auto tag) { return number_to_plain<typename decltype (tag)::type> (data); });
}

void
check_plain_size (const Array &array)
{
  int64_t values = 1;
  for (int64_t length : array.shape ())
    {
      if (__builtin_mul_overflow (values, length, &values) || values > max_plain_values)
        fail (ErrorCode::shape, "an array of shape %s is too large for nested lists of at most %lld numbers",
              to_string (array.shape ()).c_str (), static_cast<long long> (max_plain_values));
    }
}

Value
axis_to_plain (const Array &array, const std::byte *data, int axis)
{
  if (axis == array.rank ())
    return element_to_plain (array.type, data);
  std::vector<Value> elements;
  elements.reserve (static_cast<size_t> (array.shape ()[axis]));
  for (int64_t i = 0; i < array.shape ()[axis]; i++)
    elements.push_back (
      axis_to_plain (array, data + i * array.layout.strides[axis] * static_cast<int64_t> (array.type.size), axis + 1));
  return list (elements);
}

} // namespace

bool
is_plain (MessagePackValue *value)
{
  return is_number (value) || is_kind (value, MESSAGE_PACK_KIND_BOOLEAN) || (is_list (value) && !is_array (value));
}

Array
to_array_from_plain (MessagePackValue *value)
{
  const Dims shape = leading_shape (value);
  Leaves leaves;
  examine (value, shape, 0, leaves);
  switch (leaves.type ().kind)
    {
    case ScalarKind::boolean: return filled<bool> (value, shape);
    case ScalarKind::int64: return filled<int64_t> (value, shape);
    case ScalarKind::uint64: return filled<uint64_t> (value, shape);
    default: return filled<double> (value, shape);
    }
}

Value
to_plain (const Array &array)
{
  if (array.type.kind == ScalarKind::record)
    fail (ErrorCode::type, "an array of %s has no plain form", array.type.name ().c_str ());
  check_plain_size (array);
  return axis_to_plain (array, array.data (), 0);
}

} // namespace vast::wire
