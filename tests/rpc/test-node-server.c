/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A node server and its clients over real sockets, TCP and UNIX: what it computes and keeps, and what it survives.
 */

#include <glib/gstdio.h>
#include <string.h>
#include <vast/vast.h>

typedef struct {
  VastCluster *cluster;
  VastNode *node;
  char *address;
  char *directory;
} Fixture;

static void
set_up (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *wanted = NULL;
  f->directory = g_dir_make_tmp ("vast-XXXXXX", &error);
  g_assert_no_error (error);
  if (g_str_equal (transport, "unix"))
    wanted = g_strdup_printf ("unix:%s/socket", f->directory);
  else
    wanted = g_strdup ("tcp:127.0.0.1:0");
  f->cluster = vast_cluster_new ();
  f->address = vast_cluster_listen (f->cluster, wanted, &error);
  g_assert_no_error (error);
  f->node = vast_node_connect (f->address, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *f, gconstpointer transport)
{
  vast_node_close (f->node);
  g_object_unref (f->node);
  vast_cluster_close (f->cluster);
  g_object_unref (f->cluster);
  g_rmdir (f->directory);
  g_free (f->directory);
  g_free (f->address);
}

static void
free_arrays (VastArray **arrays, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_object_unref (arrays[i]);
  g_free (arrays);
}

static VastArray *
linspace (gsize n)
{
  double *values = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    values[i] = (double) i / 7;
  VastArray *array = vast_array_new_from_doubles (values, n);
  g_free (values);
  return array;
}

static VastArray *
call_node (VastNode *node, const char *procedure, VastArray *x, GVariant *options)
{
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  VastArray **outputs = vast_node_call (node, procedure, &x, 1, options, NULL, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 1);
  VastArray *output = outputs[0];
  g_free (outputs);
  return output;
}

static void
assert_node_works (VastNode *node)
{
  g_autoptr (VastArray) x = linspace (10);
  g_autoptr (VastArray) y = call_node (node, "sqrt", x, NULL);
  g_autoptr (GError) error = NULL;
  gint64 last = 9;
  g_assert_cmpfloat_with_epsilon (vast_array_get_double (y, &last, 1, &error), 1.1338934190276817, 1e-15);
  g_assert_no_error (error);
}

static void
test_call (Fixture *f, gconstpointer transport)
{
  g_autoptr (VastArray) x = linspace (200000);
  g_autoptr (VastArray) y = call_node (f->node, "sin", x, NULL);
  g_autoptr (VastArray) expected = vast_sin (x, NULL);
  g_assert_true (vast_array_equal (y, expected));
  g_assert_true (vast_array_is_writable (y));

  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) matrix = vast_array_reshape (x, (gint64[]) { 400, 500 }, 2, &error);
  g_assert_no_error (error);
  g_autoptr (VastArray) transposed = vast_array_transpose (matrix, NULL, 0, &error);
  g_assert_no_error (error);
  GVariantDict options;
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "axis", "x", (gint64) 0);
  g_autoptr (VastArray) sums = call_node (f->node, "sum", transposed, g_variant_dict_end (&options));
  g_assert_cmpint (vast_array_get_size (sums), ==, 400);
}

static void
test_status (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_assert_cmpstr (vast_node_get_uuid (f->node), ==, vast_cluster_get_uuid (f->cluster));
  g_assert_cmpstr (vast_node_get_name (f->node), ==, vast_cluster_get_name (f->cluster));
  g_assert_cmpint (vast_node_get_state (f->node), ==, VAST_NODE_STATE_READY);
  g_autoptr (GVariant) status = vast_node_status (f->node, NULL, &error);
  g_assert_no_error (error);
  const char *uuid = NULL;
  g_assert_true (g_variant_lookup (status, "uuid", "&s", &uuid));
  g_assert_cmpstr (uuid, ==, vast_node_get_uuid (f->node));

  g_autoptr (GVariant) description = vast_node_describe (f->node, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GVariant) procedures = g_variant_lookup_value (description, "procedures", NULL);
  g_assert_nonnull (procedures);
  gsize n = 0, n_sendable = 0;
  VastProcedure **all = vast_procedure_list (&n);
  for (gsize i = 0; i < n; i++)
    n_sendable += !(vast_procedure_get_flags (all[i]) & VAST_PROCEDURE_FLAGS_LOCAL_ONLY);
  g_free (all);
  g_assert_cmpuint (g_variant_n_children (procedures), ==, n_sendable);
}

