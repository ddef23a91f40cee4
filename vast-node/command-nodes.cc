// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// vast nodes

#include "cli.hh"
#include "command.hh"
#include "table.hh"

#include <cmath>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

constexpr double longest_timeout = 3600;

double
parse_timeout (int argc, char **argv)
{
  double timeout = 3;
  const GOptionEntry entries[] = {
    { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &timeout, N_ ("How long to look for nodes; 3 by default"), N_ ("SECONDS") },
    { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
  };
  const auto rest =
    parse_options (argc, argv, entries, nullptr, _ ("Lists the nodes in the network, with the load of each."));
  if (!rest.empty ())
    fail_usage (_ ("“%s” is too much"), rest[0].c_str ());
  if (!(timeout >= 0 && timeout <= longest_timeout))
    fail_usage (_ ("--timeout %g is not from 0 to %g seconds"), timeout, longest_timeout);
  return timeout;
}

const char *
state_name (VastNodeState state)
{
  switch (state)
    {
    case VAST_NODE_STATE_CONNECTING: return _ ("connecting");
    case VAST_NODE_STATE_READY: return _ ("ready");
    case VAST_NODE_STATE_LOST: return _ ("lost");
    }
  return "";
}

gboolean
quit_loop (gpointer loop) noexcept
{
  g_main_loop_quit (static_cast<GMainLoop *> (loop));
  return G_SOURCE_REMOVE;
}

// Lets the main context work for that long: discovery reports there.
void
run_main_loop (double seconds)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (nullptr, FALSE);
  g_timeout_add (static_cast<guint> (seconds * 1000), quit_loop, loop);
  g_main_loop_run (loop);
}

std::string
node_table (GListModel *nodes)
{
  Table table;
  table.add ({ _ ("ADDRESS"), _ ("NAME"), _ ("LOAD"), _ ("STATE") });
  for (guint i = 0; i < g_list_model_get_n_items (nodes); i++)
    {
      const auto node = Ref<VastNode>::adopt (VAST_NODE (g_list_model_get_item (nodes, i)));
      const char *const name = vast_node_get_name (node);
      table.add ({ vast_node_get_address (node), one_line (name ? name : ""),
                   format ("%.2f", vast_node_get_load (node)), state_name (vast_node_get_state (node)) });
    }
  return table.text ();
}

} // namespace

int
run_nodes (int argc, char **argv)
{
  const double timeout = parse_timeout (argc, argv);
  const auto cluster = Ref<VastCluster>::adopt (vast_cluster_new ());
  ErrorSlot error;
  if (!vast_cluster_join (cluster, &error))
    error.raise ();
  run_main_loop (timeout);
  write_stdout (node_table (vast_cluster_get_nodes (cluster)));
  return status_done;
}

} // namespace vast::cli
