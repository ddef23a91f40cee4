// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

// Where one thread hands something to another through GLib, GLib orders their memory, but
// ThreadSanitizer cannot see that in a GLib that was built without it. These say so; in all other
// builds they are nothing.

#if defined(__SANITIZE_THREAD__)
#define MESSAGE_PACK_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MESSAGE_PACK_TSAN 1
#endif
#endif

#ifdef MESSAGE_PACK_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace message_pack {

inline void
hand_over ([[maybe_unused]] void *thing)
{
#ifdef MESSAGE_PACK_TSAN
  __tsan_release (thing);
#endif
}

inline void
take_over ([[maybe_unused]] void *thing)
{
#ifdef MESSAGE_PACK_TSAN
  __tsan_acquire (thing);
#endif
}

} // namespace message_pack
