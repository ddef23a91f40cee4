// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "message-pack-error.h"

/* clang-format off */
/**
 * message_pack_error_quark:
 *
 * Gets the domain of the errors of this library.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
G_DEFINE_QUARK (message-pack-error-quark, message_pack_error)
/* clang-format on */
