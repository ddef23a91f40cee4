// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/node-link.hh"

#include "cluster/glib-error.hh"
#include "cluster/node-service.hh"

#include <algorithm>
#include <cmath>

namespace vast {

namespace {

constexpr const char *ping_method = "ping";
constexpr const char *status_method = "status";

[[noreturn]] void
fail_protocol (const std::string &address, const std::string &what)
{
  fail_cluster (VAST_CLUSTER_ERROR_PROTOCOL, "%s does not speak as a node of a cluster: %s", address.c_str (),
                what.c_str ());
}

MessagePackValue *
member (MessagePackValue *map, const char *name)
{
  MessagePackValue *value =
    wire::is_kind (map, MESSAGE_PACK_KIND_MAP) ? message_pack_value_lookup (map, name) : nullptr;
  if (!value)
    fail (ErrorCode::format, "its status has no “%s”", name);
  return value;
}

wire::Value
call_params (std::vector<wire::Value> params, std::span<const Array> inputs, const wire::Value &options)
{
  for (const Array &input : inputs)
    params.push_back (wire::from_array (input));
  params.push_back (wire::Value (message_pack_value_ref (options.get ())));
  return wire::list (params);
}

} // namespace

struct NodeLink::Connection {
  MessagePackRpcConnection *rpc;

