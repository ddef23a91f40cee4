// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

/* Calls on clusters and nodes as JavaScript has them. */

imports.gi.versions.Vast = '1.0';
imports.searchPath.unshift(imports.gi.GLib.path_get_dirname(imports.system.programPath));

const {Gio, GLib, Vast} = imports.gi;
const {assertEqual, assertSame, assertThrows, assertTrue, run, test} = imports.tap;

const process = Gio.Subprocess.new([GLib.getenv('VAST_NODE'), '--listen', 'tcp:127.0.0.1:0'],
    Gio.SubprocessFlags.STDOUT_PIPE);
const [address] = new Gio.DataInputStream({base_stream: process.get_stdout_pipe()}).read_line_utf8(null);

function newCluster() {
    const cluster = new Vast.Cluster({use_local: false});
    cluster.add_node(address, null);
    return cluster;
}

test('call', () => {
    const cluster = newCluster();
    const x = new Vast.Array([[1, 2], [3, 4]]);
    assertTrue(cluster.call('sin', x).equal(Vast.sin(x)));
    assertSame(cluster.call('add', [x, 1]).toArray(), [[2, 3], [4, 5]]);
    assertSame(cluster.call('sum', x, {axis: 0}).toArray(), [4, 6]);
    assertSame(cluster.call('sum', x, {axis: [0, 1], keepdims: true}).toArray(), [[10]]);
    assertEqual(cluster.call('var', new Float64Array([1, 2, 3]), {correction: 1}).at(), 1);
    const error = assertThrows(GLib.Error, () => cluster.call('no such', x));
    assertTrue(error.matches(Vast.Error, Vast.Error.NOT_FOUND));
    assertThrows(TypeError, () => cluster.call('sum', x, {axis: {}}));
});

test('call without blocking', async () => {
    const cluster = newCluster();
    const result = await cluster.callAsync('sum', new Float64Array([1, 2, 3]));
    assertEqual(result.at(), 6);
    let caught = null;
    try {
        await cluster.callAsync('no such', [[1]]);
    } catch (error) {
        caught = error;
    }
    assertTrue(caught.matches(Vast.Error, Vast.Error.NOT_FOUND));
});

test('add_node without blocking', async () => {
    const cluster = new Vast.Cluster({use_local: false});
    const node = await cluster.add_node_async(address, null);
    assertTrue(node instanceof Vast.Node);
    assertSame(node.call('add', [[1, 2], 3]).toArray(), [4, 5]);
    assertEqual(node.call('sum', new Float64Array([1, 2])).at(), 3);
});

run(() => {
    process.force_exit();
    process.wait(null);
});
