// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// `vast-node`: offers this machine to others until a signal ends it.

#include "config.h"

#include "cli.hh"
#include "node-sockets.hh"
#include "notify.hh"

#include <cerrno>
#include <cmath>
#include <csignal>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <optional>
#include <unistd.h>

namespace vast::cli {

namespace {

// How long calls that are running get to end when the node does, and then their answers to be read.
constexpr gint64 calls_grace = 3 * G_USEC_PER_SEC;
constexpr gint64 answers_grace = 1 * G_USEC_PER_SEC;

struct NodeOptions {
  std::vector<std::string> addresses; // none: the default ones
  std::string name;                   // empty: the machine's
  std::optional<guint64> memory_quota;
  gboolean broadcast = FALSE;
  gboolean insecure = FALSE;
  gboolean exit_with_stdin = FALSE;
  gboolean version = FALSE;
};

// "512M", "1.5GiB", "4096": bytes.
guint64
parse_size (const char *text)
{
  char *end = nullptr;
  const double number = g_ascii_strtod (text, &end);
  constexpr char units[] = "KMGT";
  double factor = 1;
  for (size_t i = 0; *end && units[i]; i++)
    if (g_ascii_toupper (*end) == units[i])
      {
        factor = std::ldexp (1.0, static_cast<int> (10 * (i + 1)));
        end++;
        break;
      }
  if (factor > 1 && *end == 'i')
    end++;
  if (end != text && *end == 'B')
    end++;
  const double bytes = number * factor;
  constexpr double bound = 9.2e18;
  if (end == text || *end || !g_ascii_isdigit (text[0]) || !(bytes >= 1 && bytes < bound))
    fail_usage (_ ("--memory-quota “%s” is no size, such as 4G"), text);
  return static_cast<guint64> (bytes);
}

NodeOptions
parse_node_options (int argc, char **argv)
{
  NodeOptions options;
  char **addresses = nullptr;
  char *name = nullptr, *quota = nullptr;
  const GOptionEntry entries[] = {
    { "listen", 'l', 0, G_OPTION_ARG_FILENAME_ARRAY, &addresses,
      N_ ("Listen on unix:PATH or tcp:HOST:PORT; may be given again"), N_ ("ADDRESS") },
    { "broadcast", 'b', 0, G_OPTION_ARG_NONE, &options.broadcast, N_ ("Let others in the network find this node"),
      nullptr },
    { "insecure", 0, 0, G_OPTION_ARG_NONE, &options.insecure,
      N_ ("Allow addresses of other interfaces than the loopback, for anybody"), nullptr },
    { "name", 0, 0, G_OPTION_ARG_STRING, &name, N_ ("What to be called; the machine's name and a number by default"),
      N_ ("NAME") },
    { "memory-quota", 0, 0, G_OPTION_ARG_FILENAME, &quota, N_ ("Memory for arrays that others store here, such as 4G"),
      N_ ("SIZE") },
    { "exit-with-stdin", 0, 0, G_OPTION_ARG_NONE, &options.exit_with_stdin, N_ ("End when standard input does"),
      nullptr },
    { "version", 0, 0, G_OPTION_ARG_NONE, &options.version, N_ ("Show the version"), nullptr },
    { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
  };
  const auto rest = parse_options (
    argc, argv, entries, nullptr, _ ("Offers this machine to others for computing."),
    _ ("Without --listen, the node listens on a UNIX socket for this user and on a free TCP port of the\n"
       "loopback interface. When it is ready, it writes each address on a line of its own."));
  const Texts owned_addresses (addresses);
  const Text owned_name (name), owned_quota (quota);
  if (!rest.empty ())
    fail_usage (_ ("“%s” is too much"), rest[0].c_str ());
  for (char **address = addresses; address && *address; address++)
    {
      require_utf8 (_ ("address"), *address);
      options.addresses.emplace_back (*address);
    }
  options.name = name ? name : "";
  if (quota)
    options.memory_quota = parse_size (quota);
  return options;
}

Ref<VastCluster>
make_cluster (const NodeOptions &options)
{
  const char *const name = options.name.empty () ? nullptr : options.name.c_str ();
  auto cluster = Ref<VastCluster>::adopt (VAST_CLUSTER (g_object_new (VAST_TYPE_CLUSTER, "name", name, nullptr)));
  vast_cluster_set_insecure (cluster, options.insecure);
  if (options.memory_quota)
    vast_cluster_set_memory_quota (cluster, *options.memory_quota);
  return cluster;
}

std::string
listen_on (VastCluster *cluster, const std::string &address, NodeSockets &sockets)
{
  ErrorSlot error;
  const Text actual (vast_cluster_listen (cluster, address.c_str (), &error));
  if (!actual)
    error.raise ();
  sockets.add (actual.get ());
  return actual.get ();
}

gboolean
quit (gpointer loop) noexcept
{
  g_main_loop_quit (static_cast<GMainLoop *> (loop));
  return G_SOURCE_CONTINUE;
}

gboolean
quit_at_end (gint fd, GIOCondition, gpointer loop) noexcept
{
  char ignored[4096];
  const ssize_t n = read (fd, ignored, sizeof ignored);
  if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)))
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (static_cast<GMainLoop *> (loop));
  return G_SOURCE_REMOVE;
}

