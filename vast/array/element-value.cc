// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/element-value.hh"

#include "array/vast-array-private.hh"
#include "array/vast-complex.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <variant>

namespace vast {

namespace {

using Number = std::variant<bool, int64_t, uint64_t, double, complex128>;

template <typename T>
T
load (const std::byte *element)
{
  T value;
  std::memcpy (&value, element, sizeof value);
  return value;
}

void
number_to_value (double number, GValue *value)
{
  if (G_VALUE_TYPE (value) == G_TYPE_FLOAT)
    g_value_set_float (value, static_cast<float> (number));
  else
    g_value_set_double (value, number);
}

std::string
describe (const GValue *value)
{
  g_autofree char *text = g_strdup_value_contents (value);
  return text;
}

Number
number_of (const GValue *value)
{
  if (G_VALUE_HOLDS_BOOLEAN (value))
    return g_value_get_boolean (value) != FALSE;
  if (G_VALUE_HOLDS_INT (value))
    return static_cast<int64_t> (g_value_get_int (value));
  if (G_VALUE_HOLDS_INT64 (value))
    return static_cast<int64_t> (g_value_get_int64 (value));
  if (G_VALUE_HOLDS_LONG (value))
    return static_cast<int64_t> (g_value_get_long (value));
  if (G_VALUE_HOLDS_CHAR (value))
    return static_cast<int64_t> (g_value_get_schar (value));
  if (G_VALUE_HOLDS_UINT (value))
    return static_cast<uint64_t> (g_value_get_uint (value));
  if (G_VALUE_HOLDS_UINT64 (value))
    return static_cast<uint64_t> (g_value_get_uint64 (value));
  if (G_VALUE_HOLDS_ULONG (value))
    return static_cast<uint64_t> (g_value_get_ulong (value));
  if (G_VALUE_HOLDS_UCHAR (value))
    return static_cast<uint64_t> (g_value_get_uchar (value));
  if (G_VALUE_HOLDS_FLOAT (value))
    return static_cast<double> (g_value_get_float (value));
  if (G_VALUE_HOLDS_DOUBLE (value))
    return g_value_get_double (value);
  if (G_VALUE_HOLDS (value, VAST_TYPE_COMPLEX) && g_value_get_boxed (value))
    {
      const auto *z = static_cast<const VastComplex *> (g_value_get_boxed (value));
      return complex128 (z->real, z->imag);
    }
  fail (ErrorCode::type, "a value of type %s is no number", G_VALUE_TYPE_NAME (value));
}

// Whether a number, its fraction cut off, lies in the range of an integer type.
template <typename T, typename N>
bool
fits (N number)
{
  if constexpr (std::is_same_v<N, double>)
    {
      // Both bounds are powers of two, or one less: exact in double, unlike T's maximum itself.
      const double above = std::ldexp (1.0, std::numeric_limits<T>::digits);
      const double cut = std::trunc (number);
      return cut >= static_cast<double> (std::numeric_limits<T>::min ()) && cut < above;
    }
  else
    return std::in_range<T> (number);
}

template <typename T, typename N>
T
convert (N number, const GValue *value)
{
  if constexpr (std::is_same_v<T, N>)
    return number;
  else if constexpr (std::is_same_v<N, bool>)
    return static_cast<T> (number ? 1 : 0);
  else if constexpr (std::is_same_v<T, complex64>)
    return T (static_cast<complex64> (complex128 (number)));
  else if constexpr (std::is_same_v<T, complex128>)
    return T (static_cast<double> (number));
  else if constexpr (std::is_same_v<N, complex128>)
    fail (ErrorCode::type, "the complex value %s is not of type %s", describe (value).c_str (),
          ScalarType (kind_of<T>).name ().c_str ());
  else if constexpr (std::is_same_v<T, bool>)
    return number != N (0);
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T> (number);
  else
    {
      if (!fits<T> (number))
        fail (ErrorCode::invalid_argument, "%s is out of the range of type %s", describe (value).c_str (),
              ScalarType (kind_of<T>).name ().c_str ());
      return static_cast<T> (number);
    }
}

void
string_from_value (std::byte *element, ScalarType type, const GValue *value)
{
  if (!G_VALUE_HOLDS_STRING (value))
    fail (ErrorCode::type, "a value of type %s is no string", G_VALUE_TYPE_NAME (value));
  const char *text = g_value_get_string (value);
  const size_t length = text ? std::min<size_t> (std::strlen (text), type.size) : 0;
  std::memset (element, 0, type.size);
  if (length > 0)
    std::memcpy (element, text, length);
}

void
record_from_value (std::byte *element, ScalarType type, const GValue *value)
{
  if (!G_VALUE_HOLDS (value, type.tag) || !g_value_get_boxed (value))
    fail (ErrorCode::type, "a value of type %s is no %s", G_VALUE_TYPE_NAME (value), g_type_name (type.tag));
  std::memcpy (element, g_value_get_boxed (value), type.size);
}

template <typename T>
void
scalar_to_value (T element, GValue *value)
{
  if constexpr (std::is_same_v<T, bool>)
    g_value_set_boolean (value, element);
  else if constexpr (std::is_floating_point_v<T>)
    number_to_value (element, value);
  else if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>)
    g_value_take_boxed (value, vast_complex_new (element.real (), element.imag ()));
  else if constexpr (std::is_same_v<T, int64_t>)
    g_value_set_int64 (value, element);
  else if constexpr (std::is_same_v<T, uint64_t>)
    g_value_set_uint64 (value, element);
  else if constexpr (std::is_signed_v<T>)
    g_value_set_int (value, element);
  else
    g_value_set_uint (value, element);
}

} // namespace

void
element_to_value (const std::byte *element, ScalarType type, GValue *value)
{
  if (!G_IS_VALUE (value))
    g_value_init (value, scalar_type_to_gtype (type));
  else if (G_VALUE_TYPE (value) != scalar_type_to_gtype (type))
    fail (ErrorCode::type, "a value of type %s cannot hold an element of type %s", G_VALUE_TYPE_NAME (value),
          type.name ().c_str ());

  if (type.kind == ScalarKind::string)
    g_value_take_string (value, g_strndup (reinterpret_cast<const char *> (element), type.size));
  else if (type.kind == ScalarKind::record)
    g_value_set_boxed (value, element);
  else
    visit_kind (type.kind, [&]<typename T> (TypeTag<T>) { scalar_to_value (load<T> (element), value); });
}

void
element_from_value (std::byte *element, ScalarType type, const GValue *value)
{
  if (type.kind == ScalarKind::string)
    return string_from_value (element, type, value);
  if (type.kind == ScalarKind::record)
    return record_from_value (element, type, value);
  const Number number = number_of (value);
  visit_kind (type.kind, [&]<typename T> (TypeTag<T>) {
    const T converted = std::visit ([value] (auto n) { return convert<T> (n, value); }, number);
    std::memcpy (element, &converted, sizeof converted);
  });
}

ScalarType
scalar_type_of_value (const GValue *value)
{
  if (G_VALUE_HOLDS_STRING (value))
    {
      const char *text = g_value_get_string (value);
      return ScalarType::string (text && *text ? std::strlen (text) : 1);
    }
  constexpr ScalarKind kinds[] = { ScalarKind::boolean, ScalarKind::int64, ScalarKind::uint64, ScalarKind::float64,
                                   ScalarKind::complex128 };
  return kinds[number_of (value).index ()];
}

} // namespace vast
