// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/avahi-discovery.hh"
#include "cluster/glib-error.hh"
#include "config.h"

#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-gobject/ga-error.h>
#include <cmath>

namespace vast {

namespace {

std::string
load_text (double load)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return g_ascii_formatd (text, sizeof text, "%.2f", load);
}

std::string
alternative_to (const std::string &name)
{
  char *alternative = avahi_alternative_service_name (name.c_str ());
  const std::string result = alternative;
  avahi_free (alternative);
  return result;
}

struct FreeStringList {
  void operator() (AvahiStringList *list) const { avahi_string_list_free (list); }
};

} // namespace

AvahiPublisher::AvahiPublisher (GaClient *client, const Announcement &announcement, double load)
  : group_ (ga_entry_group_new (), g_object_unref),
    announcement_ (announcement),
    service_name_ (announcement.name),
    load_ (load),
    published_load_ (load)
{
  const auto on_state = [] (GaEntryGroup *, GaEntryGroupState state, gpointer self) {
    static_cast<AvahiPublisher *> (self)->state_changed (state);
  };
  throwing ([&] (GError **error) { return ga_entry_group_attach (group_.get (), client, error); });
  handler_ = g_signal_connect (group_.get (), "state-changed", G_CALLBACK (+on_state), this);
  publish ();
}

AvahiPublisher::~AvahiPublisher ()
{
  if (handler_ != 0)
    g_signal_handler_disconnect (group_.get (), handler_);
}

// Adds the service under a name that no other service of this machine has yet, and has it announced.
void
AvahiPublisher::publish ()
{
  const std::unique_ptr<AvahiStringList, FreeStringList> txt (avahi_string_list_new (
    ("uuid=" + announcement_.uuid).c_str (), "version=" VAST_VERSION,
    ("cores=" + std::to_string (announcement_.cores)).c_str (), ("load=" + load_text (load_)).c_str (),
    ("seq=" + std::to_string (sequence_)).c_str (), nullptr));
  established_ = false;
  published_load_ = load_;
  for (;;)
    {
      GError *error = nullptr;
      service_ = ga_entry_group_add_service_strlist (group_.get (), service_name_.c_str (), "_vast._tcp",
                                                     announcement_.port, &error, txt.get ());
      if (service_)
        break;
      const GlibError e (error);
      if (!e.matches (GA_ERROR, AVAHI_ERR_COLLISION))
        throw e;
      service_name_ = alternative_to (service_name_);
    }
  throwing ([this] (GError **error) { return ga_entry_group_commit (group_.get (), error); });
}

void
AvahiPublisher::state_changed (GaEntryGroupState state)
{
  try
    {
      if (state == GA_ENTRY_GROUP_STATE_ESTABLISHED)
        established_ = true;
      else if (state == GA_ENTRY_GROUP_STATE_COLLISTION)
        {
          service_name_ = alternative_to (service_name_);
          throwing ([this] (GError **error) { return ga_entry_group_reset (group_.get (), error); });
          publish ();
        }
      else if (state == GA_ENTRY_GROUP_STATE_FAILURE)
        g_warning ("the service “%s” cannot be announced", service_name_.c_str ());
    }
  catch (const GlibError &e)
    {
      g_warning ("the service “%s” cannot be announced: %s", service_name_.c_str (), e.what ());
    }
}

void
AvahiPublisher::set_load (double load)
{
  load_ = load;
  const gint64 now = g_get_monotonic_time ();
  if (!established_ || std::abs (load - published_load_) < least_change || now - updated_ < update_interval)
    return;
  updated_ = now;
  published_load_ = load;
  sequence_++;
  if (!write_load ())
    g_warning ("the load of the service “%s” cannot be announced", service_name_.c_str ());
}

bool
AvahiPublisher::write_load ()
{
  ga_entry_group_service_freeze (service_);
  const bool set = ga_entry_group_service_set (service_, "load", load_text (load_).c_str (), nullptr)
                   && ga_entry_group_service_set (service_, "seq", std::to_string (sequence_).c_str (), nullptr);
  return ga_entry_group_service_thaw (service_, nullptr) && set;
}

} // namespace vast
