#!/usr/bin/env python3
"""Checks that the rooms of src/ call only what cmake/layers.txt lets them include, by the symbols of their objects.

An #include shows only what a source can see: a function declared in a header of a lower room and defined in a higher one would be a cycle
that no #include betrays. So every symbol of graze that a room's objects need must be defined in that room or in one it may include,
directly or through others.
"""

import argparse
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True  # the source tree stays as it is
from check_layers import read_layers  # noqa: E402


def symbols(objects):
    """(defined, needed) names of the objects, of graze only, weak ones left out: the linker takes any copy of them."""
    text = subprocess.run(["nm", "--demangle", *map(str, objects)], capture_output=True, text=True, check=True).stdout
    defined, needed = set(), set()
    for line in text.splitlines():
        parts = line.split(maxsplit=1) if line.startswith(" ") else line.split(maxsplit=2)[1:]
        if len(parts) == 2 and "graze::" in parts[1]:
            if parts[0] == "U":
                needed.add(parts[1])
            elif parts[0] in "TDBR":
                defined.add(parts[1])
    return defined, needed


def is_current(path, folder, root):
    """Build trees keep the objects of sources that are gone."""
    source = path.relative_to(folder).with_suffix("")
    return "Unity" in source.parts or (root / source).is_file()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    layers, _, problems = read_layers(options.root / "cmake" / "layers.txt")
    reach, home, wanted = {}, {}, {}
    for room, below in layers.items():
        reach[room] = {room}.union(*(reach.get(other, {other}) for other in below))
        folder = options.build / "CMakeFiles" / f"graze_layer_{room.replace('/', '_')}.dir"
        objects = sorted(path for path in folder.rglob("*.o") if is_current(path, folder, options.root))
        if not objects and any((options.root / "src" / room).glob("*.cpp")):
            problems.append(f"{folder}: no objects of the room '{room}'")
        defined, wanted[room] = symbols(objects) if objects else (set(), set())
        for name in defined:
            home.setdefault(name, room)
    problems += [
        f"room '{room}' calls {name}, which '{home[name]}' defines and '{room}' may not use"
        for room, names in wanted.items() for name in sorted(names) if name in home and home[name] not in reach[room]
    ]
    print("\n".join(problems) or f"links: {len(layers)} rooms call only what they may include")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
