#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Sums up runs of `meson test`: summary.py NAME=FOLDER...

Reads FOLDER/meson-logs/testlog.json of each run. A test that speaks TAP counts as its single cases, any other as one. A
run without a log, or of no test at all, is a failure. Prints failed tests with their output, skipped ones with their
reason, and as the last line "N passed, N failed, N skipped"; the status is 1 if anything failed."""

import json
import re
import sys
from pathlib import Path

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
MESON_RESULTS = {"OK": PASSED, "EXPECTEDFAIL": PASSED, "SKIP": SKIPPED}
TAP_LINE = re.compile(r"(not )?ok\b(?:\s+(\d+))?\s*(?:-\s*)?([^#]*)(?:#\s*(SKIP|TODO)\b\S*\s*(.*))?", re.IGNORECASE)
TAP_PLAN = re.compile(r"1\.\.(\d+)(?:\s*#\s*SKIP\S*\s*(.*))?", re.IGNORECASE)
SHOWN_LINES = 200


def tap_cases(output):
    """(result, name, reason) of each case, or None if the output is not TAP."""
    lines = output.splitlines()
    if not any(TAP_PLAN.match(line) for line in lines):
        return None
    cases = []
    for line in lines:
        match = TAP_LINE.match(line)
        if match:
            bad, _, name, directive, reason = match.groups()
            directive = (directive or "").upper()
            result = SKIPPED if directive == "SKIP" else FAILED if bad and directive != "TODO" else PASSED
            cases.append((result, name.strip(), (reason or "").strip()))
    return cases


def skip_reason(test):
    output = test.get("stdout", "") + "\n" + test.get("stderr", "")
    for line in output.splitlines():
        plan = TAP_PLAN.match(line)
        if plan and plan.group(2):
            return plan.group(2)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def cases_of(test):
    whole = MESON_RESULTS.get(test["result"], FAILED)
    if whole == SKIPPED:
        return [(SKIPPED, "", skip_reason(test))]
    cases = tap_cases(test.get("stdout", "")) or [(whole, "", "")]
    if whole == FAILED and all(result != FAILED for result, _, _ in cases):
        cases.append((FAILED, "", test["result"]))
    return cases


def tail(text):
    lines = text.rstrip().splitlines()
    cut = [f"… {len(lines) - SHOWN_LINES} lines left out"] if len(lines) > SHOWN_LINES else []
    return "\n".join("    " + line for line in cut + lines[-SHOWN_LINES:])


def read_run(name, folder):
    """The tests of a run, and what is wrong with the run as a whole or None."""
    log = Path(folder) / "meson-logs" / "testlog.json"
    if not folder or not log.is_file():
        return [], "did not run"
    tests = [json.loads(line) for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return tests, None if tests else "ran no test"


def summarise(arguments):
    count = {PASSED: 0, FAILED: 0, SKIPPED: 0}
    failures, skips, outputs = [], [], []
    for argument in arguments:
        run, _, folder = argument.partition("=")
        tests, wrong = read_run(run, folder)
        if wrong:
            count[FAILED] += 1
            failures.append(f"{run}: {wrong}")
        for test in tests:
            cases = cases_of(test)
            for result, case, reason in cases:
                count[result] += 1
                title = f"{run}: {test['name']}" + (f": {case}" if case else "") + (f" ({reason})" if reason else "")
                if result == FAILED:
                    failures.append(title)
                elif result == SKIPPED:
                    skips.append(title)
            if any(result == FAILED for result, _, _ in cases):
                outputs.append((f"{run}: {test['name']}: {test['result']}, status {test.get('returncode')}",
                                test.get("stdout", ""), test.get("stderr", "")))
    for title, stdout, stderr in outputs:
        print(f"\n==== {title}")
        for text in filter(None, (stdout, stderr)):
            print(tail(text))
    for heading, names in (("Skipped:", skips), ("Failed:", failures)):
        if names:
            print("\n" + "\n  ".join([heading, *names]))
    print(f"\n{count[PASSED]} passed, {count[FAILED]} failed, {count[SKIPPED]} skipped")
    return 1 if count[FAILED] or not count[PASSED] else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")
    sys.exit(summarise(sys.argv[1:]))
