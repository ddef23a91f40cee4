// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/avahi-discovery.hh"
#include "cluster/glib-error.hh"

#include <avahi-common/malloc.h>
#include <net/if.h>

namespace vast {

namespace {

std::string
key_of (int interface, int protocol, const char *name, const char *type, const char *domain)
{
  return std::to_string (interface) + "/" + std::to_string (protocol) + "/" + name + "/" + type + "/" + domain;
}

std::string
address_text (int interface, const AvahiAddress *address, int port)
{
  char text[AVAHI_ADDRESS_STR_MAX];
  avahi_address_snprint (text, sizeof text, address);
  if (address->proto == AVAHI_PROTO_INET)
    return std::string ("tcp:") + text + ":" + std::to_string (port);
  // A link-local address says nothing without its interface.
  char name[IF_NAMESIZE];
  const bool local = address->data.ipv6.address[0] == 0xfe && (address->data.ipv6.address[1] & 0xc0) == 0x80;
  const bool scoped = local && interface > 0 && if_indextoname (static_cast<unsigned> (interface), name);
  return std::string ("tcp:[") + text + (scoped ? std::string ("%") + name : "") + "]:" + std::to_string (port);
}

std::string
txt_value (AvahiStringList *txt, const char *key)
{
  char *value = nullptr;
  AvahiStringList *item = avahi_string_list_find (txt, key);
  if (!item || avahi_string_list_get_pair (item, nullptr, &value, nullptr) < 0 || !value)
    return "";
  const std::string result = value;
  avahi_free (value);
  return result;
}

} // namespace

struct AvahiBrowser::Service {
  std::string key;
  ObjectRef<GaServiceResolver> resolver;
  std::weak_ptr<DiscoveryListener> listener;
  gulong found_handler = 0;
  gulong failure_handler = 0;

  static void on_found (GaServiceResolver *resolver, int interface, int protocol, const char *name, const char *type,
                        const char *domain, const char *host, const AvahiAddress *address, int port,
                        AvahiStringList *txt, guint flags, gpointer data) noexcept;
  static void on_failure (GaServiceResolver *resolver, const GError *error, gpointer data) noexcept;

  ~Service ()
  {
    g_signal_handler_disconnect (resolver.get (), found_handler);
    g_signal_handler_disconnect (resolver.get (), failure_handler);
    if (const std::shared_ptr<DiscoveryListener> told = listener.lock ())
      told->service_gone (key);
  }
};

void
AvahiBrowser::Service::on_found (GaServiceResolver *, int interface, int, const char *, const char *, const char *,
                                 const char *, const AvahiAddress *address, int port, AvahiStringList *txt, guint,
                                 gpointer data) noexcept
{
  const Service *self = static_cast<Service *> (data);
  if (const std::shared_ptr<DiscoveryListener> told = self->listener.lock ())
    told->service_found (self->key, address_text (interface, address, port), txt_value (txt, "uuid"));
}

// The resolver goes on, and finds the service when it answers again.
void
AvahiBrowser::Service::on_failure (GaServiceResolver *, const GError *error, gpointer data) noexcept
{
  g_debug ("the service %s does not resolve: %s", static_cast<Service *> (data)->key.c_str (),
           error ? error->message : "for no known reason");
}

AvahiBrowser::AvahiBrowser (GaClient *client, std::weak_ptr<DiscoveryListener> listener)
  : client_ (client),
    browser_ (ga_service_browser_new ("_vast._tcp"), g_object_unref),
    listener_ (std::move (listener))
{
  g_signal_connect (browser_.get (), "new-service", G_CALLBACK (on_new), this);
  g_signal_connect (browser_.get (), "removed-service", G_CALLBACK (on_removed), this);
  throwing ([&] (GError **error) { return ga_service_browser_attach (browser_.get (), client, error); });
}

AvahiBrowser::~AvahiBrowser ()
{
  g_signal_handlers_disconnect_by_data (browser_.get (), this);
}

void
AvahiBrowser::on_new (GaServiceBrowser *, int interface, int protocol, const char *name, const char *type,
                      const char *domain, guint, gpointer data) noexcept
{
  AvahiBrowser *self = static_cast<AvahiBrowser *> (data);
  const std::string key = key_of (interface, protocol, name, type, domain);
  ObjectRef<GaServiceResolver> resolver (
    ga_service_resolver_new (interface, protocol, name, type, domain, AVAHI_PROTO_UNSPEC, GA_LOOKUP_NO_FLAGS),
    g_object_unref);
  auto service = std::unique_ptr<Service> (new Service { key, std::move (resolver), self->listener_ });
  service->found_handler =
    g_signal_connect (service->resolver.get (), "found", G_CALLBACK (Service::on_found), service.get ());
  service->failure_handler =
    g_signal_connect (service->resolver.get (), "failure", G_CALLBACK (Service::on_failure), service.get ());
  g_autoptr (GError) error = nullptr;
  if (!ga_service_resolver_attach (service->resolver.get (), self->client_, &error))
    g_warning ("the service %s cannot be resolved: %s", key.c_str (), error->message);
  self->services_[key] = std::move (service);
}

void
AvahiBrowser::on_removed (GaServiceBrowser *, int interface, int protocol, const char *name, const char *type,
                          const char *domain, guint, gpointer data) noexcept
{
  static_cast<AvahiBrowser *> (data)->services_.erase (key_of (interface, protocol, name, type, domain));
}

} // namespace vast
