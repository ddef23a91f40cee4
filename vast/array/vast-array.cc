// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "array/vast-array-private.hh"
#include "kernels/cast.hh"

#include <algorithm>
#include <cstring>

using vast::Array;
using vast::Dims;
using vast::guard;
using vast::ScalarType;

/**
 * VastArray:
 *
 * An n-dimensional array.
 *
 * An array is an element type, a shape and strides over a buffer that it may share with other arrays. The element
 * type is named by a #GType and the number of bytes of an element: `(G_TYPE_DOUBLE, 8)` is NumPy's `float64`,
 * `(G_TYPE_INT, 2)` its `int16`, `(G_TYPE_STRING, 5)` its `S5`; NumPy's names are accepted wherever a type is named in
 * text. Strides and the origin are counted in elements.
 *
 * The shape, the strides and the buffer of an array never change; its elements may, unless the memory is read-only
 * (a mapped file, a [struct@GLib.Bytes]). Views ([method@Vast.Array.slice], [method@Vast.Array.transpose], …) share the
 * buffer and keep it alive; none of them copies an element.
 *
 * An array may be read by several threads at once; writing while others read or write is the caller's to order.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (VastArray, vast_array, G_TYPE_OBJECT)

enum { PROP_0, PROP_SCALAR_TYPE, PROP_SCALAR_SIZE, PROP_SCALAR_NAME, PROP_RANK, PROP_SIZE, PROP_ORIGIN, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

// What g_object_new () alone gives: an array without elements, shared by all such objects.
static Array *
shared_empty_array () noexcept
{
  static Array empty = Array::empty (vast::ScalarKind::float64, { 0 });
  return &empty;
}

static void
vast_array_init (VastArray *self)
{
  self->impl = shared_empty_array ();
}

static void
vast_array_finalize (GObject *object)
{
  VastArray *self = VAST_ARRAY (object);

  if (self->impl != shared_empty_array ())
    delete self->impl;

  G_OBJECT_CLASS (vast_array_parent_class)->finalize (object);
}

static void
vast_array_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  VastArray *self = VAST_ARRAY (object);

  switch (property_id)
    {
    case PROP_SCALAR_TYPE: g_value_set_gtype (value, vast_array_get_scalar_type (self)); break;
    case PROP_SCALAR_SIZE: g_value_set_uint64 (value, vast_array_get_scalar_size (self)); break;
    case PROP_SCALAR_NAME: g_value_take_string (value, vast_array_dup_scalar_name (self)); break;
    case PROP_RANK: g_value_set_uint64 (value, vast_array_get_rank (self)); break;
    case PROP_SIZE: g_value_set_int64 (value, vast_array_get_size (self)); break;
    case PROP_ORIGIN: g_value_set_int64 (value, vast_array_get_origin (self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
vast_array_class_init (VastArrayClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const auto flags = static_cast<GParamFlags> (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  object_class->finalize = vast_array_finalize;
  object_class->get_property = vast_array_get_property;

  /**
   * VastArray:scalar-type: (getter get_scalar_type)
   *
   * The type of the value of one element.
   *
   * Since: 1.0
   */
  properties[PROP_SCALAR_TYPE] = g_param_spec_gtype ("scalar-type", nullptr, nullptr, G_TYPE_NONE, flags);
  /**
   * VastArray:scalar-size: (getter get_scalar_size)
   *
   * The number of bytes of one element.
   *
   * Since: 1.0
   */
  properties[PROP_SCALAR_SIZE] = g_param_spec_uint64 ("scalar-size", nullptr, nullptr, 1, G_MAXUINT64, 8, flags);
  /**
   * VastArray:scalar-name:
   *
   * NumPy's name of the element type, such as `float64`.
   *
   * Since: 1.0
   */
  properties[PROP_SCALAR_NAME] = g_param_spec_string ("scalar-name", nullptr, nullptr, "float64", flags);
  /**
   * VastArray:rank: (getter get_rank)
   *
   * The number of dimensions.
   *
   * Since: 1.0
   */
  properties[PROP_RANK] = g_param_spec_uint64 ("rank", nullptr, nullptr, 0, vast::max_rank, 1, flags);
  /**
   * VastArray:size: (getter get_size)
   *
   * The number of elements.
   *
   * Since: 1.0
   */
  properties[PROP_SIZE] = g_param_spec_int64 ("size", nullptr, nullptr, 0, G_MAXINT64, 0, flags);
  /**
   * VastArray:origin: (getter get_origin)
   *
   * Where the first element lies in the buffer, counted in elements.
   *
   * Since: 1.0
   */
  properties[PROP_ORIGIN] = g_param_spec_int64 ("origin", nullptr, nullptr, 0, G_MAXINT64, 0, flags);

  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

