// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <gio/gio.h>

namespace message_pack {

// Writes segments (of GBytes) to a stream by gather writes. False with @error set if not all of
// them could be written.
bool write_segments (GOutputStream *stream, GPtrArray *segments, GCancellable *cancellable, GError **error);

// How many vectors go into one system call: below IOV_MAX of every system.
inline constexpr gsize most_vectors = 256;

// Points @vectors at the segments from @first on; how many of them were set.
gsize fill_vectors (GPtrArray *segments, gsize first, GOutputVector *vectors);

} // namespace message_pack
