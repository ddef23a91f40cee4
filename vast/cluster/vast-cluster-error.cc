// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

#include "cluster/glib-error.hh"

#include <cstdarg>

/**
 * VastClusterError:
 * @VAST_CLUSTER_ERROR_FAILED: something else
 * @VAST_CLUSTER_ERROR_UNREACHABLE: no node answers at the address
 * @VAST_CLUSTER_ERROR_LOST: the connection to a node ended while it was needed
 * @VAST_CLUSTER_ERROR_PROTOCOL: what came from the other side is not the node protocol
 * @VAST_CLUSTER_ERROR_UNKNOWN_UUID: the node keeps no array of that name, or no longer
 * @VAST_CLUSTER_ERROR_QUOTA: the node has no room left for what was asked of it
 * @VAST_CLUSTER_ERROR_NO_NODES: there is no node to compute on
 * @VAST_CLUSTER_ERROR_DISCOVERY: the service discovery does not work
 *
 * What can go wrong between the nodes of a cluster. Errors of a procedure that ran on another node are what they
 * are where it runs here, [error@Vast.Error] as a rule.
 *
 * Since: 1.0
 */

// clang-format off
/**
 * vast_cluster_error_quark:
 *
 * Gets the domain of the errors that nodes and clusters raise.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
G_DEFINE_QUARK (vast-cluster-error-quark, vast_cluster_error)
// clang-format on

namespace vast {

void
fail_cluster (VastClusterError code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  GError *error = g_error_new_valist (VAST_CLUSTER_ERROR, code, format, args);
  va_end (args);
  throw GlibError (error);
}

void
throw_if_cancelled (GCancellable *cancellable)
{
  GError *error = nullptr;
  if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    throw GlibError (error);
}

} // namespace vast
