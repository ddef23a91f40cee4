// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "message-pack-value.h"

namespace message_pack::rpc {

// An error travels as the text "message (domain, code)", the way GLib itself writes errors: the one
// form that every peer can show, and that this library reads back.
MessagePackValue *error_to_value (const GError *error);

// Whatever a peer answers with becomes an error that can be read.
GError *error_from_value (MessagePackValue *value);

} // namespace message_pack::rpc
