/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A cluster of nodes in processes of their own: that it computes what one process does, and what it does when nodes
 * are killed, hang, or go.
 */

#include "node-process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>

#define MAX_NODES 3

typedef struct {
  NodeProcess *nodes[MAX_NODES];
  gsize n_nodes;
  VastCluster *cluster;
  char *directory;
} Fixture;

typedef struct {
  gsize n_nodes;
  gboolean unix_sockets;
} Setting;

static void
set_up (Fixture *f, gconstpointer data)
{
  const Setting *setting = data;
  g_autoptr (GError) error = NULL;
  f->directory = g_dir_make_tmp ("vast-XXXXXX", &error);
  g_assert_no_error (error);
  f->cluster = vast_cluster_new ();
  f->n_nodes = setting->n_nodes;
  for (gsize i = 0; i < f->n_nodes; i++)
    {
      g_autofree char *address = setting->unix_sockets ? g_strdup_printf ("unix:%s/%" G_GSIZE_FORMAT, f->directory, i)
                                                       : g_strdup ("tcp:127.0.0.1:0");
      f->nodes[i] = node_process_start (address);
      g_autoptr (VastNode) node = vast_cluster_add_node (f->cluster, f->nodes[i]->address, NULL, &error);
      g_assert_no_error (error);
    }
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  vast_cluster_close (f->cluster);
  g_object_unref (f->cluster);
  for (gsize i = 0; i < f->n_nodes; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%" G_GSIZE_FORMAT, f->directory, i);
      node_process_free (f->nodes[i]);
      g_remove (path);
    }
  g_rmdir (f->directory);
  g_free (f->directory);
}

static void
free_arrays (VastArray **arrays, gsize n)
{
  for (gsize i = 0; arrays && i < n; i++)
    g_object_unref (arrays[i]);
  g_free (arrays);
}

/* Numbers within 0.05 and 0.95, in no order. */
static VastArray *
sample (const char *type, gint64 rows, gint64 columns, gboolean flat)
{
  const gint64 n = rows * columns;
  g_autofree double *values = g_new (double, n);
  for (gint64 i = 0; i < n; i++)
    values[i] = 0.05 + 0.9 * fmod ((double) i * 0.6180339887498949, 1.0);
  g_autoptr (VastArray) numbers = vast_array_new_from_doubles (values, (gsize) n);
  if (!g_str_equal (type, "float64"))
    for (gint64 i = 0; i < n; i++)
      vast_array_set_double (numbers, &i, 1, floor (values[i] * 10) - (g_str_equal (type, "bool") ? 5 : 0), NULL);
  g_autoptr (VastArray) typed = vast_array_astype (numbers, type, NULL);
  return vast_array_reshape (typed, flat ? &n : (gint64[]) { rows, columns }, flat ? 1 : 2, NULL);
}

static gboolean
is_near (VastArray *a, VastArray *b)
{
  if (vast_array_equal (a, b))
    return TRUE;
  /* Sums in another order differ in the last digits, and NaN from itself. */
  gsize rank_a = 0, rank_b = 0;
  const gint64 *shape_a = vast_array_get_shape (a, &rank_a);
  const gint64 *shape_b = vast_array_get_shape (b, &rank_b);
  g_autofree char *name_a = vast_array_dup_scalar_name (a);
  g_autofree char *name_b = vast_array_dup_scalar_name (b);
  const gint64 all = vast_array_get_size (a);
  if (rank_a != rank_b || (rank_a > 0 && memcmp (shape_a, shape_b, rank_a * sizeof *shape_a) != 0)
      || !g_str_equal (name_a, name_b))
    return FALSE;
  for (int imaginary = 0; imaginary < (g_str_has_prefix (name_a, "complex") ? 2 : 1); imaginary++)
    {
      g_autoptr (VastArray) part_a = imaginary ? vast_imag (a, NULL) : g_object_ref (a);
      g_autoptr (VastArray) part_b = imaginary ? vast_imag (b, NULL) : g_object_ref (b);
      g_autoptr (VastArray) real_a = vast_array_astype (part_a, "float64", NULL);
      g_autoptr (VastArray) real_b = vast_array_astype (part_b, "float64", NULL);
      g_autoptr (VastArray) flat_a = vast_array_reshape (real_a, &all, 1, NULL);
      g_autoptr (VastArray) flat_b = vast_array_reshape (real_b, &all, 1, NULL);
      for (gint64 i = 0; i < all; i++)
        {
          const double x = vast_array_get_double (flat_a, &i, 1, NULL);
          const double y = vast_array_get_double (flat_b, &i, 1, NULL);
          const double tolerance = g_str_has_suffix (name_a, "32") || g_str_equal (name_a, "complex64") ? 1e-5 : 1e-12;
          if (!(fabs (x - y) <= tolerance * fmax (1, fabs (x))) && !(isnan (x) && isnan (y)) && x != y)
            {
              g_test_message ("element %" G_GINT64_FORMAT " is %.17g, not %.17g", i, y, x);
              return FALSE;
            }
        }
    }
  return TRUE;
}

