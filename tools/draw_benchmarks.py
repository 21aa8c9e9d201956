#!/usr/bin/env python3
"""Draws the plots of docs/benchmarks.md from the CSV files in docs/figures: draw_benchmarks.py [--check | --from RESULTS].

--from takes the results of a full run of tools/bench into the documents: writes those files anew (how scenes and meshes grow, what questions cost and,
where the run had --own with the three pairs of meshes of that page, how many times faster than FCL they are), and the tables between the comments
"tools/bench" of README.md, benchmarks/README.md, docs/benchmarks.md and docs/questions.md."""

import argparse
import csv
import json
import math
import pathlib
import shutil
import sys

sys.dont_write_bytecode = True
from bench_page import spread_out  # noqa: E402
from bench_rows import growth_lines, read_csv  # noqa: E402
from bench_speed import beside_fcl, slower, speed  # noqa: E402
from svg_canvas import BLUE, GREEN, INK, ORANGE, PALE, Canvas, write_or_check  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
BEGIN, END = "<!-- tools/bench -->", "<!-- end of tools/bench -->"
COLORS = (BLUE, ORANGE, GREEN)


def table(name):
    rows = list(csv.reader((DOCS / f"figures/{name}.csv").read_text().splitlines()))
    return rows[0][1:], [(row[0], [float(cell) if cell else None for cell in row[1:]]) for row in rows[1:]]


def bars(name, title):
    """Groups of bars to the right on a logarithmic scale from 1 on."""
    columns, rows = table(name)
    end = 1.4 * max(value for _, values in rows for value in values)
    left, width, step = 230, 500, 62
    canvas = Canvas(790, 74 + step * len(rows))
    at = lambda value: left + width * math.log(value) / math.log(end)  # noqa: E731
    canvas.text((10, 20), title, size=15)
    for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000):
        if tick <= end:
            canvas.line([(at(tick), 54), (at(tick), 60 + step * len(rows))], stroke="#dde2e7", width=1)
            canvas.text((at(tick), 48), f"{tick}", size=12, anchor="middle", color=PALE)
    for k, column in enumerate(columns):
        canvas.dot((left + 8 + 185 * k, 66 + step * len(rows)), color=COLORS[k], radius=5)
        canvas.text((left + 18 + 185 * k, 71 + step * len(rows)), column, size=12)
    for i, (question, values) in enumerate(rows):
        top = 62 + step * i
        canvas.text((left - 10, top + 30), question, size=13, anchor="end")
        for k, value in enumerate(values):
            y = top + 4 + 17 * k
            canvas.polygon([(left, y), (at(value), y), (at(value), y + 13), (left, y + 13)], fill=COLORS[k], stroke="none")
            canvas.text((at(value) + 5, y + 11), f"{value:g}", size=12)
    return canvas.written(title)


def growth(name, title, unit):
    """Lines over a number, both logarithmic; the header names them."""
    columns, rows = table(name)
    cells = [(float(size), values) for size, values in rows]
    lines = [[(size, values[k]) for size, values in cells if values[k] is not None] for k in range(len(columns))]
    sizes, numbers = [size for size, _ in cells], [value for line in lines for _, value in line]
    xs = range(math.floor(math.log10(min(sizes)) + 0.01), math.ceil(math.log10(max(sizes)) - 0.01) + 1)
    ys = range(math.floor(math.log10(min(numbers))), math.ceil(math.log10(max(numbers))) + 1)
    left, right, top, bottom = 80, 640, 40, 320
    canvas = Canvas(790, bottom + 40)
    at = lambda size, value: (left + (right - left) * (math.log10(size) - xs[0]) / (len(xs) - 1),  # noqa: E731
                              bottom - (bottom - top) * (math.log10(value) - ys[0]) / (len(ys) - 1))
    canvas.text((10, 20), title, size=15)
    for e in xs:
        x = at(10.0**e, 10.0 ** ys[0])[0]
        canvas.line([(x, top), (x, bottom)], stroke="#dde2e7", width=1)
        canvas.text((x, bottom + 20), f"10^{e}", size=12, anchor="middle", color=PALE)
    for e in ys:
        y = at(10.0 ** xs[0], 10.0**e)[1]
        canvas.line([(left, y), (right, y)], stroke="#dde2e7", width=1)
        canvas.text((left - 8, y + 4), f"{10.0**e:g} {unit}", size=12, anchor="end", color=PALE)
    heights = spread_out([at(*points[-1])[1] for points in lines], 16, top, bottom)
    for k, points in enumerate(lines):
        canvas.line([at(*p) for p in points], stroke=COLORS[k], width=2)
        for p in points:
            canvas.dot(at(*p), color=COLORS[k])
        canvas.text((at(*points[-1])[0] + 10, heights[k] + 5), f"{columns[k]}, {points[-1][1]:.3g} {unit}", size=13, color=INK)
    return canvas.written(title)


