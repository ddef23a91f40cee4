// SPDX-FileCopyrightText: The Vast developers
// SPDX-License-Identifier: LGPL-3.0-or-later

/* The frame of tests that speak TAP. */

/* exported assertEqual, assertSame, assertThrows, assertTrue, run, test */

const {GLib} = imports.gi;

const _tests = [];

function test(name, body) {
    _tests.push([name, body]);
}

function _show(value) {
    return JSON.stringify(value, (_, part) => typeof part === 'bigint' ? `${part}n` : Object.is(part, -0) ? '-0'
        : typeof part === 'number' && !Number.isFinite(part) ? String(part) : part);
}

function _isSame(actual, expected) {
    if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
        return Object.is(actual, expected);
    const keys = Object.keys(expected);
    return Array.isArray(actual) === Array.isArray(expected) && Object.keys(actual).length === keys.length &&
        keys.every(key => _isSame(actual[key], expected[key]));
}

function assertEqual(actual, expected) {
    if (actual !== expected)
        throw new Error(`${_show(actual)} is not ${_show(expected)}`);
}

/* Lists and objects by their parts; NaN is itself, and -0 is not 0. */
function assertSame(actual, expected) {
    if (!_isSame(actual, expected))
        throw new Error(`${_show(actual)} is not ${_show(expected)}`);
}

function assertTrue(value) {
    if (value !== true)
        throw new Error(`${_show(value)} is not true`);
}

function assertThrows(type, body) {
    let caught = null;
    try {
        body();
    } catch (error) {
        caught = error;
    }
    if (!(caught instanceof type))
        throw new Error(`${caught ?? 'nothing'} was thrown, not a ${type.name}`);
    return caught;
}

async function _runAll() {
    let failed = 0;
    print(`1..${_tests.length}`);
    for (const [i, [name, body]] of _tests.entries()) {
        try {
            await body();
            print(`ok ${i + 1} ${name}`);
        } catch (error) {
            failed++;
            print(`not ok ${i + 1} ${name}`);
            print(`# ${error}\n${error.stack}`.replace(/\n/g, '\n# '));
        }
    }
    return failed;
}

/* Runs the tests, and at last a function that cleans up. */
function run(finish = () => {}) {
    const loop = new GLib.MainLoop(null, false);
    let status = 1;
    _runAll().then(failed => (status = failed ? 1 : 0)).catch(logError).finally(() => loop.quit());
    loop.run();
    finish();
    imports.system.exit(status);
}
