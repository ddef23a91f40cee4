# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""N-dimensional arrays, procedures on them, and clusters that compute them.

    import vast
    x = vast.Array([[1.0, 2.0], [3.0, 4.0]])
    vast.sum(vast.sin(x), axis=0)

These are the names of gi.repository.Vast."""

import gi

gi.require_version("Vast", "1.0")
from gi.repository import Vast as _namespace  # noqa: E402


def __getattr__(name):
    try:
        return getattr(_namespace, name)
    except AttributeError:
        raise AttributeError(f"module 'vast' has no attribute {name!r}") from None


def __dir__():
    return dir(_namespace)
