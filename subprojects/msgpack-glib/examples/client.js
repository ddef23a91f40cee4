#!/usr/bin/env -S gjs -m
// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later
//
// Calls add(1, 2): client.js tcp:127.0.0.1:4711

import GLib from 'gi://GLib';
import MessagePack from 'gi://MessagePack?version=1.0';
import System from 'system';

const address = ARGV[0] ?? 'tcp:127.0.0.1:4711';
const params = MessagePack.Value.new_from_variant(new GLib.Variant('(ii)', [1, 2]));
try {
    const connection = new MessagePack.RpcClient().connect(address, null, null);
    print(connection.call('add', params, null).to_string());
} catch (error) {
    printerr(error.message);
    System.exit(1);
}
