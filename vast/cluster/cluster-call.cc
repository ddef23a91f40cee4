// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/cluster-call.hh"

#include "cluster/glib-error.hh"
#include "cluster/machine.hh"
#include "procedures/registry.hh"

#include <algorithm>

namespace vast {

namespace {

// One request and its answer cost about a tenth of a millisecond on one machine and more on a network, and every
// element travels twice. A core does about a thousand million operations in a second, so what takes less than a few
// of these times here is not worth a journey.
constexpr double least_operations = 1e6;

// Parts that run in this process for clusters, so that concurrent calls spread over others.
std::atomic<int> n_local_parts { 0 };

bool
is_tiny (const ProcedureInfo &info, std::span<const Array> inputs)
{
  double elements = 0;
  for (const Array &input : inputs)
    elements += static_cast<double> (input.size ());
  return elements * std::max (info.cost, 1.0) < least_operations;
}

double
local_weight (double load)
{
  const int cores = machine_cores ();
  return cores / (1 + load + static_cast<double> (n_local_parts) / cores);
}

std::shared_ptr<NodeLink>
best_of (const std::vector<std::shared_ptr<NodeLink>> &nodes, const std::vector<std::string> &tried)
{
  std::shared_ptr<NodeLink> best;
  for (const auto &node : nodes)
    if (node->ready () && std::ranges::find (tried, node->uuid ()) == tried.end ()
        && (!best || node->weight () > best->weight ()))
      best = node;
  return best;
}

} // namespace

bool
is_worth_another_node (const GError *error)
{
  if (error->domain == VAST_CLUSTER_ERROR)
    return error->code != VAST_CLUSTER_ERROR_UNKNOWN_UUID;
  if (error->domain == MESSAGE_PACK_ERROR)
    return true;
  if (error->domain == G_IO_ERROR)
    return error->code != G_IO_ERROR_CANCELLED;
  return g_error_matches (error, VAST_ERROR, VAST_ERROR_MEMORY)
         || g_error_matches (error, VAST_ERROR, VAST_ERROR_NOT_FOUND);
}

std::shared_ptr<ClusterCall>
ClusterCall::create (const ProcedureInfo &info, std::vector<Array> inputs, Options options, Resources resources)
{
  const std::shared_ptr<ClusterCall> call (
    new ClusterCall (info, std::move (inputs), std::move (options), std::move (resources)),
    std::default_delete<ClusterCall> ());
  const bool local_only = info.local_only || (call->resources_.use_local && is_tiny (info, call->inputs_));
  if (call->resources_.use_local || local_only)
    call->workers_.push_back ({ nullptr, local_weight (call->resources_.local_load) });
  if (!local_only)
    for (const auto &node : call->resources_.nodes)
      call->workers_.push_back ({ node, node->weight () });
  if (call->workers_.empty ())
    fail_cluster (VAST_CLUSTER_ERROR_NO_NODES, "there is no node to compute “%s” on, and it is not to be computed here",
                  info.name);
  std::ranges::stable_sort (call->workers_, std::greater (), &Worker::weight);

  std::vector<double> weights;
  for (const Worker &worker : call->workers_)
    weights.push_back (worker.weight);
  call->plan_ = std::make_unique<PartitionPlan> (info, call->inputs_, call->options_, weights);
  for (const CallPart &part : call->plan_->parts ())
    call->total_ = std::max (call->total_, part.offset + part.count);
  return call;
}

ClusterCall::ClusterCall (const ProcedureInfo &info, std::vector<Array> inputs, Options options, Resources resources)
  : info_ (info),
    inputs_ (std::move (inputs)),
    options_ (std::move (options)),
    resources_ (std::move (resources)),
    cancellable_ (g_cancellable_new ())
{}

ClusterCall::~ClusterCall ()
{
  g_object_unref (cancellable_);
}

std::vector<Array>
ClusterCall::run (GCancellable *cancellable, const std::function<void (const PartDone &)> &part_done)
{
  throw_if_cancelled (cancellable);
  n_left_ = plan_->parts ().size ();
  results_.resize (n_left_);
  for (size_t i = 0; i < plan_->parts ().size (); i++)
    start_part (i, workers_[i].link);

  const auto on_cancelled = [] (GCancellable *, gpointer self) { static_cast<ClusterCall *> (self)->stop (); };
  const gulong handler =
    cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (+on_cancelled), this, nullptr) : 0;
  std::unique_lock lock (mutex_);
  while (n_left_ > 0 || !done_.empty ())
    {
      waiting_.wait (lock, [this] { return n_left_ == 0 || !done_.empty () || error_ || stopped_; });
      if (error_ || stopped_)
        break;
      std::deque<PartDone> done;
      done.swap (done_);
      lock.unlock ();
      for (const PartDone &part : done)
        part_done (part);
      lock.lock ();
    }
  const std::exception_ptr error = error_;
  lock.unlock ();
  g_cancellable_disconnect (cancellable, handler);
  throw_if_cancelled (cancellable);
  if (error)
    {
      g_cancellable_cancel (cancellable_);
      std::rethrow_exception (error);
    }
  return plan_->combine (results_);
}

