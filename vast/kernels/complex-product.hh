// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <complex>

namespace vast {

// A product that is rounded by itself. GCC 12 makes one operation of complex products and their sums where the processor
// has it, even if it is told not to, and then the same elements give another result at the end of a line.
template <typename T>
T
rounded_product (T a, T b)
{
#if defined(__has_builtin)
#if __has_builtin(__builtin_assoc_barrier)
  return __builtin_assoc_barrier (a * b);
#else
  return a * b;
#endif
#else
  return a * b;
#endif
}

// As NumPy has it: infinities and NaN come out as the formula says, and are not put right as C would.
template <typename T>
std::complex<T>
complex_product (std::complex<T> a, std::complex<T> b)
{
  return { rounded_product (a.real (), b.real ()) - rounded_product (a.imag (), b.imag ()),
           rounded_product (a.real (), b.imag ()) + rounded_product (a.imag (), b.real ()) };
}

} // namespace vast
