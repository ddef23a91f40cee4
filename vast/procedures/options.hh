// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vast {

using OptionValue = std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<int64_t>>;

// An option's value as text, for messages: "none", "true", "1", "(0, 1)", …
std::string to_string (const OptionValue &value);

// The named options of one call, in no order. Made complete (defaults filled in, kinds checked) before a procedure
// sees them, so that `get` on a declared parameter always finds its kind or nothing at all.
class Options {
public:
  void set (std::string name, OptionValue value);
  const OptionValue *find (std::string_view name) const;

  template <typename T>
  const T *
  get (std::string_view name) const
  {
    const OptionValue *value = find (name);
    return value ? std::get_if<T> (value) : nullptr;
  }
  // What the option is, or a value of one's own if it is absent.
  template <typename T>
  T
  get_or (std::string_view name, T otherwise) const
  {
    const T *value = get<T> (name);
    return value ? *value : otherwise;
  }

  auto begin () const { return entries_.begin (); }
  auto end () const { return entries_.end (); }

private:
  std::vector<std::pair<std::string, OptionValue>> entries_;
};

} // namespace vast
