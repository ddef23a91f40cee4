// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <string>

namespace vast::cli {

// Documentation as it is read at a terminal: without the marks of names and constants (“@x”, “%TRUE”).
std::string plain_doc (const char *doc);

// Its first sentence, on one line. A sentence ends with a point before a blank: there are points in numbers too.
std::string first_sentence (const char *doc);

} // namespace vast::cli
