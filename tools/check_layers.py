#!/usr/bin/env python3
"""Checks that every #include obeys cmake/layers.txt, that the rooms have no cycle and that users and apps see only public headers."""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".h", ".cpp"}
# Programs and bindings: they use the library as a stranger would.
CLIENTS = ("apps", "examples", "python")


def read_layers(path):
    """{room: the rooms it may include}, {public header: the room that defines it}, and what is wrong with the table itself."""
    layers, owners, problems = {}, {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, colon, rest = line.partition(":")
        if not colon:
            problems.append(f"{path}:{number}: expected 'room: rooms below it | public headers'")
            continue
        below, _, headers = rest.partition("|")
        problems += [
            f"{path}:{number}: '{other}' must be named on a line above '{name.strip()}', so that there can be no cycle"
            for other in below.split()
            if other not in layers or other == name.strip()
        ]
        problems += [f"{path}:{number}: {header} belongs to '{owners[header]}' already" for header in headers.split() if header in owners]
        layers[name.strip()] = set(below.split())
        owners |= {header: name.strip() for header in headers.split()}
    return layers, owners, problems


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES)


def includes(path):
    """(line number, quote or angle bracket, what is included)"""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1], match[2]


def room_of(target, bracket, layers, owners):
    """The room that an #include reaches into, or what is wrong with it; neither for headers of other libraries."""
    if bracket == "<":
        if not target.startswith("graze/"):
            return None, None
        header = target.removeprefix("graze/")
        return (owners[header], None) if header in owners else (None, f"cmake/layers.txt gives <{target}> to no room")
    room = target.rpartition("/")[0]
    return (room, None) if room in layers else (None, f'"{target}" is in no room that cmake/layers.txt names')


def check_file(root, path, room, layers, owners):
    where = path.relative_to(root)
    for number, bracket, target in includes(path):
        if target.split("/")[0] in ("apps", "tests", "benchmarks", "tools", "examples"):
            yield f"{where}:{number}: the library may not include {target}"
            continue
        if bracket == "<" and (root / "src" / target).is_file():
            yield f'{where}:{number}: <{target}> is a header of src/: #include "{target}"'
            continue
        other, problem = room_of(target, bracket, layers, owners)
        exists = (root / ("include" if bracket == "<" else "src") / target).is_file()
        if problem:
            yield f"{where}:{number}: {problem}"
        elif other and not exists:
            yield f"{where}:{number}: {target} does not exist"
        elif other and other != room and other not in layers[room]:
            allowed = " ".join(sorted(layers[room])) or "nothing"
            yield f"{where}:{number}: room '{room}' may not include {target} of '{other}'; it may include: {allowed}"


def check_library(root, layers, owners):
    for path in sources(root / "src"):
        room = path.parent.relative_to(root / "src").as_posix()
        if room not in layers:
            yield f"{path.relative_to(root)}:1: not in a folder that cmake/layers.txt names"
        else:
            yield from check_file(root, path, room, layers, owners)


# What users need to have, beside a compiler.
PUBLIC_DEPENDENCIES = ("Eigen/", "tl/")


def check_public(root, layers, owners):
    """Public headers show nothing of the rooms, and of other libraries only what users must have."""
    present = {path.name for path in sources(root / "include" / "graze")}
    yield from (f"cmake/layers.txt: there is no public header {header}" for header in sorted(owners.keys() - present))
    for path in sources(root / "include"):
        where = path.relative_to(root)
        if path.name not in owners:
            yield f"{where}:1: cmake/layers.txt gives it to no room"
            continue
        for number, bracket, target in includes(path):
            if bracket == '"':
                yield f'{where}:{number}: #include "{target}": a public header may include only <graze/...>'
            elif "/" in target and not target.startswith(("graze/", *PUBLIC_DEPENDENCIES)):
                yield f"{where}:{number}: <{target}>: users would need it"
        yield from check_file(root, path, owners[path.name], layers, owners)


def check_clients(root):
    for client in CLIENTS:
        for path in sources(root / client):
            where = path.relative_to(root)
            program = root.joinpath(*where.parts[:2])  # apps/cli, in whose folders its files may lie
            for number, bracket, target in includes(path):
                found = next((folder / target for folder in (path.parent, program) if (folder / target).is_file()), None)
                if bracket == '"' and not found:
                    yield f'{where}:{number}: "{target}" is not beside this file'
                elif bracket == '"' and not found.resolve().is_relative_to((root / client).resolve()):
                    yield f'{where}:{number}: "{target}" is not part of {client}; library headers are <graze/...>'
                elif bracket == "<" and target.startswith("graze/") and not (root / "include" / target).is_file():
                    yield f"{where}:{number}: <{target}> does not exist"
                elif bracket == "<" and target.split("/")[0] in ("tests", "benchmarks", "tools"):
                    yield f"{where}:{number}: <{target}> is not part of the library"


def check_header_cycles(root):
    """Headers of one room may include each other, but not in a circle."""
    edges = {}
    for folder in ("src", "include"):
        for path in sources(root / folder):
            edges[path.relative_to(root / folder).as_posix()] = [
                (number, target) for number, bracket, target in includes(path) if bracket == '"' or target.startswith("graze/")]
    done = set()

    def visit(name, trail):
        if name in done:
            return
        for number, target in edges.get(name, []):
            if target in trail:
                circle = trail[trail.index(target):] + [target]
                yield f"{name}:{number}: include cycle: {' -> '.join(circle)}"
            else:
                yield from visit(target, trail + [target])
        done.add(name)

    for name in edges:
        yield from visit(name, [name])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    layers, owners, problems = read_layers(root / "cmake" / "layers.txt")
    if not problems:
        problems = [*check_library(root, layers, owners), *check_public(root, layers, owners), *check_clients(root), *check_header_cycles(root)]
    print("\n".join(problems) or f"layers: {len(sources(root / 'src'))} files of {len(layers)} rooms obey cmake/layers.txt")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
