#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Reads the procedure tables (*.toml) and writes what follows from them: public header, documented C functions,
kernel tables, registry rows, test table and documentation list. What it writes depends on nothing but the tables."""

import argparse
import json
import sys
import textwrap
from pathlib import Path

from procedure_table import ARITIES, C_TYPES, TableError, check_references, read_tables

# What an option is in C: the C++ enumerator, the C parameters, the expression that makes the option of them, and the
# annotations of the documentation.
NULLABLE_LIST = [("(array length=n_{n}) (nullable)", "{n}"), ("", "n_{n}")]
C_KINDS = {
    "boolean": ("boolean", "gboolean {n}", "vast::OptionValue ({n} != FALSE)", [("", "{n}")]),
    "integer": ("integer", "gint64 {n}", "vast::OptionValue (int64_t { {n} })", [("", "{n}")]),
    "floating": ("floating", "gdouble {n}", "vast::OptionValue ({n})", [("", "{n}")]),
    "string": ("string", "const char *{n}", "vast::text_option ({n})", [("(nullable)", "{n}")]),
    "scalar_type": ("scalar_type", "const char *{n}", "vast::text_option ({n})", [("(nullable)", "{n}")]),
    "axis": ("axis", "gint64 {n}", "vast::OptionValue (int64_t { {n} })", [("", "{n}")]),
    "optional_axis": ("axis", "const gint64 *{n}, gsize n_{n}", "vast::axis_option ({n}, n_{n})", NULLABLE_LIST),
    "axes": ("axes", "const gint64 *{n}, gsize n_{n}", "vast::axes_option ({n}, n_{n})", NULLABLE_LIST),
}
LIST_NOTES = {
    "optional_axis": "{doc}, as a list of one axis; %NULL for none",
    "axes": "{doc}; %NULL for all of them",
}
LICENCE = "SPDX-FileCopyrightText: The Vast developers\n{0}SPDX-License-Identifier: LGPL-3.0-or-later\n"
NOTICE = "// Made by gen-procedures.py from the procedure tables.\n\n"


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def one_line(text):
    return " ".join(text.split())


def comment(text, indent=" * "):
    paragraphs = [one_line(p) for p in text.strip().split("\n\n")]
    return f"\n{indent.rstrip()}\n".join(
        textwrap.fill(p, 110, initial_indent=indent, subsequent_indent=indent, break_long_words=False) for p in paragraphs)


def c_parameters(row, into):
    result = [f"VastArray *{name}" for name in row.inputs] + (["VastArray *out"] if into else [])
    result += [part for p in row.parameters for part in C_KINDS[p["kind"]][1].replace("{n}", p["name"]).split(", ")]
    return result + ["GError **error"]


def function_name(row, into):
    return f"vast_{row.c_name}{'_into' if into else ''}"


def prototype(row, into, lead):
    """With what stands before its name: on the same line in the header, on a line of its own before the body."""
    before = lead + function_name(row, into) + " ("
    return before + (",\n" + " " * len(before.splitlines()[-1])).join(c_parameters(row, into)) + ")"


def header(rows):
    text = "/* " + LICENCE.format(" * ") + " */\n\n#pragma once\n\n"
    text += "#if !defined (VAST_INSIDE) && !defined (VAST_COMPILATION)\n"
    text += '#error "Only <vast/vast.h> can be included directly."\n#endif\n\n#include "vast-array.h"\n\nG_BEGIN_DECLS\n\n'
    for row in rows:
        macro = f"VAST_AVAILABLE_IN_{row.data['since'].replace('.', '_')}\n"
        text += f"{macro}{prototype(row, False, 'VastArray *')} G_GNUC_WARN_UNUSED_RESULT;\n"
        text += f"{macro}{prototype(row, True, 'gboolean ')};\n"
    return text + "\nG_END_DECLS\n"


def parameter_doc(p):
    return LIST_NOTES.get(p["kind"], "{doc}").replace("{doc}", one_line(p["doc"]).rstrip("."))


def function_doc(row, into):
    data = row.data
    attributes = [f"vast.procedure={row.name}", f"vast.partition={data['partition']}", f"vast.cost={data['cost']}"]
    if row.gradient:
        attributes.append("vast.gradient=" + ",".join(row.gradient))
    if into:
        attributes = [f"vast.procedure-into={row.name}"]
    lines = [f"/**\n * {function_name(row, into)}: (attributes {' '.join(attributes)})"]
    lines += [comment(f"@{name}: {doc}") for name, doc in row.inputs.items()]
    if into:
        lines.append(" * @out: the array to fill; its shape must be the result's")
    for p in row.parameters:
        for annotation, name in C_KINDS[p["kind"]][3]:
            name = name.replace("{n}", p["name"])
            annotation = annotation.replace("{n}", p["name"])
            doc = parameter_doc(p) if name == p["name"] else f"the length of @{p['name']}"
            lines.append(comment(f"@{name}: {annotation + ': ' if annotation else ''}{doc}"))
    lines += [" *", comment(data["doc"]), " *"]
    if into:
        lines.append(comment(f"As [func@Vast.{row.c_name}], but the result is written to @out, cast to its element type "
                             "where no kind of value is lost by that. @out may share memory with the inputs."))
        lines += [" *", " * Returns: %TRUE, or %FALSE with @error set"]
    else:
        names = [name for name in C_TYPES if any(name in inputs for inputs, _ in row.loops)]
        note = "" if len(names) == len(C_TYPES) else " Others are converted to one of these that holds all their values."
        lines.append(comment(f"Element types: {', '.join(names)}.{note}"))
        lines += [" *", comment(f"Returns: (transfer full): {data.get('returns', 'a new array')}")]
    return "\n".join(lines + [" *", f" * Since: {data['since']}", " */\n"])


def function(row, into):
    call = f"vast::call_function{'_into' if into else ''} (vast::uniform_procedure (vast::Uniform::{row.c_name}), " \
           f"{{ {', '.join(row.inputs)} }}{', out' if into else ''}"
    text = function_doc(row, into) + prototype(row, into, "gboolean\n" if into else "VastArray *\n") + "\n{\n  return vast::guard (error, [&] {\n"
    if row.parameters:
        text += "    vast::Options options;\n"
        for p in row.parameters:
            text += f'    options.set ("{p["name"]}", {C_KINDS[p["kind"]][2].replace("{n}", p["name"])});\n'
        call += ", options"
    return text + f"    return {call});\n  }});\n}}\n\n"


def functions(rows):
    text = "// " + LICENCE.format("// ") + "\n" + NOTICE
    text += '#include "vast-functions.h"\n\n#include "array/vast-error-private.hh"\n#include "procedures/invoke.hh"\n'
    text += '#include "procedures/uniform.hh"\n\n'
    return (text + "".join(function(row, into) for row in rows for into in (False, True))).rstrip("\n") + "\n"


def uniform_header(rows):
    text = "// " + LICENCE.format("// ") + "\n" + NOTICE + "#pragma once\n\n#include \"procedures/procedure-info.hh\"\n\n"
    text += "namespace vast {\n\n// The procedures that are rows of a table.\nenum class Uniform {\n"
    text += "".join(f"  {row.c_name},\n" for row in rows) + "};\n\n"
    text += "const ProcedureInfo &uniform_procedure (Uniform which);\n\n"
    text += "".join(f"std::span<const TypedLoop> loops_of_{row.c_name} ();\n" for row in rows if row.elementwise)
    return text + "\n} // namespace vast\n"


def kernels(rows, file_name):
    text = "// " + LICENCE.format("// ") + "\n" + NOTICE
    text += f'#undef HWY_TARGET_INCLUDE\n#define HWY_TARGET_INCLUDE "procedures/{file_name}"\n'
    text += '#include <hwy/foreach_target.h>\n#include <hwy/highway.h>\n\n#include "kernels/elementwise-inl.hh"\n'
    text += "#include <span>\n\n"
    text += "HWY_BEFORE_NAMESPACE ();\nnamespace vast {\nnamespace HWY_NAMESPACE {\n\n"
    for row in rows:
        text += f"std::span<const TypedLoop>\nloops_of_{row.c_name} ()\n{{\n  static constexpr TypedLoop loops[] = {{\n"
        for inputs, output in row.loops:
            types = ", ".join(C_TYPES[kind] for kind in [*inputs, output])
            text += f"    {ARITIES[len(inputs)]}<{row.data['kernel']}, {types}> (),\n"
        text += "  };\n  return loops;\n}\n\n"
    text += "} // namespace HWY_NAMESPACE\n} // namespace vast\nHWY_AFTER_NAMESPACE ();\n\n#if HWY_ONCE\nnamespace vast {\n"
    for row in rows:
        text += f"\nHWY_EXPORT (loops_of_{row.c_name});\n\nstd::span<const TypedLoop>\nloops_of_{row.c_name} ()\n{{\n"
        text += f"  return HWY_DYNAMIC_DISPATCH (loops_of_{row.c_name}) ();\n}}\n"
    return text + "\n} // namespace vast\n#endif\n"


def default_value(p):
    default = p.get("default")
    if default is None:
        return "std::monostate ()"
    if isinstance(default, bool):
        return "true" if default else "false"
    if isinstance(default, int):
        return f"int64_t {{ {default} }}"
    return f"std::string ({c_string(default)})" if isinstance(default, str) else repr(default)


def signature(inputs, output):
    return f"{', '.join(inputs)} -> {output}"


def fixed_inputs(row):
    """The inputs whose type is the same in every loop: they take no part in promotion."""
    columns = list(zip(*(inputs for inputs, _ in row.loops)))
    return sum(1 << i for i, column in enumerate(columns) if len(columns) > 1 and len(set(column)) == 1)


def registry_row(row):
    data = row.data
    combine = data.get("combine", {})
    partials = ", ".join(c_string(name) for name in combine.get("partials", []))
    parameters = "".join(f"\n      {{ {c_string(p['name'])}, ParameterKind::{C_KINDS[p['kind']][0]}, {default_value(p)}, "
                         f"{c_string(one_line(p['doc']))} }}," for p in row.parameters)
    gradients = "".join(f"\n      {{ {c_string(name)}, {c_string(text)} }}," for name, text in row.gradient.items())
    signatures = "".join(f"\n      {c_string(signature(*loop))}," for loop in row.loops)
    return f"""
