// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/scalar-type.hh"

#include <cblas.h>

namespace vast {

// result = a × b by the CBLAS routine for the type: rows × inner by inner × columns, the result in C order. A matrix is
// in rows that lie `leading` elements apart, or (transposed) in columns that do.
template <typename T>
void
blas_multiply (bool a_transposed, bool b_transposed, int rows, int columns, int inner, const T *a, int a_leading,
               const T *b, int b_leading, T *result)
{
  const auto order = [] (bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
  const T one = 1, zero = 0;
  // A product with a vector has routines of its own, which read the matrix once.
  if (columns == 1)
    {
      const int n = a_transposed ? inner : rows, m = a_transposed ? rows : inner;
      const int step = b_transposed ? 1 : b_leading;
      if constexpr (std::is_same_v<T, float>)
        cblas_sgemv (CblasRowMajor, order (a_transposed), n, m, one, a, a_leading, b, step, zero, result, 1);
      else if constexpr (std::is_same_v<T, double>)
        cblas_dgemv (CblasRowMajor, order (a_transposed), n, m, one, a, a_leading, b, step, zero, result, 1);
      else if constexpr (std::is_same_v<T, complex64>)
        cblas_cgemv (CblasRowMajor, order (a_transposed), n, m, &one, a, a_leading, b, step, &zero, result, 1);
      else
        cblas_zgemv (CblasRowMajor, order (a_transposed), n, m, &one, a, a_leading, b, step, &zero, result, 1);
      return;
    }
  if (rows == 1)
    {
      blas_multiply (!b_transposed, !a_transposed, columns, 1, inner, b, b_leading, a, a_leading, result);
      return;
    }
  if constexpr (std::is_same_v<T, float>)
    cblas_sgemm (CblasRowMajor, order (a_transposed), order (b_transposed), rows, columns, inner, one, a, a_leading, b,
                 b_leading, zero, result, columns);
  else if constexpr (std::is_same_v<T, double>)
    cblas_dgemm (CblasRowMajor, order (a_transposed), order (b_transposed), rows, columns, inner, one, a, a_leading, b,
                 b_leading, zero, result, columns);
  else if constexpr (std::is_same_v<T, complex64>)
    cblas_cgemm (CblasRowMajor, order (a_transposed), order (b_transposed), rows, columns, inner, &one, a, a_leading, b,
                 b_leading, &zero, result, columns);
  else
    cblas_zgemm (CblasRowMajor, order (a_transposed), order (b_transposed), rows, columns, inner, &one, a, a_leading, b,
                 b_leading, &zero, result, columns);
}

} // namespace vast
