// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/call-wire.hh"

namespace vast::wire {

namespace {

// Which forms the inputs of a call came in.
struct Forms {
  bool arrays = false;
  bool lists = false;
  bool handles = false;
  bool uuids = false;

  Reply reply () const
  {
    if (handles || uuids)
      return handles ? Reply::handle : Reply::uuid;
    return lists && !arrays ? Reply::list : Reply::array;
  }
};

Array
input_from_value (MessagePackValue *value, gsize position, NodeStore &store, Forms &forms)
{
  if (is_handle (value))
    {
      (is_kind (value, MESSAGE_PACK_KIND_STRING) ? forms.uuids : forms.handles) = true;
      return store.retrieve (handle_from_value (value));
    }
  if (is_array (value))
    {
      forms.arrays = true;
      return to_array (value, Ownership::shared);
    }
  if (!is_plain (value))
    fail (ErrorCode::type, "input %zu is %s, not an array, a handle, a number or nested lists of numbers", position,
          describe (value).c_str ());
  forms.lists = true;
  return to_array_from_plain (value);
}

Reply
reply_from_text (const std::string &text)
{
  if (text == "array")
    return Reply::array;
  if (text == "list")
    return Reply::list;
  if (text == "handle")
    return Reply::handle;
  if (text == "uuid")
    return Reply::uuid;
  fail (ErrorCode::invalid_argument, "the reply “%.32s” is none of “array”, “list”, “handle” and “uuid”",
        text.c_str ());
}

OptionValue
option_from_value (MessagePackValue *value, const std::string &name)
{
  const std::string what = "the option “" + name.substr (0, 64) + "”";
  switch (message_pack_value_get_kind (value))
    {
    case MESSAGE_PACK_KIND_NIL: return std::monostate {};
    case MESSAGE_PACK_KIND_BOOLEAN: return static_cast<bool> (message_pack_value_get_boolean (value, nullptr));
    case MESSAGE_PACK_KIND_INTEGER:
    case MESSAGE_PACK_KIND_UNSIGNED: return to_integer (value, what.c_str ());
    case MESSAGE_PACK_KIND_FLOAT32:
    case MESSAGE_PACK_KIND_FLOAT64: return to_real (value, what.c_str ());
    case MESSAGE_PACK_KIND_STRING: return to_text (value, what.c_str ());
    case MESSAGE_PACK_KIND_ARRAY:
      {
        std::vector<int64_t> elements;
        for (gsize i = 0; i < message_pack_value_get_length (value); i++)
          elements.push_back (to_integer (message_pack_value_get_element (value, i), (what + " in a list").c_str ()));
        return elements;
      }
    default: fail (ErrorCode::type, "%s is %s, which no option can be", what.c_str (), describe (value).c_str ());
    }
}

// Takes the protocol's own options out of those of the procedure.
void
take_options (MessagePackValue *map, CallParameters &call, std::optional<Reply> &reply)
{
  Options all = options_from_value (map);
  for (auto &[name, value] : all)
    {
      if (name == reply_option)
        {
          const std::string *text = std::get_if<std::string> (&value);
          if (!text)
            fail (ErrorCode::type, "the option “reply” is not a string");
          reply = reply_from_text (*text);
        }
      else if (name == ttl_option)
        {
          const int64_t *whole = std::get_if<int64_t> (&value);
          const double *seconds = std::get_if<double> (&value);
          if (!whole && !seconds)
            fail (ErrorCode::type, "the option “ttl” is not a number of seconds");
          call.ttl = whole ? static_cast<double> (*whole) : *seconds;
        }
      else
        call.options.set (name, value);
    }
}

} // namespace

CallParameters
parameters_from_value (MessagePackValue *params, gsize first, NodeStore &store)
{
  CallParameters call;
  Forms forms;
  std::optional<Reply> reply;
  gsize n = message_pack_value_get_length (params);
  if (n > first && is_kind (message_pack_value_get_element (params, n - 1), MESSAGE_PACK_KIND_MAP))
    take_options (message_pack_value_get_element (params, --n), call, reply);
  for (gsize i = first; i < n; i++)
    call.inputs.push_back (input_from_value (message_pack_value_get_element (params, i), i - first, store, forms));
  call.reply = reply ? *reply : forms.reply ();
  return call;
}

Value
handle_to_value (const Uuid &uuid, Reply form)
{
  if (form == Reply::uuid)
    return text (uuid.text ());
  return extension (handle_extension, g_bytes_new (uuid.bytes ().data (), uuid.bytes ().size ()));
}

bool
is_handle (MessagePackValue *value)
{
  return is_kind (value, MESSAGE_PACK_KIND_STRING) || is_extension (value, handle_extension);
}

Uuid
handle_from_value (MessagePackValue *value)
{
  if (is_kind (value, MESSAGE_PACK_KIND_STRING))
    return Uuid::from_text (to_text (value, "a handle"));
  if (!is_extension (value, handle_extension))
    fail (ErrorCode::type, "%s is no handle: an extension of type %d or a string", describe (value).c_str (),
          handle_extension);
  return Uuid::from_bytes (extension_data (value));
}

Value
option_to_value (const OptionValue &value)
{
  struct ToValue {
    Value operator() (std::monostate) const { return nil (); }
    Value operator() (bool b) const { return boolean (b); }
    Value operator() (int64_t i) const { return integer (i); }
    Value operator() (double d) const { return real (d); }
    Value operator() (const std::string &s) const { return text (s); }
    Value operator() (const std::vector<int64_t> &v) const
    {
      std::vector<Value> elements;
      for (int64_t i : v)
        elements.push_back (integer (i));
      return list (elements);
    }
  };
  return std::visit (ToValue {}, value);
}

Value
options_to_value (const Options &options)
{
  MapBuilder map;
  for (const auto &[name, value] : options)
    map.add (name.c_str (), option_to_value (value));
  return map.build ();
}

Options
options_from_value (MessagePackValue *map)
{
  // No procedure has nearly as many, and each is looked for among those before it.
  constexpr gsize max_options = 64;
  Options options;
  if (message_pack_value_get_length (map) > max_options)
    fail (ErrorCode::invalid_argument, "%zu options are more than the %zu that a call may have",
          message_pack_value_get_length (map), max_options);
  for (gsize i = 0; i < message_pack_value_get_length (map); i++)
    {
      const std::string name = to_text (message_pack_value_get_key (map, i), "the name of an option");
      options.set (name, option_from_value (message_pack_value_get_member_value (map, i), name));
    }
  return options;
}

} // namespace vast::wire
