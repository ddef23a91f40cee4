#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Procedures as a binding sees them: what the typelib says and what the registry says agree, and bad calls are errors."""

import unittest

import gi
import numpy as np
from common import GLib, ProcedureTest, Vast, call, options_of, read_table, to_numpy, to_vast

gi.require_version("GIRepository", "2.0")
from gi.repository import Gio, GIRepository  # noqa: E402

TABLE = read_table()
PARTITIONS = {Vast.Partition.ELEMENTWISE: "elementwise", Vast.Partition.REDUCTION: "reduction", Vast.Partition.SCAN: "scan",
              Vast.Partition.CONTRACTION: "contraction", Vast.Partition.AXIS: "axis", Vast.Partition.WHOLE: "whole"}


def functions_with(attribute):
    repository = GIRepository.Repository.get_default()
    infos = (repository.get_info("Vast", i) for i in range(repository.get_n_infos("Vast")))
    return {name: info for info in infos if (name := info.get_attribute(attribute))}


class ParityTest(ProcedureTest):
    def test_names(self):
        registry = {procedure.get_name() for procedure in Vast.Procedure.list()}
        self.assertEqual(set(functions_with("vast.procedure")), registry)
        self.assertEqual(set(functions_with("vast.procedure-into")), registry)
        self.assertLess({row["name"] for row in TABLE}, registry)

    def test_attributes(self):
        infos = functions_with("vast.procedure")
        for procedure in Vast.Procedure.list():
            name = procedure.get_name()
            info = infos[name]
            with self.subTest(procedure=name):
                self.assertEqual("vast_" + info.get_name(), procedure.get_function_name())
                self.assertEqual(info.get_attribute("vast.partition"), PARTITIONS[procedure.get_partition()])
                self.assertEqual(float(info.get_attribute("vast.cost")), procedure.get_cost())
                gradients = [x for x in procedure.get_input_names() if procedure.get_gradient(x)]
                self.assertEqual(info.get_attribute("vast.gradient") or "", ",".join(gradients))

    def test_functions_have_the_parameters(self):
        infos = functions_with("vast.procedure")
        for procedure in Vast.Procedure.list():
            info = infos[procedure.get_name()]
            n_arguments = GIRepository.callable_info_get_n_args(info)
            arguments = [GIRepository.callable_info_get_arg(info, i).get_name() for i in range(n_arguments)]
            expected = procedure.get_input_names() + procedure.get_parameter_names()
            self.assertEqual([a for a in arguments if not a.startswith("n_")], expected)

    def test_every_procedure_is_described(self):
        for procedure in Vast.Procedure.list():
            with self.subTest(procedure=procedure.get_name()):
                self.assertGreater(len(procedure.get_doc()), 10)
                self.assertGreater(len(procedure.dup_signatures()), 0)
                self.assertEqual(procedure.get_since(), "1.0")
                self.assertEqual(procedure.get_flags(), Vast.ProcedureFlags.NONE)
                for parameter in procedure.get_parameter_names():
                    self.assertTrue(procedure.get_parameter_doc(parameter))


