#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Vast developers
# SPDX-License-Identifier: LGPL-3.0-or-later
"""po/POTFILES.in lists, sorted, exactly the files that have messages to translate: check-potfiles.py ROOT"""

import re

import lintlib

MESSAGE = re.compile(r'(?<![\w.>])(?:_|N_|C_|NC_|Q_|g_dngettext|g_dpgettext2?|ngettext|gettext) ?\(\s*(?:GETTEXT_PACKAGE,\s*)?"')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)


def has_messages(text):
    return MESSAGE.search(COMMENT.sub(lambda match: match.group(1) or " ", text)) is not None


def check(root):
    listed = [line for line in lintlib.read(root, "po/POTFILES.in").splitlines() if line and not line.startswith("#")]
    if listed != sorted(set(listed)):
        yield "po/POTFILES.in: is not sorted, or names a file twice"
    found = {name for name in lintlib.project_files(root, (".c", ".cc", ".h", ".hh"), ("vast", "vast-node"))
             if has_messages(lintlib.read(root, name))}
    for name in sorted(found - set(listed)):
        yield f"po/POTFILES.in: lacks {name}, which has messages"
    for name in sorted(set(listed) - found):
        yield f"po/POTFILES.in: names {name}, which has no messages"
    for language in lintlib.read(root, "po/LINGUAS").split():
        if not (root / "po" / f"{language}.po").is_file():
            yield f"po/LINGUAS: names {language}, but there is no po/{language}.po"


CASES = [
    ({"po/POTFILES.in": "# x\nvast/a.cc\nvast/b.cc\n", "po/LINGUAS": "", "vast/a.cc": 'f (_ ("x"));\n',
      "vast/b.cc": 'N_("y")', "vast/c.cc": '// _ ("no")\nname_ ("x"); x._ ("y"); /* _("z") */ f ("_ (\\"q\\")");\n'}, []),
    ({"po/POTFILES.in": "vast/z.cc\nvast/a.cc\n", "po/LINGUAS": "de", "vast/a.cc": 'f (_ ("x"));\n', "vast/z.cc": "",
      "vast/n.cc": 'ngettext ("a", "b", n)'}, ["not sorted", "lacks vast/n.cc", "names vast/z.cc", "no po/de.po"]),
]

if __name__ == "__main__":
    lintlib.main(check, CASES)
