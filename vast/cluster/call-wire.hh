// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#pragma once

#include "array/array-wire.hh"
#include "cluster/node-store.hh"
#include "procedures/options.hh"

#include <optional>
#include <span>

namespace vast::wire {

// How a node gives results: as arrays, as nested lists, or as handles of what it keeps (an extension or text).
enum class Reply { array, list, handle, uuid };

// The parameters of a call: inputs of any form, then perhaps a map of options. Two options are the protocol's own and
// belong to no procedure: "reply" says how to answer, "ttl" how long to keep what is answered with a handle.
struct CallParameters {
  std::vector<Array> inputs;
  Options options;
  Reply reply = Reply::array;
  double ttl = 0; // the node's default
};

inline constexpr const char *reply_option = "reply";
inline constexpr const char *ttl_option = "ttl";

// Handles are looked up in the store. Unless the options say otherwise, the answer has the form of the inputs: handles
// if there is one, else arrays if there is one, else lists if there is one, else arrays.
CallParameters parameters_from_value (MessagePackValue *params, gsize first, NodeStore &store);

Value handle_to_value (const Uuid &uuid, Reply form);
bool is_handle (MessagePackValue *value); // an extension or text
Uuid handle_from_value (MessagePackValue *value);

Value options_to_value (const Options &options);
Options options_from_value (MessagePackValue *map);
Value option_to_value (const OptionValue &value);

} // namespace vast::wire
