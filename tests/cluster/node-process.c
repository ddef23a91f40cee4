/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#include "node-process.h"

#include <signal.h>

NodeProcess *
node_process_start (const char *address)
{
  g_autoptr (GError) error = NULL;
  const char *program = g_getenv ("VAST_TEST_NODE");
  g_assert_nonnull (program);
  NodeProcess *self = g_new0 (NodeProcess, 1);
  self->process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, address, NULL);
  g_assert_no_error (error);
  g_autoptr (GDataInputStream) output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  self->address = g_data_input_stream_read_line_utf8 (output, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (self->address);
  return self;
}

void
node_process_signal (NodeProcess *self, int signal)
{
  g_subprocess_send_signal (self->process, signal);
}

void
node_process_free (NodeProcess *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_object_unref (self->process);
  g_free (self->address);
  g_free (self);
}
