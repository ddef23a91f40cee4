// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/avahi-discovery.hh"

#include "cluster/glib-error.hh"

#include <avahi-gobject/ga-error.h>

namespace vast {

struct AvahiDiscovery::Session {
  ObjectRef<GaClient> client;
  gulong handler = 0;
  // Both use the client, so they go before it.
  std::unique_ptr<AvahiPublisher> publisher;
  std::unique_ptr<AvahiBrowser> browser;
  Timer retry; // while there is no connection to the daemon's bus

  explicit Session (GaClientFlags flags) : client (ga_client_new (flags), g_object_unref) {}
  ~Session ()
  {
    if (handler != 0)
      g_signal_handler_disconnect (client.get (), handler);
  }
};

namespace {

GaClientState
state_of (GaClient *client)
{
  GaClientState state = GA_CLIENT_STATE_NOT_STARTED;
  g_object_get (client, "state", &state, nullptr);
  return state;
}

[[noreturn]] void
fail_discovery (const char *what)
{
  fail_cluster (VAST_CLUSTER_ERROR_DISCOVERY, "the Avahi daemon, which finds other nodes, cannot be used: %s", what);
}

} // namespace

std::shared_ptr<AvahiDiscovery>
AvahiDiscovery::create ()
{
  return std::shared_ptr<AvahiDiscovery> (new AvahiDiscovery);
}

AvahiDiscovery::~AvahiDiscovery ()
{
  // What belongs to the daemon's connection is used by the I/O thread alone, so it also goes there.
  if (session_)
    IoThread::get ().invoke_and_wait ([this] { session_.reset (); });
}

void
AvahiDiscovery::announce (const Announcement &announcement)
{
  IoThread::get ().invoke_and_wait ([&] {
    announcement_ = announcement;
    if (session_)
      session_->publisher.reset (); // an older announcement
    start ();
  });
}

void
AvahiDiscovery::browse (std::weak_ptr<DiscoveryListener> listener)
{
  IoThread::get ().invoke_and_wait ([&] {
    listener_ = listener;
    start ();
  });
}

void
AvahiDiscovery::set_load (double load)
{
  IoThread::get ().invoke ([weak = weak_from_this (), load] {
    const std::shared_ptr<AvahiDiscovery> self = weak.lock ();
    if (!self)
      return;
    self->load_ = load;
    if (self->session_ && self->session_->publisher)
      self->session_->publisher->set_load (load);
  });
}

// The first connection tells the caller if there is no daemon; later ones wait for it.
void
AvahiDiscovery::start ()
{
  try
    {
      if (!session_)
        {
          auto session = std::make_unique<Session> (GA_CLIENT_FLAG_NO_FLAGS);
          throwing ([&] (GError **error) {
            return ga_client_start_in_context (session->client.get (), IoThread::get ().context (), error);
          });
          session_ = std::move (session);
          watch ();
        }
      populate ();
    }
  catch (const GlibError &e)
    {
      fail_discovery (e.what ());
    }
}

void
AvahiDiscovery::watch ()
{
  const auto on_state = [] (GaClient *, GaClientState state, gpointer self) {
    static_cast<AvahiDiscovery *> (self)->client_changed (state);
  };
  session_->handler = g_signal_connect (session_->client.get (), "state-changed", G_CALLBACK (+on_state), this);
}

void
AvahiDiscovery::populate ()
{
  if (state_of (session_->client.get ()) != GA_CLIENT_STATE_S_RUNNING)
    return;
  if (announcement_ && !session_->publisher)
    session_->publisher = std::make_unique<AvahiPublisher> (session_->client.get (), *announcement_, load_);
  if (listener_ && !session_->browser)
    session_->browser = std::make_unique<AvahiBrowser> (session_->client.get (), *listener_);
}

void
AvahiDiscovery::client_changed (GaClientState state)
{
  if (state == GA_CLIENT_STATE_FAILURE)
    {
      // Not in the client's own callback: what is destroyed is what calls.
      IoThread::get ().invoke ([weak = weak_from_this ()] {
        if (const std::shared_ptr<AvahiDiscovery> self = weak.lock ())
          self->restart ();
      });
      return;
    }
  try
    {
      // The name of the machine changes, so the service must be announced again.
      if (state == GA_CLIENT_STATE_S_COLLISION || state == GA_CLIENT_STATE_S_REGISTERING)
        session_->publisher.reset ();
      else
        populate ();
    }
  catch (const GlibError &e)
    {
      g_warning ("the discovery of nodes does not go on: %s", e.what ());
    }
}

// After the daemon went: a client that waits for it to come back. If even the bus is gone, that is tried again later.
void
AvahiDiscovery::restart ()
{
  constexpr guint retry_interval = 2000;
  g_autoptr (GError) error = nullptr;
  session_ = std::make_unique<Session> (GA_CLIENT_FLAG_NO_FAIL);
  watch ();
  if (ga_client_start_in_context (session_->client.get (), IoThread::get ().context (), &error))
    {
      client_changed (state_of (session_->client.get ()));
      return;
    }
  g_debug ("the Avahi daemon is away: %s", error->message);
  session_->retry = Timer (retry_interval, [weak = weak_from_this ()] {
    if (const std::shared_ptr<AvahiDiscovery> self = weak.lock ())
      self->restart ();
  });
}

} // namespace vast
