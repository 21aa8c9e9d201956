#!/usr/bin/env python3
"""Makes Debian's Furo work for pages that are opened as files: docs_theme.py HTML_FOLDER.

Its script is shipped as modules, which browsers refuse to load from files; its style sheet asks a web server for normalize.css, and lost the rule
by which dark pages follow the wish of the system.
"""

import pathlib
import re
import subprocess
import sys

NORMALIZE = pathlib.Path("/usr/share/javascript/normalize.css/normalize.min.css")


def bundle(script):
    """One plain script out of the modules."""
    if "import " not in script.read_text():
        return
    subprocess.run(["esbuild", script, "--bundle", "--format=iife", "--log-level=error", "--allow-overwrite", f"--outfile={script}"], check=True)
    (script.parent / "gumshoe-patched.js").unlink()


def complete(sheet):
    text = sheet.read_text()
    if NORMALIZE.exists():
        text = re.sub(r"@import url\([^)]*normalize\.css\);", lambda _: NORMALIZE.read_text(), text)
    if "prefers-color-scheme" not in text:
        dark = re.search(r'body\[data-theme="dark"\] \{([^}]*)\}', text)[1]
        text += f'\n@media (prefers-color-scheme: dark) {{\n@media not print {{ body[data-theme="auto"] {{{dark}}} }} }}\n'
    sheet.write_text(text)


def main():
    static = pathlib.Path(sys.argv[1]) / "_static"
    bundle(static / "scripts/furo.js")
    complete(static / "styles/furo.css")


if __name__ == "__main__":
    main()
