// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-value.h"

#include <msgpack.h>

namespace message_pack {

// Writes values into a list of segments. Long binaries become segments of their own, by reference.
class Encoder {
public:
  Encoder ();
  ~Encoder ();
  Encoder (const Encoder &) = delete;
  Encoder &operator= (const Encoder &) = delete;

  void nil () { msgpack_pack_nil (&packer_); }
  void boolean (bool value) { value ? msgpack_pack_true (&packer_) : msgpack_pack_false (&packer_); }
  void int64 (gint64 value) { msgpack_pack_int64 (&packer_, value); }
  void uint64 (guint64 value) { msgpack_pack_uint64 (&packer_, value); }
  void single (gfloat value) { msgpack_pack_float (&packer_, value); }
  void number (gdouble value) { msgpack_pack_double (&packer_, value); }
  void array_header (guint32 n) { msgpack_pack_array (&packer_, n); }
  void map_header (guint32 n) { msgpack_pack_map (&packer_, n); }
  bool text (const char *data, gsize length, GError **error);
  bool binary (GBytes *bytes, GError **error);
  bool extension (gint8 code, GBytes *data, GError **error);
  bool value (MessagePackValue *value, GError **error);

  guint64 length () const { return length_; }
  void reset ();
  GBytes *to_bytes ();
  // The segments (of GBytes) written so far, after which this one is empty.
  GPtrArray *steal_segments ();

private:
  static int write (void *self, const char *data, size_t size) noexcept;
  bool leaf (MessagePackValue *value, GError **error);
  void append (GBytes *bytes);
  void flush ();

  msgpack_packer packer_;
  GPtrArray *segments_; // of GBytes
  GByteArray *tail_;
  guint64 length_ = 0;
};

} // namespace message_pack
