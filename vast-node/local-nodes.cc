// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "local-nodes.hh"

#include "cli.hh"

#include <cerrno>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace vast::cli {

namespace {

constexpr int start_timeout = 10'000; // milliseconds
constexpr gint64 stop_timeout = 2 * G_USEC_PER_SEC;
constexpr gulong stop_interval = 2'000; // microseconds

// The program beside this one, as it is in a build tree and in an installation; otherwise the one on the path.
std::string
node_program ()
{
  if (const char *const chosen = g_getenv ("VAST_NODE_PROGRAM"))
    return chosen;
  const Text self (g_file_read_link ("/proc/self/exe", nullptr));
  if (self)
    {
      const Text directory (g_path_get_dirname (self.get ()));
      const Text beside (g_build_filename (directory.get (), "vast-node", nullptr));
      if (g_file_test (beside.get (), G_FILE_TEST_IS_EXECUTABLE))
        return beside.get ();
    }
  return "vast-node";
}

// A node writes a line when it is ready, and closes its standard output when it ends.
void
wait_until_ready (GSubprocess *process, const std::string &address)
{
  GInputStream *const output = g_subprocess_get_stdout_pipe (process);
  pollfd wait = { g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (output)), POLLIN, 0 };
  int ready;
  do
    ready = poll (&wait, 1, start_timeout);
  while (ready < 0 && errno == EINTR);
  char first;
  if (ready <= 0 || g_input_stream_read (output, &first, 1, nullptr, nullptr) != 1)
    fail (_ ("the node at %s did not start"), address.c_str ());
}

bool
has_ended (GSubprocess *process)
{
  return g_subprocess_get_identifier (process) == nullptr;
}

} // namespace

LocalNodes::~LocalNodes ()
{
  for (GSubprocess *process : processes_)
    g_output_stream_close (g_subprocess_get_stdin_pipe (process), nullptr, nullptr);
  const gint64 deadline = g_get_monotonic_time () + stop_timeout;
  for (GSubprocess *process : processes_)
    {
      while (!has_ended (process) && g_get_monotonic_time () < deadline)
        g_usleep (stop_interval);
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, nullptr, nullptr);
    }
}

void
LocalNodes::start (int count)
{
  try
    {
      directory_ = TemporaryPath::make_directory ();
    }
  catch (const std::system_error &e)
    {
      fail (_ ("cannot make a directory for the sockets of nodes: %s"), e.what ());
    }
  for (int i = 0; i < count; i++)
    spawn (i);
  for (size_t i = 0; i < processes_.size (); i++)
    wait_until_ready (processes_[i], addresses_[i]);
}

void
LocalNodes::spawn (int number)
{
  const std::string program = node_program ();
  const std::string address = format ("unix:%s/%d.sock", directory_.path ().c_str (), number);
  const std::string name = format ("local-%d", number);
  constexpr auto flags = static_cast<GSubprocessFlags> (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  ErrorSlot error;
  auto process =
    Ref<GSubprocess>::adopt (g_subprocess_new (flags, &error, program.c_str (), "--exit-with-stdin", "--listen",
                                               address.c_str (), "--name", name.c_str (), nullptr));
  if (!process)
    fail (_ ("cannot start “%s”: %s"), program.c_str (), error.message ());
  processes_.push_back (std::move (process));
  addresses_.push_back (address);
}

} // namespace vast::cli
