// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Random arrays and views of them, and plain access to elements, for comparison with naive loops.

#pragma once

#include "core/array.hh"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace vast::test {

inline std::mt19937_64 &
random_engine ()
{
  static std::mt19937_64 engine (20240613);
  return engine;
}

inline int64_t
random_int (int64_t low, int64_t high)
{
  return std::uniform_int_distribution<int64_t> (low, high) (random_engine ());
}

template <typename T>
T
random_value ()
{
  if constexpr (std::is_same_v<T, bool>)
    return random_int (0, 1) != 0;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T> (random_int (0, 3) == 0 ? random_int (INT64_MIN, INT64_MAX) : random_int (-20, 20));
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T> (std::uniform_real_distribution<double> (-10, 10) (random_engine ()));
  else
    return T (random_value<typename T::value_type> (), random_value<typename T::value_type> ());
}

// The place of the n-th element in C order.
inline int64_t
place (const Layout &layout, int64_t n)
{
  int64_t position = 0;
  for (int i = layout.rank () - 1; i >= 0; i--)
    {
      position += n % layout.shape[i] * layout.strides[i];
      n /= layout.shape[i];
    }
  return position;
}

template <typename T>
T &
element (const Array &x, int64_t n)
{
  return x.as<T> ()[place (x.layout, n)];
}

template <typename T>
Array
random_array (const Dims &shape)
{
  Array x = Array::empty (kind_of<T>, shape);
  for (int64_t i = 0; i < x.size (); i++)
    x.as<T> ()[i] = random_value<T> ();
  return x;
}

// A view of exactly that shape with permuted axes, steps, flips and an origin of its own.
template <typename T>
Array
random_view (const Dims &shape)
{
  const int rank = shape.rank ();
  std::vector<int64_t> order (static_cast<size_t> (rank));
  for (int i = 0; i < rank; i++)
    order[static_cast<size_t> (i)] = i;
  std::shuffle (order.begin (), order.end (), random_engine ());

  Dims stored (rank, 0), steps (rank, 1);
  for (int i = 0; i < rank; i++)
    {
      steps[i] = random_int (0, 2) == 0 ? random_int (2, 3) : 1;
      stored[i] = shape[static_cast<int> (order[static_cast<size_t> (i)])] * steps[i] + random_int (0, 1);
    }
  const Array whole = random_array<T> (stored);
  Layout layout = whole.layout;
  for (int i = 0; i < rank; i++)
    {
      layout = layout.slice (i, {}, shape[static_cast<int> (order[static_cast<size_t> (i)])] * steps[i], steps[i]);
      if (random_int (0, 2) == 0)
        layout = layout.flip (i);
    }
  std::vector<int64_t> back (order.size ());
  for (size_t i = 0; i < order.size (); i++)
    back[static_cast<size_t> (order[i])] = static_cast<int64_t> (i);
  return whole.view (layout.permute (back));
}

inline Dims
random_shape (int max_rank_here, int64_t longest)
{
  Dims shape;
  for (int64_t i = random_int (0, max_rank_here); i > 0; i--)
    shape.push_back (random_int (1, longest));
  return shape;
}

template <typename T>
bool
same (T a, T b)
{
  if constexpr (std::is_floating_point_v<T>)
    return a == b || (a != a && b != b);
  else
    return a == b;
}

template <typename T>
bool
close (T a, T b, double tolerance)
{
  if (a == b || (a != a && b != b))
    return true;
  return std::abs (a - b) <= tolerance * std::max (1.0, static_cast<double> (std::abs (b)));
}

} // namespace vast::test