namespace vast {

VastArray *
array_to_gobject (Array array)
{
  VastArray *self = VAST_ARRAY (g_object_new (VAST_TYPE_ARRAY, nullptr));
  self->impl = new Array (std::move (array));
  return self;
}

} // namespace vast

/**
 * vast_array_new:
 * @scalar_type: the type of an element: %G_TYPE_BOOLEAN, one of the integer types, %G_TYPE_FLOAT, %G_TYPE_DOUBLE,
 *   `VAST_TYPE_COMPLEX`, %G_TYPE_STRING, or a boxed type whose values are plain bytes
 * @scalar_size: the number of bytes of an element: 1 for booleans; 1, 2, 4 or 8 for integers
 * @shape: (array length=rank) (nullable): the length of each dimension
 * @rank: the number of dimensions; 0 makes an array of one element
 * @error: return location for a #GError
 *
 * Makes an array in C order whose bytes are all zero.
 *
 * Errors: %VAST_ERROR_TYPE for a pair that names no element type, %VAST_ERROR_SHAPE for a negative length or too many
 * elements, %VAST_ERROR_MEMORY if the memory cannot be had.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new (GType scalar_type, gsize scalar_size, const gint64 *shape, gsize rank, GError **error)
{
  return guard (error, [&] {
    const ScalarType type = vast::scalar_type_from_gtype (scalar_type, scalar_size);
    return vast::array_to_gobject (Array::zeros (type, Dims (std::span (shape, rank))));
  });
}

/**
 * vast_array_new_named:
 * @scalar_name: NumPy's name of the element type: `bool`, `int8` … `uint64`, `float32`, `float64`, `complex64`,
 *   `complex128`, or `S` and a number of bytes for strings
 * @shape: (array length=rank) (nullable): the length of each dimension
 * @rank: the number of dimensions; 0 makes an array of one element
 * @error: return location for a #GError
 *
 * Makes an array in C order whose bytes are all zero.
 *
 * Errors: as [ctor@Vast.Array.new].
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_named (const char *scalar_name, const gint64 *shape, gsize rank, GError **error)
{
  g_return_val_if_fail (scalar_name != nullptr, nullptr);
  return guard (error, [&] {
    return vast::array_to_gobject (Array::zeros (ScalarType::from_name (scalar_name), Dims (std::span (shape, rank))));
  });
}

template <typename T>
static VastArray *
new_from_values (const T *values, gsize n_values) noexcept
{
  return guard (nullptr, [&] {
    Array array = Array::empty (vast::kind_of<T>, { static_cast<int64_t> (n_values) });
    std::copy_n (values, n_values, array.as<T> ());
    return vast::array_to_gobject (std::move (array));
  });
}

/**
 * vast_array_new_from_doubles:
 * @values: (array length=n_values) (nullable): the elements
 * @n_values: how many there are
 *
 * Makes an array of rank 1 and type `float64` that holds a copy of some numbers.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_from_doubles (const gdouble *values, gsize n_values)
{
  return new_from_values<double> (values, n_values);
}

/**
 * vast_array_new_from_ints:
 * @values: (array length=n_values) (nullable): the elements
 * @n_values: how many there are
 *
 * Makes an array of rank 1 and type `int64` that holds a copy of some numbers.
 *
 * Returns: (transfer full): the array
 *
 * Since: 1.0
 */
VastArray *
vast_array_new_from_ints (const gint64 *values, gsize n_values)
{
  return new_from_values<int64_t> (values, n_values);
}

/**
 * vast_array_get_scalar_type:
 * @self: an array
 *
 * Gets the type of the value of one element. Integers of up to 4 bytes have values of type %G_TYPE_INT or
 * %G_TYPE_UINT, those of 8 bytes of %G_TYPE_INT64 or %G_TYPE_UINT64.
 *
 * Returns: the type
 *
 * Since: 1.0
 */
GType
vast_array_get_scalar_type (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), G_TYPE_INVALID);
  return vast::scalar_type_to_gtype (self->impl->type);
}

/**
 * vast_array_get_scalar_size:
 * @self: an array
 *
 * Gets the number of bytes of one element.
 *
 * Returns: the number of bytes
 *
 * Since: 1.0
 */
gsize
vast_array_get_scalar_size (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return self->impl->type.size;
}

/**
 * vast_array_dup_scalar_name:
 * @self: an array
 *
 * Gets NumPy's name of the element type, such as `float64`.
 *
 * Returns: (transfer full): the name
 *
 * Since: 1.0
 */
char *
vast_array_dup_scalar_name (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return g_strdup (self->impl->type.name ().c_str ());
}

/**
 * vast_array_get_rank:
 * @self: an array
 *
 * Gets the number of dimensions.
 *
 * Returns: the rank
 *
 * Since: 1.0
 */
gsize
vast_array_get_rank (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return self->impl->shape ().size ();
}

