#!/usr/bin/env python3
"""Draws the plots of docs/benchmarks.md from the CSV files in docs/figures: draw_benchmarks.py [--check]."""

import csv
import math
import pathlib
import sys

sys.dont_write_bytecode = True
from svg_canvas import BLUE, GREEN, INK, ORANGE, PALE, Canvas, write_or_check  # noqa: E402

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
COLORS = (BLUE, ORANGE, GREEN)


def table(name):
    rows = list(csv.reader((DOCS / f"figures/{name}.csv").read_text().splitlines()))
    return rows[0][1:], [(row[0], [float(cell) for cell in row[1:]]) for row in rows[1:]]


def bars(name, title, end):
    """Groups of bars to the right on a logarithmic scale from 1 to `end`."""
    columns, rows = table(name)
    left, width, step = 230, 500, 62
    canvas = Canvas(790, 74 + step * len(rows))
    at = lambda value: left + width * math.log(value) / math.log(end)  # noqa: E731
    canvas.text((10, 20), title, size=15)
    for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500):
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


def growth():
    """Milliseconds over number of boxes, both logarithmic."""
    _, rows = table("broad_growth")
    points = [(float(count), values[0]) for count, values in rows]
    title = "New boxes in, all pairs out: milliseconds over number of boxes"
    canvas = Canvas(790, 330)
    at = lambda count, ms: (80 + 200 * (math.log10(count) - 3), 280 - 65 * (math.log10(ms) + 1.2))  # noqa: E731
    canvas.text((10, 20), title, size=15)
    for decade in range(3, 7):
        x = at(10**decade, 1)[0]
        canvas.line([(x, 40), (x, 290)], stroke="#dde2e7", width=1)
        canvas.text((x, 310), f"10^{decade}", size=12, anchor="middle", color=PALE)
    canvas.line([at(*p) for p in points], stroke=BLUE, width=2)
    for count, ms in points:
        canvas.dot(at(count, ms), color=BLUE)
        canvas.text((at(count, ms)[0] + 8, at(count, ms)[1] + 18), f"{ms:g} ms", size=13, color=INK)
    return canvas.written(title)


def plots():
    return {"beside-fcl": bars("mesh_beside_fcl", "How many times faster than Debian's FCL 0.7, mesh against mesh", 700),
            "beside-pqp": bars("mesh_beside_pqp", "How many times faster than PQP built natively, mesh against mesh", 20),
            "broad-growth": growth()}


if __name__ == "__main__":
    sys.exit(write_or_check("benchmarks", plots(), sys.argv[1:] == ["--check"], "tools/draw_benchmarks.py"))
