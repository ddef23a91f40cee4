// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// `vast`: Vast on the command line.

#include "config.h"

#include "cli.hh"
#include "command.hh"

#include <cstring>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

constexpr Command commands[] = {
  { "call", N_ ("Compute with a procedure"), run_call },
  { "list", N_ ("List procedures"), run_list },
  { "describe", N_ ("Tell what a procedure does"), run_describe },
  { "nodes", N_ ("List the nodes in the network"), run_nodes },
  { "store", N_ ("Put an array on a node"), run_store },
  { "retrieve", N_ ("Get an array from a node"), run_retrieve },
  { "clear", N_ ("Remove an array from a node"), run_clear },
  { "status", N_ ("Show what a node is doing"), run_status },
};

std::string
command_list ()
{
  std::string text = _ ("Commands:\n");
  for (const Command &command : commands)
    text += format ("  %-10s %s\n", command.name, _ (command.summary));
  return text + _ ("\n“vast COMMAND --help” tells more of one.");
}

const Command &
find_command (const char *name)
{
  for (const Command &command : commands)
    if (std::strcmp (command.name, name) == 0)
      return command;
  fail_usage (_ ("there is no command “%s”"), name);
}

int
run_without_command (int argc, char **argv)
{
  gboolean version = FALSE;
  const GOptionEntry entries[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, &version, N_ ("Show the version"), nullptr },
    { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
  };
  parse_options (argc, argv, entries, _ ("COMMAND …"), _ ("Computes on arrays, here and on other machines."),
                 command_list ().c_str ());
  if (!version)
    fail_usage (_ ("no command was given"));
  write_stdout (format ("vast %s\n", VAST_VERSION));
  return status_done;
}

int
run (int argc, char **argv)
{
  if (argc < 2 || argv[1][0] == '-')
    return run_without_command (argc, argv);
  const Command &command = find_command (argv[1]);
  g_set_prgname (format ("vast %s", command.name).c_str ());
  return command.run (argc - 1, argv + 1);
}

} // namespace

} // namespace vast::cli

int
main (int argc, char **argv)
{
  return vast::cli::run_program ("vast", vast::cli::run, argc, argv);
}
