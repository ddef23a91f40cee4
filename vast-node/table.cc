// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "table.hh"

#include "cli.hh"

#include <algorithm>

namespace vast::cli {

namespace {

size_t
columns_of (const std::string &text)
{
  if (!g_utf8_validate (text.data (), static_cast<gssize> (text.size ()), nullptr))
    return text.size ();
  return static_cast<size_t> (g_utf8_strlen (text.data (), static_cast<gssize> (text.size ())));
}

} // namespace

std::string
Table::text () const
{
  std::vector<size_t> widths;
  for (const auto &row : rows_)
    for (size_t i = 0; i < row.size (); i++)
      {
        widths.resize (std::max (widths.size (), i + 1));
        widths[i] = std::max (widths[i], columns_of (row[i]));
      }

  std::string text;
  for (const auto &row : rows_)
    {
      for (size_t i = 0; i < row.size (); i++)
        {
          text += row[i];
          if (i + 1 < row.size ())
            text.append (widths[i] - columns_of (row[i]) + 2, ' ');
        }
      text += '\n';
    }
  return text;
}

std::string
bytes_to_string (double bytes)
{
  const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size (units); unit++)
    bytes /= 1024;
  return format (unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
}

} // namespace vast::cli
