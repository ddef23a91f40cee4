/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#include <vast/vast.h>

/* A node in a process of its own. */
typedef struct {
  GSubprocess *process;
  char *address;
} NodeProcess;

/* Starts one that listens on `address`, and waits until it does. The program is named by VAST_TEST_NODE. */
NodeProcess *node_process_start  (const char  *address);
void         node_process_signal (NodeProcess *self,
                                  int          signal);
/* Ends it if it still runs. */
void         node_process_free   (NodeProcess *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (NodeProcess, node_process_free)
