// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/node-service.hh"

#include "cluster/glib-error.hh"
#include "cluster/io-thread.hh"
#include "cluster/machine.hh"
#include "config.h"
#include "procedures/registry.hh"

namespace vast {

namespace {

double
now ()
{
  return static_cast<double> (g_get_monotonic_time ()) / G_USEC_PER_SEC;
}

MessagePackValue *
parameter (MessagePackRpcInvocation *invocation, gsize i)
{
  return message_pack_value_get_element (message_pack_rpc_invocation_get_params (invocation), i);
}

void
check_count (MessagePackRpcInvocation *invocation, gsize least, gsize most)
{
  const gsize n = message_pack_value_get_length (message_pack_rpc_invocation_get_params (invocation));
  if (n >= least && n <= most)
    return;
  const std::string wanted =
    least == most ? std::to_string (least) : std::to_string (least) + " to " + std::to_string (most);
  fail (ErrorCode::invalid_argument, "%s: %zu parameters were given, but %s are needed",
        message_pack_rpc_invocation_get_method (invocation), n, wanted.c_str ());
}

std::optional<int64_t>
bound_from_value (MessagePackValue *value)
{
  if (wire::is_kind (value, MESSAGE_PACK_KIND_NIL))
    return std::nullopt;
  return wire::to_integer (value, "a bound of a slice");
}

// [[start, stop, step], …], one for each of the first axes; nil stands for a whole axis or an absent bound.
Layout
sliced (Layout layout, MessagePackValue *slices)
{
  if (!wire::is_kind (slices, MESSAGE_PACK_KIND_ARRAY))
    fail (ErrorCode::type, "the slices are %s, not a list", wire::describe (slices).c_str ());
  const gsize n = message_pack_value_get_length (slices);
  if (n > layout.shape.size ())
    fail (ErrorCode::index, "%zu slices are too many for shape %s", n, to_string (layout.shape).c_str ());
  for (gsize i = 0; i < n; i++)
    {
      MessagePackValue *slice = message_pack_value_get_element (slices, i);
      if (wire::is_kind (slice, MESSAGE_PACK_KIND_NIL))
        continue;
      if (!wire::is_kind (slice, MESSAGE_PACK_KIND_ARRAY) || message_pack_value_get_length (slice) != 3)
        fail (ErrorCode::type, "slice %zu is %s, not a list of 3: start, stop, step", i,
              wire::describe (slice).c_str ());
      const auto bound = [slice] (gsize k) { return bound_from_value (message_pack_value_get_element (slice, k)); };
      layout = layout.slice (static_cast<int> (i), bound (0), bound (1), bound (2).value_or (1));
    }
  return layout;
}

void
answer_error (MessagePackRpcInvocation *invocation, GError *error)
{
  message_pack_rpc_invocation_return_error (invocation, error);
  g_error_free (error);
}

} // namespace

const NodeService::MethodInfo NodeService::methods[] = {
  { "store", &NodeService::run_store, false },      { "retrieve", &NodeService::run_retrieve, false },
  { "clear", &NodeService::run_clear, true },       { "call_each", &NodeService::run_call_each, false },
  { "describe", &NodeService::run_describe, true }, { "status", &NodeService::run_status, true },
  { "ping", &NodeService::run_ping, true },
};

const NodeService::MethodInfo NodeService::procedure_method = { nullptr, &NodeService::run_procedure, false };

struct NodeService::Binding {
  std::shared_ptr<NodeService> service;
  const MethodInfo *method;
};

NodeService::NodeService (std::string name)
  : uuid_ (Uuid::random ().text ()),
    name_ (std::move (name)),
    started_ (now ()),
    store_ (machine_memory ().total / 2)
{}

std::vector<const char *>
NodeService::method_names ()
{
  std::vector<const char *> names;
  for (const MethodInfo &method : methods)
    names.push_back (method.name);
  return names;
}

double
NodeService::load () const
{
  return machine_load (running_);
}

MessagePackRpcHandlers *
NodeService::make_handlers ()
{
  const auto unbind = [] (gpointer data) { delete static_cast<Binding *> (data); };
  MessagePackRpcHandlers *handlers = message_pack_rpc_handlers_new ();
  for (const MethodInfo &method : methods)
    message_pack_rpc_handlers_add (handlers, method.name, handle, new Binding { shared_from_this (), &method }, unbind);
  message_pack_rpc_handlers_set_fallback (handlers, handle, new Binding { shared_from_this (), &procedure_method },
                                          unbind);
  return handlers;
}

void
NodeService::handle (MessagePackRpcInvocation *invocation, gpointer data) noexcept
{
  const Binding &binding = *static_cast<Binding *> (data);
  if (binding.method->quick)
    binding.service->run (invocation, binding.method->run);
  else
    binding.service->start (invocation, binding.method->run);
}

// Everything that may take long leaves the threads of the server at once. Thus a node that computes answers a ping,
// and calls that wait for one another do not wait for a thread.
void
NodeService::start (MessagePackRpcInvocation *invocation, Method method)
{
  if (running_.fetch_add (1) >= max_calls)
    {
      running_--;
      answer_error (invocation,
                    g_error_new (VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_QUOTA,
                                 "the node is busy with %d calls, which is as many as it takes", max_calls));
      return;
    }
  const std::shared_ptr<MessagePackRpcInvocation> kept (MESSAGE_PACK_RPC_INVOCATION (g_object_ref (invocation)),
                                                        g_object_unref);
  run_in_background ([self = shared_from_this (), kept, method] {
    // A caller that is gone needs no answer.
    if (!g_cancellable_is_cancelled (message_pack_rpc_invocation_get_cancellable (kept.get ())))
      self->run (kept.get (), method);
    self->running_--;
  });
}

void
NodeService::run (MessagePackRpcInvocation *invocation, Method method) noexcept
{
  GError *error = nullptr;
  const wire::Value result = guard_glib (&error, [&] { return (this->*method) (invocation); });
  if (error)
    answer_error (invocation, error);
  else
    message_pack_rpc_invocation_return_value (invocation, result.get ());
}

wire::Value
NodeService::run_store (MessagePackRpcInvocation *invocation)
{
  check_count (invocation, 1, 2);
  MessagePackValue *params = message_pack_rpc_invocation_get_params (invocation);
  MessagePackValue *value = parameter (invocation, 0);
  const bool plain = !wire::is_array (value);
  if (plain && !wire::is_plain (value))
    fail (ErrorCode::type, "%s cannot be stored: it is neither an array nor nested lists of numbers",
          wire::describe (value).c_str ());
  const Array array = plain ? wire::to_array_from_plain (value) : wire::to_array (value, wire::Ownership::shared);
  const bool has_ttl =
    message_pack_value_get_length (params) > 1 && !wire::is_kind (parameter (invocation, 1), MESSAGE_PACK_KIND_NIL);
  const double ttl = has_ttl ? wire::to_real (parameter (invocation, 1), "the time to keep an array") : 0;
  return wire::handle_to_value (store_.store (array, ttl), plain ? wire::Reply::uuid : wire::Reply::handle);
}

wire::Value
NodeService::run_retrieve (MessagePackRpcInvocation *invocation)
{
  check_count (invocation, 1, 2);
  MessagePackValue *handle = parameter (invocation, 0);
  Array array = store_.retrieve (wire::handle_from_value (handle));
  if (message_pack_value_get_length (message_pack_rpc_invocation_get_params (invocation)) > 1)
    array.layout = sliced (array.layout, parameter (invocation, 1));
  return wire::is_kind (handle, MESSAGE_PACK_KIND_STRING) ? wire::to_plain (array) : wire::from_array (array);
}

wire::Value
NodeService::run_clear (MessagePackRpcInvocation *invocation)
{
  check_count (invocation, 1, 1);
  return wire::boolean (store_.clear (wire::handle_from_value (parameter (invocation, 0))));
}

wire::Value
NodeService::run_call_each (MessagePackRpcInvocation *invocation)
{
  MessagePackValue *params = message_pack_rpc_invocation_get_params (invocation);
  if (message_pack_value_get_length (params) == 0
      || !wire::is_kind (parameter (invocation, 0), MESSAGE_PACK_KIND_ARRAY))
    fail (ErrorCode::invalid_argument, "call_each: the first parameter is not a list of procedures");
  // As many as the largest reduction has partial results, and some more.
  constexpr gsize max_procedures = 16;
  MessagePackValue *names = parameter (invocation, 0);
  if (message_pack_value_get_length (names) > max_procedures)
    fail (ErrorCode::invalid_argument, "call_each: %zu procedures are more than %zu",
          message_pack_value_get_length (names), max_procedures);
  const wire::CallParameters call = wire::parameters_from_value (params, 1, store_);
  std::vector<wire::Value> results;
  for (gsize i = 0; i < message_pack_value_get_length (names); i++)
    results.push_back (
      wire::list (invoke (wire::to_text (message_pack_value_get_element (names, i), "the name of a procedure"), call)));
  return wire::list (results);
}

wire::Value
NodeService::run_procedure (MessagePackRpcInvocation *invocation)
{
  const std::string name = message_pack_rpc_invocation_get_method (invocation);
  find_procedure (name); // before the inputs are looked at
  const wire::CallParameters call =
    wire::parameters_from_value (message_pack_rpc_invocation_get_params (invocation), 0, store_);
  std::vector<wire::Value> results = invoke (name, call);
  return results.size () == 1 ? std::move (results.front ()) : wire::list (results);
}

std::vector<wire::Value>
NodeService::invoke (const std::string &procedure, const wire::CallParameters &call)
{
  const ProcedureInfo &info = find_procedure (procedure);
  if (info.local_only)
    fail (ErrorCode::not_supported, "%s: not for callers from outside this process", info.name);
  n_calls_++;
  std::vector<wire::Value> results;
  for (const Array &result : vast::call (info, call.inputs, call.options))
    results.push_back (result_to_value (result, call));
  return results;
}

wire::Value
NodeService::result_to_value (const Array &result, const wire::CallParameters &call)
{
  if (call.reply == wire::Reply::array)
    return wire::from_array (result);
  if (call.reply == wire::Reply::list)
    return wire::to_plain (result);
  return wire::handle_to_value (store_.store (result, call.ttl), call.reply);
}

wire::Value
NodeService::run_describe (MessagePackRpcInvocation *invocation)
{
  check_count (invocation, 0, 0);
  return describe_procedures ();
}

wire::Value
NodeService::run_ping (MessagePackRpcInvocation *invocation)
{
  check_count (invocation, 0, 0);
  return wire::real (load ());
}

wire::Value
NodeService::run_status (MessagePackRpcInvocation *invocation)
{
  const auto count = [] (uint64_t n) { return wire::Value (message_pack_value_new_uint64 (n)); };
  check_count (invocation, 0, 0);
  const MachineMemory memory = machine_memory ();
  return wire::MapBuilder ()
    .add ("uuid", wire::text (uuid_))
    .add ("name", wire::text (name_))
    .add ("version", wire::text (VAST_VERSION))
    .add ("protocol", wire::integer (protocol_version))
    .add ("load", wire::real (load ()))
    .add ("cores", wire::integer (machine_cores ()))
    .add ("memory_total", count (memory.total))
    .add ("memory_free", count (memory.free))
    .add ("memory_quota", count (store_.quota ()))
    .add ("stored_arrays", count (store_.n_arrays ()))
    .add ("stored_bytes", count (store_.n_bytes ()))
    .add ("running", wire::integer (running_))
    .add ("calls", count (n_calls_))
    .add ("uptime", wire::real (now () - started_))
    .build ();
}

} // namespace vast
