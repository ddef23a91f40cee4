// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later
//
// Calls add(1, 2): client-vala tcp:127.0.0.1:4711

int main (string[] args) {
    var address = args.length > 1 ? args[1] : "tcp:127.0.0.1:4711";
    try {
        var connection = new MessagePack.RpcClient ().connect (address, null);
        var params = new MessagePack.Value.from_variant (new Variant ("(ii)", 1, 2));
        print ("%s\n", connection.call ("add", params).to_string ());
        return 0;
    } catch (Error e) {
        printerr ("%s\n", e.message);
        return 1;
    }
}
