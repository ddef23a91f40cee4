// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

namespace vast::cli {

// One subcommand of `vast`. `run` gets its own name as argv[0] and gives the status to exit with, or throws.
struct Command {
  const char *name;
  const char *summary; // to be translated
  int (*run) (int argc, char **argv);
};

int run_call (int argc, char **argv);
int run_list (int argc, char **argv);
int run_describe (int argc, char **argv);
int run_nodes (int argc, char **argv);
int run_store (int argc, char **argv);
int run_retrieve (int argc, char **argv);
int run_clear (int argc, char **argv);
int run_status (int argc, char **argv);

} // namespace vast::cli