void
ClusterCall::start_part (size_t i, std::shared_ptr<NodeLink> link)
{
  // Claimed now: the next call looks at the nodes before this part's thread has begun.
  std::shared_ptr<void> claim;
  if (link)
    claim = std::make_shared<NodeLink::Claim> (link);
  else
    {
      n_local_parts++;
      claim = std::shared_ptr<void> (nullptr, [] (void *) { n_local_parts--; });
    }
  run_in_background ([self = shared_from_this (), i, link = std::move (link), claim = std::move (claim)] () mutable {
    self->run_part (i, std::move (link));
    claim.reset ();
  });
}

void
ClusterCall::run_part (size_t i, std::shared_ptr<NodeLink> link) noexcept
{
  std::vector<std::string> tried;
  for (;;)
    try
      {
        part_finished (i, link ? link->address () : "local", compute (plan_->parts ()[i], link.get ()));
        return;
      }
    catch (const GlibError &e)
      {
        if (!link || !is_worth_another_node (e.get ()) || g_cancellable_is_cancelled (cancellable_))
          {
            fail_with (std::current_exception ());
            return;
          }
        g_debug ("a part of “%s” is computed elsewhere: %s", info_.name, e.what ());
        tried.push_back (link->uuid ());
        link = next_node (tried);
      }
    catch (...)
      {
        fail_with (std::current_exception ());
        return;
      }
}

std::shared_ptr<NodeLink>
ClusterCall::next_node (const std::vector<std::string> &tried)
{
  return best_of (resources_.nodes, tried);
}

std::vector<Array>
ClusterCall::compute (const CallPart &part, NodeLink *link)
{
  if (link && part.procedures.size () == 1)
    return link->call (part.procedures[0], part.inputs, wire::options_to_value (part.options), cancellable_);
  if (link)
    return link->call_each (part.procedures, part.inputs, wire::options_to_value (part.options), cancellable_);
  std::vector<Array> results;
  for (const char *procedure : part.procedures)
    std::ranges::move (vast::call (find_procedure (procedure), part.inputs, part.options),
                       std::back_inserter (results));
  return results;
}

void
ClusterCall::part_finished (size_t i, const std::string &where, std::vector<Array> result)
{
  const CallPart &part = plan_->parts ()[i];
  std::lock_guard lock (mutex_);
  results_[i] = std::move (result);
  n_left_--;
  done_.push_back ({ where, part.offset, part.count, total_ });
  waiting_.notify_all ();
}

void
ClusterCall::fail_with (std::exception_ptr error)
{
  std::lock_guard lock (mutex_);
  if (!error_)
    error_ = std::move (error);
  waiting_.notify_all ();
}

void
ClusterCall::stop ()
{
  {
    std::lock_guard lock (mutex_);
    stopped_ = true;
    waiting_.notify_all ();
  }
  g_cancellable_cancel (cancellable_);
}

std::vector<Array>
call_unknown (const std::string &procedure, std::span<const Array> inputs, const wire::Value &options,
              const Resources &resources, GCancellable *cancellable)
{
  std::vector<std::string> tried;
  while (const std::shared_ptr<NodeLink> node = best_of (resources.nodes, tried))
    {
      try
        {
          const NodeLink::Claim claim (node);
          return node->call (procedure.c_str (), inputs, options, cancellable);
        }
      catch (const GlibError &e)
        {
          if (!is_worth_another_node (e.get ()))
            throw;
        }
      tried.push_back (node->uuid ());
    }
  find_procedure (procedure); // which is not known here either, and says so
  fail_cluster (VAST_CLUSTER_ERROR_NO_NODES, "no node computes “%s”", procedure.c_str ());
}

} // namespace vast
