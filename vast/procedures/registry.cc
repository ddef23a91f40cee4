// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "procedures/registry.hh"

#include "core/error.hh"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vast {

namespace {

std::string_view
name_of (const ProcedureInfo *info)
{
  return info->name;
}

std::vector<const ProcedureInfo *>
make_list ()
{
  std::vector<const ProcedureInfo *> list;
  register_all_procedures (list);
  std::ranges::sort (list, {}, name_of);
  return list;
}

// How many letters must be changed, added or left out to make one word of the other.
size_t
edit_distance (std::string_view a, std::string_view b)
{
  std::vector<size_t> row (b.size () + 1);
  std::iota (row.begin (), row.end (), size_t { 0 });
  for (size_t i = 1; i <= a.size (); i++)
    {
      size_t diagonal = std::exchange (row[0], i);
      for (size_t j = 1; j <= b.size (); j++)
        {
          const size_t changed = diagonal + (a[i - 1] != b[j - 1]);
          diagonal = row[j];
          row[j] = std::min ({ changed, row[j] + 1, row[j - 1] + 1 });
        }
    }
  return row.back ();
}

// The name that was probably meant, if one is near: a third of its letters may be wrong.
std::string_view
closest_name (std::string_view name)
{
  constexpr size_t longest = 64;
  std::string_view best;
  size_t distance = name.size () / 3 + 1;
  if (name.empty () || name.size () > longest)
    return best;
  for (const ProcedureInfo *info : all_procedures ())
    if (const size_t d = edit_distance (name, info->name); d < distance)
      {
        best = info->name;
        distance = d;
      }
  return best;
}

} // namespace

std::span<const ProcedureInfo *const>
all_procedures ()
{
  static const std::vector<const ProcedureInfo *> list = make_list ();
  return list;
}

const ProcedureInfo &
find_procedure (std::string_view name)
{
  const auto list = all_procedures ();
  const auto found = std::ranges::lower_bound (list, name, {}, name_of);
  if (found != list.end () && name_of (*found) == name)
    return **found;
  const std::string_view close = closest_name (name);
  const int shown = static_cast<int> (std::min<size_t> (name.size (), 64));
  if (close.empty ())
    fail (ErrorCode::not_found, "there is no procedure “%.*s”", shown, name.data ());
  fail (ErrorCode::not_found, "there is no procedure “%.*s”; was “%s” meant?", shown, name.data (), close.data ());
}

size_t
procedure_position (const ProcedureInfo &info)
{
  const auto list = all_procedures ();
  return static_cast<size_t> (std::ranges::lower_bound (list, info.name, {}, name_of) - list.begin ());
}

void
check_inputs (const ProcedureInfo &info, size_t n_inputs)
{
  if (n_inputs != info.inputs.size ())
    fail (ErrorCode::invalid_argument, "%s: %zu inputs were given, but %zu are needed", info.name, n_inputs,
          info.inputs.size ());
}

std::vector<Array>
call (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options)
{
  std::vector<Array> outputs (static_cast<size_t> (info.n_outputs));
  call_into (info, inputs, options, outputs);
  return outputs;
}

void
call_into (const ProcedureInfo &info, std::span<const Array> inputs, const Options &options, std::span<Array> outputs)
{
  check_inputs (info, inputs.size ());
  if (outputs.size () != static_cast<size_t> (info.n_outputs))
    fail (ErrorCode::invalid_argument, "%s: %zu outputs were given, but %d are made", info.name, outputs.size (),
          info.n_outputs);
  info.invoke (info, inputs, complete_options (info, options), outputs);
}

} // namespace vast
