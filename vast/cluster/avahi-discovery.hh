// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "cluster/discovery.hh"

#include <avahi-client/lookup.h>
#include <avahi-gobject/ga-client.h>
#include <avahi-gobject/ga-entry-group.h>
#include <avahi-gobject/ga-service-browser.h>
#include <avahi-gobject/ga-service-resolver.h>
#include <map>
#include <optional>

namespace vast {

template <typename T>
using ObjectRef = std::unique_ptr<T, decltype (&g_object_unref)>;

// The announcement of one service through one client of the Avahi daemon. I/O thread only.
//
// Updates of the load go into the TXT record of the one entry group: only after it is established, because an update
// before makes the daemon start its probing over; and at most every three seconds, because updates that come faster
// are put off again and again, and then nobody sees any.
class AvahiPublisher {
public:
  AvahiPublisher (GaClient *client, const Announcement &announcement, double load);
  ~AvahiPublisher ();

  void set_load (double load);
  double load () const { return load_; }

private:
  static constexpr gint64 update_interval = 3 * G_USEC_PER_SEC;
  static constexpr double least_change = 0.25;

  void publish ();
  void state_changed (GaEntryGroupState state);
  bool write_load ();

  ObjectRef<GaEntryGroup> group_;
  GaEntryGroupService *service_ = nullptr;
  gulong handler_ = 0;
  Announcement announcement_;
  std::string service_name_;
  bool established_ = false;
  double load_;
  double published_load_;
  gint64 updated_ = 0;
  unsigned sequence_ = 0;
};

// Browsing, and a resolver for each service, which also tells when its TXT record changes. I/O thread only.
class AvahiBrowser {
public:
  AvahiBrowser (GaClient *client, std::weak_ptr<DiscoveryListener> listener);
  ~AvahiBrowser ();

private:
  struct Service; // one resolver

  static void on_new (GaServiceBrowser *, int interface, int protocol, const char *name, const char *type,
                      const char *domain, guint flags, gpointer data) noexcept;
  static void on_removed (GaServiceBrowser *, int interface, int protocol, const char *name, const char *type,
                          const char *domain, guint flags, gpointer data) noexcept;

  GaClient *client_;
  ObjectRef<GaServiceBrowser> browser_;
  std::weak_ptr<DiscoveryListener> listener_;
  std::map<std::string, std::unique_ptr<Service>> services_;
};

class AvahiDiscovery : public Discovery, public std::enable_shared_from_this<AvahiDiscovery> {
public:
  static std::shared_ptr<AvahiDiscovery> create ();
  ~AvahiDiscovery () override;

  void announce (const Announcement &announcement) override;
  void browse (std::weak_ptr<DiscoveryListener> listener) override;
  void set_load (double load) override;

private:
  // All that hangs on the connection to the daemon, made anew when the daemon comes back.
  struct Session;

  AvahiDiscovery () = default;

  void start ();
  void watch ();
  void restart ();
  void populate ();
  void client_changed (GaClientState state);

  // I/O thread only.
  std::unique_ptr<Session> session_;
  std::optional<Announcement> announcement_;
  std::optional<std::weak_ptr<DiscoveryListener>> listener_;
  double load_ = 0;
};

} // namespace vast
