// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "call-runner.hh"

#include "node-address.hh"

#include <cstdio>
#include <cstring>
#include <glib/gi18n.h>

namespace vast::cli {

namespace {

constexpr guint first_node_timeout = 3000; // milliseconds
constexpr guint other_nodes_timeout = 1500;

} // namespace

Arrays
adopt_arrays (VastArray **list, gsize n_arrays)
{
  Arrays arrays;
  for (gsize i = 0; i < n_arrays; i++)
    arrays.push_back (Ref<VastArray>::adopt (list[i]));
  g_free (list);
  return arrays;
}

CallRunner::CallRunner (VastProcedure *procedure, GVariant *options, const CallPlace &place)
  : procedure_ (procedure),
    options_ (g_variant_ref_sink (options)),
    verbose_ (place.verbose)
{
  if (place.local_nodes > 0 || !place.addresses.empty () || place.cluster)
    connect_nodes (place);
}

CallRunner::~CallRunner () = default;

void
CallRunner::connect_nodes (const CallPlace &place)
{
  local_nodes_.start (place.local_nodes);
  cluster_ = Ref<VastCluster>::adopt (vast_cluster_new ());
  vast_cluster_set_use_local (cluster_, place.cluster);
  g_signal_connect (cluster_.get (), "part-done", G_CALLBACK (part_done), this);

  ErrorSlot error;
  std::vector<std::string> addresses = place.addresses;
  addresses.insert (addresses.end (), local_nodes_.addresses ().begin (), local_nodes_.addresses ().end ());
  for (const std::string &address : addresses)
    if (!Ref<VastNode>::adopt (vast_cluster_add_node (cluster_, address.c_str (), nullptr, &error)))
      fail_at_address (address, error);
  if (place.cluster)
    wait_for_discovery ();
}

// Who is there answers within about a second; without anybody the call is computed here.
void
CallRunner::wait_for_discovery ()
{
  ErrorSlot error;
  if (!vast_cluster_join (cluster_, &error))
    error.raise ();
  ErrorSlot none, few;
  if (vast_cluster_wait_for_nodes (cluster_, 1, first_node_timeout, nullptr, &none))
    (void) vast_cluster_wait_for_nodes (cluster_, G_MAXUINT, other_nodes_timeout, nullptr, &few);
}

Arrays
CallRunner::run (std::span<const Ref<VastArray>> inputs, GCancellable *cancellable)
{
  Arrays results = invoke (inputs, cancellable);
  progress_.clear ();
  return results;
}

Arrays
CallRunner::run_block (std::span<const Ref<VastArray>> inputs, int64_t first_row, GCancellable *cancellable)
{
  in_blocks_ = true;
  first_row_ = first_row;
  return invoke (inputs, cancellable);
}

// When the last node was lost between two blocks, the rest is computed here, as it is when that happens during one.
VastArray **
CallRunner::call_nodes (const std::vector<VastArray *> &arrays, GCancellable *cancellable, gsize *n_outputs,
                        GError **error)
{
  const char *const name = vast_procedure_get_name (procedure_);
  GError *failure = nullptr;
  VastArray **outputs = vast_cluster_call (cluster_, name, arrays.data (), arrays.size (), options_.get (), cancellable,
                                           n_outputs, &failure);
  if (g_error_matches (failure, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_NO_NODES))
    {
      g_clear_error (&failure);
      vast_cluster_set_use_local (cluster_, TRUE);
      outputs = vast_cluster_call (cluster_, name, arrays.data (), arrays.size (), options_.get (), cancellable,
                                   n_outputs, &failure);
    }
  if (failure)
    g_propagate_error (error, failure);
  return outputs;
}

Arrays
CallRunner::invoke (std::span<const Ref<VastArray>> inputs, GCancellable *cancellable)
{
  const std::vector<VastArray *> arrays (inputs.begin (), inputs.end ());
  gsize n_outputs = 0;
  done_ = 0;
  ErrorSlot error;
  VastArray **outputs =
    cluster_ ? call_nodes (arrays, cancellable, &n_outputs, &error)
             : vast_procedure_invoke (procedure_, arrays.data (), arrays.size (), options_.get (), &n_outputs, &error);
  if (!outputs)
    error.raise ();
  if (!cluster_)
    tell (_ ("all"), "local");
  return adopt_arrays (outputs, n_outputs);
}

void
CallRunner::tell (const std::string &part, const char *where)
{
  if (!verbose_)
    return;
  std::string line = format ("%s: ", vast_procedure_get_name (procedure_));
  if (in_blocks_)
    line += format (_ ("block from row %" G_GINT64_FORMAT ": "), first_row_);
  line += format (_ ("%s on %s\n"), part.c_str (), std::strcmp (where, "local") == 0 ? _ ("this process") : where);
  progress_.clear ();
  std::fputs (line.c_str (), stderr);
}

void
CallRunner::part_done (VastCluster *, const char *where, const char *, gint64 offset, gint64 count, gint64 total,
                       gpointer data) noexcept
{
  CallRunner *const self = static_cast<CallRunner *> (data);
  self->tell (total > 0 ? format (_ ("%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT), offset,
                                  offset + count - 1, total)
                        : _ ("all"),
              where);
  self->done_ += count;
  if (!self->in_blocks_)
    self->progress_.update (self->done_, total);
}

} // namespace vast::cli
