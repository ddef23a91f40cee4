// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-complex.h"

/**
 * VastComplex:
 * @real: the real part
 * @imag: the imaginary part
 *
 * One complex number: the value of an element of a complex array, and as [func@Vast.Complex.get_type] the
 * element type of such arrays, with 8 or 16 bytes an element.
 *
 * Since: 1.0
 */
G_DEFINE_BOXED_TYPE (VastComplex, vast_complex, vast_complex_copy, vast_complex_free)

/**
 * vast_complex_new:
 * @real: the real part
 * @imag: the imaginary part
 *
 * Makes a complex number.
 *
 * Returns: (transfer full): the number
 *
 * Since: 1.0
 */
VastComplex *
vast_complex_new (gdouble real, gdouble imag)
{
  VastComplex *self = g_new (VastComplex, 1);
  self->real = real;
  self->imag = imag;
  return self;
}

/**
 * vast_complex_copy:
 * @self: a number
 *
 * Copies a complex number.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
VastComplex *
vast_complex_copy (const VastComplex *self)
{
  g_return_val_if_fail (self != nullptr, nullptr);
  return vast_complex_new (self->real, self->imag);
}

/**
 * vast_complex_free:
 * @self: (transfer full): a number
 *
 * Frees a complex number.
 *
 * Since: 1.0
 */
void
vast_complex_free (VastComplex *self)
{
  g_free (self);
}
