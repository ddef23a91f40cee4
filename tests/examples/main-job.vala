/* SPDX-FileCopyrightText: The Vast developers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */

/* Computes the sine of an array on other nodes: main-job FILE.npy ADDRESS... */
int main (string[] args) {
    try {
        var x = Vast.Array.load (File.new_for_path (args[1]));
        var cluster = new Vast.Cluster () { use_local = false };
        foreach (unowned string address in args[2:args.length])
            cluster.add_node (address);
        var y = cluster.call ("sin", {x}, null, null)[0];
        print (@"$y\n");
        return y.equal (Vast.sin (x)) ? 0 : 1;
    } catch (Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
}
