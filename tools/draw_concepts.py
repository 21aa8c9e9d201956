#!/usr/bin/env python3
"""Draws the pictures of docs/concepts from answers of the graze command: draw_concepts.py GRAZE [--check].

Every number that is drawn is an answer of `graze query` or `graze tree`, or is made of such answers by the arithmetic that the page explains.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from svg_canvas import BLUE, GREEN, INK, ORANGE, PALE, RED, Canvas, Panel, write_or_check  # noqa: E402

GRAZE = None


def ask(**question):
    run = subprocess.run([GRAZE, "query"], input=json.dumps(question), capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def ask_many(questions):
    run = subprocess.run([GRAZE, "query"], input="\n".join(map(json.dumps, questions)), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def rectangle(center, axis, half):
    across = [-axis[1], axis[0]]
    return {"type": "obb2", "c": center, "axes": [axis, across], "h": half}


def corners(shape):
    (cx, cy), (u, v), (a, b) = shape["c"], shape["axes"], shape["h"]
    return [(cx + s * a * u[0] + t * b * v[0], cy + s * a * u[1] + t * b * v[1]) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def project(panel, direction, origin, shape, color, lift):
    """The shadow of a shape on the line through origin along a direction, as graze tells its extent."""
    extent = ask(query="extent", a=shape, direction=direction)
    base = origin[0] * direction[0] + origin[1] * direction[1]
    across = (-direction[1] * lift, direction[0] * lift)
    ends = [(origin[0] + (s - base) * direction[0] + across[0], origin[1] + (s - base) * direction[1] + across[1]) for s in (extent["min"], extent["max"])]
    panel.line(ends, stroke=color, width=5)
    for point, end in zip(extent["points"], ends):
        panel.line([point, end], stroke=color, width=0.8, dash="3 3")
    return ends


def separating_axes():
    """Two rectangles that are apart and the axis that proves it; the same two, meeting, with no such axis."""
    canvas = Canvas(780, 410)
    a = rectangle([0, 0], [0.8, 0.6], [2, 1])
    apart, meeting = rectangle([3.6, 1.9], [0.8, -0.6], [1.2, 0.8]), rectangle([1.9, 1.5], [0.8, -0.6], [1.2, 0.8])
    answer = ask(query="overlap", a=a, b=apart)
    panel = Panel(canvas, 10, 40, 48, -2.4, 3.6)
    for shape, color in ((a, BLUE), (apart, ORANGE)):
        panel.polygon(corners(shape), fill=color, opacity=0.25, stroke=color)
    direction = answer["separating"]["direction"]
    origin = (2.6, -1.9)
    panel.line([(origin[0] - 3.1 * direction[0], origin[1] - 3.1 * direction[1]), (origin[0] + 3 * direction[0], origin[1] + 3 * direction[1])], stroke=PALE)
    one, other = project(panel, direction, origin, a, BLUE, 0), project(panel, direction, origin, apart, ORANGE, 0)
    panel.line([one[1], other[0]], stroke=RED, width=3)
    canvas.text((14, 24), f"apart: a gap of {answer['separating']['gap']:.3f} on axis {answer['separating']['axes_tested']} of 4", size=16)
    assert ask(query="overlap", a=a, b=meeting)["intersect"]
    panel = Panel(canvas, 430, 40, 48, -2.6, 3.6)
    for shape, color in ((a, BLUE), (meeting, ORANGE)):
        panel.polygon(corners(shape), fill=color, opacity=0.25, stroke=color)
    for k, axis in enumerate(a["axes"] + meeting["axes"]):
        row = Panel(canvas, 440, 312 + 22 * k, 40, -3.2, 0)
        for shape, color, lift in ((a, BLUE, -0.06), (meeting, ORANGE, 0.06)):
            extent = ask(query="extent", a=shape, direction=axis)
            row.line([(extent["min"], lift), (extent["max"], lift)], stroke=color, width=4)
    canvas.text((434, 24), "meeting: the shadows meet on all 4 axes", size=16)
    return canvas, "Separating axes of two rectangles"


def sweep():
    """A triangle flies at a rectangle: the times in which the shadows meet, axis by axis, and what is left of them."""
    canvas = Canvas(760, 470)
    a = rectangle([0, 0], [0.8, 0.6], [2, 1])
    corners_b, velocity, t_max = [[5.4, 0.6], [7.2, 1.0], [6.2, 2.2]], [-2, -0.4], 6
    b = {"type": "triangle2", "v": corners_b}
    answer = ask(query="sweep", a=a, b={**b, "vel": velocity}, t_max=t_max)
    panel = Panel(canvas, 14, 36, 44, -7.4, 2.6)
    panel.polygon(corners(a), fill=BLUE, opacity=0.25, stroke=BLUE)
    for t, dash in ((0, None), (answer["first"], None), (answer["last"], "5 4")):
        panel.polygon([(x + t * velocity[0], y + t * velocity[1]) for x, y in corners_b], fill=ORANGE, opacity=0.25, stroke=ORANGE, dash=dash)
        panel.text((corners_b[2][0] + t * velocity[0] - 0.2, corners_b[2][1] + t * velocity[1] + 0.12), f"t = {t:.3f}".rstrip("0").rstrip("."), size=13)
    for point in answer["set"]["points"]:
        panel.dot(point)
    sides = [[q[1] - p[1], p[0] - q[0]] for p, q in zip(corners_b, corners_b[1:] + corners_b[:1])]
    left, width, top = 150, 560 / t_max, 300
    for k, (axis, name) in enumerate(zip(a["axes"] + sides, ["side 1 of a", "side 2 of a", "side 1 of b", "side 2 of b", "side 3 of b"])):
        still, flying = ask(query="extent", a=a, direction=axis), ask(query="extent", a=b, direction=axis)
        speed = flying["direction"][0] * velocity[0] + flying["direction"][1] * velocity[1]
        times = sorted(((still["max"] - flying["min"]) / speed, (still["min"] - flying["max"]) / speed))
        begin, end = max(times[0], 0), min(times[1], t_max)
        y = top + 24 * k
        canvas.text((left - 12, y + 5), name, size=13, anchor="end")
        canvas.line([(left, y), (left + t_max * width, y)], stroke="#d5dbe1", width=1)
        canvas.line([(left + begin * width, y), (left + end * width, y)], stroke=PALE, width=9)
    first, last = (left + answer[k] * width for k in ("first", "last"))
    y = top + 24 * 5 + 8
    canvas.line([(first, y), (last, y)], stroke=RED, width=9)
    canvas.text((left - 12, y + 5), "all of them", size=13, anchor="end")
    for x, word in ((first, "first"), (last, "last")):
        canvas.line([(x, top - 14), (x, y + 8)], stroke=RED, width=1, dash="3 3")
        canvas.text((x, y + 26), f"{word} = {answer[word]:.6f}", size=13, anchor="middle", color=RED)
    canvas.text((14, 24), "A sweep intersects the times in which the projections meet", size=16)
    return canvas, "A sweep as an intersection of times"


def tunnelling():
    """Samples of a fast ball on both sides of a wall, and the contact in between."""
    canvas = Canvas(760, 220)
    wall = {"type": "aabb2", "min": [-0.05, -1.2], "max": [0.05, 1.2]}
    ball = {"type": "circle", "c": [-6.5, 0.1], "r": 0.3}
    velocity = [60, 0]
    samples = [k / 60 for k in range(13)]
    met = [a["intersect"] for a in ask_many([{"query": "overlap", "at": t, "a": wall, "b": {**ball, "vel": velocity}} for t in samples])]
    answer = ask(query="sweep", a=wall, b={**ball, "vel": velocity}, t_max=1)
    panel = Panel(canvas, 20, 50, 54, -7.0, 1.3)
    panel.polygon([(-0.05, -1.2), (0.05, -1.2), (0.05, 1.2), (-0.05, 1.2)], fill=BLUE, stroke=BLUE)
    for t, hit in zip(samples, met):
        panel.circle((ball["c"][0] + t * velocity[0], 0.1), 0.3, stroke=RED if hit else PALE, fill=PALE, opacity=0.15)
    t = answer["first"]
    panel.circle((ball["c"][0] + t * velocity[0], 0.1), 0.3, fill=ORANGE, opacity=0.5, stroke=ORANGE)
    for point in answer["set"]["points"]:
        panel.dot(point)
    canvas.text((14, 24), f"{sum(met)} of {len(samples)} samples at 60 a second meet the wall; graze: first contact at t = {t:.6f}, exact", size=16)
    return canvas, "A fast ball and a thin wall"


def isometric(point):
    x, y, z = point
    return ((x - y) * 0.866, (x + y) * 0.42 + z * 0.9 - 0.0)


def hull(points):
    """Andrew's monotone chain."""
    points = sorted(set(points))
    def half(sequence):
        chain = []
        for p in sequence:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <= (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0]):
                chain.pop()
            chain.append(p)
        return chain[:-1]
    return half(points) + half(reversed(points))


