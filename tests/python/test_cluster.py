# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Calls on clusters and nodes as Python has them; what nodes do with them is tested in tests/cluster."""

import os
import subprocess
import tempfile

import numpy as np
from common import Gio, GLib, TestCase, Vast, main

TIMEOUT = 60  # seconds, for what should take a fraction of one


class Calls(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="vast-python-")
        cls.processes, cls.addresses = [], []
        for address in (f"unix:{cls.folder.name}/node.sock", "tcp:127.0.0.1:0"):
            process = subprocess.Popen([os.environ["VAST_NODE"], "--listen", address], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, text=True)
            cls.processes.append(process)
            cls.addresses.append(process.stdout.readline().strip())

    @classmethod
    def tearDownClass(cls):
        for process in cls.processes:
            process.terminate()
            process.wait(TIMEOUT)
            process.stdout.close()
        cls.folder.cleanup()

    def cluster(self):
        cluster = Vast.Cluster(use_local=False)
        for address in self.addresses:
            cluster.add_node(address)
        return cluster

    def test_cluster(self):
        cluster = self.cluster()
        self.assertEqual(len(cluster.get_nodes()), 2)
        x = np.linspace(-3, 3, 60000).reshape(100, 600)
        self.assertTrue(cluster.call("sin", x).equal(Vast.sin(x)))
        self.assert_same(cluster.call("add", x, 1), x + 1)
        self.assert_same(cluster.call("max", x, axis=0), x.max(0))
        self.assert_same(cluster.call("sum", [[1, 2], [3, 4]], axis=(0, 1), keepdims=True), np.array([[10]]))
        self.assert_same(cluster.call("sum", x.T[:, :2].astype(int), axis=-1, dtype=float),
                         x.T[:, :2].astype(int).sum(-1) * 1.0)
        np.testing.assert_allclose(cluster.call("var", x, correction=1), x.var(ddof=1), rtol=1e-12)

    def test_alone(self):
        """A cluster without nodes computes here."""
        self.assert_same(Vast.Cluster().call("add", [1, 2], 3), np.array([4, 5]))

    def test_errors(self):
        cluster = self.cluster()
        for code, call in ((Vast.Error.NOT_FOUND, lambda: cluster.call("no such", [1])),
                           (Vast.Error.SHAPE, lambda: cluster.call("add", [1, 2], [1, 2, 3])),
                           (Vast.Error.INVALID_ARGUMENT, lambda: cluster.call("sum", [1], axes=0)),
                           (Vast.Error.INDEX, lambda: cluster.call("sum", [1], axis=3))):
            self.assert_error(code, call)
        with self.assertRaises(TypeError):
            cluster.call("sum", [1], axis=object())
        with self.assertRaises(TypeError):
            cluster.call("sum", None)
        with self.assertRaises(GLib.Error) as caught:
            cluster.add_node(f"unix:{self.folder.name}/nowhere.sock")
        self.assertTrue(caught.exception.matches(Vast.cluster_error_quark(), Vast.ClusterError.UNREACHABLE),
                        caught.exception)
        lonely = Vast.Cluster(use_local=False)
        with self.assertRaises(GLib.Error) as caught:
            lonely.call("sin", [1.0])
        self.assertTrue(caught.exception.matches(Vast.cluster_error_quark(), Vast.ClusterError.NO_NODES),
                        caught.exception)

    def test_node(self):
        node = Vast.Node.connect(self.addresses[0])
        self.assert_same(node.call("add", [1, 2], [3, 4]), np.array([4, 6]))
        self.assert_same(node.call("sum", [[1, 2]], axis=0), np.array([1, 2]))
        uuid = node.store(Vast.Array([1.5, 2.5]), 60)
        self.assert_same(node.retrieve(uuid), np.array([1.5, 2.5]))
        self.assertTrue(node.clear(uuid))
        self.assertIsInstance(node.status().unpack(), dict)

    def test_async(self):
        loop = GLib.MainLoop()
        results = []

        def done(cluster, result):
            results.extend(cluster.call_finish(result))
            loop.quit()

        self.cluster().call_async("sum", [[[1, 2], [3, 4]]], {"axis": 0}, None, done)
        loop.run()
        self.assert_same(results[0], np.array([4, 6]))

    def test_cancelled(self):
        cancellable = Gio.Cancellable()
        cancellable.cancel()
        with self.assertRaises(GLib.Error) as caught:
            self.cluster().call("sin", [1.0], cancellable=cancellable)
        self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED), caught.exception)


if __name__ == "__main__":
    main()
