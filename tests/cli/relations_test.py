#!/usr/bin/env python3
"""What must hold between two answers: bodies exchanged, everything scaled by a power of two, numbers out of numbers; and that a
distance of 0 says that bodies meet, however near they are."""

import itertools
import json
import os
import random
import unittest

from graze_command import Command

CORNERS = [[k & 1, k >> 1 & 1, k >> 2 & 1] for k in range(8)]
CUBE = [t for a, b, c, d in [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)] for t in ([a, b, c], [a, c, d])]
GRID = [-2, -1.5, -1, -0.5, 0, 0.25, 0.5, 1, 1.5, 2, 3]
FRAMES = {3: [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]]], 2: [[[1, 0], [0, 1]], [[0.6, 0.8], [-0.8, 0.6]]]}
KINDS = {3: "point line ray segment plane halfspace sphere capsule cylinder cone ellipsoid aabb obb triangle tetrahedron convex points mesh".split(),
         2: "point line halfplane ray segment circle capsule ellipse obb2 aabb2 triangle2 points".split()}
LINES = {3: ["line", "ray", "segment"], 2: ["line", "ray", "segment"]}
FLATS = {3: ["plane", "halfspace"], 2: ["line", "halfplane"]}
QUESTIONS = [("intersection", {}), ("intersection", {"triangles": True}), ("intersection", {"curves": True}), ("sweep", {}), ("sweep", {"pairs": True}), ("sweep", {"last": True}),
             ("sweep", {"margin": 0.25}), ("distance", {}), ("penetration", {}), ("penetration", {"direction": True}), ("status", {}), ("signed_distance", {}), ("side", {}),
             ("separates", {"direction": True}), ("lines", {}), ("raycast", {}), ("closest_approach", {}), ("within", {"distance": 0.5}), ("overlap", {}), ("contains", {}), ("extent", {"direction": True})]
LENGTHS = {"p", "o", "v", "c", "min", "max", "h", "r", "vel", "d", "distance", "margin"}  # of questions
ANSWERED_LENGTHS = {"distance", "depth", "points", "closest", "point", "gap", "overlap", "min", "max", "signed_distance", "at_least", "least", "radius", "center", "o", "r", "c",
                    "heights", "products"}
ENDLESS = {"last", "depth", "distance", "min", "max", "signed_distance", "heights", "products", "overlap", "least", "at_least", "parameters", "common", "t_hi", "gap", "points"}
SWAPPED = ["intersect", "contact", "initial", "relation", "within", "status", "separates", "touches", "approaching", "distance", "depth", "first", "last", "time", "gap", "overlap", "t_lo",
           "pair_count", "at_least", "least"]


class Maker(random.Random):
    def number(self):
        return self.choice(GRID) if self.random() < 0.6 else self.uniform(-2, 2)

    def vector(self, n, may_vanish=True):
        while True:
            v = [self.number() for _ in range(n)]
            if may_vanish or any(v):
                return v

    def length(self):
        return self.choice([0, 0.25, 0.5, 1, 2]) if self.random() < 0.6 else self.uniform(0.05, 2)

    def shape(self, n, kinds):
        kind = self.choice(kinds[n])
        if kind == "points" or kind == "point":
            return {"type": kind, "p": [self.vector(n) for _ in range(3)] if kind == "points" else self.vector(n)}
        if kind in ("line", "ray"):
            if kinds is FLATS:
                return {"type": kind, "n": self.vector(n, False), "d": self.number()}
            return {"type": kind, "o": self.vector(n), "d": self.vector(n, False)}
        if kind in ("plane", "halfspace", "halfplane"):
            return {"type": kind, "n": self.vector(n, False), "d": self.number()}
        if kind in ("sphere", "circle"):
            return {"type": kind, "c": self.vector(n), "r": self.length()}
        if kind in ("capsule", "cylinder", "cone"):
            p = self.vector(n)
            return {"type": kind, "v": [p, [x + y for x, y in zip(p, self.vector(n, False))]], "r": self.length()}
        if kind in ("ellipsoid", "obb", "ellipse", "obb2"):
            return {"type": kind, "c": self.vector(n), "axes": self.choice(FRAMES[n]), "h": [self.length() + 0.125 for _ in range(n)]}
        if kind in ("aabb", "aabb2"):
            p, q = self.vector(n), self.vector(n)
            return {"type": kind, "min": list(map(min, p, q)), "max": list(map(max, p, q))}
        if kind == "mesh":
            size, offset = self.length() + 0.25, self.vector(3)
            return {"type": kind, "v": [[size * x + o for x, o in zip(v, offset)] for v in CORNERS], "f": CUBE}
        corners = {"segment": 2, "triangle": 3, "triangle2": 3, "tetrahedron": 4, "convex": 7}[kind]
        return {"type": kind, "v": [self.vector(n) for _ in range(corners)]}

    def question(self):
        n = self.choice([2, 3])
        query, options = self.choice(QUESTIONS)
        a = self.shape(n, LINES if query in ("lines", "raycast") else KINDS)
        b = self.shape(n, LINES if query == "lines" else FLATS if query == "side" else KINDS)
        question = {"query": query, "a": a, "b": b, **options}
        if "direction" in options:
            question["direction"] = self.vector(n, False)
        if query in ("sweep", "closest_approach"):
            b["vel"] = self.vector(n, False)
            question["t_max"] = self.choice([3, 8])
        if query == "extent":
            del question["b"]
        return question


def times(x, factor):
    return [times(y, factor) for y in x] if isinstance(x, list) else x * factor


