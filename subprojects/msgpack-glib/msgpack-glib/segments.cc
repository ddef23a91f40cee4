// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "segments.hh"

namespace message_pack {

gsize
fill_vectors (GPtrArray *segments, gsize first, GOutputVector *vectors)
{
  gsize n = MIN (segments->len - first, most_vectors);
  for (gsize i = 0; i < n; i++)
    vectors[i].buffer = g_bytes_get_data (static_cast<GBytes *> (segments->pdata[first + i]), &vectors[i].size);
  return n;
}

bool
write_segments (GOutputStream *stream, GPtrArray *segments, GCancellable *cancellable, GError **error)
{
  GOutputVector vectors[most_vectors];
  for (gsize first = 0; first < segments->len; first += most_vectors)
    {
      gsize n = fill_vectors (segments, first, vectors);
      if (!g_output_stream_writev_all (stream, vectors, n, nullptr, cancellable, error))
        return false;
    }
  return true;
}

} // namespace message_pack
