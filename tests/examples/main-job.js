#!/usr/bin/env gjs
// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

/* Computes the sine of an array on other nodes: main-job.js FILE.npy ADDRESS... */

imports.gi.versions.Vast = '1.0';
const {Vast} = imports.gi;

const [file, ...addresses] = ARGV;
const x = Vast.Array.load(file);
const cluster = new Vast.Cluster({use_local: false});
for (const address of addresses)
    cluster.add_node(address, null);
const y = cluster.call('sin', x);
print(y);
if (!y.equal(Vast.sin(x)))
    throw new Error('the nodes computed something else');
