// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "config.h"

#include "cli.hh"

#include "temporary.hh"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <glib/gi18n.h>
#include <locale.h>
#include <unistd.h>

namespace vast::cli {

namespace {

// Put before a negative number while options are read, so that its minus does not make an option of it.
constexpr char number_mark = '\1';

std::string
format_list (const char *format, va_list arguments)
{
  const Text text (g_strdup_vprintf (format, arguments));
  return text.get ();
}

bool
is_negative_number (const char *argument)
{
  if (argument[0] != '-')
    return false;
  const char *const rest = argument + 1;
  if (g_ascii_isdigit (rest[0]) || (rest[0] == '.' && g_ascii_isdigit (rest[1])))
    return true;
  return std::strcmp (rest, "inf") == 0 || std::strcmp (rest, "nan") == 0;
}

// The arguments again as a list that GOption may change, with negative numbers marked.
char **
marked_arguments (int argc, char **argv)
{
  char **const marked = g_new0 (char *, argc + 1);
  for (int i = 0; i < argc; i++)
    marked[i] =
      i > 0 && is_negative_number (argv[i]) ? g_strdup_printf ("%c%s", number_mark, argv[i]) : g_strdup (argv[i]);
  return marked;
}

struct FreeContext {
  void operator() (GOptionContext *context) const { g_option_context_free (context); }
};

void
print_line (const char *program, const char *message)
{
  const std::string line = format ("%s: %s\n", program, one_line (message).c_str ());
  std::fputs (line.c_str (), stderr);
}

int
run_guarded (const char *name, int (*body) (int argc, char **argv), int argc, char **argv)
{
  try
    {
      return body (argc, argv);
    }
  catch (const Failure &failure)
    {
      print_line (name, failure.what ());
      if (failure.status () == status_usage)
        std::fprintf (stderr, _ ("Try “%s --help”.\n"), g_get_prgname ());
      return failure.status ();
    }
  catch (const std::exception &e)
    {
      print_line (name, e.what ());
      return status_failed;
    }
}

} // namespace

std::string
format (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  std::string text = format_list (format, arguments);
  va_end (arguments);
  return text;
}

void
fail (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  std::string text = format_list (format, arguments);
  va_end (arguments);
  throw Failure (status_failed, std::move (text));
}

void
fail_usage (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  std::string text = format_list (format, arguments);
  va_end (arguments);
  throw Failure (status_usage, std::move (text));
}

std::string
one_line (std::string_view text)
{
  std::string line (text);
  for (char &c : line)
    if (g_ascii_iscntrl (c))
      c = ' ';
  return line;
}

void
require_utf8 (const char *what, const std::string &text)
{
  if (!g_utf8_validate (text.data (), static_cast<gssize> (text.size ()), nullptr))
    fail_usage (_ ("the %s “%s” is not UTF-8"), what, text.c_str ());
}

std::string
shape_to_string (const gint64 *shape, size_t rank)
{
  std::string text = "(";
  for (size_t i = 0; i < rank; i++)
    text += format (i ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, shape[i]);
  return text + (rank == 1 ? ",)" : ")");
}

std::vector<std::string>
parse_options (int argc, char **argv, const GOptionEntry *entries, const char *parameters, const char *summary,
               const char *description)
{
  char **rest = nullptr;
  const GOptionEntry remaining[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, nullptr, nullptr },
    { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
  };
  const std::unique_ptr<GOptionContext, FreeContext> context (g_option_context_new (parameters));
  g_option_context_add_main_entries (context.get (), entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context.get (), remaining, GETTEXT_PACKAGE);
  g_option_context_set_summary (context.get (), summary);
  g_option_context_set_description (context.get (), description);

  char **arguments = marked_arguments (argc, argv);
  ErrorSlot error;
  const gboolean good = g_option_context_parse_strv (context.get (), &arguments, &error);
  g_strfreev (arguments);
  const Texts owned (rest);
  if (!good)
    throw Failure (status_usage, error.message ());

  std::vector<std::string> values;
  for (char **text = rest; text && *text; text++)
    values.emplace_back (**text == number_mark ? *text + 1 : *text);
  return values;
}

void
write_stdout (std::string_view text)
{
  while (!text.empty ())
    {
      const ssize_t n = write (STDOUT_FILENO, text.data (), text.size ());
      if (n >= 0)
        text.remove_prefix (static_cast<size_t> (n));
      else if (errno == EPIPE)
        throw BrokenPipe {};
      else if (errno != EINTR)
        fail (_ ("cannot write to standard output: %s"), g_strerror (errno));
    }
}

int
run_program (const char *name, int (*body) (int argc, char **argv), int argc, char **argv)
{
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, VAST_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname (name);
  // A closed pipe is an error like any other, so that temporary files and nodes are taken down before the end.
  std::signal (SIGPIPE, SIG_IGN);
  try
    {
      return run_guarded (name, body, argc, argv);
    }
  catch (const BrokenPipe &)
    {
      end_by_signal (SIGPIPE);
    }
}

} // namespace vast::cli