/**
 * vast_array_get_shape:
 * @self: an array
 * @rank: (out) (optional): return location for the number of dimensions
 *
 * Gets the length of each dimension.
 *
 * Returns: (transfer none) (array length=rank): the shape
 *
 * Since: 1.0
 */
const gint64 *
vast_array_get_shape (VastArray *self, gsize *rank)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  if (rank)
    *rank = self->impl->shape ().size ();
  return self->impl->shape ().data ();
}

/**
 * vast_array_get_strides:
 * @self: an array
 * @rank: (out) (optional): return location for the number of dimensions
 *
 * Gets how many elements of the buffer lie between neighbours along each dimension; it may be zero or negative.
 *
 * Returns: (transfer none) (array length=rank): the strides
 *
 * Since: 1.0
 */
const gint64 *
vast_array_get_strides (VastArray *self, gsize *rank)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  if (rank)
    *rank = self->impl->shape ().size ();
  return self->impl->layout.strides.data ();
}

/**
 * vast_array_get_origin:
 * @self: an array
 *
 * Gets where the first element lies in the buffer, counted in elements.
 *
 * Returns: the origin
 *
 * Since: 1.0
 */
gint64
vast_array_get_origin (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return self->impl->layout.origin;
}

/**
 * vast_array_get_size:
 * @self: an array
 *
 * Gets the number of elements: 1 for rank 0.
 *
 * Returns: the size
 *
 * Since: 1.0
 */
gint64
vast_array_get_size (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return self->impl->size ();
}

/**
 * vast_array_get_n_bytes:
 * @self: an array
 *
 * Gets the number of bytes of all elements, whether they lie together or not.
 *
 * Returns: the number of bytes
 *
 * Since: 1.0
 */
gsize
vast_array_get_n_bytes (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), 0);
  return self->impl->n_bytes ();
}

/**
 * vast_array_is_contiguous:
 * @self: an array
 *
 * Tells whether the elements lie together in C order.
 *
 * Returns: %TRUE if they do
 *
 * Since: 1.0
 */
gboolean
vast_array_is_contiguous (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  return self->impl->is_contiguous ();
}

/**
 * vast_array_is_writable:
 * @self: an array
 *
 * Tells whether the elements may be changed.
 *
 * Returns: %FALSE if the memory is read-only
 *
 * Since: 1.0
 */
gboolean
vast_array_is_writable (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  return self->impl->buffer->writable ();
}

/**
 * vast_array_get_data:
 * @self: an array
 *
 * Gets the address of the first element, index (0, 0, …). It is valid as long as any array on the same buffer is.
 *
 * Returns: (transfer none): the address
 *
 * Since: 1.0
 */
gpointer
vast_array_get_data (VastArray *self)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return self->impl->data ();
}

/**
 * vast_array_dup_bytes:
 * @self: an array
 * @error: return location for a #GError
 *
 * Gets the elements in C order as bytes: those of the array itself if they lie together, a copy of them otherwise.
 * The bytes keep the memory alive. While they are held, the elements should not be written.
 *
 * Errors: %VAST_ERROR_MEMORY if a copy is needed and cannot be had.
 *
 * Returns: (transfer full): the bytes
 *
 * Since: 1.0
 */
GBytes *
vast_array_dup_bytes (VastArray *self, GError **error)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), nullptr);
  return guard (error, [&] { return vast::array_to_bytes (*self->impl); });
}

namespace vast {

GBytes *
array_to_bytes (const Array &array)
{
  const Array contiguous = make_contiguous (array);
  auto *keeper = new BufferRef (contiguous.buffer);
  return g_bytes_new_with_free_func (contiguous.data (), contiguous.n_bytes (),
                                     [] (gpointer data) { delete static_cast<BufferRef *> (data); }, keeper);
}

} // namespace vast

/**
 * vast_array_equal:
 * @self: an array
 * @other: another
 *
 * Tells whether two arrays have the same element type, the same shape and, bit for bit, the same elements. Unlike
 * a comparison of numbers it tells 0 from -0, and takes one NaN for itself.
 *
 * Returns: %TRUE if they are the same
 *
 * Since: 1.0
 */
gboolean
vast_array_equal (VastArray *self, VastArray *other)
{
  g_return_val_if_fail (VAST_IS_ARRAY (self), FALSE);
  g_return_val_if_fail (VAST_IS_ARRAY (other), FALSE);
  return guard (nullptr, [&] {
    if (self->impl->type != other->impl->type || self->impl->shape () != other->impl->shape ())
      return FALSE;
    const Array a = vast::make_contiguous (*self->impl);
    const Array b = vast::make_contiguous (*other->impl);
    return std::memcmp (a.data (), b.data (), a.n_bytes ()) == 0 ? TRUE : FALSE;
  });
}
