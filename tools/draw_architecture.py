#!/usr/bin/env python3
"""Draws docs/architecture.svg: the rooms of src/ in the order of cmake/layers.txt, and the way of one question through them.

  tools/draw_architecture.py           # writes the picture
  tools/draw_architecture.py --check   # fails when the picture is not that of today's layers.txt (a contract test)
"""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True  # the source tree stays as it is
from check_layers import read_layers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"

# Rows from the top. Every room of layers.txt must be in one of them.
ROWS = [
    ("pictures", ["report"]),
    ("doors", ["io/files", "io/step", "io/mesh", "io/json", "io/robot", "io/scene", "io/query"]),
    ("many bodies", ["broad", "motion/windows", "scene", "robot"]),
    ("one .cpp a public header", ["questions"]),
    ("bodies", ["motion/turning", "motion", "body", "mesh"]),
    ("trees and boxes", ["fit", "tree/nodes", "tree/build", "tree/walk"]),
    ("which method answers", ["methods"]),
    ("closest points, rays, containment", ["quick", "rounded/plane", "rounded", "curved", "ring", "contains", "ray", "triangle"]),
    ("separating axes", ["box", "polytope", "views", "polytope/contact"]),
    ("numbers and shapes", ["simd", "geometry", "numbers"]),
]

# What happens to {"query": "overlap"} about two meshes: (room, what it does).
WAY = [
    ("io/query", "1  reads the line, checks every field"),
    ("questions", "2  checks poses, picks the kind of pair"),
    ("mesh", "3  asks the trees, then each pair of triangles"),
    ("tree/walk", "4  drops boxes that an axis certainly separates"),
    ("triangle", "5  signs of determinants, in doubles with a bound"),
    ("numbers", "6  exact arithmetic where the bound leaves it open"),
]

ROW_HEIGHT, BOX_HEIGHT, LEFT, WIDTH, WAY_LEFT = 62, 34, 224, 640, 880


def boxes():
    """{room: (x, y, width)} in the picture."""
    places = {}
    for row, (_, rooms) in enumerate(ROWS):
        width = (WIDTH - 8 * (len(rooms) - 1)) / len(rooms)
        for column, room in enumerate(rooms):
            places[room] = (LEFT + column * (width + 8), 64 + row * ROW_HEIGHT, width)
    return places


def text(x, y, words, size=13, anchor="start", color="#24292f", weight="normal"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{color}" font-weight="{weight}">{words}</text>')


def picture():
    places = boxes()
    height = 64 + len(ROWS) * ROW_HEIGHT + 16
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1290 {height}" font-family="system-ui, sans-serif" role="img" '
        'aria-label="The rooms of graze, each above what it may include, and the way of a question through them">',
        f'<rect width="1290" height="{height}" fill="#ffffff"/>',
        f'<rect x="{LEFT}" y="14" width="{WIDTH}" height="{BOX_HEIGHT}" rx="6" fill="#1f6feb"/>',
        text(LEFT + WIDTH / 2, 36, "include/graze: the public headers, one a question", 14, "middle", "#ffffff", "bold"),
        text(WAY_LEFT + 24, 36, "Do two meshes meet? The way of a question", 14, weight="bold"),
    ]
    for row, (title, _) in enumerate(ROWS):
        lines.append(text(LEFT - 12, 64 + row * ROW_HEIGHT + 22, title, 12, "end", "#57606a"))
    on_way = {room for room, _ in WAY}
    for room, (x, y, width) in places.items():
        fill, stroke = ("#ddf4ff", "#1f6feb") if room in on_way else ("#f6f8fa", "#8c959f")
        lines.append(f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX_HEIGHT}" rx="6" fill="{fill}" stroke="{stroke}"/>')
        lines.append(text(x + width / 2, y + 22, room, 12 if width > 88 else 11, "middle"))
    for step, (room, words) in enumerate(WAY):
        x, y, width = places[room]
        label = y + 22
        lines.append(text(WAY_LEFT + 24, label, words))
        lines.append(f'<path d="M {x + width:.0f} {y + 17} H {WAY_LEFT + 18}" stroke="#1f6feb" stroke-dasharray="2 4" fill="none"/>')
        if step + 1 < len(WAY):
            below = places[WAY[step + 1][0]][1] + 6
            lines.append(f'<path d="M {WAY_LEFT + 28} {label + 6} V {below}" stroke="#1f6feb" fill="none" marker-end="url(#tip)"/>')
    lines.append('<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="4" refY="4" orient="auto">'
                 '<path d="M0 0 L8 4 L0 8 z" fill="#1f6feb"/></marker></defs>')
    return "\n".join([*lines, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    layers, _, problems = read_layers(ROOT / "cmake" / "layers.txt")
    drawn = {room for _, rooms in ROWS for room in rooms}
    problems += [f"layers.txt and the picture disagree about {room}" for room in sorted(drawn ^ layers.keys())]
    if options.check and not problems and PICTURE.read_text() != picture():
        problems.append(f"{PICTURE.name} is not what tools/draw_architecture.py draws")
    if not options.check and not problems:
        PICTURE.write_text(picture())
    print("\n".join(problems) or f"{PICTURE.relative_to(ROOT)}: {len(drawn)} rooms")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
