// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "temporary.hh"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace vast::cli {

namespace {

constexpr int watched_signals[] = { SIGINT, SIGTERM, SIGHUP };

// All paths to remove. The mutex is held while one is made or renamed, so that a signal never falls between.
struct Registry {
  std::mutex mutex;
  std::set<std::string> paths;
};

// Never freed: the thread that waits for signals uses it until the process is gone.
Registry &
registry ()
{
  static Registry &instance = *new Registry;
  return instance;
}

void
remove_path (const std::string &path)
{
  std::error_code ignored; // what is gone already needs no removal
  std::filesystem::remove_all (path, ignored);
}

[[noreturn]] void
fail_with_errno (const char *what)
{
  throw std::system_error (errno, std::generic_category (), what);
}

// Carries the number of a signal from its handler, which can do next to nothing, to the thread that acts on it.
// Blocking the signals instead would not do: libraries start threads before main () that do not block them.
int signal_pipe[2];

void
pass_on_signal (int number) noexcept
{
  const int saved = errno;
  const char byte = static_cast<char> (number);
  if (write (signal_pipe[1], &byte, 1) != 1)
    _exit (128 + number);
  errno = saved;
}

[[noreturn]] void
wait_for_signal ()
{
  char byte = SIGTERM;
  while (read (signal_pipe[0], &byte, 1) != 1)
    ;
  // Kept locked: nothing temporary is made any more.
  registry ().mutex.lock ();
  for (const std::string &path : registry ().paths)
    remove_path (path);
  end_by_signal (byte);
}

} // namespace

void
watch_signals ()
{
  if (!g_unix_open_pipe (signal_pipe, FD_CLOEXEC, nullptr))
    return; // out of descriptors, which will be told by what needs one
  std::thread (wait_for_signal).detach ();
  for (const int number : watched_signals)
    {
      struct sigaction action = {};
      // One that the parent wants ignored, as nohup does, stays ignored.
      if (sigaction (number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
        continue;
      action = {};
      action.sa_handler = pass_on_signal;
      action.sa_flags = SA_RESTART;
      sigaction (number, &action, nullptr);
    }
}

void
end_by_signal (int number)
{
  std::signal (number, SIG_DFL);
  kill (getpid (), number);
  // Another thread may be the one it is delivered to.
  for (;;)
    pause ();
}

TemporaryPath::~TemporaryPath ()
{
  if (path_.empty ())
    return;
  const std::lock_guard lock (registry ().mutex);
  remove_path (path_);
  registry ().paths.erase (path_);
}

TemporaryPath
TemporaryPath::make_file (const std::string &directory, int *fd)
{
  std::string path = directory + "/.vast-XXXXXX";
  const std::lock_guard lock (registry ().mutex);
  *fd = g_mkstemp_full (path.data (), O_WRONLY | O_CLOEXEC, 0600);
  if (*fd < 0)
    fail_with_errno (directory.c_str ());
  registry ().paths.insert (path);
  return TemporaryPath (path);
}

TemporaryPath
TemporaryPath::make_directory ()
{
  // The address of a socket has room for about a hundred bytes, and TMPDIR may be longer.
  constexpr size_t longest = 60;
  const std::string directory = g_get_tmp_dir ();
  std::string path = (directory.size () <= longest ? directory : "/tmp") + "/vast-XXXXXX";
  const std::lock_guard lock (registry ().mutex);
  if (!g_mkdtemp (path.data ()))
    fail_with_errno (path.c_str ());
  registry ().paths.insert (path);
  return TemporaryPath (path);
}

void
TemporaryPath::rename_to (const std::string &path)
{
  const std::lock_guard lock (registry ().mutex);
  if (g_rename (path_.c_str (), path.c_str ()) != 0)
    fail_with_errno (path.c_str ());
  registry ().paths.erase (path_);
  path_.clear ();
}

} // namespace vast::cli
