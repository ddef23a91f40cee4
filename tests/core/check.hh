// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// Checks for tests of what knows no GLib, in the Test Anything Protocol.

#pragma once

#include "core/error.hh"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace vast::test {

inline int n_failures = 0;

inline void
report (bool ok, const char *file, int line, const char *what)
{
  if (ok)
    return;
  n_failures++;
  std::printf ("# %s:%d: not so: %s\n", file, line, what);
}

struct Case {
  const char *name;
  void (*run) ();
};

inline int
run_all (const std::vector<Case> &cases)
{
  int failed = 0, number = 0;
  std::printf ("1..%zu\n", cases.size ());
  for (const Case &test : cases)
    {
      const int before = n_failures;
      try
        {
          test.run ();
        }
      catch (const Error &e)
        {
          report (false, test.name, 0, e.what ());
        }
      const bool ok = n_failures == before;
      failed += !ok;
      std::printf ("%s %d %s\n", ok ? "ok" : "not ok", ++number, test.name);
      std::fflush (stdout);
    }
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

template <typename F>
bool
throws (ErrorCode code, F &&f)
{
  try
    {
      f ();
    }
  catch (const Error &e)
    {
      if (e.code () != code)
        std::printf ("# another error: %s\n", e.what ());
      return e.code () == code;
    }
  return false;
}

} // namespace vast::test

#define CHECK(condition) vast::test::report (static_cast<bool> (condition), __FILE__, __LINE__, #condition)
#define CHECK_THROWS(code, expression) CHECK (vast::test::throws (vast::ErrorCode::code, [&] { (void) (expression); }))
