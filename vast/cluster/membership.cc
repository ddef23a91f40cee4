// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/membership.hh"

#include "cluster/glib-error.hh"

#include <algorithm>
#include <chrono>

namespace vast {

namespace {

constexpr guint look_interval = 500; // milliseconds
// After a failure the same address is tried less and less often.
constexpr gint64 first_delay = G_USEC_PER_SEC;
constexpr gint64 longest_delay = 30 * G_USEC_PER_SEC;

// A static address and a service never have the same key: no service key begins so.
std::string
key_of_address (const std::string &address)
{
  return "address " + address;
}

} // namespace

std::shared_ptr<Membership>
Membership::create (std::string own_uuid, std::function<void ()> changed)
{
  const std::shared_ptr<Membership> self (new Membership (std::move (own_uuid), std::move (changed)));
  self->timer_ = Timer (look_interval, [weak = std::weak_ptr<Membership> (self)] {
    if (const std::shared_ptr<Membership> looking = weak.lock ())
      looking->look_around ();
  });
  return self;
}

Membership::Membership (std::string own_uuid, std::function<void ()> changed)
  : own_uuid_ (std::move (own_uuid)),
    changed_ (std::move (changed))
{}

Membership::~Membership ()
{
  close ();
}

void
Membership::close ()
{
  std::vector<std::shared_ptr<NodeLink>> nodes;
  {
    std::lock_guard lock (mutex_);
    closed_ = true;
    candidates_.clear ();
    nodes.swap (nodes_);
  }
  timer_.stop ();
  for (const auto &node : nodes)
    {
      node->forget (this);
      node->close ();
    }
}

std::shared_ptr<NodeLink>
Membership::find_ready (const std::string &uuid) const
{
  const auto found =
    std::ranges::find_if (nodes_, [&] (const auto &node) { return node->uuid () == uuid && node->ready (); });
  return found == nodes_.end () ? nullptr : *found;
}

std::shared_ptr<NodeLink>
Membership::add (const std::string &address, GCancellable *cancellable)
{
  std::shared_ptr<NodeLink> link = NodeLink::connect (address, cancellable);
  if (link->uuid () == own_uuid_)
    fail_cluster (VAST_CLUSTER_ERROR_FAILED, "what listens at %s is this cluster itself", address.c_str ());
  {
    std::lock_guard lock (mutex_);
    if (closed_)
      fail_cluster (VAST_CLUSTER_ERROR_FAILED, "the cluster is closed");
    Candidate &candidate = candidates_[key_of_address (address)];
    candidate.address = address;
    candidate.uuid = link->uuid ();
    candidate.delay = 0;
  }
  admit (link);
  std::lock_guard lock (mutex_);
  // Another connection to the same node may have been first.
  const std::shared_ptr<NodeLink> known = find_ready (link->uuid ());
  return known ? known : link;
}

// Takes a connected node in, unless it is here already.
void
Membership::admit (const std::shared_ptr<NodeLink> &link)
{
  {
    std::lock_guard lock (mutex_);
    if (closed_ || link->uuid () == own_uuid_ || find_ready (link->uuid ()))
      return;
    nodes_.push_back (link);
  }
  waiting_.notify_all ();
  link->observe (this, [weak = weak_from_this ()] {
    if (const std::shared_ptr<Membership> self = weak.lock ())
      self->sweep ();
  });
  changed_ ();
  // It may have been lost before it was observed.
  sweep ();
}

// Takes lost nodes out. They are looked for where they were.
void
Membership::sweep ()
{
  std::vector<std::shared_ptr<NodeLink>> lost;
  {
    std::lock_guard lock (mutex_);
    std::erase_if (nodes_, [&] (const auto &node) {
      if (!node->ready ())
        lost.push_back (node);
      return !node->ready ();
    });
    for (auto &[key, candidate] : candidates_)
      for (const auto &node : lost)
        if (candidate.uuid == node->uuid ())
          {
            candidate.uuid.clear ();
            candidate.delay = first_delay;
            candidate.next_try = g_get_monotonic_time () + candidate.delay;
          }
  }
  // Not inside the node's own notification: an observer must not be taken away while it runs.
  for (const auto &node : lost)
    IoThread::get ().invoke ([node, owner = this] { node->forget (owner); });
  if (!lost.empty ())
    changed_ ();
}

bool
Membership::remove (const std::string &uuid)
{
  std::shared_ptr<NodeLink> node;
  {
    std::lock_guard lock (mutex_);
    node = find_ready (uuid);
    std::erase_if (candidates_, [&] (const auto &item) { return item.second.uuid == uuid; });
  }
  if (!node)
    return false;
  node->close ();
  return true;
}

std::vector<std::shared_ptr<NodeLink>>
Membership::ready_nodes ()
{
  std::lock_guard lock (mutex_);
  std::vector<std::shared_ptr<NodeLink>> ready;
  std::ranges::copy_if (nodes_, std::back_inserter (ready), [] (const auto &node) { return node->ready (); });
  return ready;
}

void
Membership::wait (size_t n_nodes, guint milliseconds, GCancellable *cancellable)
{
  // A handler that only wakes: it takes the lock, so that no waking falls between the check and the wait.
  const auto wake = [] (GCancellable *, gpointer data) {
    Membership *self = static_cast<Membership *> (data);
    std::lock_guard lock (self->mutex_);
    self->waiting_.notify_all ();
  };
  const gulong handler = cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (+wake), this, nullptr) : 0;
  const auto deadline = std::chrono::steady_clock::now () + std::chrono::milliseconds (milliseconds);
  size_t n = 0;
  {
    std::unique_lock lock (mutex_);
    waiting_.wait_until (lock, deadline, [&] {
      n = static_cast<size_t> (std::ranges::count_if (nodes_, [] (const auto &node) { return node->ready (); }));
      return n >= n_nodes || g_cancellable_is_cancelled (cancellable);
    });
  }
  g_cancellable_disconnect (cancellable, handler);
  throw_if_cancelled (cancellable);
  if (n < n_nodes)
    fail_cluster (VAST_CLUSTER_ERROR_NO_NODES, "%zu of %zu nodes are ready after %u ms", n, n_nodes, milliseconds);
}