ProcedureInfo
describe_{row.c_name} ()
{{
  return {{
    .name = {c_string(row.name)},
    .function_name = "vast_{row.c_name}",
    .doc = {c_string(chr(10).join(one_line(p) for p in data["doc"].strip().split(chr(10) * 2)))},
    .since = {c_string(data["since"])},
    .inputs = {{ {", ".join(c_string(name) for name in row.inputs)} }},
    .parameters = {{{parameters} }},
    .n_outputs = 1,
    .partition = Partition::{data["partition"]},
    .cost = {data["cost"]},
    .local_only = false,
    .gradients = {{{gradients} }},
    .combination = {{ {{ {partials} }}, {combine.get("function", "nullptr")} }},
    .loops = {"loops_of_" + row.c_name if row.elementwise else "nullptr"},
    .fixed_inputs = {fixed_inputs(row)},
    .rejects_boolean = {"true" if data.get("rejects_boolean") else "false"},
    .signatures = {{{signatures} }},
    .invoke = {"invoke_elementwise" if row.elementwise else data["kernel"]},
  }};
}}
"""


def registry(rows, files):
    registers = ["register_" + Path(name).stem.replace("-", "_") for name in files]
    text = "// " + LICENCE.format("// ") + "\n" + NOTICE + '#include "procedures/combine.hh"\n#include "procedures/invoke.hh"\n'
    text += '#include "procedures/registry.hh"\n#include "procedures/uniform.hh"\n\nnamespace vast {\n\n'
    text += "".join(f"void {name} (std::vector<const ProcedureInfo *> &list);\n" for name in registers)
    text += "\nnamespace {\n" + "".join(registry_row(row) for row in rows) + "\n} // namespace\n\n"
    text += "const ProcedureInfo &\nuniform_procedure (Uniform which)\n{\n  static const ProcedureInfo rows[] = {\n"
    text += "".join(f"    describe_{row.c_name} (),\n" for row in rows)
    text += "  };\n  return rows[static_cast<size_t> (which)];\n}\n\n"
    text += "void\nregister_all_procedures (std::vector<const ProcedureInfo *> &list)\n{\n"
    text += f"  for (int i = 0; i < {len(rows)}; i++)\n    list.push_back (&uniform_procedure (static_cast<Uniform> (i)));\n"
    return text + "".join(f"  {name} (list);\n" for name in registers) + "}\n\n} // namespace vast\n"


def test_table(rows):
    return json.dumps([{
        "name": row.name, "function": row.c_name, "inputs": list(row.inputs), "partition": row.data["partition"],
        "parameters": [{"name": p["name"], "kind": C_KINDS[p["kind"]][0], "default": p.get("default")} for p in row.parameters],
        "loops": [{"inputs": inputs, "output": output} for inputs, output in row.loops],
        "rejects_boolean": row.data.get("rejects_boolean", False), "gradient": row.gradient, **row.data["test"],
    } for row in rows], indent=1, ensure_ascii=False) + "\n"


def markdown(rows):
    text = "Title: Functions\n\n# Functions\n\nWhat can be computed, by family. Each has a variant `_into` that fills a given array.\n"
    for family in dict.fromkeys(row.family for row in rows):
        text += f"\n## {family.replace('-', ' ').capitalize()}\n\n| function | computes | partition | gradient |\n|---|---|---|---|\n"
        for row in (row for row in rows if row.family == family):
            summary = one_line(row.data["doc"].strip().split("\n\n")[0]).replace("|", "\\|")
            gradient = ", ".join(f"`{name}`" for name in row.gradient) or "–"
            text += f"| [func@Vast.{row.c_name}] | {summary} | {row.data['partition']} | {gradient} |\n"
    return text


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output-dir", type=Path, required=True)
    parser.add_argument("--kernels", metavar="FAMILY", help="write only the kernel table of this family")
    parser.add_argument("--code", nargs="*", default=[], metavar="FILE", help="sources of procedures that are no rows")
    parser.add_argument("--tables", nargs="+", required=True, metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        rows = read_tables(options.tables)
        if options.kernels:
            name = f"vast-kernels-{options.kernels}.cc"
            chosen = [row for row in rows if row.family == options.kernels and row.elementwise]
            outputs = {name: kernels(chosen, name)}
        else:
            check_references(rows, [Path(name).stem.replace("-", "_") for name in options.code])
            outputs = {"vast-functions.h": header(rows), "vast-functions.cc": functions(rows),
                       "uniform.hh": uniform_header(rows), "vast-registry.cc": registry(rows, options.code),
                       "procedure-tests.json": test_table(rows), "functions.md": markdown(rows)}
    except TableError as error:
        print(f"gen-procedures.py: {error}", file=sys.stderr)
        return 1
    for name, text in outputs.items():
        (options.output_dir / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
