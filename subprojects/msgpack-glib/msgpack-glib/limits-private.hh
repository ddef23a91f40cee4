// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-limits.h"

namespace message_pack {

// The only place where the defaults are written.
inline constexpr MessagePackLimits default_limits = {
  .max_bytes = G_GUINT64_CONSTANT (64) << 30,
  .max_elements = G_GUINT64_CONSTANT (16) << 20,
  .max_string = G_GUINT64_CONSTANT (256) << 20,
  .max_depth = 512,
  .reserved = {},
};

} // namespace message_pack
