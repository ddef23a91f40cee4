// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "call-input.hh"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vast::cli {

namespace {

size_t
scalar_size_of (const char *scalar_name)
{
  const gint64 none[] = { 0 };
  ErrorSlot error;
  const auto array = Ref<VastArray>::adopt (vast_array_new_named (scalar_name, none, 1, &error));
  if (!array)
    error.raise ();
  return vast_array_get_scalar_size (array);
}

// Nobody names a file like this without a directory in front, so that a mistake in a list is told as one.
bool
must_be_literal (const std::string &text)
{
  return text[0] == '[';
}

} // namespace

CallInput
CallInput::open (const std::string &text)
{
  CallInput input (text);
  if (text.empty ())
    fail_usage (_ ("an input is empty"));
  if (text == "-")
    {
      input.name_ = _ ("standard input");
      input.open_stream (STDIN_FILENO);
      return input;
    }
  if (g_utf8_validate (text.c_str (), -1, nullptr))
    {
      ErrorSlot error;
      const auto literal = Ref<VastArray>::adopt (vast_array_new_parse (text.c_str (), &error));
      if (literal)
        {
          input.open_literal (literal);
          return input;
        }
      if (must_be_literal (text))
        error.raise ();
    }
  const int fd = ::open (text.c_str (), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    input.fail_to_read (g_strerror (errno));
  input.open_stream (fd);
  return input;
}

void
CallInput::open_literal (Ref<VastArray> array)
{
  gsize rank = 0;
  const gint64 *shape = vast_array_get_shape (array, &rank);
  shape_.assign (shape, shape + rank);
  scalar_size_ = vast_array_get_scalar_size (array);
  array_ = std::move (array);
}

void
CallInput::open_stream (int fd)
{
  const auto stream = Ref<GInputStream>::adopt (g_unix_input_stream_new (fd, fd != STDIN_FILENO));
  struct stat info;
  if (fd != STDIN_FILENO && fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    mapped_path_ = name_;
  if (fd == STDIN_FILENO && isatty (fd))
    fail_usage (_ ("an npy file is not typed at a terminal: redirect standard input"));

  ErrorSlot error;
  reader_ = Ref<VastNpyReader>::adopt (vast_npy_reader_new (stream, nullptr, &error));
  if (!reader_)
    fail_to_read (error.message ());
  gsize rank = 0;
  const gint64 *shape = vast_npy_reader_get_shape (reader_, &rank);
  shape_.assign (shape, shape + rank);
  scalar_size_ = scalar_size_of (Text (vast_npy_reader_dup_scalar_name (reader_)).get ());
}

void
CallInput::fail_to_read (const char *reason) const
{
  fail (_ ("cannot read “%s”: %s"), name_.c_str (), reason);
}

bool
CallInput::is_stream () const
{
  return reader_ && !shape_.empty () && !vast_npy_reader_is_fortran (reader_);
}

Ref<VastArray>
CallInput::whole ()
{
  if (array_)
    return array_;
  ErrorSlot error;
  if (mapped_path_.empty ())
    array_ = Ref<VastArray>::adopt (vast_npy_reader_read (reader_, -1, nullptr, &error));
  else
    {
      const auto file = Ref<GFile>::adopt (g_file_new_for_path (mapped_path_.c_str ()));
      array_ = Ref<VastArray>::adopt (vast_array_load (file, nullptr, &error));
      if (!array_)
        fail (_ ("cannot read %s"), error.message ()); // which begins with the name of the file
    }
  if (!array_)
    fail_to_read (error.message ());
  return array_;
}

Ref<VastArray>
CallInput::next_rows (int64_t count, GCancellable *cancellable)
{
  ErrorSlot error;
  auto rows = Ref<VastArray>::adopt (vast_npy_reader_read (reader_, count, cancellable, &error));
  if (!rows)
    fail_to_read (error.get () ? error.message () : _ ("no rows are left"));
  return rows;
}

} // namespace vast::cli
