// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/scalar-type.hh"

#include <algorithm>
#include <charconv>

namespace vast {

namespace {

constexpr const char *names[] = { "bool",   "int8",    "int16",   "int32",     "int64",      "uint8",  "uint16", "uint32",
                                  "uint64", "float32", "float64", "complex64", "complex128", "string", "record" };

// A fixed-length string or record is bounded so that a product of shape and size is checked from small factors.
constexpr size_t max_opaque_size = 1u << 30;

ScalarType
signed_of (uint32_t size)
{
  return size == 1 ? ScalarKind::int8 : size == 2 ? ScalarKind::int16 : size == 4 ? ScalarKind::int32 : ScalarKind::int64;
}

ScalarType
promote_integers (ScalarType a, ScalarType b)
{
  if (a.is_signed () == b.is_signed ())
    return a.size >= b.size ? a : b;
  const ScalarType s = a.is_signed () ? a : b;
  const ScalarType u = a.is_signed () ? b : a;
  if (u.size >= 8)
    return ScalarKind::float64;
  return s.size > u.size ? s : signed_of (u.size * 2);
}

// The floating type in which an integer or boolean of this width takes part: 8- and 16-bit values are exact in float32.
ScalarType
floating_for (ScalarType t)
{
  if (t.is_floating ())
    return t;
  return t.size <= 2 ? ScalarKind::float32 : ScalarKind::float64;
}

} // namespace

ScalarType
ScalarType::string (size_t length)
{
  if (length == 0 || length > max_opaque_size)
    fail (ErrorCode::type, "a string type of %zu bytes is not within 1 and %zu", length, max_opaque_size);
  ScalarType t;
  t.kind = ScalarKind::string;
  t.size = static_cast<uint32_t> (length);
  return t;
}

ScalarType
ScalarType::record (size_t tag, size_t size)
{
  if (size == 0 || size > max_opaque_size)
    fail (ErrorCode::type, "a record type of %zu bytes is not within 1 and %zu", size, max_opaque_size);
  ScalarType t;
  t.kind = ScalarKind::record;
  t.size = static_cast<uint32_t> (size);
  t.tag = tag;
  return t;
}

ScalarType
ScalarType::from_name (std::string_view name)
{
  for (int i = 0; i < n_computable_kinds; i++)
    if (name == names[i])
      return static_cast<ScalarKind> (i);
  if (name.size () > 1 && name.front () == 'S')
    {
      size_t length = 0;
      const auto [end, error] = std::from_chars (name.data () + 1, name.data () + name.size (), length);
      if (error == std::errc {} && end == name.data () + name.size () && length > 0 && length <= max_opaque_size)
        return string (length);
    }
  fail (ErrorCode::type, "“%.*s” names no element type", static_cast<int> (std::min<size_t> (name.size (), 64)), name.data ());
}

std::string
ScalarType::name () const
{
  if (kind == ScalarKind::string)
    return "S" + std::to_string (size);
  if (kind == ScalarKind::record)
    return "record" + std::to_string (size);
  return names[static_cast<int> (kind)];
}

ScalarType
promote (ScalarType a, ScalarType b)
{
  if (!a.is_computable () || !b.is_computable ())
    fail (ErrorCode::type, "%s and %s have no common type to compute in", a.name ().c_str (), b.name ().c_str ());
  if (a == b || b.is_boolean ())
    return a;
  if (a.is_boolean ())
    return b;
  if (a.is_integer () && b.is_integer ())
    return promote_integers (a, b);

  const uint32_t width = std::max (floating_for (a.real ()).size, floating_for (b.real ()).size);
  if (a.is_complex () || b.is_complex ())
    return width == 4 ? ScalarKind::complex64 : ScalarKind::complex128;
  return width == 4 ? ScalarKind::float32 : ScalarKind::float64;
}

} // namespace vast