EDGES = [(k, k | 1 << i) for k in range(8) for i in range(3) if not k >> i & 1]


def draw_box(panel, low, high, color, placed=lambda p: p):
    """Filled by its outline, with all its edges."""
    points = [isometric(placed([(low, high)[k >> i & 1][i] for i in range(3)])) for k in range(8)]
    panel.polygon(hull(points), fill=color, opacity=0.3, stroke=color, width=1.2)
    for i, j in EDGES:
        panel.line([points[i], points[j]], stroke=color, width=0.9)


def contact_sets():
    """A box that falls on a table flat, on an edge, and on a corner: the whole contact, not one point of it."""
    canvas = Canvas(760, 300)
    table = {"type": "aabb", "min": [-1.4, -1.4, -0.4], "max": [1.4, 1.4, 0]}
    tilt = math.sqrt(0.5)
    edge_up = [[1, 0, 0], [0, tilt, -tilt], [0, tilt, tilt]]
    corner_up = [[2 / 3, -2 / 3, 1 / 3], [1 / 3, 2 / 3, 2 / 3], [-2 / 3, -1 / 3, 2 / 3]]
    identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for k, (rows, place) in enumerate(((identity, [0.9, 0.3, 4]), (edge_up, [0, 0, 4]), (corner_up, [0, 0, 4]))):
        falling = {"type": "aabb", "min": [-0.8, -0.8, -0.8], "max": [0.8, 0.8, 0.8], "R": rows, "t": place, "vel": [0, 0, -1], "repair": True}
        answer = ask(query="sweep", a=table, b=falling)
        panel = Panel(canvas, 10 + 250 * k, 40, 48, -2.6, 3.6)
        draw_box(panel, table["min"], table["max"], BLUE)
        points = [isometric(p) for p in answer["set"]["points"]]
        if len(points) > 1:
            panel.polygon(points, fill=RED, opacity=0.5, stroke=RED, width=3)
        draw_box(panel, falling["min"], falling["max"], ORANGE, lambda p, rows=rows, place=place, t=answer["first"]: [
            sum(r * c for r, c in zip(row, p)) + place[i] - (t if i == 2 else 0) for i, row in enumerate(rows)])
        for point in points:
            panel.dot(point, radius=4)
        kind = answer["set"]["type"]
        canvas.text((135 + 250 * k, 24), f"{kind}, {len(points)} corners" if kind == "polygon" else kind, size=16, anchor="middle")
    return canvas, "Contact sets: polygon, segment, point"


