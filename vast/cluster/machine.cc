// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/machine.hh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <glib.h>
#include <memory>
#include <unistd.h>

namespace vast {

namespace {

// “MemAvailable:   123 kB” of /proc/meminfo; 0 where there is no such file or line.
uint64_t
available_memory ()
{
  struct Close {
    void operator() (FILE *file) const { std::fclose (file); }
  };
  const std::unique_ptr<FILE, Close> file (std::fopen ("/proc/meminfo", "re"));
  char line[128];
  unsigned long long kib = 0;
  while (file && std::fgets (line, sizeof line, file.get ()))
    if (std::sscanf (line, "MemAvailable: %llu kB", &kib) == 1)
      break;
  return kib * 1024;
}

uint64_t
pages_to_bytes (long pages)
{
  return pages > 0 ? static_cast<uint64_t> (pages) * static_cast<uint64_t> (sysconf (_SC_PAGESIZE)) : 0;
}

} // namespace

int
machine_cores ()
{
  return static_cast<int> (g_get_num_processors ());
}

MachineMemory
machine_memory ()
{
  const uint64_t available = available_memory ();
  return { pages_to_bytes (sysconf (_SC_PHYS_PAGES)),
           available > 0 ? available : pages_to_bytes (sysconf (_SC_AVPHYS_PAGES)) };
}

double
machine_load (int running)
{
  double average = 0;
  if (getloadavg (&average, 1) != 1)
    average = 0;
  return std::max (average, static_cast<double> (running)) / machine_cores ();
}

} // namespace vast