/* Calls a procedure here and on the cluster. Returns FALSE if these are no inputs for it. */
static gboolean
compare_call (VastCluster *cluster, VastProcedure *procedure, VastArray **inputs, gsize n_inputs)
{
  gsize n_expected = 0, n = 0;
  VastArray **expected = vast_procedure_invoke (procedure, inputs, n_inputs, NULL, &n_expected, NULL);
  if (!expected)
    return FALSE;
  g_autoptr (GError) error = NULL;
  const char *name = vast_procedure_get_name (procedure);
  VastArray **outputs = vast_cluster_call (cluster, name, inputs, n_inputs, NULL, NULL, &n, &error);
  if (error)
    g_error ("%s: %s", name, error->message);
  g_assert_cmpuint (n, ==, n_expected);
  for (gsize i = 0; i < n; i++)
    if (!is_near (expected[i], outputs[i]))
      {
        g_autofree char *is = vast_array_to_string (outputs[i]);
        g_autofree char *should_be = vast_array_to_string (expected[i]);
        g_error ("%s: output %" G_GSIZE_FORMAT " is\n%s\nnot\n%s", name, i, is, should_be);
      }
  free_arrays (expected, n_expected);
  free_arrays (outputs, n);
  return TRUE;
}

static gsize
compare_with_samples (VastCluster *cluster, VastProcedure *procedure)
{
  static const struct {
    const char *type;
    gint64 rows, columns;
    gboolean flat;
  } kinds[] = { { "float64", 48, 6, FALSE }, { "float64", 24, 24, FALSE }, { "int64", 48, 6, FALSE },
                { "bool", 30, 4, FALSE },    { "float64", 7, 9, TRUE },    { "complex128", 20, 5, FALSE },
                { "float32", 48, 6, FALSE } };
  const gsize n_inputs = g_strv_length ((char **) vast_procedure_get_input_names (procedure));
  gsize n_samples = 0;
  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      VastArray *inputs[8];
      g_assert_cmpuint (n_inputs, <=, G_N_ELEMENTS (inputs));
      for (gsize i = 0; i < n_inputs; i++)
        inputs[i] = sample (kinds[k].type, kinds[k].rows, kinds[k].columns, kinds[k].flat);
      n_samples += compare_call (cluster, procedure, inputs, n_inputs);
      for (gsize i = 0; i < n_inputs; i++)
        g_object_unref (inputs[i]);
    }
  return n_samples;
}

/* Every procedure gives on the nodes what it gives here. */
static void
test_registry (Fixture *f, gconstpointer data)
{
  gsize n = 0, n_compared = 0;
  VastProcedure **all = vast_procedure_list (&n);
  vast_cluster_set_use_local (f->cluster, FALSE);
  for (gsize i = 0; i < n; i++)
    {
      const gsize n_samples = compare_with_samples (f->cluster, all[i]);
      n_compared += n_samples > 0;
      if (n_samples == 0)
        g_test_message ("no sample suits %s", vast_procedure_get_name (all[i]));
    }
  g_test_message ("%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " procedures compared", n_compared, n);
  g_assert_cmpuint (n_compared * 10, >=, n * 9);
  g_free (all);
}

typedef struct {
  GHashTable *places;
  gint64 covered;
  gint64 total;
} Parts;

static void
on_part_done (VastCluster *cluster, const char *where, const char *procedure, gint64 offset, gint64 count, gint64 total,
              gpointer data)
{
  Parts *parts = data;
  g_hash_table_add (parts->places, g_strdup (where));
  parts->covered += count;
  parts->total = total;
}

/* Parts go to all nodes and to this process; small calls stay here. */
static void
test_parts (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  Parts parts = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), 0, 0 };
  const gulong handler = g_signal_connect (f->cluster, "part-done", G_CALLBACK (on_part_done), &parts);
  g_autoptr (VastArray) large = sample ("float64", 3000, 100, FALSE);
  gsize n = 0;
  free_arrays (vast_cluster_call (f->cluster, "sin", &large, 1, NULL, NULL, &n, &error), n);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (parts.places), ==, f->n_nodes + 1);
  g_assert_true (g_hash_table_contains (parts.places, "local"));
  g_assert_cmpint (parts.covered, ==, parts.total);

  g_hash_table_remove_all (parts.places);
  g_autoptr (VastArray) small = sample ("float64", 3, 3, FALSE);
  free_arrays (vast_cluster_call (f->cluster, "sin", &small, 1, NULL, NULL, &n, &error), n);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (parts.places), ==, 1);
  g_assert_true (g_hash_table_contains (parts.places, "local"));

  g_hash_table_remove_all (parts.places);
  vast_cluster_set_use_local (f->cluster, FALSE);
  free_arrays (vast_cluster_call (f->cluster, "sin", &small, 1, NULL, NULL, &n, &error), n);
  g_assert_no_error (error);
  g_assert_false (g_hash_table_contains (parts.places, "local"));
  g_signal_handler_disconnect (f->cluster, handler);
  g_hash_table_unref (parts.places);
}

