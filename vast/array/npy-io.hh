// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/npy-format.hh"
#include "core/array.hh"

#include <gio/gio.h>

namespace vast {

// Reads until the buffer is full or the stream ends; the bytes that were read. Throws ForwardedError.
size_t read_fully (GInputStream *stream, std::byte *data, size_t size, GCancellable *cancellable);
void write_fully (GOutputStream *stream, const std::byte *data, size_t size, GCancellable *cancellable);

NpyHeader read_npy_header (GInputStream *stream, GCancellable *cancellable);

// The next `n_bytes` of elements, in this machine's byte order.
BufferRef read_npy_elements (GInputStream *stream, const NpyHeader &header, size_t n_bytes, GCancellable *cancellable);

// The elements in C order, whatever the layout.
void write_npy_elements (const Array &array, GOutputStream *stream, GCancellable *cancellable);

// Where the elements behind a head lie.
Layout npy_layout (const NpyHeader &header);

} // namespace vast
