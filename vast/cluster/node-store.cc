// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/node-store.hh"

#include "cluster/glib-error.hh"
#include "kernels/cast.hh"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vast {

namespace {

double
now ()
{
  return static_cast<double> (g_get_monotonic_time ()) / G_USEC_PER_SEC;
}

// What keeping the array costs is its whole buffer: a small view of a large one is copied out of it, and so is what
// lies in somebody else's memory with holes.
Array
compact (const Array &array)
{
  return array.is_contiguous () && array.buffer->size () == array.n_bytes () ? array : copy (array);
}

} // namespace

Uuid
Uuid::random ()
{
  g_autofree char *text = g_uuid_string_random ();
  return from_text (text);
}

Uuid
Uuid::from_bytes (std::string_view bytes)
{
  Uuid result;
  if (bytes.size () != result.bytes_.size ())
    fail (ErrorCode::invalid_argument, "a handle of %zu bytes is no UUID of 16", bytes.size ());
  std::ranges::copy (bytes, result.bytes_.begin ());
  return result;
}

Uuid
Uuid::from_text (const std::string &text)
{
  if (!g_uuid_string_is_valid (text.c_str ()))
    fail (ErrorCode::invalid_argument, "“%.64s” is no UUID", text.c_str ());
  Uuid result;
  size_t n = 0;
  for (size_t i = 0; i < text.size (); i++)
    if (text[i] != '-')
      {
        const int digit = g_ascii_xdigit_value (text[i]);
        result.bytes_[n / 2] = static_cast<uint8_t> (result.bytes_[n / 2] << 4 | digit);
        n++;
      }
  return result;
}

std::string
Uuid::text () const
{
  static constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (size_t i = 0; i < bytes_.size (); i++)
    {
      if (i == 4 || i == 6 || i == 8 || i == 10)
        result += '-';
      result += digits[bytes_[i] >> 4];
      result += digits[bytes_[i] & 15];
    }
  return result;
}

Uuid
NodeStore::store (const Array &array, double ttl)
{
  if (std::isnan (ttl) || ttl < 0)
    fail (ErrorCode::invalid_argument, "an array cannot be kept for %g seconds", ttl);
  const Array kept = compact (array);
  const size_t size = kept.n_bytes ();
  const Uuid uuid = Uuid::random ();

  std::lock_guard lock (mutex_);
  expire_locked ();
  if (!has_room (size))
    fail_cluster (VAST_CLUSTER_ERROR_QUOTA, "an array of %zu bytes finds no room: %zu of %zu bytes are taken", size,
                  n_bytes_, quota_);
  const double expiry = now () + (ttl > 0 ? ttl : default_ttl);
  next_expiry_ = entries_.empty () ? expiry : std::min (next_expiry_, expiry);
  entries_[uuid] = { kept, size, expiry };
  n_bytes_ += size;
  return uuid;
}

bool
NodeStore::has_room (size_t size) const
{
  // An entry costs something even if its array has no element.
  constexpr size_t entry_size = 512;
  const size_t taken = n_bytes_ + (entries_.size () + 1) * entry_size;
  return taken <= quota_ && size <= quota_ - taken;
}

Array
NodeStore::retrieve (const Uuid &uuid)
{
  std::lock_guard lock (mutex_);
  expire_locked ();
  const auto found = entries_.find (uuid);
  if (found == entries_.end ())
    fail_cluster (VAST_CLUSTER_ERROR_UNKNOWN_UUID, "no array %s is kept here, or no longer", uuid.text ().c_str ());
  return found->second.array;
}

bool
NodeStore::clear (const Uuid &uuid)
{
  std::lock_guard lock (mutex_);
  expire_locked ();
  const auto found = entries_.find (uuid);
  if (found == entries_.end ())
    return false;
  n_bytes_ -= found->second.size;
  entries_.erase (found);
  return true;
}

void
NodeStore::expire ()
{
  std::lock_guard lock (mutex_);
  expire_locked ();
}

void
NodeStore::expire_locked ()
{
  const double time = now ();
  if (entries_.empty () || time < next_expiry_)
    return;
  next_expiry_ = std::numeric_limits<double>::infinity ();
  std::erase_if (entries_, [this, time] (const auto &item) {
    const bool over = item.second.expiry <= time;
    if (over)
      n_bytes_ -= item.second.size;
    else
      next_expiry_ = std::min (next_expiry_, item.second.expiry);
    return over;
  });
}

size_t
NodeStore::n_arrays ()
{
  std::lock_guard lock (mutex_);
  expire_locked ();
  return entries_.size ();
}

size_t
NodeStore::n_bytes ()
{
  std::lock_guard lock (mutex_);
  expire_locked ();
  return n_bytes_;
}

size_t
NodeStore::quota ()
{
  std::lock_guard lock (mutex_);
  return quota_;
}

void
NodeStore::set_quota (size_t quota)
{
  std::lock_guard lock (mutex_);
  quota_ = quota;
}

} // namespace vast