static void
test_errors (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = sample ("float64", 6, 8, FALSE);
  g_autoptr (VastArray) y = sample ("float64", 5, 8, FALSE);
  VastArray *inputs[] = { x, y };
  gsize n = 0;
  vast_cluster_set_use_local (f->cluster, FALSE);
  g_assert_null (vast_cluster_call (f->cluster, "add", inputs, 2, NULL, NULL, &n, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (vast_cluster_call (f->cluster, "sinus", inputs, 1, NULL, NULL, &n, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_cancellable_cancel (cancelled);
  g_assert_null (vast_cluster_call (f->cluster, "sin", inputs, 1, NULL, cancelled, &n, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_no_nodes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastCluster) cluster = vast_cluster_new ();
  g_autoptr (VastArray) x = sample ("float64", 6, 8, FALSE);
  gsize n = 0;
  free_arrays (vast_cluster_call (cluster, "sin", &x, 1, NULL, NULL, &n, &error), n);
  g_assert_no_error (error);
  vast_cluster_set_use_local (cluster, FALSE);
  g_assert_null (vast_cluster_call (cluster, "sin", &x, 1, NULL, NULL, &n, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_NO_NODES);
  g_clear_error (&error);
  g_assert_false (vast_cluster_wait_for_nodes (cluster, 2, 20, NULL, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_NO_NODES);
  g_assert_nonnull (strstr (error->message, "0 of 2"));
}

/* A node is one, however often and by whatever address it is added; this process is none. */
static void
test_identity (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  GListModel *nodes = vast_cluster_get_nodes (f->cluster);
  g_assert_cmpuint (g_list_model_get_n_items (nodes), ==, f->n_nodes);
  g_autoptr (VastNode) again = vast_cluster_add_node (f->cluster, f->nodes[0]->address, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (VastNode) first = g_list_model_get_item (nodes, 0);
  g_assert_true (first == again);
  g_assert_cmpuint (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)), ==, f->n_nodes);

  g_autofree char *own = vast_cluster_listen (f->cluster, "tcp:127.0.0.1:0", &error);
  g_assert_no_error (error);
  g_assert_null (vast_cluster_add_node (f->cluster, own, NULL, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_FAILED);

  g_assert_true (vast_cluster_remove_node (f->cluster, first));
  g_assert_cmpint (vast_node_get_state (first), ==, VAST_NODE_STATE_LOST);
  g_assert_cmpuint (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)), ==, f->n_nodes - 1);
  g_assert_false (vast_cluster_remove_node (f->cluster, first));
}

typedef struct {
  VastArray *expected;
  int n_right;
  int n_done;
  GError *error;
} Calls;

static void
on_called (GObject *source, GAsyncResult *result, gpointer data)
{
  Calls *calls = data;
  gsize n = 0;
  g_clear_error (&calls->error);
  VastArray **outputs = vast_cluster_call_finish (VAST_CLUSTER (source), result, &n, &calls->error);
  calls->n_right += outputs && n == 1 && is_near (calls->expected, outputs[0]);
  calls->n_done++;
  if (calls->error)
    g_test_message ("a call failed: %s", calls->error->message);
  free_arrays (outputs, n);
}

static gboolean
on_time (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
run_main_loop (guint milliseconds)
{
  gboolean over = FALSE;
  g_timeout_add (milliseconds, on_time, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_for_calls (Calls *calls, int n, double seconds)
{
  const gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  gboolean over = FALSE;
  const guint source = g_timeout_add ((guint) (seconds * 1000), on_time, &over);
  while (calls->n_done < n && !over)
    g_main_context_iteration (NULL, TRUE);
  if (!over)
    g_source_remove (source);
  g_test_message ("%d of %d calls done, %.2f s before the end", calls->n_done, n,
                  (double) (end - g_get_monotonic_time ()) / G_USEC_PER_SEC);
  g_assert_cmpint (calls->n_done, ==, n);
}

static VastArray *
square_of (VastArray *matrix)
{
  g_autoptr (GError) error = NULL;
  VastArray *product = vast_matmul (matrix, matrix, &error);
  g_assert_no_error (error);
  return product;
}

static void
start_calls (Fixture *f, VastArray *matrix, Calls *calls, int n)
{
  VastArray *inputs[] = { matrix, matrix };
  for (int i = 0; i < n; i++)
    vast_cluster_call_async (f->cluster, "matmul", inputs, 2, NULL, NULL, on_called, calls);
}

/* The parts of a node that goes in mid-call are computed on the others. */
static void
test_lose_node (Fixture *f, int signal, double seconds)
{
  g_autoptr (VastArray) matrix = sample ("float64", 1500, 1500, FALSE);
  g_autoptr (VastArray) expected = square_of (matrix);
  Calls calls = { expected, 0, 0, NULL };
  vast_cluster_set_use_local (f->cluster, FALSE);
  start_calls (f, matrix, &calls, 4);
  run_main_loop (60);
  node_process_signal (f->nodes[0], signal);
  wait_for_calls (&calls, 4, seconds);
  g_assert_no_error (calls.error);
  g_assert_cmpint (calls.n_right, ==, 4);
  /* The node leaves the list, and what follows does without it. */
  const gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  while (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)) == f->n_nodes && g_get_monotonic_time () < end)
    run_main_loop (50);
  g_assert_cmpuint (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)), ==, f->n_nodes - 1);
  start_calls (f, matrix, &calls, 1);
  wait_for_calls (&calls, 5, seconds);
  g_assert_cmpint (calls.n_right, ==, 5);
}

static void
test_kill (Fixture *f, gconstpointer data)
{
  test_lose_node (f, SIGKILL, 60);
}

static void
test_hang (Fixture *f, gconstpointer data)
{
  test_lose_node (f, SIGSTOP, 60);
}

/* All nodes are lost: what is left is computed here. */
static void
test_kill_all (Fixture *f, gconstpointer data)
{
  g_autoptr (VastArray) matrix = sample ("float64", 1500, 1500, FALSE);
  g_autoptr (VastArray) expected = square_of (matrix);
  Calls calls = { expected, 0, 0, NULL };
  vast_cluster_set_use_local (f->cluster, FALSE);
  start_calls (f, matrix, &calls, 4);
  run_main_loop (60);
  for (gsize i = 0; i < f->n_nodes; i++)
    node_process_signal (f->nodes[i], SIGKILL);
  wait_for_calls (&calls, 4, 60);
  g_assert_cmpint (calls.n_right, ==, 4);
}

/* Thirty pieces of work over three nodes, one of which is told to end. */
static void
test_terminate (Fixture *f, gconstpointer data)
{
  g_autoptr (VastArray) matrix = sample ("float64", 1000, 1000, FALSE);
  g_autoptr (VastArray) expected = square_of (matrix);
  Calls calls = { expected, 0, 0, NULL };
  vast_cluster_set_use_local (f->cluster, FALSE);
  start_calls (f, matrix, &calls, 30);
  run_main_loop (200);
  node_process_signal (f->nodes[1], SIGTERM);
  wait_for_calls (&calls, 30, 120);
  g_assert_no_error (calls.error);
  g_assert_cmpint (calls.n_right, ==, 30);
}

/* One node, without a cluster around it: a call ends soon, with an error that says which node and which procedure. */
static void
test_lose_single (Fixture *f, int signal, double seconds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastNode) node = vast_node_connect (f->nodes[0]->address, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (VastArray) matrix = sample ("float64", 1000, 1000, FALSE);
  VastArray *inputs[] = { matrix, matrix };
  gsize n = 0;
  node_process_signal (f->nodes[0], signal);
  const gint64 begin = g_get_monotonic_time ();
  g_assert_null (vast_node_call (node, "matmul", inputs, 2, NULL, NULL, &n, &error));
  g_assert_cmpfloat ((double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC, <, seconds);
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_LOST);
  g_assert_nonnull (strstr (error->message, f->nodes[0]->address));
  g_assert_nonnull (strstr (error->message, "matmul"));
  g_assert_cmpint (vast_node_get_state (node), ==, VAST_NODE_STATE_LOST);
}

static void
test_single_killed (Fixture *f, gconstpointer data)
{
  test_lose_single (f, SIGKILL, 5);
}

static void
test_single_hangs (Fixture *f, gconstpointer data)
{
  test_lose_single (f, SIGSTOP, 6.5);
}

/* A node that computes for long still answers, so that it is not taken for a lost one. */
static void
test_busy_node (Fixture *f, gconstpointer data)
{
  g_autoptr (VastArray) matrix = sample ("float64", 1200, 1200, FALSE);
  g_autoptr (VastArray) expected = square_of (matrix);
  Calls calls = { expected, 0, 0, NULL };
  vast_cluster_set_use_local (f->cluster, FALSE);
  for (int round = 1; round <= 3; round++)
    {
      start_calls (f, matrix, &calls, 20);
      wait_for_calls (&calls, 20 * round, 120);
    }
  g_assert_cmpint (calls.n_right, ==, 60);
  g_assert_cmpuint (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)), ==, f->n_nodes);
}

/* A node that ends and is started again at its address comes back by itself. */
static void
test_return (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = g_strdup (f->nodes[0]->address);
  node_process_free (f->nodes[0]);
  const gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  while (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)) == f->n_nodes && g_get_monotonic_time () < end)
    run_main_loop (50);
  g_assert_cmpuint (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)), ==, f->n_nodes - 1);
  f->nodes[0] = node_process_start (address);
  g_assert_true (vast_cluster_wait_for_nodes (f->cluster, (guint) f->n_nodes, 20000, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (vast_cluster_get_nodes (f->cluster)), ==, f->n_nodes);
}

