// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include <msgpack-glib/msgpack-glib.h>

int
main ()
{
  g_autoptr (MessagePackValue) value = message_pack_value_new_int64 (42);
  static_assert (MESSAGE_PACK_CHECK_VERSION (1, 0, 0), "the version of the headers");
  return message_pack_value_get_int64 (value, nullptr) == 42 ? 0 : 1;
}
