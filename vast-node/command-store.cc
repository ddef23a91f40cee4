// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// vast store FILE, vast retrieve UUID, vast clear UUID

#include "call-input.hh"
#include "command.hh"
#include "node-address.hh"
#include "output-file.hh"

#include <cmath>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

// What the three commands are told.
struct StoreRequest {
  std::string subject; // a file or a UUID
  std::string address; // empty: the user's own node
  std::string output;  // of retrieve
  double ttl = 0;      // of store: seconds
};

#define NODE_ENTRY(variable)                                                                                           \
  {                                                                                                                    \
    "node", 0, 0, G_OPTION_ARG_FILENAME, &(variable), N_ ("The node; without it the user's own one here"),             \
      N_ ("ADDRESS")                                                                                                   \
  }
#define END_OF_ENTRIES                                                                                                 \
  {                                                                                                                    \
    nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr                                                        \
  }

std::string
only_argument (const std::vector<std::string> &rest, const char *what)
{
  if (rest.size () != 1)
    fail_usage (_ ("one %s is to be given, not %zu"), what, rest.size ());
  require_utf8 (what, rest[0]);
  return rest[0];
}

StoreRequest
parse_store (int argc, char **argv)
{
  StoreRequest request;
  char *address = nullptr;
  const GOptionEntry entries[] = {
    NODE_ENTRY (address),
    { "ttl", 0, 0, G_OPTION_ARG_DOUBLE, &request.ttl, N_ ("How long the node keeps it; 600 by default"),
      N_ ("SECONDS") },
    END_OF_ENTRIES,
  };
  const auto rest = parse_options (argc, argv, entries, _ ("FILE"), _ ("Puts an array on a node and prints its UUID."),
                                   _ ("FILE is in NumPy's format; “-” is standard input."));
  const Text owned (address);
  if (!(request.ttl >= 0) || std::isinf (request.ttl))
    fail_usage (_ ("--ttl %g is no number of seconds"), request.ttl);
  request.subject = only_argument (rest, _ ("file"));
  request.address = address ? address : "";
  return request;
}

StoreRequest
parse_retrieve (int argc, char **argv)
{
  StoreRequest request;
  char *address = nullptr, *output = nullptr;
  const GOptionEntry entries[] = {
    NODE_ENTRY (address),
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write it to this npy file; “-”: standard output"),
      N_ ("FILE") },
    END_OF_ENTRIES,
  };
  const auto rest =
    parse_options (argc, argv, entries, _ ("UUID"), _ ("Gets an array from a node, and prints or writes it."));
  const Text owned_address (address), owned_output (output);
  request.subject = only_argument (rest, _ ("UUID"));
  request.address = address ? address : "";
  request.output = output ? output : "";
  return request;
}

StoreRequest
parse_clear (int argc, char **argv)
{
  StoreRequest request;
  char *address = nullptr;
  const GOptionEntry entries[] = { NODE_ENTRY (address), END_OF_ENTRIES };
  const auto rest = parse_options (argc, argv, entries, _ ("UUID"), _ ("Removes an array from a node."));
  const Text owned (address);
  request.subject = only_argument (rest, _ ("UUID"));
  request.address = address ? address : "";
  return request;
}

} // namespace

int
run_store (int argc, char **argv)
{
  const StoreRequest request = parse_store (argc, argv);
  CallInput input = CallInput::open (request.subject);
  const Ref<VastNode> node = reach_node (request.address);
  const Ref<VastArray> array = input.whole ();
  ErrorSlot error;
  const Text uuid (vast_node_store (node, array, request.ttl, nullptr, &error));
  if (!uuid)
    error.raise ();
  write_stdout (format ("%s\n", uuid.get ()));
  return status_done;
}

int
run_retrieve (int argc, char **argv)
{
  const StoreRequest request = parse_retrieve (argc, argv);
  watch_signals ();
  const Ref<VastNode> node = reach_node (request.address);
  ErrorSlot error;
  const auto array = Ref<VastArray>::adopt (vast_node_retrieve (node, request.subject.c_str (), nullptr, &error));
  if (!array)
    error.raise ();
  if (!request.output.empty ())
    save_array (array, request.output);
  else
    write_stdout (std::string (Text (vast_array_to_string (array)).get ()) + "\n");
  return status_done;
}

int
run_clear (int argc, char **argv)
{
  const StoreRequest request = parse_clear (argc, argv);
  const Ref<VastNode> node = reach_node (request.address);
  ErrorSlot error;
  if (!vast_node_clear (node, request.subject.c_str (), nullptr, &error))
    error.raise ();
  return status_done;
}

} // namespace vast::cli
