// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

// What Vala's syntax for elements and slices calls: a[1, 2], a[1, 2] = 3, a[1:3] and x in a, at any rank.
namespace Vast {
    public class Array : GLib.Object {
        [CCode (cname = "vast_array_item_va", sentinel = "VAST_ARRAY_VALA_END_INDEX")]
        public double @get (params int64[] index) throws GLib.Error;

        [CCode (cname = "vast_array_set_va", sentinel = "VAST_ARRAY_VALA_END_VALUE")]
        public void @set (params double[] index_and_value) throws GLib.Error;

        [CCode (cname = "vast_array_rows")]
        public Vast.Array slice (int64 start, int64 stop) throws GLib.Error;

        [CCode (cname = "vast_array_contains")]
        public bool contains (double value);
    }
}
