// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "kernels/inner-loop.hh"

#include <span>

namespace vast::test {

// A loop by what it computes and its types, best for this processor.
struct NamedLoop {
  const char *name;
  TypedLoop loop;
};

std::span<const NamedLoop> example_loops ();
// The same for the compiler's baseline, which every processor has.
std::span<const NamedLoop> baseline_loops ();

} // namespace vast::test