/* A handler that calls the cluster, which calls the handler's own process too. */
static void
call_from_handler (MessagePackRpcInvocation *invocation, gpointer cluster)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = sample ("float64", 200, 100, FALSE);
  gsize n = 0;
  free_arrays (vast_cluster_call (cluster, "sin", &x, 1, NULL, NULL, &n, &error), n);
  if (error)
    message_pack_rpc_invocation_return_error (invocation, error);
  else
    message_pack_rpc_invocation_return_value (invocation, NULL);
}

static gpointer
call_handler (gpointer address)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MessagePackRpcClient) client = message_pack_rpc_client_new ();
  g_autoptr (MessagePackRpcConnection) connection =
    message_pack_rpc_client_connect (client, address, NULL, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 5; i++)
    {
      g_autoptr (MessagePackValue) answer = message_pack_rpc_connection_call (connection, "nested", NULL, NULL, &error);
      g_assert_no_error (error);
    }
  return NULL;
}

static void
test_nested (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastCluster) other = vast_cluster_new ();
  g_autofree char *address = vast_cluster_listen (f->cluster, "tcp:127.0.0.1:0", &error);
  g_assert_no_error (error);
  g_autofree char *other_address = vast_cluster_listen (other, "tcp:127.0.0.1:0", &error);
  g_assert_no_error (error);
  g_autoptr (VastNode) node = vast_cluster_add_node (f->cluster, other_address, NULL, &error);
  g_assert_no_error (error);
  vast_cluster_set_use_local (f->cluster, FALSE);
  message_pack_rpc_handlers_add (message_pack_rpc_server_get_handlers (MESSAGE_PACK_RPC_SERVER (f->cluster)), "nested",
                                 call_from_handler, f->cluster, NULL);
  GThread *threads[8];
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("caller", call_handler, address);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  vast_cluster_close (other);
}

int
main (int argc, char **argv)
{
  static const Setting one = { 1, FALSE }, two = { 2, FALSE }, two_unix = { 2, TRUE }, three = { 3, FALSE },
                       three_unix = { 3, TRUE };
#define ADD(name, setting, test) g_test_add ("/cluster/" name, Fixture, &setting, set_up, test, tear_down)
  g_test_init (&argc, &argv, NULL);
  ADD ("registry/tcp", two, test_registry);
  ADD ("registry/unix", three_unix, test_registry);
  ADD ("parts/tcp", three, test_parts);
  ADD ("parts/unix", two_unix, test_parts);
  ADD ("errors", two, test_errors);
  ADD ("identity", two, test_identity);
  ADD ("nested", two, test_nested);
  ADD ("busy-node", one, test_busy_node);
  ADD ("kill", three, test_kill);
  ADD ("kill-all", two, test_kill_all);
  ADD ("hang", two, test_hang);
  ADD ("terminate", three, test_terminate);
  ADD ("single-killed", one, test_single_killed);
  ADD ("single-hangs", one, test_single_hangs);
  ADD ("return", two, test_return);
  g_test_add_func ("/cluster/no-nodes", test_no_nodes);
  return g_test_run ();
}
