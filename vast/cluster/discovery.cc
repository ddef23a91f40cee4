// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/discovery.hh"

#include "config.h"
#include "core/error.hh"

#ifdef HAVE_AVAHI
#include "cluster/avahi-discovery.hh"
#endif

namespace vast {

std::shared_ptr<Discovery>
Discovery::create ()
{
#ifdef HAVE_AVAHI
  return AvahiDiscovery::create ();
#else
  fail (ErrorCode::not_supported,
        "Vast was built without Avahi, so nodes are not found by themselves: name their addresses");
#endif
}

} // namespace vast