// How many calls of others are computed, by the node's own account; 0 if it gives none.
gint64
count_running_calls (VastNode *node)
{
  const Variant status (vast_node_status (node, nullptr, nullptr));
  gint64 running = 0;
  if (status)
    (void) g_variant_lookup (status.get (), "running", "x", &running);
  return running;
}

// Waits until the condition holds, or for that many microseconds; whether it held at the first look.
template <typename F>
bool
wait_until (F condition, gint64 most)
{
  constexpr gulong interval = 5'000; // microseconds
  const gint64 deadline = g_get_monotonic_time () + most;
  if (condition ())
    return true;
  while (g_get_monotonic_time () < deadline && !condition ())
    g_usleep (interval);
  return false;
}

// The sockets go first, so that nobody finds the node any more; then running calls get a while to end, and their
// callers to read the answers, after which they mostly go.
void
shut_down (VastCluster *cluster, const std::string &address, NodeSockets &sockets)
{
  notify_service_manager ("STOPPING=1");
  const auto self = Ref<VastNode>::adopt (vast_node_connect (address.c_str (), nullptr, nullptr));
  sockets.remove ();
  const bool idle = !self || wait_until ([&] { return count_running_calls (self) == 0; }, calls_grace);
  if (!idle)
    wait_until ([&] { return message_pack_rpc_server_get_n_connections (MESSAGE_PACK_RPC_SERVER (cluster)) <= 1; },
                answers_grace);
  vast_cluster_close (cluster);
}

int
run_node (int argc, char **argv)
{
  const NodeOptions options = parse_node_options (argc, argv);
  if (options.version)
    {
      write_stdout (format ("vast-node %s\n", VAST_VERSION));
      return status_done;
    }
  // Before there are threads, so that an early signal finds the way to end the node.
  g_autoptr (GMainLoop) loop = g_main_loop_new (nullptr, FALSE);
  for (const int number : { SIGTERM, SIGINT })
    g_unix_signal_add (number, quit, loop);

  NodeSockets sockets;
  const Ref<VastCluster> cluster = make_cluster (options);
  std::vector<std::string> addresses = options.addresses;
  if (addresses.empty ())
    addresses = { sockets.default_address (), "tcp:127.0.0.1:0" };
  for (std::string &address : addresses)
    address = listen_on (cluster, address, sockets);
  ErrorSlot error;
  if (options.broadcast && !vast_cluster_broadcast (cluster, &error))
    error.raise ();
  if (options.exit_with_stdin)
    g_unix_fd_add (STDIN_FILENO, static_cast<GIOCondition> (G_IO_IN | G_IO_HUP | G_IO_ERR), quit_at_end, loop);

  for (const std::string &address : addresses)
    write_stdout (address + "\n");
  notify_service_manager ("READY=1");
  g_main_loop_run (loop);
  shut_down (cluster, addresses.front (), sockets);
  return status_done;
}

} // namespace

} // namespace vast::cli

int
main (int argc, char **argv)
{
  return vast::cli::run_program ("vast-node", vast::cli::run_node, argc, argv);
}
