#!/usr/bin/env python3
"""Every question about every pair of shapes, degenerate ones too, gets an answer or an error with a known code; no line is lost."""

import itertools
import json
import unittest

from graze_command import Command

UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TETRAHEDRON = {"type": "mesh", "v": [[3, 0, 0], [5, 0, 0], [3, 1, 0], [3, 0, 1]], "f": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}

SOLID_SHAPES = {
    "point": {"type": "point", "p": [3, 0, 0]},
    "line": {"type": "line", "o": [0, 0, 5], "d": [1, 1, 0]},
    "ray": {"type": "ray", "o": [0, 0, 0], "d": [1, 0, 0]},
    "segment": {"type": "segment", "v": [[0, 0, 0], [3, 0, 0]]},
    "plane": {"type": "plane", "n": [0, 0, 1], "d": 0.1},
    "halfspace": {"type": "halfspace", "n": [0, 0, 1], "d": 0.1},
    "sphere": {"type": "sphere", "c": [3, 0, 0], "r": 0.5},
    "sphere without radius": {"type": "sphere", "c": [3, 0, 0], "r": 0},
    "capsule": {"type": "capsule", "v": [[3, 0, 0], [4, 0, 0]], "r": 0.2},
    "cylinder": {"type": "cylinder", "v": [[3, 0, 0], [4, 0, 0]], "r": 0.2},
    "cone": {"type": "cone", "v": [[3, 0, 0], [5, 0, 0]], "r": 0.5},
    "ellipsoid": {"type": "ellipsoid", "c": [3, 0, 0], "axes": UNIT, "h": [1, 0.5, 0.3]},
    "aabb": {"type": "aabb", "min": [2.5, -1, -1], "max": [4, 1, 1]},
    "flat aabb": {"type": "aabb", "min": [2.5, -1, 0], "max": [4, 1, 0]},
    "obb": {"type": "obb", "c": [3, 0, 0], "axes": [[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]], "h": [1, 1, 1]},
    "triangle": {"type": "triangle", "v": [[3, 0, 0], [5, 0, 0], [3, 1, 0]]},
    "triangle without area": {"type": "triangle", "v": [[3, 0, 0], [3, 0, 0], [4, 0, 0]]},
    "tetrahedron": {"type": "tetrahedron", "v": [[3, 0, 0], [5, 0, 0], [3, 1, 0], [3, 0, 1]]},
    "polygon": {"type": "polygon", "v": [[3, 0, 0], [5, 0, 0], [4, 1, 0]]},
    "convex": {"type": "convex", "v": [[3, 0, 0], [5, 0, 0], [3, 1, 0], [3, 0, 1], [4, 1, 1]]},
    "points": {"type": "points", "p": [[3, 0, 0], [4, 0, 0]]},
    "mesh": TETRAHEDRON,
    "solid mesh": {**TETRAHEDRON, "solid": True},
    "open mesh": {**TETRAHEDRON, "f": TETRAHEDRON["f"][:2]},
    "mesh of box leaves": {**TETRAHEDRON, "tree": {"box_leaves": True, "leaf": 16}},
    "torus": {"type": "torus", "c": [4, 0, 0], "n": [0, 1, 0], "major": 2, "minor": 0.5},
    "torus without tube": {"type": "torus", "c": [3, 0, 0], "n": [0, 1, 0], "major": 1, "minor": 0},
    "torus without circle": {"type": "torus", "c": [3, 0, 0], "n": [0, 1, 0], "major": 0, "minor": 0.5},
}
PLANE_SHAPES = {
    "point": {"type": "point", "p": [3, 0]},
    "line": {"type": "line", "o": [0, 0], "d": [1, 1]},
    "implicit line": {"type": "line", "n": [0, 1], "d": 1},
    "halfplane": {"type": "halfplane", "n": [0, 1], "d": 0.5},
    "ray": {"type": "ray", "o": [0, 0], "d": [1, 0]},
    "segment": {"type": "segment", "v": [[0, 0], [3, 0]]},
    "circle": {"type": "circle", "c": [3, 0], "r": 1},
    "capsule": {"type": "capsule", "v": [[3, 0], [4, 0]], "r": 0.3},
    "ellipse": {"type": "ellipse", "c": [3, 0], "axes": [[1, 0], [0, 1]], "h": [1, 0.5]},
    "obb2": {"type": "obb2", "c": [3, 0], "axes": [[0.6, 0.8], [-0.8, 0.6]], "h": [1, 2]},
    "aabb2": {"type": "aabb2", "min": [2, 0], "max": [4, 1]},
    "triangle2": {"type": "triangle2", "v": [[3, 0], [4, 0], [3, 2]]},
    "polygon2": {"type": "polygon2", "v": [[3, 0], [4, 0], [4, 2], [3, 1]]},
    "points": {"type": "points", "p": [[3, 0], [4, 1]]},
}
CODES = {"bad_shape", "bad_option", "unsupported_pair", "limit"}


