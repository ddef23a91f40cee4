// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-private.hh"
#include "array/vast-complex.h"

namespace vast {

namespace {

bool
is_signed_gtype (GType type)
{
  return type == G_TYPE_INT || type == G_TYPE_CHAR || type == G_TYPE_LONG || type == G_TYPE_INT64;
}

bool
is_unsigned_gtype (GType type)
{
  return type == G_TYPE_UINT || type == G_TYPE_UCHAR || type == G_TYPE_ULONG || type == G_TYPE_UINT64;
}

ScalarType
integer_type (bool is_signed, gsize size)
{
  switch (size)
    {
    case 1: return is_signed ? ScalarKind::int8 : ScalarKind::uint8;
    case 2: return is_signed ? ScalarKind::int16 : ScalarKind::uint16;
    case 4: return is_signed ? ScalarKind::int32 : ScalarKind::uint32;
    case 8: return is_signed ? ScalarKind::int64 : ScalarKind::uint64;
    default: fail (ErrorCode::type, "an integer of %" G_GSIZE_FORMAT " bytes is not of 1, 2, 4 or 8", size);
    }
}

} // namespace

ScalarType
scalar_type_from_gtype (GType type, gsize size)
{
  if (is_signed_gtype (type) || is_unsigned_gtype (type))
    return integer_type (is_signed_gtype (type), size);
  if (type == G_TYPE_BOOLEAN && size == 1)
    return ScalarKind::boolean;
  if (type == G_TYPE_FLOAT && size == 4)
    return ScalarKind::float32;
  if (type == G_TYPE_DOUBLE && size == 8)
    return ScalarKind::float64;
  if (type == VAST_TYPE_COMPLEX && (size == 8 || size == 16))
    return size == 8 ? ScalarKind::complex64 : ScalarKind::complex128;
  if (type == G_TYPE_STRING)
    return ScalarType::string (size);
  if (type != VAST_TYPE_COMPLEX && type != G_TYPE_STRV && g_type_is_a (type, G_TYPE_BOXED) && type != G_TYPE_BOXED)
    return ScalarType::record (type, size);
  const char *name = g_type_name (type);
  fail (ErrorCode::type, "%s with %" G_GSIZE_FORMAT " bytes is no element type", name ? name : "an invalid type", size);
}

GType
scalar_type_to_gtype (ScalarType type)
{
  if (type.is_boolean ())
    return G_TYPE_BOOLEAN;
  if (type.is_signed ())
    return type.size == 8 ? G_TYPE_INT64 : G_TYPE_INT;
  if (type.is_unsigned ())
    return type.size == 8 ? G_TYPE_UINT64 : G_TYPE_UINT;
  if (type.is_floating ())
    return type.size == 8 ? G_TYPE_DOUBLE : G_TYPE_FLOAT;
  if (type.is_complex ())
    return VAST_TYPE_COMPLEX;
  return type.kind == ScalarKind::string ? G_TYPE_STRING : static_cast<GType> (type.tag);
}

} // namespace vast
