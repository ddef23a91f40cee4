// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "procedures/invoke.hh"

namespace vast {

// What the two ways to sort share.

inline std::vector<Parameter>
sort_parameters ()
{
  return {
    { "axis", ParameterKind::axis, int64_t { -1 }, "The axis along which is sorted; a negative one counts from the last" },
    { "descending", ParameterKind::boolean, false, "Whether the largest comes first" },
    { "stable", ParameterKind::boolean, true, "Whether equal elements keep their order" },
  };
}

inline Options
sort_options (gint64 axis, gboolean descending, gboolean stable)
{
  Options options;
  options.set ("axis", int64_t { axis });
  options.set ("descending", descending != FALSE);
  options.set ("stable", stable != FALSE);
  return options;
}

} // namespace vast