class CallTest(ProcedureTest):
    def assert_error(self, code, *named):
        test = self

        class Context:
            def __enter__(self):
                pass

            def __exit__(self, kind, error, trace):
                test.assertIsInstance(error, GLib.Error)
                test.assertTrue(error.matches(Vast.Error.quark(), code), error)
                for text in named:
                    test.assertIn(text, error.message)
                return True

        return Context()

    def test_same_object_every_time(self):
        self.assertIs(Vast.Procedure.find("sin"), Vast.Procedure.find("sin"))

    def test_unknown_name(self):
        with self.assert_error(Vast.Error.NOT_FOUND, "“nope”"):
            Vast.Procedure.find("nope")
        with self.assert_error(Vast.Error.NOT_FOUND, "was “subtract” meant?"):
            Vast.Procedure.find("substract")
        with self.assert_error(Vast.Error.NOT_FOUND):
            Vast.Procedure.find("x" * 100000)

    def test_functions(self):
        x = np.array([[1.0, 2.0], [3.0, 4.0]])
        a = to_vast(x)
        self.assert_same(to_numpy(Vast.sin(a)), call("sin", x))
        self.assert_same(to_numpy(Vast.sum(a, None, None, False)), np.array(10.0))
        self.assert_same(to_numpy(Vast.sum(a, [0], "float32", True)), np.array([[4, 6]], "float32"))
        self.assert_same(to_numpy(Vast.var(a, [1], 1, False)), np.array([0.5, 0.5]))
        self.assert_same(to_numpy(Vast.argmax(a, None, False)), np.array(3))
        self.assert_same(to_numpy(Vast.argmax(a, [0], False)), np.array([1, 1]))
        self.assert_same(to_numpy(Vast.cumulative_sum(a, [1], None, False)), np.array([[1.0, 3.0], [3.0, 7.0]]))
        self.assert_same(to_numpy(Vast.sort(a, -1, True, True)), np.array([[2.0, 1.0], [4.0, 3.0]]))
        self.assert_same(to_numpy(Vast.where(to_vast(x > 2), a, a)), x)
        self.assert_same(to_numpy(Vast.matmul(a, a)), x @ x)
        with self.assert_error(Vast.Error.SHAPE, "(2, 2)", "(3,)"):
            Vast.add(a, to_vast(np.ones(3)))
        with self.assert_error(Vast.Error.INDEX, "7"):
            Vast.sum(a, [7], None, False)
        with self.assert_error(Vast.Error.TYPE):
            Vast.sum(a, None, "nonsense", False)
        with self.assertRaises(TypeError):
            Vast.add(a, None)

    def test_types_without_a_meaning(self):
        complexes, text = np.ones(3, complex), Vast.Array.new_named("S5", [3])
        for name in ("less", "maximum", "floor", "remainder", "bitwise_and"):
            with self.subTest(procedure=name), self.assert_error(Vast.Error.TYPE, name, "complex128"):
                call(name, *[complexes] * len(Vast.Procedure.find(name).get_input_names()))
        for name in ("max", "argmin"):
            with self.subTest(procedure=name), self.assert_error(Vast.Error.TYPE):
                call(name, complexes)
        for name in ("sin", "sum", "mean", "argmax", "isnan", "cumulative_sum"):
            with self.subTest(procedure=name), self.assert_error(Vast.Error.TYPE, name, "S5"):
                Vast.Procedure.find(name).invoke([text], None)
        with self.assert_error(Vast.Error.TYPE, "bitwise_invert", "float64"):
            call("bitwise_invert", np.ones(3))
        with self.assert_error(Vast.Error.TYPE, "where", "int64"):
            call("where", np.ones(3, int), np.ones(3), np.ones(3))

    def test_into(self):
        square, x = Vast.Procedure.find("square"), np.array([1.5, 2.5])
        for kind, right in (("float64", True), ("float32", True), ("complex64", True), ("int64", False), ("bool", False)):
            out = np.zeros(2, kind)
            with self.subTest(kind=kind):
                if right:
                    self.assertTrue(square.invoke_into([to_vast(x)], None, [to_vast(out)]))
                    self.assert_same(out, (x * x).astype(kind))
                else:
                    with self.assert_error(Vast.Error.TYPE, "square", "float64", kind):
                        square.invoke_into([to_vast(x)], None, [to_vast(out)])
        read_only = np.zeros(2)
        read_only.flags.writeable = False
        with self.assert_error(Vast.Error.READ_ONLY):
            square.invoke_into([to_vast(x)], None, [to_vast(read_only)])
        with self.assert_error(Vast.Error.SHAPE, "square", "(3,)", "(2,)"):
            square.invoke_into([to_vast(x)], None, [to_vast(np.zeros(3))])
        with self.assert_error(Vast.Error.INVALID_ARGUMENT):
            square.invoke_into([to_vast(x)], None, [])
        with self.assert_error(Vast.Error.INVALID_ARGUMENT):
            square.invoke_into([to_vast(np.ones(1))], None, [to_vast(np.lib.stride_tricks.as_strided(np.zeros(1), (1,), (0,)))] * 2)
        with self.assert_error(Vast.Error.INVALID_ARGUMENT):
            square.invoke_into([to_vast(x)], None, [to_vast(np.lib.stride_tricks.as_strided(np.zeros(1), (2,), (0,)))])

    def test_into_of_reductions(self):
        x = np.arange(6.0).reshape(2, 3)
        out = np.zeros(3, "float32")
        self.assertTrue(Vast.sum_into(to_vast(x), to_vast(out), [0], None, False))
        self.assert_same(out, x.sum(0).astype("float32"))
        self.assertTrue(Vast.sort_into(to_vast(x), to_vast(x), -1, True, True))
        self.assert_same(x, np.array([[2.0, 1, 0], [5, 4, 3]]))

    def test_async(self):
        loop, outcome = GLib.MainLoop(), []

        def done(procedure, result):
            try:
                outcome.append(procedure.invoke_finish(result))
            except GLib.Error as error:
                outcome.append(error)
            loop.quit()

        def run(name, inputs, options, cancellable=None):
            Vast.Procedure.find(name).invoke_async(inputs, options_of(options), cancellable, done)
            loop.run()
            return outcome.pop()

        x = np.arange(12.0).reshape(3, 4)
        self.assert_same(to_numpy(run("sum", [to_vast(x)], {"axis": 0})[0]), x.sum(0))
        error = run("sum", [to_vast(x)], {"axis": 9})
        self.assertTrue(error.matches(Vast.Error.quark(), Vast.Error.INDEX))
        cancellable = Gio.Cancellable()
        cancellable.cancel()
        error = run("sum", [to_vast(x)], {}, cancellable)
        self.assertTrue(error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))

    def test_many_axes(self):
        x = np.ones((1,) * 32)
        self.assertEqual(call("sum", x, axis=list(range(32))), 1)
        with self.assert_error(Vast.Error.INVALID_ARGUMENT):
            call("sum", x, axis=[0] * 1000)


if __name__ == "__main__":
    unittest.main()
