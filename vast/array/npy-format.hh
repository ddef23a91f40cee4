// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/layout.hh"
#include "core/scalar-type.hh"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vast {

// The head of a file in NumPy's format, versions 1 to 3:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
struct NpyHeader {
  ScalarType type;
  bool swapped = false; // elements have the other byte order than this machine
  bool fortran_order = false;
  Dims shape;
  size_t length = 0; // bytes of the head: the elements begin there

  size_t n_bytes () const; // of all elements; throws ErrorCode::shape if they cannot be counted
};

// No head that NumPy writes is near this long: more is refused before any of it is read.
inline constexpr size_t max_npy_header = 1 << 20;

// How many bytes the head has, from its first 12 (or fewer, if the file has no more). Throws ErrorCode::format.
size_t npy_header_length (std::span<const std::byte> start);

// Throws ErrorCode::format for a malformed head, ErrorCode::not_supported for an element type that Vast has not.
NpyHeader parse_npy_header (std::span<const std::byte> head);

// The head that announces an array in C order and this machine's byte order, padded so that the elements are aligned.
std::vector<std::byte> make_npy_header (ScalarType type, const Dims &shape);

// Turns round the bytes of each number, in place.
void swap_bytes (std::byte *data, size_t n_bytes, ScalarType type);

} // namespace vast