def boxes_of_level(mesh, level, folder):
    """Eight corners a box, seen from above."""
    out = pathlib.Path(folder) / "boxes.obj"
    subprocess.run([GRAZE, "tree", str(mesh), "--level", str(level), "--out", str(out)], check=True, capture_output=True)
    points = [tuple(map(float, line.split()[1:3])) for line in out.read_text().splitlines() if line.startswith("v ")]
    return [hull(points[k:k + 8]) for k in range(0, len(points), 8)]


def trees():
    """Levels 1, 2 and 3 of the tree of a ring of 24,576 triangles, seen along its axis."""
    canvas = Canvas(760, 290)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([GRAZE, "demo", "--out", folder], check=True, capture_output=True)
        for k, level in enumerate((1, 2, 3)):
            boxes = boxes_of_level(pathlib.Path(folder) / "ring.ply", level, folder)
            panel = Panel(canvas, 8 + 250 * k, 40, 39, -3.15, 3.15)
            for radius in (1.5, 2.5):
                panel.circle((0, 0), radius, stroke=PALE, width=1)
            for some in ([boxes] if level > 2 else [[box] for box in boxes]):
                panel.polygons(some, fill=BLUE, opacity=0.12, stroke=BLUE, width=0.5 if level > 2 else 1.2)
            canvas.text((132 + 250 * k, 24), f"level {level}: {len(boxes)} boxes", size=16, anchor="middle")
    return canvas, "Levels of a tree of oriented boxes"


BLADE = {"type": "obb2", "c": [0, 0], "axes": [[1, 0], [0, 1]], "h": [1.6, 0.12]}
TURNING = {"R": [[1, 0], [0, 1]], "t": [3.4, 0.5], "vel": [-1, 0], "omega": 2}
BLOCK = {"type": "aabb2", "min": [-1, -1], "max": [1, 1]}
END = 2.4


def distances(times):
    return [a["distance"] for a in ask_many([{"query": "distance", "at": t, "a": BLOCK, "b": {**BLADE, **TURNING}} for t in times])]


