#!/usr/bin/env python3
"""Compiles every header of the library alone, and twice in a row: the public ones as users do, those of src/ as the library does.

A public header may read other public headers, Eigen, tl::expected and what comes with the compiler: users need nothing else.
The flags come from the build tree's compile_commands.json: those that most sources of the library have (kernels have flags of their own).
Most of the time would go into reading the same headers again and again. So a header is given one of them precompiled, if it includes it,
itself or through others: since every header is checked, that one too, this hides nothing that the header does not bring along or read.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def without_files(command, source):
    """The command without what it reads and writes, and without the precompiled header, which would hide a missing #include."""
    kept, skip = [], False
    for word in command:
        if skip or word in ("-c", source):
            skip = False
        elif word in ("-o", "-MF", "-MT", "-MQ", "-include"):
            skip = True
        elif word not in ("-MD", "-MMD", "-Winvalid-pch"):
            kept.append(word)
    return kept[1:] if pathlib.Path(kept[0]).name == "ccache" else kept


def library_command(build, root):
    """Compiler and flags of most sources of the library, without the folders of its own headers; empty when there is no source."""
    commands = collections.Counter()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if pathlib.Path(entry["file"]).is_relative_to(root / "src"):
            words = without_files(shlex.split(entry["command"]), entry["file"])
            commands[tuple(word for word in words if not word.startswith("-I"))] += 1
    return commands.most_common(1)[0][0] if commands else ()


# What many headers include, the more there is in it the earlier.
PRECOMPILED = ("tree/nodes/mesh_tree.h", "polytope/convex.h", "graze/geometry.h", "graze/answers.h", "graze/shapes.h", "graze/vec.h")
INCLUDE = re.compile(r'#include [<"]((?:graze|\w+(?:/\w+)*)/\w+\.h)[">]')
# All that a public header may read beside public headers.
USERS_HAVE = "#include <bits/stdc++.h>\n#include <Eigen/Dense>\n#include <tl/expected.hpp>\n"


class Tree:
    """The headers of a source tree, or of an installed one, by the names they are included by."""

    def __init__(self, root, command):
        self.files = {path.relative_to(root / folder).as_posix(): path for folder in ("include", "src") for path in sorted((root / folder).rglob("*.h"))}
        self.public = {name for name in self.files if name.startswith("graze/")}
        self.public_command = [*command, f"-I{root / 'include'}"]
        self.internal_command = [*self.public_command, f"-I{root / 'src'}"]
        self.known = {}

    def included(self, name):
        """The headers of the tree that a header includes, itself or through others."""
        if name not in self.known:
            self.known[name] = set()  # while it is looked into
            direct = [other for other in INCLUDE.findall(self.files[name].read_text()) if other in self.files]
            self.known[name] = set(direct).union(*map(self.included, direct))
        return self.known[name]

    def command(self, name):
        return self.public_command if name in self.public else self.internal_command

    def include(self, name):
        return f"#include <{name}>\n" if name in self.public else f'#include "{name}"\n'


def compiled(command, text, *options):
    return subprocess.run([*command, *options, "-x", "c++", "-"], input=text, text=True, capture_output=True, check=False)


def files_read(rule):
    """What a rule for make says a unit depends on."""
    return {os.path.realpath(word) for word in rule.split(":", 1)[1].replace("\\\n", " ").split() if word != "-"}


def precompile(tree, name, folder):
    """The flags that give a header ahead of everything; none where it is not there or the compiler cannot make such a file."""
    if name not in tree.files:
        return ()
    header = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "ahead.h"
    header.write_text(tree.include(name))
    run = subprocess.run([*tree.command(name), "-x", "c++-header", str(header), "-o", f"{header}.gch"], capture_output=True, check=False)
    return ("-include", str(header)) if run.returncode == 0 else ()


def check_header(tree, name, ahead, users_have, folder):
    """What is wrong with a header, empty when nothing."""
    first = next((other for other in PRECOMPILED if other in tree.included(name) and ahead[other]), None)
    rule = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "rule"
    run = compiled([*tree.command(name), *ahead.get(first, ())], 2 * tree.include(name), "-fsyntax-only", "-MD", "-MF", rule)
    if run.returncode:
        return f"{name}: does not compile alone, or not twice\n{run.stderr}"
    if name not in tree.public:
        return ""
    own = {os.path.realpath(path) for path in tree.files.values() if path.parts[-2] == "graze"}
    foreign = sorted(read for read in files_read(rule.read_text()) - own - users_have if not read.startswith(os.path.realpath(folder)))
    return "\n".join(f"{name}: reads {read}, which users need not have" for read in foreign)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a build tree with compile_commands.json")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--headers", type=pathlib.Path, help="another tree, whose include/graze and src to compile")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    command = library_command(options.build, options.root)
    if not command:
        print(f"{options.build}: compile_commands.json names no source of the library")
        return 1
    tree = Tree(options.headers or options.root, command)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        users_have = files_read(compiled(tree.public_command, USERS_HAVE, "-M").stdout)
        ahead = dict(zip(PRECOMPILED, pool.map(lambda name: precompile(tree, name, folder), PRECOMPILED)))
        problems = [problem for problem in pool.map(lambda name: check_header(tree, name, ahead, users_have, folder), tree.files) if problem]
    print("\n".join(problems) or f"headers: {len(tree.files)} compile alone, {len(tree.public)} of them with what users have")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
