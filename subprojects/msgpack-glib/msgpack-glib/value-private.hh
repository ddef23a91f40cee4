// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-value.h"

#include <atomic>

// One node of a tree. Nothing changes after making it, save the count.
struct _MessagePackValue {
  std::atomic<gint64> ref_count;
  guint32 depth; // levels of arrays and maps, 0 for leaves
  MessagePackKind kind;
  gint8 code;    // of an extension
  bool immortal; // one of the shared small values: never counted, so threads do not fight
  bool valid;    // a text is UTF-8 without zero bytes
  union {
    bool boolean;
    gint64 integer;
    guint64 natural;
    gfloat single;
    gdouble number;
    GBytes *bytes; // of a binary or an extension
    struct {
      char *data; // followed by a zero byte
      gsize length;
    } text;
    struct {
      MessagePackValue **items; // elements, or key and value by turns
      gsize length;
      MessagePackValue *next; // of those that wait to be freed
    } container;
  };
};

namespace message_pack {

// The deepest tree that is turned into (or made from) a form of GLib's whose own code recurses.
inline constexpr guint max_converted_depth = 60;

inline bool
is_container (const MessagePackValue *value)
{
  return value->kind == MESSAGE_PACK_KIND_ARRAY || value->kind == MESSAGE_PACK_KIND_MAP;
}

// These take what they are given: memory from g_malloc(), references to items.
MessagePackValue *value_take_text (char *data, gsize length);
MessagePackValue *value_take_bytes (GBytes *bytes);
MessagePackValue *value_take_extension (gint8 code, GBytes *data);
MessagePackValue *value_take_container (MessagePackKind kind, MessagePackValue **items, gsize length);

// Frees items that never became part of a container.
void release_items (MessagePackValue **items, gsize length);

// Sets MESSAGE_PACK_ERROR_TYPE: what was wanted, what came.
void set_kind_error (GError **error, const char *wanted, const MessagePackValue *value);
const char *kind_name (MessagePackKind kind);

// @code and @data are those of the extension type -1, seconds may be before 1970.
GBytes *timestamp_to_bytes (gint64 seconds, guint32 nanoseconds);
bool timestamp_from_bytes (GBytes *data, gint64 *seconds, guint32 *nanoseconds);
inline constexpr gint8 timestamp_code = -1;

// Whether a type, or one that it derives from, is registered.
bool extensions_know (MessagePackExtensions *extensions, GType type);

MessagePackValue *value_from_gvalue (const GValue *value, MessagePackExtensions *extensions, guint depth,
                                     GError **error);
MessagePackValue *value_from_object (GObject *object, MessagePackExtensions *extensions, guint depth, GError **error);

} // namespace message_pack
