#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The generator of procedures: what it makes of a good table, and that it refuses each kind of fault."""

import contextlib
import importlib.util
import io
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("VAST_SOURCE_ROOT", Path(__file__).resolve().parents[2])) / "vast" / "procedures"

sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE))
spec = importlib.util.spec_from_file_location("gen_procedures", SOURCE / "gen-procedures.py")
generator = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generator)

SIN = """
[sin]
doc = "Computes the sine."
since = "1.0"
inputs = { x = "angles in radians" }
types = ["float -> float", "complex -> complex"]
kernel = "Sin"
gradient = { x = "multiply (g, cos (x))" }
cost = 20
partition = "elementwise"
test = { reference = "numpy.sin", range = [-100.0, 100.0], ulp = 1 }
"""
COS = SIN.replace("[sin]", "[cos]").replace("Sin", "Cos").replace("multiply (g, cos (x))", "negative (multiply (g, sin (x)))")
NEGATIVE = SIN.replace("[sin]", "[negative]").replace("multiply (g, cos (x))", "negative (g)")
MULTIPLY = """
[multiply]
doc = "Multiplies."
since = "1.0"
inputs = { x1 = "first", x2 = "second" }
types = ["bool bool -> bool", "numeric numeric -> numeric", "int64 uint64 -> float64"]
kernel = "Multiply"
gradient.x1 = "multiply (g, x2)"
gradient.x2 = "multiply (g, x1)"
cost = 1
partition = "elementwise"
test = { reference = "numpy.multiply" }
"""
SUM = """
[parameter.axes]
name = "axis"
kind = "axes"
doc = "The axes."

[parameter.keepdims]
kind = "boolean"
default = false
doc = "Whether the axes stay."

[sum]
doc = "Adds."
since = "1.0"
inputs = { x = "the array" }
types = ["signed -> int64", "float -> float"]
kernel = "invoke_reduction<Reduction::sum>"
parameters = ["axes", "keepdims"]
gradient = { x = "g" }
cost = 1
partition = "reduction"
combine = { partials = ["sum"], function = "combine_same<Reduction::sum>" }
test = { reference = "numpy.sum" }
"""
GOOD = {"math": SIN + COS, "arithmetic": MULTIPLY + NEGATIVE, "reductions": SUM}


class GeneratorTest(unittest.TestCase):
    def setUp(self):
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def generate(self, tables, *options):
        for name, text in tables.items():
            (self.directory / f"{name}.toml").write_text(text, encoding="utf-8")
        names = [str(self.directory / f"{name}.toml") for name in tables]
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            code = generator.main(["--output-dir", str(self.directory), *options, "--tables", *names])
        return code, errors.getvalue()

    def output(self, name):
        return (self.directory / name).read_text(encoding="utf-8")


