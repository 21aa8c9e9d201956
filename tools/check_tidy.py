#!/usr/bin/env python3
"""Runs clang-tidy over the sources of the library and the applications, a folder at a time.

clang-tidy spends nearly all its time on the system headers that a source includes, so the sources of a folder are read as one translation unit.
Where they do not compile together (two of them use the same private name) they are read in halves.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays as it is
from check_headers import without_files  # noqa: E402

FOLDERS = ("src", "include", "apps")
# Sources read together: enough to share the headers, few enough to keep every core busy.
BATCH = 12


def batches(build, root, only):
    """Lists of sources that share folder and flags, with those flags."""
    groups = collections.defaultdict(list)
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        if any(source.is_relative_to(root / folder) for folder in FOLDERS) and (not only or source in only):
            flags = without_files(shlex.split(entry["command"]), entry["file"])[1:]
            groups[source.parent, tuple(flags)].append(source)
    for (_, flags), sources in sorted(groups.items()):
        for first in range(0, len(sources), BATCH):
            yield sorted(sources)[first:first + BATCH], flags


def complaint(*command):
    """What the tool says when it fails. -w: warnings are the business of the compiler that builds."""
    run = subprocess.run([*command, "-w"], capture_output=True, text=True, check=False)
    return run.stdout or run.stderr if run.returncode else ""


def check(sources, flags, root, folder):
    """What clang-tidy has to say about the sources, empty when nothing."""
    with tempfile.NamedTemporaryFile("w", suffix=".cpp", dir=folder) as unit:
        unit.writelines(f'#include "{source}"\n' for source in sources)
        unit.flush()
        if len(sources) == 1 or not complaint("clang++-19", *flags, "-fsyntax-only", unit.name):
            return complaint("clang-tidy-19", "--quiet", f"--config-file={root / '.clang-tidy'}", unit.name, "--", *flags)
    half = len(sources) // 2
    return check(sources[:half], flags, root, folder) + check(sources[half:], flags, root, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a build tree with compile_commands.json")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("sources", nargs="*", type=lambda name: pathlib.Path(name).resolve(), help="only these")
    options = parser.parse_args()

    work = list(batches(options.build, options.root, options.sources))
    if not work:
        print(f"{options.build}: compile_commands.json names none of the sources")
        return 1
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        complaints = [text for text in pool.map(lambda item: check(*item, options.root, folder), work) if text]
    print("".join(complaints) or f"clang-tidy: nothing to say about {sum(len(sources) for sources, _ in work)} sources")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
