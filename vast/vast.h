/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

#pragma once

#define VAST_INSIDE

#include "vast-version-macros.h"

#include "vast-array.h"
#include "vast-array-builder.h"
#include "vast-array-functions.h"
#include "vast-array-iterator.h"
#include "vast-array-npy.h"
#include "vast-cluster.h"
#include "vast-complex.h"
#include "vast-enum-types.h"
#include "vast-error.h"
#include "vast-functions.h"
#include "vast-node.h"
#include "vast-npy-stream.h"
#include "vast-procedure.h"

#ifndef __GI_SCANNER__
#include "vast-array-vala.h"
#endif

#undef VAST_INSIDE