class GoodTableTest(GeneratorTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.generate(GOOD, "--code", "sort.cc", "cumulative-sum.cc"), (0, ""))

    def test_header_has_both_forms(self):
        header = self.output("vast-functions.h")
        self.assertIn("VAST_AVAILABLE_IN_1_0\nVastArray *vast_sin (VastArray *x,\n", header)
        self.assertIn("GError **error) G_GNUC_WARN_UNUSED_RESULT;", header)
        self.assertIn("gboolean vast_sin_into (VastArray *x,\n                        VastArray *out,\n", header)
        self.assertIn("const gint64 *axis,\n                     gsize n_axis,\n                     gboolean keepdims,", header)

    def test_functions_are_documented(self):
        functions = self.output("vast-functions.cc")
        self.assertIn(" * vast_sin: (attributes vast.procedure=sin vast.partition=elementwise vast.cost=20 vast.gradient=x)\n",
                      functions)
        self.assertIn(" * vast_multiply: (attributes vast.procedure=multiply vast.partition=elementwise vast.cost=1 "
                      "vast.gradient=x1,x2)\n", functions)
        self.assertIn(" * vast_sin_into: (attributes vast.procedure-into=sin)\n", functions)
        self.assertIn(" * @x: angles in radians\n", functions)
        self.assertIn(" * @axis: (array length=n_axis) (nullable): ", functions)
        self.assertEqual(functions.count("Returns: (transfer full)"), 5)
        self.assertEqual(functions.count(" * Since: 1.0"), 10)

    def test_functions_suit_the_scanner(self):
        functions = self.output("vast-functions.cc")
        self.assertIsNone(re.search(r"\d'\d", functions))
        self.assertNotIn('R"', functions)

    def test_lines_are_short(self):
        for name in ("vast-functions.h", "vast-functions.cc"):
            long_lines = [line for line in self.output(name).splitlines() if len(line) > 120]
            self.assertEqual(long_lines, [])

    def test_registry_names_code_files(self):
        registry = self.output("vast-registry.cc")
        self.assertIn("void register_sort (std::vector<const ProcedureInfo *> &list);", registry)
        self.assertIn("  register_cumulative_sum (list);\n", registry)
        self.assertIn('.signatures = {\n      "float32 -> float32",\n', registry)
        self.assertIn('{ "axis", ParameterKind::axes, std::monostate (), "The axes." },', registry)

    def test_kernels_of_one_family(self):
        self.assertEqual(self.generate({"arithmetic": MULTIPLY}, "--kernels", "arithmetic"), (0, ""))
        kernels = self.output("vast-kernels-arithmetic.cc")
        self.assertIn('#define HWY_TARGET_INCLUDE "procedures/vast-kernels-arithmetic.cc"', kernels)
        self.assertIn("    binary<Multiply, bool, bool, bool> (),\n    binary<Multiply, int8_t, int8_t, int8_t> (),\n", kernels)
        self.assertIn("    binary<Multiply, int64_t, uint64_t, double> (),\n", kernels)
        self.assertEqual(kernels.count("HWY_EXPORT"), 1)

    def test_table_for_tests(self):
        rows = {row["name"]: row for row in json.loads(self.output("procedure-tests.json"))}
        self.assertEqual(set(rows), {"sin", "cos", "multiply", "negative", "sum"})
        self.assertEqual(rows["sin"]["loops"][2], {"inputs": ["complex64"], "output": "complex64"})
        self.assertEqual(rows["sum"]["loops"][0], {"inputs": ["int8"], "output": "int64"})
        self.assertEqual(rows["sum"]["parameters"][1], {"name": "keepdims", "kind": "boolean", "default": False})
        self.assertEqual(rows["sin"]["ulp"], 1)

    def test_list_for_documentation(self):
        self.assertIn("| [func@Vast.sin] | Computes the sine. | elementwise | `x` |", self.output("functions.md"))

    def test_output_is_the_same_every_time(self):
        names = ["vast-functions.h", "vast-functions.cc", "vast-registry.cc", "procedure-tests.json", "functions.md"]
        before = [self.output(name) for name in names]
        reordered = dict(reversed(GOOD.items()))
        self.assertEqual(self.generate(reordered, "--code", "sort.cc", "cumulative-sum.cc"), (0, ""))
        self.assertEqual([self.output(name) for name in names], before)

    def test_dotted_names(self):
        dotted = SIN.replace("[sin]", '["math.sin"]').replace("cos (x)", "math.sin (x)")
        self.assertEqual(self.generate({**GOOD, "dotted": dotted}), (0, ""))
        self.assertIn("vast_math_sin (VastArray *x,", self.output("vast-functions.h"))
        self.assertIn('.name = "math.sin",\n    .function_name = "vast_math_sin",', self.output("vast-registry.cc"))