def plots():
    return {"beside-fcl": bars("mesh_beside_fcl", "How many times faster than Debian's FCL 0.7, mesh against mesh"),
            "beside-pqp": bars("mesh_beside_pqp", "How many times faster than PQP built natively, mesh against mesh"),
            "scene-growth": growth("scene_growth", "A step of a scene of moving boxes: milliseconds over number of boxes", "ms"),
            "mesh-growth": growth("mesh_growth", "How far apart are two meshes? Microseconds over triangles of each", "µs")}


def write_table(name, head, rows):
    with open(DOCS / f"figures/{name}.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def write_growth(rows, kind, name, head, unit):
    lines = growth_lines(rows, kind)
    sizes = sorted({size for _, values in lines for size, _ in values})
    if sizes:
        write_table(name, [head, *(who for who, _ in lines)],
                    [[size, *(f"{dict(values)[size] / unit:.3g}" if size in dict(values) else "" for _, values in lines)] for size in sizes])


def take(results):
    """The figures of a run of tools/bench."""
    rows = read_csv(results / "results.csv")
    write_growth(rows, "scene_growth", "scene_growth", "boxes", 1e6)
    write_growth(rows, "mesh_distance", "mesh_growth", "triangles", 1e3)
    if found := beside_fcl(rows):
        columns, labels = table("mesh_beside_fcl")
        write_table("mesh_beside_fcl", ["question", *columns], [[label, *(f"{float(f'{value:.3g}'):g}" for value in values)] for (label, _), (_, values) in zip(labels, found)])
    about = json.loads((results / "about.json").read_text(encoding="utf-8"))
    costs = [file for name in ("question_costs", "question_costs_one") if (file := results / f"{name}.csv").is_file()]
    for file in costs:
        shutil.copyfile(file, DOCS / "figures" / file.name)
    if costs:
        replace_between_marks(DOCS / "questions.md", f"Measured {about['date']} on {about['processor']}, load {about['load']}: read orders of magnitude.")
    replace_between_marks(ROOT / "README.md", speed(rows, about))
    replace_between_marks(DOCS / "benchmarks.md", slower(rows, about))
    replace_between_marks(ROOT / "benchmarks/README.md", (results / "summary.md").read_text(encoding="utf-8"))


def replace_between_marks(document, text):
    """What stands between the comments `tools/bench` and `end of tools/bench`."""
    whole = document.read_text(encoding="utf-8")
    before, rest = whole.split(BEGIN)
    document.write_text(before + BEGIN + "\n\n" + text.strip() + "\n\n" + END + rest.split(END)[1], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail where a committed plot is not today's")
    parser.add_argument("--from", metavar="RESULTS", dest="results", type=pathlib.Path, help="build/bench/results")
    arguments = parser.parse_args()
    if arguments.results:
        take(arguments.results)
    return write_or_check("benchmarks", plots(), arguments.check, "tools/draw_benchmarks.py")


if __name__ == "__main__":
    sys.exit(main())