void
Membership::service_found (const std::string &key, const std::string &address, const std::string &uuid)
{
  {
    std::lock_guard lock (mutex_);
    if (closed_ || uuid == own_uuid_)
      return;
    Candidate &candidate = candidates_[key];
    // The same again is a new load; a new uuid is a new process, which may be there at once.
    if (candidate.address == address && candidate.uuid == uuid)
      return;
    candidate.address = address;
    candidate.uuid = uuid;
    candidate.next_try = 0;
    candidate.delay = 0;
  }
  look_around ();
}

void
Membership::service_gone (const std::string &key)
{
  std::lock_guard lock (mutex_);
  candidates_.erase (key);
}

// Tries to reach those that should be there and are not.
void
Membership::look_around ()
{
  std::vector<std::pair<std::string, std::string>> to_try;
  {
    std::lock_guard lock (mutex_);
    const gint64 now = g_get_monotonic_time ();
    for (auto &[key, candidate] : candidates_)
      {
        if (candidate.connecting || candidate.next_try > now
            || (!candidate.uuid.empty () && find_ready (candidate.uuid)))
          continue;
        candidate.connecting = true;
        to_try.emplace_back (key, candidate.address);
      }
  }
  for (const auto &[key, address] : to_try)
    try_candidate (key, address);
}

void
Membership::try_candidate (const std::string &key, const std::string &address)
{
  run_in_background ([weak = weak_from_this (), key, address] {
    std::shared_ptr<NodeLink> link;
    try
      {
        link = NodeLink::connect (address, nullptr);
      }
    catch (const std::exception &e)
      {
        // Nobody asked for this one attempt; the next one comes later.
        g_debug ("no node yet at %s: %s", address.c_str (), e.what ());
      }
    const std::shared_ptr<Membership> self = weak.lock ();
    if (!self)
      return;
    self->tried (key, link ? link->uuid () : "", link != nullptr);
    if (link)
      self->admit (link);
  });
}

void
Membership::tried (const std::string &key, const std::string &uuid, bool ready)
{
  std::lock_guard lock (mutex_);
  const auto found = candidates_.find (key);
  if (found == candidates_.end ())
    return;
  Candidate &candidate = found->second;
  candidate.connecting = false;
  if (ready)
    candidate.uuid = uuid;
  // Also where it was reached: if it is not taken in, it is this process, or goes at once.
  candidate.delay = ready ? first_delay : std::clamp (candidate.delay * 2, first_delay, longest_delay);
  candidate.next_try = g_get_monotonic_time () + (uuid == own_uuid_ ? longest_delay : candidate.delay);
}

} // namespace vast