static void
test_store (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = linspace (1000);
  g_autofree char *uuid = vast_node_store (f->node, x, 60, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (VastArray) again = vast_node_retrieve (f->node, uuid, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (vast_array_equal (x, again));

  const char *inputs[] = { uuid, NULL };
  g_auto (GStrv) results = vast_node_call_stored (f->node, "sin", inputs, NULL, 60, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (results), ==, 1);
  g_autoptr (VastArray) sines = vast_node_retrieve (f->node, results[0], NULL, &error);
  g_assert_no_error (error);
  g_autoptr (VastArray) expected = vast_sin (x, NULL);
  g_assert_true (vast_array_equal (sines, expected));

  g_assert_true (vast_node_clear (f->node, uuid, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (vast_node_clear (f->node, uuid, NULL, &error));
  g_assert_no_error (error);
  g_assert_null (vast_node_retrieve (f->node, uuid, NULL, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_UNKNOWN_UUID);
}

static void
test_store_limits (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = linspace (10000);
  g_autofree char *brief = vast_node_store (f->node, x, 0.05, NULL, &error);
  g_assert_no_error (error);
  g_usleep (100000);
  g_assert_null (vast_node_retrieve (f->node, brief, NULL, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_UNKNOWN_UUID);
  g_clear_error (&error);

  g_assert_null (vast_node_store (f->node, x, -1, NULL, &error));
  g_assert_error (error, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);

  vast_cluster_set_memory_quota (f->cluster, 100000);
  g_autofree char *first = vast_node_store (f->node, x, 60, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (vast_node_store (f->node, x, 60, NULL, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_QUOTA);
  g_clear_error (&error);
  g_assert_true (vast_node_clear (f->node, first, NULL, &error));
  g_autofree char *second = vast_node_store (f->node, x, 60, NULL, &error);
  g_assert_no_error (error);
}

static void
assert_call_fails (VastNode *node, const char *procedure, VastArray **inputs, gsize n_inputs, GVariant *options,
                   GQuark domain, int code)
{
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  g_assert_null (vast_node_call (node, procedure, inputs, n_inputs, options, NULL, &n, &error));
  g_assert_error (error, domain, code);
}

static void
test_errors (Fixture *f, gconstpointer transport)
{
  g_autoptr (VastArray) x = linspace (3);
  g_autoptr (VastArray) y = linspace (4);
  g_autoptr (VastArray) text = vast_array_new_named ("S4", (gint64[]) { 3 }, 1, NULL);
  VastArray *inputs[] = { x, y };
  assert_call_fails (f->node, "no.such.procedure", inputs, 1, NULL, VAST_ERROR, VAST_ERROR_NOT_FOUND);
  assert_call_fails (f->node, "sin", inputs, 2, NULL, VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  assert_call_fails (f->node, "add", inputs, 2, NULL, VAST_ERROR, VAST_ERROR_SHAPE);
  assert_call_fails (f->node, "sin", &text, 1, NULL, VAST_ERROR, VAST_ERROR_TYPE);
  GVariantDict options;
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "colour", "s", "red");
  assert_call_fails (f->node, "sin", inputs, 1, g_variant_dict_end (&options), VAST_ERROR, VAST_ERROR_INVALID_ARGUMENT);
  assert_node_works (f->node);
}

/* What no client of ours sends. */
static GSocketConnection *
connect_raw (const char *address)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnectable) connectable = message_pack_rpc_address_parse (address, &error);
  g_assert_no_error (error);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  GSocketConnection *connection = g_socket_client_connect (client, connectable, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

static void
send_raw (GSocketConnection *connection, const void *data, gsize size)
{
  /* The node may close before all is sent. */
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), data, size, NULL, NULL, NULL);
}

static void
test_garbage (Fixture *f, gconstpointer transport)
{
  static const char four_gib[] = "\x94\0\1\xa5store\x91\xc6\xff\xff\xff\xff"
                                 "12345";
  static const char deep[] = "\x94\0\1\xa3sin";
  static const char no_request[] = "\x93\0\1\xa3sin";
  static const char response[] = "\x94\1\xce\xff\xff\xff\xff\xc0\xc0";
  static const char wrong_params[] = "\x94\0\1\xa3sin\xc0";
  const struct {
    const char *data;
    gsize size;
  } messages[] = {
    { "\xc1\xc1\xc1\xc1", 4 },
    { "GET / HTTP/1.1\r\n\r\n", 18 },
    { four_gib, sizeof four_gib - 1 },
    { deep, sizeof deep - 1 },
    { no_request, sizeof no_request - 1 },
    { response, sizeof response - 1 },
    { wrong_params, sizeof wrong_params - 1 },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      g_autoptr (GSocketConnection) connection = connect_raw (f->address);
      send_raw (connection, messages[i].data, messages[i].size);
      assert_node_works (f->node);
    }
  g_autoptr (GSocketConnection) connection = connect_raw (f->address);
  g_autofree guint8 *nested = g_malloc (1 << 20);
  memset (nested, 0x91, 1 << 20);
  send_raw (connection, nested, 1 << 20);
  assert_node_works (f->node);
}

/* A valid request whose client is gone before, while and after it is computed. */
static void
test_client_dies (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) request = g_byte_array_new ();
  g_byte_array_append (request, (const guint8 *) "\x94\0\1\xa4sort\x91\xdd\0\1\0\0", 13);
  for (int i = 0; i < 65536; i++)
    g_byte_array_append (request, (const guint8 *) "\xcb\x3f\xf0\0\0\0\0\0\0", 9);
  for (int wait = 0; wait < 20; wait++)
    {
      GSocketConnection *connection = connect_raw (f->address);
      send_raw (connection, request->data, wait < 5 ? request->len / (gsize) (wait + 1) : request->len);
      g_usleep ((gulong) wait * 500);
      g_io_stream_close (G_IO_STREAM (connection), NULL, &error);
      g_object_unref (connection);
    }
  assert_node_works (f->node);
}

static gpointer
sort_in_thread (gpointer data)
{
  g_autoptr (GError) error = NULL;
  Fixture *f = data;
  g_autoptr (VastNode) node = vast_node_connect (f->address, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 5; i++)
    {
      g_autoptr (VastArray) x = linspace (50000);
      g_autoptr (VastArray) y = call_node (node, "sort", x, NULL);
      g_assert_true (vast_array_equal (x, y));
    }
  return NULL;
}

static void
test_many_clients (Fixture *f, gconstpointer transport)
{
  GThread *threads[8];
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("client", sort_in_thread, f);
  assert_node_works (f->node);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
on_called (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  VastArray **outputs = vast_node_call_finish (VAST_NODE (source), result, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 1);
  free_arrays (outputs, n);
  ++*(int *) data;
}

static void
test_async (Fixture *f, gconstpointer transport)
{
  int n_done = 0;
  g_autoptr (VastArray) x = linspace (1000);
  for (int i = 0; i < 40; i++)
    vast_node_call_async (f->node, "cos", &x, 1, NULL, NULL, on_called, &n_done);
  while (n_done < 40)
    g_main_context_iteration (NULL, TRUE);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = linspace (4000000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  gsize n = 0;
  VastArray **outputs = vast_node_call (f->node, "sort", &x, 1, NULL, cancellable, &n, &error);
  g_thread_join (thread);
  if (outputs)
    free_arrays (outputs, n); /* it was faster */
  else
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_node_works (f->node);
}

static void
test_server_goes (Fixture *f, gconstpointer transport)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VastArray) x = linspace (10);
  gsize n = 0;
  vast_cluster_close (f->cluster);
  g_assert_null (vast_node_call (f->node, "sin", &x, 1, NULL, NULL, &n, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_LOST);
  g_assert_nonnull (strstr (error->message, f->address));
  g_assert_nonnull (strstr (error->message, "sin"));
  g_assert_cmpint (vast_node_get_state (f->node), ==, VAST_NODE_STATE_LOST);
  g_clear_error (&error);
  g_assert_null (vast_node_connect (f->address, NULL, &error));
  g_assert_error (error, VAST_CLUSTER_ERROR, VAST_CLUSTER_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (error->message, f->address));
}

/* A name of a method must never hide a procedure. */
static void
test_names (void)
{
  static const char *const methods[] = { "store",    "retrieve", "clear", "call_each",
                                         "describe", "status",   "ping",  "compute" };
  gsize n = 0;
  VastProcedure **all = vast_procedure_list (&n);
  for (gsize i = 0; i < n; i++)
    {
      for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
        g_assert_cmpstr (vast_procedure_get_name (all[i]), !=, methods[k]);
      const char *const *parameters = vast_procedure_get_parameter_names (all[i]);
      g_assert_false (g_strv_contains (parameters, "reply"));
      g_assert_false (g_strv_contains (parameters, "ttl"));
    }
  g_free (all);
}

static void
test_addresses (void)
{
  g_autoptr (VastCluster) cluster = vast_cluster_new ();
  static const char *const open[] = { "tcp:0.0.0.0:0", "tcp:[::]:0", "tcp:192.0.2.1:4711", "tcp:example.org:1" };
  for (gsize i = 0; i < G_N_ELEMENTS (open); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (vast_cluster_listen (cluster, open[i], &error));
      g_assert_error (error, VAST_ERROR, VAST_ERROR_NOT_SUPPORTED);
      g_assert_nonnull (strstr (error->message, "insecure"));
    }
  g_autoptr (GError) error = NULL;
  g_assert_null (vast_cluster_listen (cluster, "nonsense", &error));
  g_assert_error (error, MESSAGE_PACK_ERROR, MESSAGE_PACK_ERROR_ADDRESS);
  g_clear_error (&error);
  g_assert_false (vast_cluster_broadcast (cluster, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  vast_cluster_set_insecure (cluster, TRUE);
  g_autofree char *address = vast_cluster_listen (cluster, "tcp:0.0.0.0:0", &error);
  g_assert_no_error (error);
  g_assert_false (g_str_has_suffix (address, ":0"));
  vast_cluster_close (cluster);
}

static void
add (const char *name, void (*test) (Fixture *f, gconstpointer transport))
{
  static const char *const transports[] = { "tcp", "unix" };
  for (gsize i = 0; i < G_N_ELEMENTS (transports); i++)
    {
      g_autofree char *path = g_strdup_printf ("/rpc/node-server/%s/%s", name, transports[i]);
      g_test_add (path, Fixture, transports[i], set_up, test, tear_down);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("call", test_call);
  add ("status", test_status);
  add ("store", test_store);
  add ("store-limits", test_store_limits);
  add ("errors", test_errors);
  add ("garbage", test_garbage);
  add ("client-dies", test_client_dies);
  add ("many-clients", test_many_clients);
  add ("async", test_async);
  add ("cancel", test_cancel);
  add ("server-goes", test_server_goes);
  g_test_add_func ("/rpc/node-server/names", test_names);
  g_test_add_func ("/rpc/node-server/addresses", test_addresses);
  return g_test_run ();
}
