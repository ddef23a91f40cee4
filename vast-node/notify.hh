// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

namespace vast::cli {

// Tells the service manager that started this process, if one did, "READY=1" or the like: one datagram to the socket
// that NOTIFY_SOCKET names. Failure to reach it is logged; it is no reason to stop.
void notify_service_manager (const char *state);

} // namespace vast::cli
