// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/error.hh"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vast {

using complex64 = std::complex<float>;
using complex128 = std::complex<double>;

// The order is that of the registry's loops and of promotion inside one family; it never travels between processes.
enum class ScalarKind : uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  complex64,
  complex128,
  string, // fixed length, padded with zero bytes
  record, // opaque bytes, told apart by the tag
};

inline constexpr int n_computable_kinds = static_cast<int> (ScalarKind::complex128) + 1;

// An element type: what an element is and how many bytes it has. The tag is the façade's (a GType) and only
// tells one record type from another.
struct ScalarType {
  ScalarKind kind = ScalarKind::float64;
  uint32_t size = sizeof (double);
  size_t tag = 0;

  constexpr ScalarType () = default;
  constexpr ScalarType (ScalarKind kind); // of a computable kind, whose size is fixed
  static ScalarType string (size_t length);
  static ScalarType record (size_t tag, size_t size);

  // From a NumPy name: "float64", "bool", "S16", …; throws ErrorCode::type for any other text.
  static ScalarType from_name (std::string_view name);
  std::string name () const;

  constexpr bool is_boolean () const { return kind == ScalarKind::boolean; }
  constexpr bool is_signed () const { return kind >= ScalarKind::int8 && kind <= ScalarKind::int64; }
  constexpr bool is_unsigned () const { return kind >= ScalarKind::uint8 && kind <= ScalarKind::uint64; }
  constexpr bool is_integer () const { return is_signed () || is_unsigned (); }
  constexpr bool is_floating () const { return kind == ScalarKind::float32 || kind == ScalarKind::float64; }
  constexpr bool is_complex () const { return kind == ScalarKind::complex64 || kind == ScalarKind::complex128; }
  constexpr bool is_computable () const { return kind <= ScalarKind::complex128; }
  // The real type of the same precision: complex64 gives float32; others give themselves.
  constexpr ScalarType real () const;

  friend constexpr bool operator== (const ScalarType &, const ScalarType &) = default;
};

constexpr uint32_t
scalar_size (ScalarKind kind)
{
  constexpr uint32_t sizes[] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16, 0, 0 };
  return sizes[static_cast<int> (kind)];
}

constexpr ScalarType::ScalarType (ScalarKind k) : kind (k), size (scalar_size (k)) {}

constexpr ScalarType
ScalarType::real () const
{
  if (kind == ScalarKind::complex64)
    return ScalarKind::float32;
  if (kind == ScalarKind::complex128)
    return ScalarKind::float64;
  return *this;
}

// The type that holds both without loss where one exists, by the Array API standard and, across families, by
// NumPy 2: int64 with uint64 is float64, any integer with float32 is what NumPy gives for two arrays.
// Throws ErrorCode::type for strings and records.
ScalarType promote (ScalarType a, ScalarType b);

// From C++ type to kind.
template <typename T> inline constexpr ScalarKind kind_of = ScalarKind::record;
template <> inline constexpr ScalarKind kind_of<bool> = ScalarKind::boolean;
template <> inline constexpr ScalarKind kind_of<int8_t> = ScalarKind::int8;
template <> inline constexpr ScalarKind kind_of<int16_t> = ScalarKind::int16;
template <> inline constexpr ScalarKind kind_of<int32_t> = ScalarKind::int32;
template <> inline constexpr ScalarKind kind_of<int64_t> = ScalarKind::int64;
template <> inline constexpr ScalarKind kind_of<uint8_t> = ScalarKind::uint8;
template <> inline constexpr ScalarKind kind_of<uint16_t> = ScalarKind::uint16;
template <> inline constexpr ScalarKind kind_of<uint32_t> = ScalarKind::uint32;
template <> inline constexpr ScalarKind kind_of<uint64_t> = ScalarKind::uint64;
template <> inline constexpr ScalarKind kind_of<float> = ScalarKind::float32;
template <> inline constexpr ScalarKind kind_of<double> = ScalarKind::float64;
template <> inline constexpr ScalarKind kind_of<complex64> = ScalarKind::complex64;
template <> inline constexpr ScalarKind kind_of<complex128> = ScalarKind::complex128;

template <typename T> struct TypeTag {
  using type = T;
};

// Calls `f (TypeTag<T> {})` with the C++ type of a computable kind.
template <typename F>
decltype (auto)
visit_kind (ScalarKind kind, F &&f)
{
  switch (kind)
    {
    case ScalarKind::boolean: return f (TypeTag<bool> {});
    case ScalarKind::int8: return f (TypeTag<int8_t> {});
    case ScalarKind::int16: return f (TypeTag<int16_t> {});
    case ScalarKind::int32: return f (TypeTag<int32_t> {});
    case ScalarKind::int64: return f (TypeTag<int64_t> {});
    case ScalarKind::uint8: return f (TypeTag<uint8_t> {});
    case ScalarKind::uint16: return f (TypeTag<uint16_t> {});
    case ScalarKind::uint32: return f (TypeTag<uint32_t> {});
    case ScalarKind::uint64: return f (TypeTag<uint64_t> {});
    case ScalarKind::float32: return f (TypeTag<float> {});
    case ScalarKind::float64: return f (TypeTag<double> {});
    case ScalarKind::complex64: return f (TypeTag<complex64> {});
    case ScalarKind::complex128: return f (TypeTag<complex128> {});
    case ScalarKind::string:
    case ScalarKind::record: break;
    }
  fail (ErrorCode::type, "elements of a string or record type cannot be computed on");
}

} // namespace vast