  explicit Connection (MessagePackRpcConnection *connection) : rpc (connection)
  {
    // What a call may take is the heartbeat's to say, not a fixed time.
    message_pack_rpc_connection_set_timeout (rpc, 0);
  }
  ~Connection ()
  {
    message_pack_rpc_connection_close (rpc);
    g_object_unref (rpc);
  }
  Connection (const Connection &) = delete;
  Connection &operator= (const Connection &) = delete;
};

std::shared_ptr<NodeLink>
NodeLink::connect (const std::string &address, GCancellable *cancellable)
{
  throw_if_cancelled (cancellable);
  const std::shared_ptr<NodeLink> link (new NodeLink (address));
  Deadline deadline (cancellable, connect_limit);
  try
    {
      link->open (deadline.get ());
    }
  catch (const GlibError &e)
    {
      throw_if_cancelled (cancellable);
      if (deadline.passed ())
        fail_cluster (VAST_CLUSTER_ERROR_UNREACHABLE, "%s does not answer within %u ms", address.c_str (),
                      connect_limit);
      if (e.get ()->domain == VAST_CLUSTER_ERROR || e.matches (MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS))
        throw;
      fail_cluster (VAST_CLUSTER_ERROR_UNREACHABLE, "%s cannot be reached: %s", address.c_str (), e.what ());
    }
  link->watch ();
  return link;
}

NodeLink::NodeLink (std::string address) : address_ (std::move (address)) {}

NodeLink::~NodeLink ()
{
  heartbeat_.stop ();
}

void
NodeLink::open (GCancellable *cancellable)
{
  const auto connect_once = [&] {
    const std::unique_ptr<MessagePackRpcClient, decltype (&g_object_unref)> client (message_pack_rpc_client_new (),
                                                                                    g_object_unref);
    return std::make_unique<Connection> (throwing ([&] (GError **error) {
      return message_pack_rpc_client_connect (client.get (), address_.c_str (), nullptr, cancellable, error);
    }));
  };
  // Errors that the node answers with come back as what they were only in domains that are known by then.
  vast_error_quark ();
  vast_cluster_error_quark ();
  control_ = connect_once ();
  const wire::Value params = wire::list ({});
  const wire::Value status (throwing ([&] (GError **error) {
    return message_pack_rpc_connection_call (control_->rpc, status_method, params.get (), cancellable, error);
  }));
  try
    {
      uuid_ = wire::to_text (member (status.get (), "uuid"), "its uuid");
      name_ = wire::to_text (member (status.get (), "name"), "its name");
      load_ = wire::to_real (member (status.get (), "load"), "its load");
      cores_ = static_cast<int> (
        std::clamp<int64_t> (wire::to_integer (member (status.get (), "cores"), "its cores"), 1, 65536));
      const int64_t protocol = wire::to_integer (member (status.get (), "protocol"), "its protocol");
      if (protocol != NodeService::protocol_version)
        fail (ErrorCode::not_supported, "its protocol is version %lld, not %lld", static_cast<long long> (protocol),
              static_cast<long long> (NodeService::protocol_version));
    }
  catch (const Error &e)
    {
      fail_protocol (address_, e.what ());
    }
  calls_ = connect_once ();
  state_ = VAST_NODE_STATE_READY;
}

// From here on the end of a connection or a long silence makes the node a lost one.
void
NodeLink::watch ()
{
  // What the timer holds may be gone at any time, but the timer goes with the link.
  IoThread::get ().invoke ([weak = weak_from_this ()] {
    const std::shared_ptr<NodeLink> self = weak.lock ();
    if (self && self->ready ())
      self->heartbeat_ = Timer (heartbeat_interval, [weak] {
        if (const std::shared_ptr<NodeLink> beating = weak.lock ())
          beating->beat ();
      });
  });
}

void
NodeLink::beat ()
{
  if (!ready ())
    {
      heartbeat_.stop ();
      return;
    }
  if (message_pack_rpc_connection_is_closed (calls_->rpc) || message_pack_rpc_connection_is_closed (control_->rpc))
    {
      lose ("the connection was closed");
      return;
    }
  const gint64 now = g_get_monotonic_time ();
  if (ping_sent_ != 0)
    {
      if (now - ping_sent_ > static_cast<gint64> (silence_limit) * 1000)
        lose ("it did not answer for " + std::to_string ((now - ping_sent_) / 1000) + " ms");
      return;
    }
  ping_sent_ = now;
  const auto on_answer = [] (GObject *source, GAsyncResult *result, gpointer data) {
    const std::unique_ptr<std::weak_ptr<NodeLink>> weak (static_cast<std::weak_ptr<NodeLink> *> (data));
    MessagePackRpcConnection *connection = MESSAGE_PACK_RPC_CONNECTION (source);
    if (const std::shared_ptr<NodeLink> self = weak->lock ())
      self->pinged (connection, result);
  };
  const wire::Value params = wire::list ({});
  message_pack_rpc_connection_call_async (control_->rpc, ping_method, params.get (), nullptr, on_answer,
                                          new std::weak_ptr<NodeLink> (weak_from_this ()));
}

void
NodeLink::pinged (MessagePackRpcConnection *connection, GAsyncResult *result)
{
  g_autoptr (GError) error = nullptr;
  const wire::Value answer (message_pack_rpc_connection_call_finish (connection, result, &error));
  ping_sent_ = 0;
  if (!answer || !wire::is_number (answer.get ()))
    {
      lose (error ? error->message : "it answered a ping with " + wire::describe (answer.get ()));
      return;
    }
  const double load = message_pack_value_get_double (answer.get (), nullptr);
  if (std::isfinite (load) && load >= 0 && load_.exchange (load) != load)
    notify ();
}

double
NodeLink::weight () const
{
  return cores_ / (1 + load_ + static_cast<double> (pending_) / cores_);
}

void
NodeLink::lose (const std::string &reason)
{
  if (state_.exchange (VAST_NODE_STATE_LOST) == VAST_NODE_STATE_LOST)
    return;
  {
    std::lock_guard lock (mutex_);
    reason_ = reason;
  }
  // Not here: this may be the very thread that reads the connection.
  IoThread::get ().invoke ([self = shared_from_this ()] {
    self->heartbeat_.stop ();
    message_pack_rpc_connection_close (self->calls_->rpc);
    message_pack_rpc_connection_close (self->control_->rpc);
  });
  notify ();
}

void
NodeLink::close ()
{
  lose ("it was closed by this side");
}

void
NodeLink::observe (const void *owner, Observer observer)
{
  std::lock_guard lock (mutex_);
  observers_.emplace_back (owner, std::move (observer));
}

void
NodeLink::forget (const void *owner)
{
  std::lock_guard lock (mutex_);
  std::erase_if (observers_, [owner] (const auto &item) { return item.first == owner; });
}

void
NodeLink::notify ()
{
  std::vector<std::pair<const void *, Observer>> observers;
  {
    std::lock_guard lock (mutex_);
    observers = observers_;
  }
  for (const auto &[owner, observer] : observers)
    observer ();
}

std::string
NodeLink::lost_reason ()
{
  std::lock_guard lock (mutex_);
  return reason_;
}

void
NodeLink::fail_lost (const char *method, const char *reason)
{
  fail_cluster (VAST_CLUSTER_ERROR_LOST, "the node at %s was lost while “%s” was called: %s", address_.c_str (), method,
                reason);
}

wire::Value
NodeLink::request (const char *method, const wire::Value &params, GCancellable *cancellable)
{
  throw_if_cancelled (cancellable);
  if (!ready ())
    fail_lost (method, lost_reason ().c_str ());
  GError *error = nullptr;
  wire::Value answer (message_pack_rpc_connection_call (calls_->rpc, method, params.get (), cancellable, &error));
  if (answer)
    return answer;
  const GlibError e (error);
  // An answered error is the node's own, whatever its domain; what ends with the connection is the connection's.
  if (!e.matches (G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && (!ready () || message_pack_rpc_connection_is_closed (calls_->rpc)))
    {
      lose (e.what ());
      fail_lost (method, lost_reason ().c_str ());
    }
  throw e;
}

std::vector<Array>
arrays_from_answer (MessagePackValue *value, const std::string &address)
{
  std::vector<Array> arrays;
  try
    {
      if (wire::is_array (value))
        return { wire::to_array (value, wire::Ownership::exclusive) };
      if (!wire::is_kind (value, MESSAGE_PACK_KIND_ARRAY))
        fail (ErrorCode::format, "it answered with %s instead of arrays", wire::describe (value).c_str ());
      for (gsize i = 0; i < message_pack_value_get_length (value); i++)
        arrays.push_back (wire::to_array (message_pack_value_get_element (value, i), wire::Ownership::exclusive));
    }
  catch (const Error &e)
    {
      if (e.code () == ErrorCode::memory)
        throw;
      fail_protocol (address, e.what ());
    }
  return arrays;
}

std::vector<Array>
NodeLink::call (const char *procedure, std::span<const Array> inputs, const wire::Value &options,
                GCancellable *cancellable)
{
  const wire::Value answer = request (procedure, call_params ({}, inputs, options), cancellable);
  return arrays_from_answer (answer.get (), address_);
}

std::vector<Array>
NodeLink::call_each (std::span<const char *const> procedures, std::span<const Array> inputs, const wire::Value &options,
                     GCancellable *cancellable)
{
  std::vector<wire::Value> names, params;
  for (const char *procedure : procedures)
    names.push_back (wire::text (procedure));
  params.push_back (wire::list (names));
  const wire::Value answer = request ("call_each", call_params (std::move (params), inputs, options), cancellable);
  if (!wire::is_kind (answer.get (), MESSAGE_PACK_KIND_ARRAY)
      || message_pack_value_get_length (answer.get ()) != procedures.size ())
    fail_protocol (address_, "it answered “call_each” with " + wire::describe (answer.get ()));
  std::vector<Array> results;
  for (gsize i = 0; i < procedures.size (); i++)
    std::ranges::move (arrays_from_answer (message_pack_value_get_element (answer.get (), i), address_),
                       std::back_inserter (results));
  return results;
}

} // namespace vast
