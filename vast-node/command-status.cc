// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// vast status

#include "command.hh"
#include "node-address.hh"
#include "table.hh"

#include <cstring>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

std::string
parse_address (int argc, char **argv)
{
  char *address = nullptr;
  const GOptionEntry entries[] = {
    { "node", 0, 0, G_OPTION_ARG_FILENAME, &address, N_ ("The node; without it the user's own one here"),
      N_ ("ADDRESS") },
    { nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr },
  };
  const auto rest = parse_options (argc, argv, entries, nullptr, _ ("Shows what a node is doing."));
  const Text owned (address);
  if (!rest.empty ())
    fail_usage (_ ("“%s” is too much"), rest[0].c_str ());
  return address ? address : "";
}

bool
counts_bytes (const std::string &key)
{
  return key.find ("bytes") != std::string::npos || key.find ("memory") != std::string::npos
         || key.find ("quota") != std::string::npos;
}

std::string
number_to_string (const std::string &key, double number, const char *plain)
{
  if (key == "uptime")
    return format (_ ("%.0f s"), number);
  return counts_bytes (key) && number >= 0 ? bytes_to_string (number) : format (plain, number);
}

std::string
value_to_string (const std::string &key, GVariant *value)
{
  switch (g_variant_classify (value))
    {
    case G_VARIANT_CLASS_STRING: return one_line (g_variant_get_string (value, nullptr));
    case G_VARIANT_CLASS_INT32: return number_to_string (key, g_variant_get_int32 (value), "%.0f");
    case G_VARIANT_CLASS_INT64:
      return number_to_string (key, static_cast<double> (g_variant_get_int64 (value)), "%.0f");
    case G_VARIANT_CLASS_UINT64:
      return number_to_string (key, static_cast<double> (g_variant_get_uint64 (value)), "%.0f");
    case G_VARIANT_CLASS_DOUBLE: return number_to_string (key, g_variant_get_double (value), "%.2f");
    default: return one_line (Text (g_variant_print (value, FALSE)).get ());
    }
}

// A dictionary in a dictionary continues the key: “cache bytes”.
void
add_rows (Table &table, const std::string &prefix, GVariant *status)
{
  GVariantIter iterator;
  g_variant_iter_init (&iterator, status);
  char *key = nullptr;
  GVariant *value = nullptr;
  while (g_variant_iter_next (&iterator, "{sv}", &key, &value))
    {
      const Text owned_key (key);
      const Variant owned_value (value);
      std::string name = prefix + one_line (key);
      for (char &c : name)
        if (c == '_' || c == '-')
          c = ' ';
      if (g_variant_is_of_type (value, G_VARIANT_TYPE_VARDICT))
        add_rows (table, name + " ", value);
      else
        table.add ({ name + ":", value_to_string (name, value) });
    }
}

} // namespace

int
run_status (int argc, char **argv)
{
  const std::string address = parse_address (argc, argv);
  const Ref<VastNode> node = reach_node (address);
  ErrorSlot error;
  const Variant status (vast_node_status (node, nullptr, &error));
  if (!status)
    error.raise ();
  Table table;
  table.add ({ _ ("address:"), vast_node_get_address (node) });
  if (g_variant_is_of_type (status.get (), G_VARIANT_TYPE_VARDICT))
    add_rows (table, "", status.get ());
  write_stdout (table.text ());
  return status_done;
}

} // namespace vast::cli