def scaled(question, factor):
    """Directions of lines only where parameters count in them."""
    kept = set() if question["query"] in ("raycast", "lines") else {"d"}
    shape = lambda s: {k: times(v, factor) if k in LENGTHS and not ("o" in s and k in kept) else v for k, v in s.items()}
    return {k: shape(v) if isinstance(v, dict) else times(v, factor) if k in LENGTHS else v for k, v in question.items()}


def scaled_answer(x, factor, key="", kind=""):
    if isinstance(x, dict):
        return {k: scaled_answer(v, factor, k, x.get("type", kind)) for k, v in x.items()}
    if isinstance(x, list):
        return [scaled_answer(v, factor, key, kind) for v in x]
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        return x
    if key == "d" and kind == "plane":
        return x * factor
    return x * factor ** (3 if key == "volume" else 1 if key in ANSWERED_LENGTHS else 0)


def swapped(question):
    if question["query"] in ("contains", "side", "raycast", "extent", "signed_distance"):
        return None
    turned = {"direction": [-x for x in question["direction"]]} if "direction" in question else {}
    return {**question, "a": question["b"], "b": question["a"], **turned}


def without_numbers(x, key=""):
    """Names of fields that are null."""
    if isinstance(x, dict):
        return [n for k, v in x.items() for n in without_numbers(v, k)]
    if isinstance(x, list):
        return [n for v in x for n in without_numbers(v, key)]
    return [key] if x is None else []


class Relations(Command):
    def ask(self, questions):
        run = self.graze("query", text="".join(json.dumps(q) + "\n" for q in questions))
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual(len(answers), len(questions), run.stderr[-300:])
        return [{k: v for k, v in a.items() if k not in ("line", "id")} for a in answers]

    def test_hold_between_answers_to_random_questions(self):
        seed = int(os.environ.get("GRAZE_SEED", 19))
        make = Maker(seed)
        questions = [make.question() for _ in range(int(os.environ.get("GRAZE_QUESTIONS", 1500)))]
        factors = [2.0 ** make.choice([-40, -7, 3, 20]) for _ in questions]
        answers = self.ask(questions)
        of_scaled = self.ask([scaled(q, f) for q, f in zip(questions, factors)])
        of_swapped = self.ask([swapped(q) or q for q in questions])
        answered = 0
        for question, factor, answer, larger, other in zip(questions, factors, answers, of_scaled, of_swapped):
            case = f"seed {seed}: {json.dumps(question)}"
            self.assertEqual(answer["ok"], larger["ok"], case)
            self.assertEqual(answer["ok"], other["ok"], case)
            if not answer["ok"]:
                self.assertIn(answer["error"]["code"], ("unsupported_pair", "bad_option", "bad_shape", "limit"), case)
                continue
            answered += 1
            self.assertEqual(set(without_numbers(answer)) - ENDLESS, set(), case)
            self.assertEqual(scaled_answer(answer, factor), larger, f"{case} times {factor}")
            if swapped(question):
                self.check_swapped(answer, other, case)
        self.assertGreater(answered, len(questions) / 2)

    def check_swapped(self, answer, other, case):
        for key in SWAPPED:
            self.assertEqual(key in answer, key in other, case)
            if key == "time" and answer.get("distance", 0) > 0:
                continue  # distances hardly change around their least: many times are as good
            x, y = answer.get(key), other.get(key)
            if isinstance(x, float) and isinstance(y, float):
                self.assertAlmostEqual(x, y, delta=1e-6 * (1 + abs(x)), msg=case)
            elif {x, y} != {"contains", "inside"}:
                self.assertEqual(x, y, case)
        sets = [a.get("set") for a in (answer, other)]
        self.assertEqual(sets[0] and sets[0]["type"], sets[1] and sets[1]["type"], case)
        if sets[0] and "points" in sets[0]:
            self.assertEqual(len(sets[0]["points"]), len(sets[1]["points"]), case)

    def test_bodies_apart_by_less_than_the_smallest_number_have_a_distance(self):
        """Over a slope so gentle, or so small, that the gap is less than the smallest double above 0."""
        least = 5e-324
        questions = []
        for at, along, up in ((least, 3 * least, least), (1e-5, 1.0, 1e-320)):
            slope, top, below = [[0, 0, 0], [along, 0, up], [0, along, up]], [at, 0, 0], [at, 0, -1.0]
            over = [{"type": "segment", "v": slope[:2]}, {"type": "triangle", "v": slope}, {"type": "mesh", "v": slope, "f": [[0, 1, 2]]}, {"type": "polygon", "v": slope},
                    {"type": "line", "o": [0, 0, 0], "d": slope[1]}, {"type": "convex", "v": slope + [[0, 0, along]]}, {"type": "tetrahedron", "v": slope + [[0, 0, along]]}]
            under = [{"type": "point", "p": top}, {"type": "segment", "v": [top, below]}, {"type": "triangle", "v": [top, below, [2 * at, at / 4, -1.0]]},
                     {"type": "mesh", "v": [top, below, [2 * at, at / 4, -1.0]], "f": [[0, 1, 2]]}, {"type": "aabb", "min": below, "max": top}, {"type": "ray", "o": top, "d": [0, 0, -1]}]
            questions += [{"a": a, "b": b} for a, b in itertools.product(under, over)]
            questions.append({"a": {"type": "point", "p": [at, 0]}, "b": {"type": "segment", "v": [[0, 0], [along, up]]}})
        meet = self.ask([{"query": "overlap", **q} for q in questions])
        distances = self.ask([{"query": "distance", **q} for q in questions])
        for question, overlap, distance in zip(questions, meet, distances):
            self.assertFalse(overlap["intersect"], question)
            self.assertFalse(distance["intersect"], question)
            self.assertEqual(distance["distance"], least, question)


if __name__ == "__main__":
    unittest.main()
