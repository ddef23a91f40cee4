// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// vast describe PROCEDURE

#include "cli.hh"
#include "command.hh"
#include "doc-text.hh"
#include "table.hh"

#include <glib/gi18n.h>

namespace vast::cli {

namespace {

constexpr GOptionEntry no_options[] = {
  { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
};

std::string
enum_nick (GType type, int value)
{
  auto *const values = static_cast<GEnumClass *> (g_type_class_ref (type));
  const GEnumValue *const found = g_enum_get_value (values, value);
  std::string nick = found ? found->value_nick : std::to_string (value);
  g_type_class_unref (values);
  return nick;
}

std::string
joined (const char *const *words)
{
  const Text text (g_strjoinv (", ", const_cast<char **> (words)));
  return text.get ();
}

std::string
parameter_default (VastProcedure *procedure, const char *parameter)
{
  const Variant value (vast_procedure_dup_parameter_default (procedure, parameter));
  if (!value)
    return _ ("none");
  const Text text (g_variant_print (value.get (), FALSE));
  return text.get ();
}

std::string
parameter_table (VastProcedure *procedure)
{
  Table table;
  for (const char *const *name = vast_procedure_get_parameter_names (procedure); name && *name; name++)
    {
      const int kind = vast_procedure_get_parameter_kind (procedure, *name);
      const char *const doc = vast_procedure_get_parameter_doc (procedure, *name);
      table.add ({ format ("  %s", *name), enum_nick (VAST_TYPE_PARAMETER_KIND, kind),
                   format (_ ("default %s"), parameter_default (procedure, *name).c_str ()), plain_doc (doc) });
    }
  return table.text ();
}

// Each entry on a line of its own, the first one beside the heading.
void
add_lines (Table &table, const char *heading, const std::vector<std::string> &lines)
{
  for (size_t i = 0; i < lines.size (); i++)
    table.add ({ i == 0 ? heading : "", lines[i] });
}

std::vector<std::string>
signatures_of (VastProcedure *procedure)
{
  const Texts signatures (vast_procedure_dup_signatures (procedure));
  std::vector<std::string> lines;
  for (char **signature = signatures.get (); signature && *signature; signature++)
    lines.emplace_back (*signature);
  return lines;
}

std::vector<std::string>
gradients_of (VastProcedure *procedure)
{
  std::vector<std::string> lines;
  for (const char *const *input = vast_procedure_get_input_names (procedure); input && *input; input++)
    if (const char *const gradient = vast_procedure_get_gradient (procedure, *input))
      lines.push_back (format ("%s: %s", *input, gradient));
  return lines;
}

std::string
property_table (VastProcedure *procedure)
{
  Table table;
  table.add ({ _ ("Inputs:"), joined (vast_procedure_get_input_names (procedure)) });
  table.add ({ _ ("Results:"), std::to_string (vast_procedure_get_n_outputs (procedure)) });
  add_lines (table, _ ("Types:"), signatures_of (procedure));
  table.add ({ _ ("Partition:"), enum_nick (VAST_TYPE_PARTITION, vast_procedure_get_partition (procedure)) });
  table.add ({ _ ("Cost:"), format (_ ("%g flop an element"), vast_procedure_get_cost (procedure)) });
  add_lines (table, _ ("Gradient:"), gradients_of (procedure));
  if (vast_procedure_get_flags (procedure) & VAST_PROCEDURE_FLAGS_LOCAL_ONLY)
    table.add ({ _ ("Nodes:"), _ ("not for others, only in the process itself") });
  table.add ({ _ ("In C:"), format ("%s ()", vast_procedure_get_function_name (procedure)) });
  table.add ({ _ ("Since:"), vast_procedure_get_since (procedure) });
  return table.text ();
}

} // namespace

int
run_describe (int argc, char **argv)
{
  const std::vector<std::string> rest =
    parse_options (argc, argv, no_options, _ ("PROCEDURE"), _ ("Tells what a procedure does and takes."));
  if (rest.size () != 1)
    fail_usage (_ ("one procedure is to be given, not %zu"), rest.size ());
  require_utf8 (_ ("name"), rest[0]);
  ErrorSlot error;
  VastProcedure *const procedure = vast_procedure_find (rest[0].c_str (), &error);
  if (!procedure)
    error.raise ();

  std::string text = format ("%s\n\n%s\n\n", vast_procedure_get_name (procedure),
                             plain_doc (vast_procedure_get_doc (procedure)).c_str ());
  const std::string parameters = parameter_table (procedure);
  if (!parameters.empty ())
    text += format (_ ("Parameters:\n%s\n"), parameters.c_str ());
  write_stdout (text + property_table (procedure));
  return status_done;
}

} // namespace vast::cli
