// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/options.hh"

#include "core/error.hh"
#include "core/scalar-type.hh"
#include "procedures/registry.hh"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace vast {

namespace {

// No procedure has many more options: one piece of memory is enough for them.
constexpr size_t usual_number = 4;

constexpr const char *kind_names[]
  = { "a boolean", "an integer", "a number", "a string", "the name of an element type", "an axis", "a list of axes" };

std::string
text_of (double value)
{
  char text[32];
  std::snprintf (text, sizeof text, "%.17g", value);
  return text;
}

std::string
text_of (const std::vector<int64_t> &values)
{
  std::string text = "(";
  for (size_t i = 0; i < values.size (); i++)
    text += (i > 0 ? ", " : "") + std::to_string (values[i]);
  return text + (values.size () == 1 ? ",)" : ")");
}

[[noreturn]] void
fail_kind (const ProcedureInfo &info, const Parameter &parameter, const OptionValue &value)
{
  fail (ErrorCode::invalid_argument, "%s: the option “%s” is %s, but %s is needed", info.name, parameter.name,
        to_string (value).c_str (), kind_names[static_cast<int> (parameter.kind)]);
}

// An integer, also where it comes as a number without a fraction: not every language tells the two apart.
const int64_t *
as_integer (const OptionValue &value, int64_t &storage)
{
  if (const int64_t *integer = std::get_if<int64_t> (&value))
    return integer;
  const double *number = std::get_if<double> (&value);
  constexpr double bound = 9007199254740992.0; // up to here every double is the integer that was meant
  if (!number || std::trunc (*number) != *number || std::abs (*number) > bound)
    return nullptr;
  storage = static_cast<int64_t> (*number);
  return &storage;
}

// The value as the kind that the parameter has, or nothing.
OptionValue
converted (ParameterKind kind, const OptionValue &value)
{
  int64_t storage;
  const int64_t *integer = as_integer (value, storage);
  const auto *list = std::get_if<std::vector<int64_t>> (&value);
  switch (kind)
    {
    case ParameterKind::boolean: return std::holds_alternative<bool> (value) ? value : OptionValue ();
    case ParameterKind::integer: return integer ? OptionValue (*integer) : OptionValue ();
    case ParameterKind::floating:
      if (std::holds_alternative<double> (value))
        return value;
      return integer ? OptionValue (static_cast<double> (*integer)) : OptionValue ();
    case ParameterKind::string:
    case ParameterKind::scalar_type: return std::holds_alternative<std::string> (value) ? value : OptionValue ();
    case ParameterKind::axis:
      if (list && list->size () == 1)
        return list->front ();
      return integer ? OptionValue (*integer) : OptionValue ();
    case ParameterKind::axes:
      if (integer)
        return std::vector<int64_t> { *integer };
      return list ? value : OptionValue ();
    }
  return {};
}

void
check_scalar_type (const ProcedureInfo &info, const Parameter &parameter, const std::string &name)
{
  try
    {
      if (ScalarType::from_name (name).is_computable ())
        return;
    }
  catch (const Error &)
    {
      // Said below, with what the name was given for.
    }
  fail (ErrorCode::invalid_argument, "%s: the option “%s” is “%.64s”, which names no element type to compute in", info.name,
        parameter.name, name.c_str ());
}

OptionValue
completed (const ProcedureInfo &info, const Parameter &parameter, const OptionValue *given)
{
  if (!given)
    return parameter.default_value;
  if (std::holds_alternative<std::monostate> (*given))
    {
      // “None” says what a parameter without a default means when it is left out.
      if (!std::holds_alternative<std::monostate> (parameter.default_value))
        fail_kind (info, parameter, *given);
      return *given;
    }
  OptionValue value = converted (parameter.kind, *given);
  if (std::holds_alternative<std::monostate> (value))
    fail_kind (info, parameter, *given);
  if (parameter.kind == ParameterKind::scalar_type)
    check_scalar_type (info, parameter, std::get<std::string> (value));
  return value;
}

} // namespace

std::string
to_string (const OptionValue &value)
{
  struct Text {
    std::string operator() (std::monostate) const { return "none"; }
    std::string operator() (bool b) const { return b ? "true" : "false"; }
    std::string operator() (int64_t i) const { return std::to_string (i); }
    std::string operator() (double d) const { return text_of (d); }
    std::string operator() (const std::string &s) const { return "“" + s.substr (0, 64) + "”"; }
    std::string operator() (const std::vector<int64_t> &v) const { return text_of (v); }
  };
  return std::visit (Text {}, value);
}

void
Options::set (std::string name, OptionValue value)
{
  for (auto &entry : entries_)
    if (entry.first == name)
      {
        entry.second = std::move (value);
        return;
      }
  if (entries_.empty ())
    entries_.reserve (usual_number);
  entries_.emplace_back (std::move (name), std::move (value));
}

const OptionValue *
Options::find (std::string_view name) const
{
  for (const auto &entry : entries_)
    if (entry.first == name)
      return &entry.second;
  return nullptr;
}

const Parameter *
find_parameter (const ProcedureInfo &info, std::string_view name)
{
  for (const Parameter &parameter : info.parameters)
    if (parameter.name == name)
      return &parameter;
  return nullptr;
}

const Parameter &
require_parameter (const ProcedureInfo &info, std::string_view name)
{
  if (const Parameter *parameter = find_parameter (info, name))
    return *parameter;
  std::string known;
  for (const Parameter &parameter : info.parameters)
    known += std::string (known.empty () ? "" : ", ") + parameter.name;
  fail (ErrorCode::invalid_argument, "%s: the option “%.*s” is unknown; %s%s", info.name,
        static_cast<int> (std::min<size_t> (name.size (), 64)), name.data (), known.empty () ? "it has none" : "it has ",
        known.c_str ());
}

Options
complete_options (const ProcedureInfo &info, const Options &given)
{
  for (const auto &entry : given)
    require_parameter (info, entry.first);
  Options result;
  for (const Parameter &parameter : info.parameters)
    result.set (parameter.name, completed (info, parameter, given.find (parameter.name)));
  return result;
}

} // namespace vast