def moving(b, dimension, omega=None):
    b["vel"] = [-x for x in b["t"]] if any(b["t"]) else [0, 0.1, -1][:dimension]
    if omega is not None:
        b["omega"] = omega if dimension == 3 else omega[2]
    return {"t_max": 3}


def on_keyframes(b, dimension):
    there = b.pop("t")
    b["keyframes"] = [{"at": k, "t": t[:dimension]} for k, t in enumerate([there, [0, 0, 0], [0.5, 0.2, 1]])]
    return {"t_max": 2}


def integrated(b, dimension):
    b["integrate"] = {"v": [[-x for x in b["t"]], [0.1, 0, 0][:dimension]], "until": 2, "step": 0.5}
    return {"t_max": 2}


TURN = [0.3, 0.2, 0.5]
# name: the query, and what it needs beside a and b; the second body may be changed.
QUESTIONS = {
    "overlap": lambda b, n: {},
    "intersection": lambda b, n: {},
    "intersection triangles": lambda b, n: {"triangles": True},
    "intersection curves": lambda b, n: {"curves": True},
    "distance": lambda b, n: {},
    "distance at": lambda b, n: {"at": 0.5} if moving(b, n) else {},
    "within": lambda b, n: {"distance": 1},
    "pairs_within": lambda b, n: {"distance": 1},
    "penetration": lambda b, n: {},
    "penetration along": lambda b, n: {"direction": [0.3, 1, 0.2][:n]},
    "contains": lambda b, n: {},
    "status": lambda b, n: {},
    "sweep": lambda b, n: moving(b, n),
    "sweep last": lambda b, n: {**moving(b, n), "last": True},
    "sweep pairs": lambda b, n: {**moving(b, n), "pairs": True},
    "sweep margin": lambda b, n: {**moving(b, n), "margin": 0.25},
    "sweep turning": lambda b, n: {**moving(b, n, TURN), "pairs": True},
    "sweep keyframes": on_keyframes,
    "sweep integrated": integrated,
    "sweep sub-steps": lambda b, n: {**moving(b, n, TURN), "sub_steps": 8},
    "closest_approach": lambda b, n: moving(b, n),
    "closest_approach keyframes": on_keyframes,
    "contacts_to_depth": lambda b, n: {**moving(b, n), "max_depth_a": 2, "max_depth_b": 2},
    "raycast": lambda b, n: {},
    "separates": lambda b, n: {"direction": [1, 2, 3][:n]},
    "side": lambda b, n: {},
    "signed_distance": lambda b, n: {},
    "lines": lambda b, n: {},
}
PLACES = [[0, 0, 0], [0, 0, 4], [0.5, 0, 0], [0.1, 3, 0]]


def lines(shapes, dimension):
    places = itertools.cycle(PLACES)
    for name, options in QUESTIONS.items():
        for (name_a, a), (name_b, b) in itertools.product(shapes.items(), shapes.items()):
            b = {**b, "t": next(places)[:dimension]}
            yield {"id": f"{name}: {name_a}, {name_b}", "query": name.split()[0], "a": a, "b": b, **options(b, dimension)}
    for name, a in shapes.items():
        yield {"id": f"extent: {name}", "query": "extent", "a": a, "direction": [1, 2, 3][:dimension]}
        yield {"id": f"fit: {name}", "query": "fit", "a": a}
        yield {"id": f"self: {name}", "query": "self_intersection", "a": a}


class EveryQuestion(Command):
    def check(self, shapes, dimension):
        questions = list(lines(shapes, dimension))
        done = self.graze("query", text="\n".join(map(json.dumps, questions)))
        self.assertIn(done.returncode, (0, 2), done.stderr[-500:])
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([a["id"] for a in answers], [q["id"] for q in questions])
        refused = {a["id"]: a["error"] for a in answers if not a["ok"]}
        strange = {k: e for k, e in refused.items() if e["code"] not in CODES}
        self.assertEqual(strange, {})
        for name in ("overlap", "distance", "within", "sweep", "closest_approach"):
            of_all = [k for k in refused if k.startswith(name + ":")]
            self.assertEqual(of_all, [], f"{name} is answered for every pair")

    def test_in_space(self):
        self.check(SOLID_SHAPES, 3)

    def test_in_the_plane(self):
        self.check(PLANE_SHAPES, 2)


if __name__ == "__main__":
    unittest.main()
