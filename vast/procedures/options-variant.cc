// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "core/error.hh"
#include "procedures/vast-procedure-private.hh"

#include <charconv>
#include <cmath>

namespace vast {

namespace {

[[noreturn]] void
fail_text (const ProcedureInfo &info, const Parameter &parameter, const char *text, const char *wanted)
{
  fail (ErrorCode::invalid_argument, "%s: the option “%s” cannot be “%.64s”: %s is needed", info.name, parameter.name, text,
        wanted);
}

// An integer of any width; false for anything else, also for one that an int64 cannot hold.
bool
integer_from_variant (GVariant *value, int64_t &result)
{
  switch (g_variant_classify (value))
    {
    case G_VARIANT_CLASS_BYTE: result = g_variant_get_byte (value); return true;
    case G_VARIANT_CLASS_INT16: result = g_variant_get_int16 (value); return true;
    case G_VARIANT_CLASS_UINT16: result = g_variant_get_uint16 (value); return true;
    case G_VARIANT_CLASS_INT32: result = g_variant_get_int32 (value); return true;
    case G_VARIANT_CLASS_UINT32: result = g_variant_get_uint32 (value); return true;
    case G_VARIANT_CLASS_INT64: result = g_variant_get_int64 (value); return true;
    case G_VARIANT_CLASS_UINT64:
      result = static_cast<int64_t> (g_variant_get_uint64 (value));
      return g_variant_get_uint64 (value) <= G_MAXINT64;
    case G_VARIANT_CLASS_DOUBLE:
      {
        // Languages with one type of number, such as JavaScript, put integers in here.
        const double number = g_variant_get_double (value);
        result = std::abs (number) < 9007199254740992.0 ? static_cast<int64_t> (number) : 0;
        return static_cast<double> (result) == number;
      }
    default: return false;
    }
}

bool
integers_from_variant (GVariant *value, std::vector<int64_t> &result)
{
  for (gsize i = 0; i < g_variant_n_children (value); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (value, i);
      g_autoptr (GVariant) inner
        = g_variant_is_of_type (child, G_VARIANT_TYPE_VARIANT) ? g_variant_get_variant (child) : g_variant_ref (child);
      if (result.size () > max_rank || !integer_from_variant (inner, result.emplace_back ()))
        return false;
    }
  return true;
}

OptionValue
option_from_variant (const ProcedureInfo &info, const char *name, GVariant *value)
{
  int64_t integer;
  std::vector<int64_t> integers;
  switch (g_variant_classify (value))
    {
    case G_VARIANT_CLASS_BOOLEAN: return g_variant_get_boolean (value) != FALSE;
    case G_VARIANT_CLASS_DOUBLE: return g_variant_get_double (value);
    case G_VARIANT_CLASS_STRING: return std::string (g_variant_get_string (value, nullptr));
    case G_VARIANT_CLASS_VARIANT:
    case G_VARIANT_CLASS_MAYBE:
      {
        if (g_variant_n_children (value) == 0)
          return std::monostate ();
        g_autoptr (GVariant) child = g_variant_get_child_value (value, 0);
        return option_from_variant (info, name, child);
      }
    case G_VARIANT_CLASS_ARRAY:
    case G_VARIANT_CLASS_TUPLE:
      if (integers_from_variant (value, integers))
        return integers;
      break;
    default:
      if (integer_from_variant (value, integer))
        return integer;
    }
  fail (ErrorCode::invalid_argument, "%s: the option “%.64s” has a value of type “%.32s”, which is no option's", info.name, name,
        g_variant_get_type_string (value));
}

OptionValue
parse_boolean (const ProcedureInfo &info, const Parameter &parameter, const char *text)
{
  for (const char *word : { "true", "yes", "1" })
    if (g_ascii_strcasecmp (text, word) == 0)
      return true;
  for (const char *word : { "false", "no", "0" })
    if (g_ascii_strcasecmp (text, word) == 0)
      return false;
  fail_text (info, parameter, text, "true or false");
}

OptionValue
parse_floating (const ProcedureInfo &info, const Parameter &parameter, const char *text)
{
  char *end;
  const double value = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0')
    fail_text (info, parameter, text, "a number");
  return value;
}

bool
parse_integer (std::string_view text, int64_t &result)
{
  const auto [end, error] = std::from_chars (text.data (), text.data () + text.size (), result);
  return error == std::errc {} && end == text.data () + text.size ();
}

std::string_view
stripped (std::string_view text, const char *characters)
{
  const size_t begin = text.find_first_not_of (characters);
  return begin == text.npos ? std::string_view () : text.substr (begin, text.find_last_not_of (characters) - begin + 1);
}

// "0", "0,1", "(0, 1)" or "()".
OptionValue
parse_integers (const ProcedureInfo &info, const Parameter &parameter, const char *text)
{
  std::vector<int64_t> result;
  std::string_view rest = stripped (text, "()[] ");
  while (!rest.empty ())
    {
      const size_t comma = std::min (rest.find (','), rest.size ());
      if (result.size () > max_rank || !parse_integer (stripped (rest.substr (0, comma), " "), result.emplace_back ()))
        fail_text (info, parameter, text, "a list of integers");
      rest = stripped (rest.substr (std::min (comma + 1, rest.size ())), " ");
    }
  return result;
}

} // namespace

Options
options_from_variant (const ProcedureInfo &info, GVariant *options)
{
  Options result;
  if (!options)
    return result;
  if (!g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT))
    fail (ErrorCode::invalid_argument, "%s: options are of type “%.32s”, not “a{sv}”", info.name,
          g_variant_get_type_string (options));
  GVariantIter iter;
  const char *name;
  GVariant *value;
  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    {
      g_autoptr (GVariant) owned = value;
      result.set (name, option_from_variant (info, name, owned));
    }
  return result;
}

