// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace vast::cli {

// Rows of text in aligned columns, two blanks apart; the last column is not padded.
class Table {
public:
  void add (std::vector<std::string> row) { rows_.push_back (std::move (row)); }
  std::string text () const;

private:
  std::vector<std::vector<std::string>> rows_;
};

// "1.5 GiB"
std::string bytes_to_string (double bytes);

} // namespace vast::cli