class FaultTest(GeneratorTest):
    """Each fault is refused with a message that names the file, the row and what is wrong."""

    FAULTS = {
        "unknown dtype": ('"float -> float"', '"flout -> float"', "unknown dtype “flout”"),
        "unknown result dtype": ('"float -> float"', '"float -> half"', "unknown dtype “half”"),
        "no signature": ('"float -> float"', '"float"', "not of the form"),
        "two groups": ('"float -> float"', '"float -> complex"', "more than one group"),
        "wrong arity": ('"float -> float"', '"float float -> float"', "has 2 inputs, not 1"),
        "two loops": ('"float -> float"', '"float -> float", "float32 -> bool"', "two loops for the types float32"),
        "missing doc": ('doc = "Computes the sine."', "", "missing doc"),
        "empty doc": ('"Computes the sine."', '" "', "missing doc"),
        "end of comment": ("Computes the sine.", "Computes */", "end of a C comment"),
        "missing test": (re.compile("test = .*"), "", "missing test"),
        "missing cost": ("cost = 20", "", "missing cost"),
        "missing partition": ('partition = "elementwise"', "", "missing partition"),
        "missing since": ('since = "1.0"', "", "missing since"),
        "missing input": ('{ x = "angles in radians" }', "{}", "missing inputs"),
        "missing input doc": ('"angles in radians"', '""', "missing doc of input x"),
        "unknown partition": ('"elementwise"', '"pointwise"', "unknown partition “pointwise”"),
        "bad cost": ("cost = 20", 'cost = "much"', "cost is 'much', which is of the wrong kind"),
        "no cost": ("cost = 20", "cost = 0", "cost 0 is not positive"),
        "no list of types": ('["float -> float", "complex -> complex"]', '"float -> float"', "types is 'float -> float'"),
        "bad kernel": ('"Sin"', '"std::sin (x)"', "is no C++ name"),
        "bad name": ("[sin]", "[Sin]", "is no procedure name"),
        "unknown key": ("cost = 20", "cost = 20\ncolour = 1", "unknown key “colour”"),
        "unknown test key": ("ulp = 1", "ulps = 1", "unknown key “ulps” in test"),
        "no reference": ('reference = "numpy.sin", ', "", "names no reference"),
        "bad range": ("[-100.0, 100.0]", "[100.0, -100.0]", "not of the form [low, high]"),
        "gradient of unknown procedure": ("cos (x)", "cosine (x)", "names the unknown procedure “cosine”"),
        "gradient of unknown variable": ("cos (x)", "cos (z)", "names the unknown variable “z”"),
        "gradient for unknown input": ("gradient = { x", "gradient = { q", "for the unknown input “q”"),
        "gradient not closed": ("cos (x))", "cos (x)", "“end” instead of"),
        "gradient goes on": ("cos (x))", "cos (x)) x", "goes on after its end with “x”"),
        "gradient without comma": ("multiply (g,", "multiply (g", "instead of “,”"),
        "elementwise with parameters": ("cost = 20", 'cost = 20\nparameters = ["axes"]', "has no parameters"),
        "elementwise that combines": ("cost = 20", "cost = 20\ncombine = { partials = [], function = \"f\" }", "only a reduction"),
        "no TOML": ("[sin]", "[sin", "math.toml: "),
        "outside a row": ("[sin]", "stray = 1\n[sin]", "outside a row"),
    }
    REDUCTION_FAULTS = {
        "unknown parameter": ('["axes", "keepdims"]', '["axis"]', "unknown parameter “axis”"),
        "unknown kind": ('kind = "axes"', 'kind = "axle"', "unknown kind “axle”"),
        "bad default": ("default = false", 'default = "no"', "is not of kind boolean"),
        "no default": ("default = false", "", "needs a default"),
        "parameter without doc": ('doc = "The axes."', "", "parameter axes: missing doc"),
        "no combine": (re.compile("combine = .*"), "", "says how its parts combine"),
        "unknown partial": ('partials = ["sum"]', 'partials = ["sums"]', "combine names the unknown procedure “sums”"),
        "no combine function": (', function = "combine_same<Reduction::sum>"', "", "combine names no function"),
        "unknown option in gradient": ('"g"', '"sum (g, axis=axes)"', "names the unknown variable “axes”"),
    }

    def check(self, family, faults):
        for name, (old, new, message) in faults.items():
            with self.subTest(fault=name):
                good = GOOD[family]
                bad = old.sub(new, good, count=1) if isinstance(old, re.Pattern) else good.replace(old, new, 1)
                self.assertNotEqual(bad, good)
                code, errors = self.generate({**GOOD, family: bad})
                self.assertEqual(code, 1)
                self.assertIn(message, errors)
                self.assertIn(f"{family}.toml", errors)

    def test_rows(self):
        self.check("math", self.FAULTS)

    def test_reductions(self):
        self.check("reductions", self.REDUCTION_FAULTS)

    def test_duplicate_name(self):
        code, errors = self.generate({**GOOD, "other": SIN})
        self.assertEqual(code, 1)
        self.assertIn("other.toml: sin: duplicate name, already in math.toml", errors)

    def test_same_function_for_two_names(self):
        code, errors = self.generate({**GOOD, "other": SIN.replace("[sin]", '["cumulative.sum"]'),
                                      "another": SIN.replace("[sin]", "[cumulative_sum]")})
        self.assertEqual(code, 1)
        self.assertIn("duplicate name", errors)

    def test_nothing_is_written_on_a_fault(self):
        self.generate({"math": SIN.replace("cost = 20", "")})
        self.assertEqual([path.name for path in self.directory.iterdir()], ["math.toml"])


class OwnTablesTest(GeneratorTest):
    def test_the_tables_of_the_library(self):
        tables = {path.stem: path.read_text(encoding="utf-8") for path in SOURCE.glob("*.toml")}
        self.assertGreater(len(tables), 5)
        code = [path.name for path in SOURCE.glob("*.cc")]
        self.assertEqual(self.generate(tables, "--code", *code), (0, ""))


if __name__ == "__main__":
    unittest.main()
