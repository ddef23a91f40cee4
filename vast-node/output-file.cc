// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "output-file.hh"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace vast::cli {

namespace {

[[noreturn]] void
fail_to_write (const std::string &path, const char *reason)
{
  fail (_ ("cannot write “%s”: %s"), path.c_str (), reason);
}

// The path that a symbolic link leads to, so that the link stays and its target is replaced.
std::string
resolved (const std::string &path)
{
  char *const real = realpath (path.c_str (), nullptr);
  if (!real)
    return path; // not there yet
  std::string result = real;
  std::free (real);
  return result;
}

mode_t
default_mode ()
{
  const mode_t mask = umask (0);
  umask (mask);
  return 0666 & ~mask;
}

} // namespace

OutputFile::OutputFile (const std::string &path) : path_ (path), target_ (resolved (path))
{
  struct stat info;
  if (path == "-")
    open_standard_output ();
  else if (stat (target_.c_str (), &info) == 0 && !S_ISREG (info.st_mode))
    open_existing_special ();
  else
    open_temporary ();
}

void
OutputFile::open_standard_output ()
{
  if (isatty (STDOUT_FILENO))
    fail_usage (
      _ ("an npy file is not for a terminal: redirect standard output, or leave out “-o -” to read the result"));
  stream_ = Ref<GOutputStream>::adopt (g_unix_output_stream_new (STDOUT_FILENO, FALSE));
}

// A device or a pipe is written to as it is.
void
OutputFile::open_existing_special ()
{
  const int fd = open (target_.c_str (), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    fail_to_write (path_, g_strerror (errno));
  stream_ = Ref<GOutputStream>::adopt (g_unix_output_stream_new (fd, TRUE));
}

void
OutputFile::open_temporary ()
{
  const std::filesystem::path directory = std::filesystem::path (target_).parent_path ();
  struct stat info;
  const mode_t mode = stat (target_.c_str (), &info) == 0 ? info.st_mode & 07777 : default_mode ();
  try
    {
      int fd = -1;
      temporary_ = TemporaryPath::make_file (directory.empty () ? "." : directory.string (), &fd);
      stream_ = Ref<GOutputStream>::adopt (g_unix_output_stream_new (fd, TRUE));
      if (fchmod (fd, mode) != 0)
        fail_to_write (path_, g_strerror (errno));
    }
  catch (const std::system_error &e)
    {
      fail_to_write (path_, e.code ().message ().c_str ());
    }
}

void
OutputFile::commit ()
{
  ErrorSlot error;
  if (!g_output_stream_close (stream_, nullptr, &error))
    raise (error);
  if (temporary_.path ().empty ())
    return;
  try
    {
      temporary_.rename_to (target_);
    }
  catch (const std::system_error &e)
    {
      fail_to_write (path_, e.code ().message ().c_str ());
    }
}

void
OutputFile::raise (const ErrorSlot &error) const
{
  if (path_ != "-")
    fail_to_write (path_, error.message ());
  if (error.matches (G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    throw BrokenPipe {};
  fail (_ ("cannot write to standard output: %s"), error.message ());
}

void
save_array (VastArray *array, const std::string &path)
{
  OutputFile output (path);
  ErrorSlot error;
  if (!vast_array_write_npy (array, output.stream (), nullptr, &error))
    output.raise (error);
  output.commit ();
}

std::string
numbered_path (const std::string &path, size_t number)
{
  const std::filesystem::path whole (path);
  const std::string name = whole.stem ().string () + "-" + std::to_string (number) + whole.extension ().string ();
  return (whole.parent_path () / name).string ();
}

} // namespace vast::cli
