#!/usr/bin/env python3
"""Compiles every header of the library alone, and twice in a row, with the flags its layer is built with.

The flags come from the build tree's compile_commands.json: those of a source in the same folder, or in the first folder that has one.
Most of the time would go into reading Eigen again and again: headers that include it, themselves or through others, are given it
precompiled, which hides nothing that they do not bring along.
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


def brings_eigen(header, tree, known):
    """Does the header include <Eigen/Core>, itself or through others of the tree? Remembers in `known`."""
    if header not in known:
        known[header] = False  # while it is looked into
        text = header.read_text() if header.exists() else ""
        known[header] = bool(re.search(r"#include <Eigen/Core>", text)) or any(
            brings_eigen(tree / name, tree, known) for name in re.findall(r"#include <(graze/[^>]+)>", text)
        )
    return known[header]


def precompiled_eigen(commands, folder):
    """{command: its flags for Eigen ahead of everything}; none where the compiler makes no such file."""
    flags = {}
    for number, command in enumerate(commands):
        header = pathlib.Path(folder) / f"eigen{number}.h"
        header.write_text("#include <Eigen/Core>\n")
        run = subprocess.run([*command, "-x", "c++-header", str(header), "-o", f"{header}.gch"], capture_output=True, check=False)
        flags[command] = ("-include", str(header)) if run.returncode == 0 else ()
    return flags


def compile_alone(header, root, command):
    """What the compiler complains about, empty when nothing."""
    name = header.relative_to(root).as_posix()
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
        ahead = precompiled_eigen({tuple(command) for command in flags.values()}, folder)
        known = {}

        def check(header):
            command = flags.get(options.root / header.relative_to(tree).parent, next(iter(flags.values())))
            eigen = ahead[tuple(command)] if brings_eigen(header, tree, known) else ()
            return compile_alone(header, tree, [*command, *eigen])

        problems = [problem for problem in pool.map(check, headers) if problem]
    print("\n".join(problems) or f"headers: {len(headers)} compile alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
