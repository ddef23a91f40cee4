// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "core/array.hh"

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace vast {

// The name of a stored array: a version 4 UUID.
class Uuid {
public:
  static Uuid random ();
  // From 16 bytes, or from the text form of 36 characters; throws ErrorCode::invalid_argument for any other.
  static Uuid from_bytes (std::string_view bytes);
  static Uuid from_text (const std::string &text);

  std::string text () const;
  std::string_view bytes () const { return { reinterpret_cast<const char *> (bytes_.data ()), bytes_.size () }; }

  friend auto operator<=> (const Uuid &, const Uuid &) = default;

private:
  std::array<uint8_t, 16> bytes_ {};
};

// The arrays that a node keeps for others, each for a bounded time on this machine's monotonic clock, all together
// within a bound of memory. Safe for any thread.
class NodeStore {
public:
  static constexpr double default_ttl = 600; // seconds

  explicit NodeStore (size_t quota) : quota_ (quota) {}

  // Keeps the array for `ttl` seconds from now (0: the default); throws ErrorCode::invalid_argument for a time that
  // is no positive number, VAST_CLUSTER_ERROR_QUOTA naming sizes if there is no room.
  Uuid store (const Array &array, double ttl);
  // Throws VAST_CLUSTER_ERROR_UNKNOWN_UUID.
  Array retrieve (const Uuid &uuid);
  bool clear (const Uuid &uuid);

  // Lets go of what has outlived its time. Every access does so too; this one is for idle nodes.
  void expire ();

  size_t n_arrays ();
  size_t n_bytes ();
  size_t quota ();
  void set_quota (size_t quota);

private:
  struct Entry {
    Array array;
    size_t size;
    double expiry; // seconds on the monotonic clock
  };

  void expire_locked ();
  bool has_room (size_t size) const;

  std::mutex mutex_;
  std::map<Uuid, Entry> entries_;
  size_t n_bytes_ = 0;
  size_t quota_;
  double next_expiry_ = 0; // no entry's time is over before
};

} // namespace vast
