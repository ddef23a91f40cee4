/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#define MESSAGE_PACK_INSIDE
#include "message-pack-enums.h"
#include "message-pack-error.h"
#include "message-pack-extensions.h"
#include "message-pack-input-stream.h"
#include "message-pack-limits.h"
#include "message-pack-output-stream.h"
#include "message-pack-packer.h"
#include "message-pack-rpc-address.h"
#include "message-pack-rpc-client.h"
#include "message-pack-rpc-connection.h"
#include "message-pack-rpc-handlers.h"
#include "message-pack-rpc-invocation.h"
#include "message-pack-rpc-server.h"
#include "message-pack-types.h"
#include "message-pack-unpacker.h"
#include "message-pack-value.h"
#include "message-pack-version.h"
#undef MESSAGE_PACK_INSIDE
