#!/usr/bin/env python3
"""Checks that every #include obeys cmake/layers.txt, that the layers have no cycle and that apps see only the library's headers."""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".h", ".cpp"}
# Programs and bindings: they use the library as a stranger would.
CLIENTS = ("apps", "examples", "python")


def read_layers(path):
    """{layer: the layers it may include}, and what is wrong with the table itself."""
    layers, problems = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, colon, below = line.partition(":")
        if not colon:
            problems.append(f"{path}:{number}: expected 'layer: layers below it'")
            continue
        layers[name.strip()] = set(below.split())
        problems += [
            f"{path}:{number}: '{other}' must be named on a line above '{name.strip()}', so that there can be no cycle"
            for other in below.split()
            if other not in layers or other == name.strip()
        ]
    return layers, problems


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES)


def includes(path):
    """(line number, quote or angle bracket, what is included)"""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1], match[2]


def check_library(root, layers):
    for path in sources(root / "graze"):
        where = path.relative_to(root)
        if len(where.parts) < 3 or where.parts[1] not in layers:
            yield f"{where}:1: not in a folder that cmake/layers.txt names"
            continue
        layer = where.parts[1]
        for number, bracket, target in includes(path):
            if bracket == '"':
                yield f'{where}:{number}: #include "{target}": write <graze/...>, so that the layer is visible'
            elif target.startswith("graze/"):
                yield from check_edge(root, layers, layer, f"{where}:{number}", target)
            elif target.split("/")[0] in ("apps", "tests", "benchmarks", "tools", "examples"):
                yield f"{where}:{number}: the library may not include <{target}>"


def check_edge(root, layers, layer, place, target):
    other = target.split("/")[1]
    if not (root / target).is_file():
        yield f"{place}: <{target}> does not exist"
    elif other != layer and other not in layers[layer]:
        yield f"{place}: layer '{layer}' may not include <{target}>; it may include: {' '.join(sorted(layers[layer])) or 'nothing'}"


def check_clients(root):
    for client in CLIENTS:
        for path in sources(root / client):
            where = path.relative_to(root)
            for number, bracket, target in includes(path):
                if bracket == '"' and not (path.parent / target).is_file():
                    yield f'{where}:{number}: "{target}" is not beside this file'
                elif bracket == '"' and not (path.parent / target).resolve().is_relative_to((root / client).resolve()):
                    yield f'{where}:{number}: "{target}" is not part of {client}; library headers are <graze/...>'
                elif bracket == "<" and target.startswith("graze/") and not (root / target).is_file():
                    yield f"{where}:{number}: <{target}> does not exist"
                elif bracket == "<" and target.split("/")[0] in ("tests", "benchmarks", "tools"):
                    yield f"{where}:{number}: <{target}> is not part of the library"


def check_header_cycles(root):
    """Headers of one layer may include each other, but not in a circle."""
    edges = {}
    for path in sources(root / "graze"):
        name = path.relative_to(root).as_posix()
        edges[name] = [(number, target) for number, _, target in includes(path) if target.startswith("graze/")]
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
    layers, problems = read_layers(root / "cmake" / "layers.txt")
    if not problems:
        problems = [*check_library(root, layers), *check_clients(root), *check_header_cycles(root)]
    print("\n".join(problems) or f"layers: {len(sources(root / 'graze'))} files of {len(layers)} layers obey cmake/layers.txt")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
