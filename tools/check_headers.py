#!/usr/bin/env python3
"""Compiles every header of the library alone, and twice in a row, with the flags its layer is built with.

The flags come from the build tree's compile_commands.json: those of a source in the same folder, or in the first folder that has one.
Most of the time would go into reading the same headers again and again. So a header is given one of them precompiled, if it includes it,
itself or through others: since every header is checked, that one too, this hides nothing that the header does not bring along.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def flags_by_folder(build, root):
    """{folder: compiler and flags without input and output}"""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        if source.is_relative_to(root / "graze"):
            flags.setdefault(source.parent, without_files(shlex.split(entry["command"]), entry["file"]))
    return flags


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


# What many headers include, the more there is in it the earlier.
PRECOMPILED = ("graze/query/body.h", "graze/sat/convex.h", "graze/shapes/shapes.h", "graze/core/vec.h")


def included(name, tree, known):
    """The headers of the tree that a header includes, itself or through others. Remembers in `known`."""
    if name not in known:
        known[name] = set()  # while it is looked into
        text = (tree / name).read_text() if (tree / name).exists() else ""
        direct = re.findall(r"#include <(graze/[^>]+)>", text)
        known[name] = set(direct).union(*(included(other, tree, known) for other in direct))
    return known[name]


def precompile(command, name, root, folder):
    """The flags that give a header ahead of everything; none where the compiler cannot make such a file."""
    header = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "ahead.h"
    header.write_text(f"#include <{name}>\n")
    run = subprocess.run(
        [command[0], f"-I{root}", *command[1:], "-x", "c++-header", str(header), "-o", f"{header}.gch"], capture_output=True, check=False
    )
    return ("-include", str(header)) if run.returncode == 0 else ()


def compile_alone(name, root, command):
    """What the compiler complains about, empty when nothing."""
    unit = f"#include <{name}>\n#include <{name}>\n"
    run = subprocess.run(
        [command[0], f"-I{root}", *command[1:], "-fsyntax-only", "-x", "c++", "-"], input=unit, text=True, capture_output=True, check=False
    )
    return f"{name}: does not compile alone, or not twice\n{run.stderr}" if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a build tree with compile_commands.json")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--headers", type=pathlib.Path, help="another tree whose graze/**/*.h to compile")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    flags = flags_by_folder(options.build, options.root)
    if not flags:
        print(f"{options.build}: compile_commands.json names no source of the library")
        return 1
    tree = options.headers or options.root
    headers = sorted((tree / "graze").rglob("*.h"))

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        wanted = [(command, name) for command in sorted({tuple(command) for command in flags.values()}) for name in PRECOMPILED]
        ahead = dict(zip(wanted, pool.map(lambda pair: precompile(*pair, tree, folder), wanted)))
        known = {}
        for header in headers:
            included(header.relative_to(tree).as_posix(), tree, known)

        def check(header):
            name = header.relative_to(tree).as_posix()
            command = tuple(flags.get(options.root / header.relative_to(tree).parent, next(iter(flags.values()))))
            first = next((other for other in PRECOMPILED if other in known[name]), None)
            return compile_alone(name, tree, [*command, *ahead.get((command, first), ())])

        problems = [problem for problem in pool.map(check, headers) if problem]
    print("\n".join(problems) or f"headers: {len(headers)} compile alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