def speed_bound():
    """No point of the blade is faster than its centre and the tip's turn together."""
    return 1 + 2 * math.hypot(1.6, 0.12)


def certified():
    """Distance over time of a turning blade and a block; windows of time that are proven free, halved where they are not."""
    canvas = Canvas(760, 430)
    left, width, base, height = 60, 680 / END, 230, 100
    answer = ask(query="sweep", a=BLOCK, b={**BLADE, **TURNING}, t_max=END)
    times = [END * k / 240 for k in range(241)]
    curve = [(left + t * width, base - d * height) for t, d in zip(times, distances(times))]
    canvas.line([(left, base), (left + END * width, base)], stroke=PALE, width=1)
    canvas.line(curve, stroke=BLUE, width=2)
    canvas.text((left + 8, base - 1.0 * height), "distance", color=BLUE, size=13)
    pending, level = [(0.0, END)], 0
    first = answer["t_lo"]
    while pending and level < 7:
        halves = []
        for (begin, end), d in zip(pending, distances([(b + e) / 2 for b, e in pending])):
            free = d > speed_bound() * (end - begin) / 2
            y = base + 24 + 22 * level
            canvas.polygon([(left + begin * width + 1, y), (left + end * width - 1, y), (left + end * width - 1, y + 14), (left + begin * width + 1, y + 14)],
                           fill=GREEN if free else PALE, opacity=0.6 if free else 0.25, stroke=GREEN if free else PALE, width=1)
            if not free and begin < first:
                halves += [(begin, (begin + end) / 2), ((begin + end) / 2, end)]
        pending, level = [w for w in halves if w[0] < first], level + 1
    x = left + first * width
    canvas.line([(x, 40), (x, base + 24 + 22 * level)], stroke=RED, width=1.5, dash="4 3")
    canvas.text((x + 6, 54), f"t_lo = {first:.9f}, t_hi = {answer['t_hi']:.9f}", color=RED, size=13)
    canvas.text((14, 24), "A turning blade and a block: green windows are proven free, grey ones are halved, the earlier half first", size=14)
    canvas.text((left + END * width, base + 16), "time", size=13, anchor="end", color=INK)
    return canvas, "Certified windows of time"


def cube_mesh(solid):
    points = [[(-1, 1)[k & 1], (-1, 1)[k >> 1 & 1], (-1, 1)[k >> 2 & 1]] for k in range(8)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return {"type": "mesh", "v": points, "f": [t for a, b, c, d in quads for t in ([a, b, c], [a, c, d])], "solid": solid}


def surface_and_solid():
    """A ball outside, across and inside a closed mesh, which counts as a surface or as the solid it bounds."""
    canvas = Canvas(760, 300)
    for k, x in enumerate((1.9, 1.1, 0.2)):
        ball = {"type": "sphere", "c": [x, 0.1, 0], "r": 0.45}
        panel = Panel(canvas, 30 + 245 * k, 20, 58, -1.3, 1.4)
        answers = [ask(query="distance", a=cube_mesh(solid), b=ball) for solid in (False, True)]
        panel.polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)], stroke=BLUE, width=3, fill=BLUE, opacity=0.08)
        panel.circle((x, 0.1), 0.45, fill=ORANGE, opacity=0.4, stroke=ORANGE)
        if answers[0]["distance"] > 0:
            ends = [p[:2] for p in answers[0]["closest"]]
            panel.line(ends, stroke=RED, width=2)
            for end in ends:
                panel.dot(end, radius=3)
        for row, (word, answer) in enumerate(zip(("surface", "solid"), answers)):
            found = "meets" if answer["intersect"] else f"apart by {answer['distance']:.2f}"
            canvas.text((30 + 245 * k, 216 + 26 * row), f"{word}: {found}", size=15, color=RED if answer["intersect"] else INK)
    return canvas, "A closed mesh as a surface and as a solid"


FIGURES = {"separating-axes": separating_axes, "sweep": sweep, "tunnelling": tunnelling, "contact-sets": contact_sets, "trees": trees,
           "certified": certified, "surface-and-solid": surface_and_solid}

def main():
    global GRAZE
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graze", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--check", action="store_true", help="fail where a picture is not what graze answers today")
    options = parser.parse_args()
    GRAZE = options.graze
    drawn = {name: draw() for name, draw in FIGURES.items()}
    drawings = {name: canvas.written(title) for name, (canvas, title) in drawn.items()}
    return write_or_check("concepts", drawings, options.check, "tools/draw_concepts.py build/test/bin/graze")


if __name__ == "__main__":
    sys.exit(main())
