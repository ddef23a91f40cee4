// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace vast {

// A span of memory that arrays share: owned, or somebody else's that is kept alive as long as the buffer is.
class Buffer {
public:
  using Release = std::function<void ()>;

  // Fresh memory, aligned to 64 bytes, contents undefined; large ones lie on huge pages where the system has them.
  // Throws ErrorCode::memory naming the size if the memory cannot be had.
  static std::shared_ptr<Buffer> allocate (size_t size);
  // Memory that somebody else owns; `release` runs once, when the last array lets go.
  static std::shared_ptr<Buffer> wrap (void *data, size_t size, bool writable, Release release);

  ~Buffer ();
  Buffer (const Buffer &) = delete;
  Buffer &operator= (const Buffer &) = delete;

  std::byte *data () const { return data_; }
  size_t size () const { return size_; }
  bool writable () const { return writable_; }

private:
  Buffer () = default;

  std::byte *data_ = nullptr;
  size_t size_ = 0;
  bool writable_ = true;
  Release release_; // empty: our own memory
};

using BufferRef = std::shared_ptr<Buffer>;

} // namespace vast
