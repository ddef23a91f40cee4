// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

int main () {
    try {
        var x = new Vast.Array (typeof (double), sizeof (double), {2, 3});
        var y = Vast.sin (x);
        print ("%s\n", y.to_string ());
    } catch (Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
    return 0;
}
