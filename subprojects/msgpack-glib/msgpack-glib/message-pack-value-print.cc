// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "value-private.hh"

#include <string.h>
#include <vector>

namespace message_pack {
namespace {

// How many bytes of a binary or an extension are shown.
constexpr gsize shown_bytes = 16;
constexpr guint32 nanoseconds_per_second = 1000000000;

void
print_text (GString *out, const MessagePackValue *value)
{
  g_autofree char *valid = g_utf8_make_valid (value->text.data, static_cast<gssize> (value->text.length));
  g_string_append_c (out, '"');
  for (const char *c = valid; *c != 0; c++)
    {
      auto byte = static_cast<guchar> (*c);
      if (byte == '"' || byte == '\\')
        g_string_append_printf (out, "\\%c", byte);
      else if (byte == '\n')
        g_string_append (out, "\\n");
      else if (byte < 0x20 || byte == 0x7f)
        g_string_append_printf (out, "\\u%04x", byte);
      else
        g_string_append_c (out, *c);
    }
  g_string_append_c (out, '"');
}

// Digits that read back as the same number, and look like one that is not an integer.
void
print_number (GString *out, gdouble number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (digits, sizeof digits, "%.15g", number);
  if (g_ascii_strtod (digits, nullptr) != number)
    g_ascii_formatd (digits, sizeof digits, "%.17g", number);
  g_string_append (out, digits);
  if (strspn (digits, "-0123456789") == strlen (digits))
    g_string_append (out, ".0");
}

void
print_bytes (GString *out, GBytes *bytes)
{
  gsize size;
  auto *data = static_cast<const guint8 *> (g_bytes_get_data (bytes, &size));
  g_string_append_printf (out, "%" G_GSIZE_FORMAT " bytes", size);
  for (gsize i = 0; i < MIN (size, shown_bytes); i++)
    g_string_append_printf (out, "%s%02x", i == 0 ? ": " : "", data[i]);
  if (size > shown_bytes)
    g_string_append (out, "…");
}

void
print_extension (GString *out, const MessagePackValue *value)
{
  gint64 seconds;
  guint32 nanoseconds;
  if (value->code == timestamp_code && timestamp_from_bytes (value->bytes, &seconds, &nanoseconds))
    {
      g_string_append_printf (out, "<timestamp %" G_GINT64_FORMAT ".%09u>", seconds, nanoseconds);
      return;
    }
  g_string_append_printf (out, "<extension %d, ", value->code);
  print_bytes (out, value->bytes);
  g_string_append_c (out, '>');
}

void
print_leaf (GString *out, const MessagePackValue *value)
{
  switch (value->kind)
    {
    case MESSAGE_PACK_KIND_BOOLEAN: g_string_append (out, value->boolean ? "true" : "false"); break;
    case MESSAGE_PACK_KIND_INTEGER: g_string_append_printf (out, "%" G_GINT64_FORMAT, value->integer); break;
    case MESSAGE_PACK_KIND_UNSIGNED: g_string_append_printf (out, "%" G_GUINT64_FORMAT, value->natural); break;
    case MESSAGE_PACK_KIND_FLOAT32: print_number (out, value->single); break;
    case MESSAGE_PACK_KIND_FLOAT64: print_number (out, value->number); break;
    case MESSAGE_PACK_KIND_STRING: print_text (out, value); break;
    case MESSAGE_PACK_KIND_BINARY:
      g_string_append (out, "<binary, ");
      print_bytes (out, value->bytes);
      g_string_append_c (out, '>');
      break;
    case MESSAGE_PACK_KIND_EXTENSION: print_extension (out, value); break;
    default: g_string_append (out, "null");
    }
}

const char *
separator (const MessagePackValue *container, gsize index)
{
  if (index == 0)
    return "";
  return container->kind == MESSAGE_PACK_KIND_MAP && index % 2 == 1 ? ": " : ", ";
}

} // namespace

GBytes *
timestamp_to_bytes (gint64 seconds, guint32 nanoseconds)
{
  guint32 carried = nanoseconds / nanoseconds_per_second;
  seconds = seconds > G_MAXINT64 - carried ? G_MAXINT64 : seconds + carried;
  nanoseconds %= nanoseconds_per_second;

  guint8 data[12];
  if (seconds < 0 || seconds >> 34 != 0)
    {
      guint32 rest = GUINT32_TO_BE (nanoseconds);
      gint64 whole = GINT64_TO_BE (seconds);
      memcpy (data, &rest, sizeof rest);
      memcpy (data + sizeof rest, &whole, sizeof whole);
      return g_bytes_new (data, 12);
    }
  guint64 both = static_cast<guint64> (nanoseconds) << 34 | static_cast<guint64> (seconds);
  if (both <= G_MAXUINT32)
    {
      guint32 whole = GUINT32_TO_BE (static_cast<guint32> (both));
      return g_bytes_new (&whole, sizeof whole);
    }
  both = GUINT64_TO_BE (both);
  return g_bytes_new (&both, sizeof both);
}

bool
timestamp_from_bytes (GBytes *data, gint64 *seconds, guint32 *nanoseconds)
{
  gsize size;
  auto *bytes = static_cast<const guint8 *> (g_bytes_get_data (data, &size));
  guint32 small = 0;
  guint64 large = 0;
  switch (size)
    {
    case 4:
      memcpy (&small, bytes, sizeof small);
      *seconds = GUINT32_FROM_BE (small);
      *nanoseconds = 0;
      return true;
    case 8:
      memcpy (&large, bytes, sizeof large);
      large = GUINT64_FROM_BE (large);
      *seconds = static_cast<gint64> (large & ((G_GUINT64_CONSTANT (1) << 34) - 1));
      *nanoseconds = static_cast<guint32> (large >> 34);
      break;
    case 12:
      memcpy (&small, bytes, sizeof small);
      memcpy (&large, bytes + sizeof small, sizeof large);
      *seconds = static_cast<gint64> (GUINT64_FROM_BE (large));
      *nanoseconds = GUINT32_FROM_BE (small);
      break;
    default: return false;
    }
  return *nanoseconds < nanoseconds_per_second;
}

} // namespace message_pack

using namespace message_pack;

/**
 * message_pack_value_to_string:
 * @self: a value
 *
 * Writes the value for people to read: like JSON, with binaries and extensions cut short. It is
 * not meant to be read back.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
message_pack_value_to_string (MessagePackValue *self)
{
  g_return_val_if_fail (self != nullptr, nullptr);

  struct Frame {
    MessagePackValue *container;
    gsize next;
  };
  std::vector<Frame> stack;
  GString *out = g_string_new (nullptr);
  MessagePackValue *value = self;
  while (value != nullptr)
    {
      if (is_container (value))
        {
          g_string_append_c (out, value->kind == MESSAGE_PACK_KIND_MAP ? '{' : '[');
          stack.push_back ({ value, 0 });
        }
      else
        print_leaf (out, value);

      value = nullptr;
      while (!stack.empty () && value == nullptr)
        {
          auto &[container, next] = stack.back ();
          if (next < container->container.length)
            {
              g_string_append (out, separator (container, next));
              value = container->container.items[next++];
              continue;
            }
          g_string_append_c (out, container->kind == MESSAGE_PACK_KIND_MAP ? '}' : ']');
          stack.pop_back ();
        }
    }
  return g_string_free (out, FALSE);
}
