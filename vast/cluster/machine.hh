// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <cstdint>

namespace vast {

struct MachineMemory {
  uint64_t total; // bytes
  uint64_t free;  // what a program could have, caches given up included
};

int machine_cores ();
MachineMemory machine_memory ();

// How busy each core is, about: the longer of the queue over the last minute and of `running` calls, by cores.
double machine_load (int running);

} // namespace vast