GVariant *
option_to_variant (const OptionValue &value)
{
  struct Make {
    GVariant *operator() (std::monostate) const { return g_variant_new_maybe (G_VARIANT_TYPE_INT64, nullptr); }
    GVariant *operator() (bool b) const { return g_variant_new_boolean (b); }
    GVariant *operator() (int64_t i) const { return g_variant_new_int64 (i); }
    GVariant *operator() (double d) const { return g_variant_new_double (d); }
    GVariant *operator() (const std::string &s) const { return g_variant_new_string (s.c_str ()); }
    GVariant *
    operator() (const std::vector<int64_t> &v) const
    {
      return g_variant_new_fixed_array (G_VARIANT_TYPE_INT64, v.data (), v.size (), sizeof (int64_t));
    }
  };
  return std::visit (Make {}, value);
}

GVariant *
options_to_variant (const Options &options)
{
  GVariantBuilder builder;
  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  for (const auto &[name, value] : options)
    g_variant_builder_add (&builder, "{sv}", name.c_str (), option_to_variant (value));
  return g_variant_builder_end (&builder);
}

OptionValue
parse_option (const ProcedureInfo &info, const Parameter &parameter, const char *text)
{
  if (g_ascii_strcasecmp (text, "none") == 0 || g_ascii_strcasecmp (text, "null") == 0)
    {
      if (!std::holds_alternative<std::monostate> (parameter.default_value))
        fail_text (info, parameter, text, "a value");
      return {};
    }
  int64_t integer;
  switch (parameter.kind)
    {
    case ParameterKind::boolean: return parse_boolean (info, parameter, text);
    case ParameterKind::floating: return parse_floating (info, parameter, text);
    case ParameterKind::string:
    case ParameterKind::scalar_type: return std::string (text);
    case ParameterKind::axes: return parse_integers (info, parameter, text);
    case ParameterKind::integer:
    case ParameterKind::axis: break;
    }
  if (!parse_integer (stripped (text, " "), integer))
    fail_text (info, parameter, text, "an integer");
  return integer;
}

} // namespace vast
