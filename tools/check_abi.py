#!/usr/bin/env python3
"""Compares what programs linked with libgraze.so rely on with the committed list packaging/abi.txt: its symbols, the layouts of the classes
in public headers, the values of enumerations.

What is new is fine. What is gone or different breaks programs that were linked before: then raise the minor version (before 1.0; the major
one afterwards), which changes the SONAME, and write the list again with --update. docs/install.md says what is promised.
"""

import argparse
import pathlib
import sys

from public_interface import PublicInterface, run

HEADING = "# What programs linked with {soname} rely on, on x86_64 with GCC's standard library. Written by tools/check_abi.py --update.\n"


def soname(library):
    return next(line.split("[")[1].rstrip("]") for line in run("readelf", "--dynamic", library).splitlines() if "(SONAME)" in line)


def symbols(library):
    """{mangled name: readable name} of what the library exports."""
    mangled = run("nm", "--dynamic", "--defined-only", "--format=just-symbols", library).split()
    return dict(zip(mangled, run("c++filt", *mangled).splitlines()))


def description(library, interface):
    """{what: how it is now}."""
    entries = {f"symbol {mangled}": name for mangled, name in symbols(library).items()}
    entries |= {f"enum {name}": ", ".join(values) for name, values in interface.enumerations().items()}
    entries |= {f"class {name}": "; ".join([f"size {size}", *fields]) for name, (size, fields) in interface.layouts().items()}
    return entries


def read(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("\t", 1) for line in lines)


def breaks(before, now):
    """What old programs would stumble over, a line each."""
    found = []
    for what, how in before.items():
        if what not in now:
            found.append(f"{what} is gone: {how}")
        elif what.startswith("enum ") and (now[what] + ", ").startswith(how + ", "):
            continue  # enumerators were appended
        elif not what.startswith("symbol ") and now[what] != how:
            found.append(f"{what} was: {how}\n{' ' * len(what)} is now: {now[what]}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a build tree with compile_commands.json and libgraze.so")
    parser.add_argument("--headers", type=pathlib.Path, help="another tree, whose include/graze to take")
    parser.add_argument("--library", type=pathlib.Path, help="libgraze.so, if not the one of the build tree")
    parser.add_argument("--list", type=pathlib.Path, default=root / "packaging/abi.txt")
    parser.add_argument("--update", action="store_true", help="write the list")
    options = parser.parse_args()

    library = options.library or options.build / "libgraze.so"
    heading = HEADING.format(soname=soname(library))
    now = description(library, PublicInterface(root, options.build, options.headers))
    if options.update:
        options.list.write_text(heading + "".join(f"{what}\t{how}\n" for what, how in sorted(now.items())))
        return 0
    if not options.list.read_text().startswith(heading):
        print(f"{options.list} is not of {soname(library)}: write it again with --update")
        return 1
    before = read(options.list)
    found = breaks(before, now)
    print("\n".join(found) or f"abi: {len(before)} entries of {soname(library)} stand, {len(now.keys() - before.keys())} are new")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
