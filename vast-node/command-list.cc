// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// vast list [PATTERN]

#include "cli.hh"
#include "command.hh"
#include "doc-text.hh"
#include "table.hh"

#include <algorithm>
#include <cstring>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

constexpr GOptionEntry no_options[] = {
  { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
};

std::vector<Ref<VastProcedure>>
all_procedures ()
{
  gsize n = 0;
  VastProcedure **const list = vast_procedure_list (&n);
  std::vector<Ref<VastProcedure>> procedures;
  for (gsize i = 0; i < n; i++)
    procedures.push_back (Ref<VastProcedure>::share (list[i]));
  g_free (list);
  std::ranges::sort (procedures, [] (VastProcedure *a, VastProcedure *b) {
    return std::strcmp (vast_procedure_get_name (a), vast_procedure_get_name (b)) < 0;
  });
  return procedures;
}

bool
matches (const char *name, const std::string &pattern)
{
  if (pattern.find_first_of ("*?") == std::string::npos)
    return std::strstr (name, pattern.c_str ()) != nullptr;
  return g_pattern_match_simple (pattern.c_str (), name);
}

} // namespace

int
run_list (int argc, char **argv)
{
  const std::vector<std::string> rest =
    parse_options (argc, argv, no_options, _ ("[PATTERN]"), _ ("Lists procedures, with what each does."),
                   _ ("PATTERN is a part of the name, or has “*” and “?” and stands for the whole name."));
  if (rest.size () > 1)
    fail_usage (_ ("more than one pattern was given"));
  const std::string pattern = rest.empty () ? "" : rest[0];
  require_utf8 (_ ("pattern"), pattern);

  Table table;
  bool any = false;
  for (VastProcedure *procedure : all_procedures ())
    if (matches (vast_procedure_get_name (procedure), pattern))
      {
        table.add ({ vast_procedure_get_name (procedure), first_sentence (vast_procedure_get_doc (procedure)) });
        any = true;
      }
  if (!any)
    fail (_ ("no procedure matches “%s”"), pattern.c_str ());
  write_stdout (table.text ());
  return status_done;
}

} // namespace vast::cli
