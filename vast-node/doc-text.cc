// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "doc-text.hh"

#include "cli.hh"

namespace vast::cli {

std::string
plain_doc (const char *doc)
{
  std::string text;
  for (const char *c = doc ? doc : ""; *c; c++)
    {
      const bool begins_word = text.empty () || !g_ascii_isalnum (text.back ());
      if ((*c == '@' || *c == '%') && begins_word && g_ascii_isalpha (c[1]))
        continue;
      text += *c;
    }
  while (!text.empty () && g_ascii_isspace (text.back ()))
    text.pop_back ();
  return text;
}

std::string
first_sentence (const char *doc)
{
  const std::string text = one_line (plain_doc (doc));
  const size_t end = text.find (". ");
  return end == std::string::npos ? text : text.substr (0, end + 1);
}

} // namespace vast::cli
