#!/usr/bin/env python3
"""What the source documents describe, asked row by row of an audit (numbers in the names), against values computed here."""

import fractions
import itertools
import json
import math
import random
import unittest

from graze_command import Command

UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
CORNERS = [[k & 1, k >> 1 & 1, k >> 2 & 1] for k in range(8)]
CUBE = [t for a, b, c, d in [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)] for t in ([a, b, c], [a, c, d])]


def box(low, high, **more):
    return {"type": "aabb" if len(low) == 3 else "aabb2", "min": low, "max": high, **more}


def ball(center, radius, **more):
    return {"type": "sphere", "c": center, "r": radius, **more}


def cube(offset=(0, 0, 0), **more):
    return {"type": "mesh", "v": [[x + o for x, o in zip(v, offset)] for v in CORNERS], "f": CUBE, **more}


def needles(places, height=0.0, **tree):
    """A triangle of size 1 at each place along x."""
    points = [[x + dx, dy, height] for x in places for dx, dy in ((0, 0), (1, 0), (0, 1))]
    return {"type": "mesh", "v": points, "f": [[3 * k, 3 * k + 1, 3 * k + 2] for k in range(len(places))], "tree": tree}


def plane(n, d, **more):
    return {"type": "plane", "n": n, "d": d, **more}


def point(*p):
    return {"type": "point", "p": list(p)}


def turned(angle):
    c, s = math.cos(angle), math.sin(angle)
    return [[c, -s, 0], [s, c, 0], [0, 0, 1]]


def sorted_points(points, digits=9):
    return sorted([round(x, digits) + 0.0 for x in p] for p in points)


def first_time(is_met, end, steps=200000):
    """The first of many times at which something holds: of our own motions, without graze."""
    return next(k * end / steps for k in range(steps + 1) if is_met(k * end / steps))


class Rows(Command):
    def ask(self, query, a=None, b=None, **options):
        line = {"query": query, **({"a": a} if a else {}), **({"b": b} if b else {}), **options}
        run = self.graze("query", text=json.dumps(line) + "\n")
        return json.loads(run.stdout)

    def answer(self, *arguments, **options):
        answer = self.ask(*arguments, **options)
        self.assertTrue(answer["ok"], answer)
        return answer

    def assert_contact_at(self, answer, time, within=1e-6):
        """Not late, and no earlier than a certified search may be."""
        found = answer.get("first", answer.get("t_lo"))
        self.assertTrue(answer["contact"], answer)
        self.assertLessEqual(found, time * (1 + 1e-12), answer)
        self.assertAlmostEqual(found, time, delta=within)

    def assert_set(self, found, kind, points):
        self.assertEqual(found["type"], kind, found)
        self.assertEqual(sorted_points(found["points"]), sorted_points(points))

    def words(self, answer):
        return [f["kind"] for f in answer["features"]]


class Motion(Rows):
    def exact_spiral(self, t):
        """dx/dt = (1, t, 0) + (-y, x, 0) from 0, by small steps of the fourth order."""
        f = lambda t, x, y: (1 - y, t + x)
        n = 2000
        h, x, y = t / n, 0.0, 0.0
        for k in range(n):
            s = k * h
            k1 = f(s, x, y)
            k2 = f(s + h / 2, x + h / 2 * k1[0], y + h / 2 * k1[1])
            k3 = f(s + h / 2, x + h / 2 * k2[0], y + h / 2 * k2[1])
            k4 = f(s + h, x + h * k3[0], y + h * k3[1])
            x, y = x + h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]), y + h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        return x

    def test_rows_4_53_54_velocities_given_as_a_field_are_integrated_with_a_bound(self):
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (low, middle) if self.exact_spiral(middle) > 0.3 else (middle, high)
        for method, step in (("rk4", 0.01), ("rk4", 0.001), ("euler", 0.001)):
            field = {"v": [[1, 0, 0], [0, 1, 0]], "A": [[0, -1, 0], [1, 0, 0], [0, 0, 0]], "until": 3, "step": step, "method": method}
            answer = self.answer("sweep", ball([0, 0, 0], 0.5, integrate=field), plane([1, 0, 0], 0.8), t_max=3)
            bound = answer["integration"]["a"]["bound"]
            self.assertLessEqual(answer["t_lo"], low, method)
            self.assertGreaterEqual(answer["t_lo"], low - 2 * bound - 1e-6, method)  # it moves at no less than half a unit a time
            exact = answer["integration"]["a"]
        self.assertGreater(exact["estimate"], 1e-5)  # of Euler's method, which is of the first order

    def test_row_51_sub_steps_count_along_motions_given_by_functions(self):
        fall = {"v": [[0, 0, 0], [0, -1, 0]], "until": 10}  # y = 5 - t^2 / 2
        answers = {n: self.answer("sweep", ball([0, 5, 0], 0.5, integrate=fall), plane([0, 1, 0], 0), t_max=10, **({"sub_steps": n} if n else {}))
                   for n in (0, 4, 64)}
        for n, answer in answers.items():
            self.assertLessEqual(answer["t_lo"], 3, n)
        self.assertGreater(answers[0]["t_lo"], 2.9)
        self.assertLessEqual(answers[4]["t_lo"], answers[64]["t_lo"])

    def test_row_49_turning_bodies_of_every_kind_go_in_sub_steps(self):
        corner = math.pi / 4 - math.acos(1.3 / math.sqrt(2))  # a corner of the square reaches x = 1.3
        space = ({"type": "obb", "c": [0, 0, 0], "axes": UNIT, "h": [1, 1, 1], "omega": [0, 0, 1]}, box([1.3, -9, -1], [3, 9, 1]))
        flat = ({"type": "obb2", "c": [0, 0], "axes": [[1, 0], [0, 1]], "h": [1, 1], "omega": 1}, box([1.3, -9], [3, 9]))
        triangle = [{"type": "triangle", "v": [[0, 0, 0], [1, 1, 0], [0, 1, 0]], "omega": [0, 0, -1]}, {"type": "triangle", "v": [[1.3, -9, -1], [1.3, 9, -1], [1.3, 0, 3]]}]
        for a, b in (space, flat):
            self.assert_contact_at(self.answer("sweep", a, b, t_max=2, sub_steps=64), corner, 0.01)
            self.assert_contact_at(self.answer("sweep", a, b, t_max=2, sub_steps=4096), corner, 1e-5)
        down = math.pi / 4 - math.acos(1.3 / math.sqrt(2))
        self.assert_contact_at(self.answer("sweep", *triangle, t_max=2, sub_steps=4096), down, 1e-5)

    def test_row_55_rotations_that_drifted_are_repaired_on_request(self):
        drifted = [[1, 0.01, 0], [-0.01, 1, 0.01], [0, -0.01, 1]]
        self.assertEqual(self.ask("overlap", box([-1, -1, -1], [1, 1, 1], R=drifted), ball([3, 0, 0], 1))["error"]["code"], "bad_pose")
        answer = self.answer("distance", box([-1, -1, -1], [1, 1, 1], R=drifted, repair=True), plane([1, 0, 0], 3))
        self.assertGreater(answer["repaired"]["a"], 0)
        self.assertLess(answer["repaired"]["a"], 1e-3)
        self.assertAlmostEqual(answer["distance"], 2 - 0.01, delta=1e-3)  # the corner (1, 1, -1) is turned by a hundredth

    def test_row_58_doors_and_laser_beams_turn(self):
        # The plane y = 0 turns about z through (-4, 0, 0): it reaches the ball at (0, 2) when the distance from it is the radius.
        door = first_time(lambda t: 2 * math.cos(t) - 4 * math.sin(t) <= 0.5, 1)
        answer = self.answer("sweep", ball([0, 2, 0], 0.5), plane([0, 1, 0], 0, omega=[0, 0, 1], center=[-4, 0, 0]), t_max=3)
        self.assert_contact_at(answer, door, 1e-5)
        beam = {"type": "ray", "o": [0, 0, 0], "d": [1, 0, 0], "omega": [0, 0, 1]}
        answer = self.answer("sweep", beam, ball([0, 4, 0], 1), t_max=3)
        self.assert_contact_at(answer, math.pi / 2 - math.asin(1 / 4), 1e-5)

    def test_row_59_turning_bodies_tell_the_set_in_which_they_touch(self):
        # A cube on its edge, turning about it until it lies down: the far edge arrives.
        start = math.radians(30)
        edge = box([0, 0, 0], [1, 1, 1], R=turned(start), omega=[0, 0, -1])
        answer = self.answer("sweep", edge, plane([0, 1, 0], -0.5), t_max=3)
        arrives = start + math.asin(0.5)  # the corner (1, 0) is at a height of sin(start - t)
        self.assert_contact_at(answer, arrives, 1e-5)
        x = math.cos(start - arrives)
        self.assertEqual(answer["set"]["type"], "segment")
        for got, wanted in zip(sorted(answer["set"]["points"]), [[x, -0.5, 0], [x, -0.5, 1]]):
            for g, w in zip(got, wanted):
                self.assertAlmostEqual(g, w, delta=1e-5)

    def test_row_89_and_90_turning_bodies_and_shapes_meet_in_scenes(self):
        bodies = [{"name": "propeller", **cube(), "omega": [0, 0, 1]}, {"name": "shot", **ball([3, 0, 0], 0.5), "vel": [-1, 0, 0]}]
        reached = first_time(lambda t: self.square_distance(t, 3 - t) <= 0.5, 5, 50000)
        answer = self.answer("scene_first_contact", scene={"bodies": bodies}, t_max=5)
        self.assertLessEqual(answer["t_lo"], reached)
        self.assertAlmostEqual(answer["t_lo"], reached, delta=1e-3)
        self.assertEqual([answer["pairs"][0]["a"], answer["pairs"][0]["b"]], ["propeller", "shot"])

    def square_distance(self, angle, x):
        """Of (x, 0) from the unit square turned about the origin."""
        u, v = x * math.cos(angle), -x * math.sin(angle)
        return math.hypot(max(-u, 0, u - 1), max(-v, 0, v - 1))

    def test_row_178_last_and_pairs_of_turning_meshes(self):
        answer = self.answer("sweep", cube(), cube((2, 0.25, 0.25), vel=[-1, 0, 0], omega=[0, 0, 1e-9]), t_max=9, last=True, pairs=True)
        self.assert_contact_at(answer, 1, 1e-6)
        self.assertGreaterEqual(answer["last"], 3 - 1e-6)  # its far face leaves the near face of the other
        self.assertAlmostEqual(answer["last"], 3, delta=1e-3)
        self.assertGreaterEqual(answer["pair_count"], 2)
        self.assertEqual(answer["pair_count"], len(answer["pairs"]))


class ContactSets(Rows):
    def test_rows_26_113_115_corners_and_edges_are_named_as_such(self):
        towards = lambda *v: {"vel": list(v)}
        for a, b, kinds, points in (
                (box([-1] * 3, [1] * 3), box([2] * 3, [3] * 3, **towards(-1, -1, -1)), ["vertex", "vertex"], [[1, 1, 1]]),
                (box([-1] * 2, [1] * 2), box([2] * 2, [3] * 2, **towards(-1, -1)), ["vertex", "vertex"], [[1, 1]]),
                (box([-1] * 3, [1] * 3), box([2, 2, -0.5], [3, 3, 0.5], **towards(-1, -1, 0)), ["edge", "edge"], [[1, 1, -0.5], [1, 1, 0.5]]),
                (box([-1] * 3, [1] * 3), {"type": "tetrahedron", "v": [[2, 2, 0], [5, 2, 1], [5, 3, -1], [4, 5, 0]], **towards(-1, -1, 0)}, ["edge", "vertex"], [[1, 1, 0]]),
                (box([-1] * 3, [1] * 3), {"type": "tetrahedron", "v": [[2, 0, 0], [5, 2, 1], [5, -3, -1], [4, 5, 0]], **towards(-1, 0, 0)}, ["face", "vertex"], [[1, 0, 0]])):
            answer = self.answer("sweep", a, b)
            self.assertEqual(answer["first"], 1)
            self.assertEqual(self.words(answer), kinds)
            self.assert_set(answer["set"], "point" if len(points) == 1 else "segment", points)

    def test_row_93_meshes_that_rest_on_each_other_have_a_usable_normal(self):
        for shift in ((0, 0), (0.25, 0.5), (0.5, -0.125)):
            answer = self.answer("sweep", cube(), cube((1, *shift), vel=[-1, 0, 0]))
            self.assertEqual((answer["first"], answer["initial"], answer["approaching"]), (0, True, True))
            self.assertEqual([abs(x) for x in answer["normal"]], [1, 0, 0])
            y, z = ([max(0, s), min(1, 1 + s)] for s in shift)
            self.assert_set(answer["set"], "polygon", [[1, *p] for p in itertools.product(y, z)])

    def test_row_109_bodies_that_recede_do_not_approach(self):
        for last in (False, True):
            for speed, approaching in ((1, False), (-1, True), (0, True)):  # they part at once, or not
                for a, b in ((cube(), cube((1, 0, 0), vel=[speed, 0, 0])), (cube(), ball([2, 0.5, 0.5], 1, vel=[speed, 0, 0])), (box([0] * 3, [1] * 3), box([1, 0, 0], [2, 1, 1], vel=[speed, 0, 0]))):
                    answer = self.answer("sweep", a, b, t_max=5, **({"last": True} if last and "f" in a else {}))
                    self.assertEqual((answer["initial"], answer["approaching"]), (True, approaching), (a["type"], b["type"], speed))

    def test_row_117_capsules_that_land_lying_touch_in_a_segment(self):
        down = {"type": "capsule", "v": [[0, 2, 0], [2, 2, 0]], "r": 1, "vel": [0, -1, 0]}
        floor = [[-9, 0, -9], [9, 0, -9], [9, 0, 9], [-9, 0, 9]]
        partners = [box([-9, -1, -9], [9, 0, 9]), {"type": "triangle", "v": [[-99, 0, -99], [99, 0, -99], [0, 0, 99]]}, {"type": "polygon", "v": floor},
                    {"type": "segment", "v": [[-5, 0, 0], [5, 0, 0]]}, {"type": "mesh", "v": floor, "f": [[0, 1, 2], [0, 2, 3]]}, plane([0, 1, 0], 0), {"type": "line", "o": [7, 0, 0], "d": [3, 0, 0]}]
        for partner in partners:
            answer = self.answer("sweep", down, partner)
            self.assert_contact_at(answer, 1, 1e-12)
            self.assert_set(answer["set"], "segment", [[0, 0, 0], [2, 0, 0]])
        answer = self.answer("sweep", down, {"type": "capsule", "v": [[1, -1, 0], [5, -1, 0]], "r": 1})
        self.assert_set(answer["set"], "segment", [[1, 0, 0], [2, 0, 0]])

    def test_row_118_cylinders_cones_and_rectangles_touch_in_discs_and_segments(self):
        ground = plane([0, 1, 0], 0)
        answer = self.answer("sweep", {"type": "cylinder", "v": [[3, 1, 0], [3, 3, 0]], "r": 0.5, "vel": [0, -1, 0]}, ground)
        self.assert_contact_at(answer, 1, 1e-12)
        self.assert_set(answer["set"], "disc", [[3, 0, 0]])
        self.assertEqual(answer["set"]["radius"], 0.5)
        lying = self.answer("sweep", {"type": "cylinder", "v": [[0, 2, 0], [2, 2, 0]], "r": 0.5, "vel": [0, -1, 0]}, ground)
        self.assert_set(lying["set"], "segment", [[0, 0, 0], [2, 0, 0]])
        standing = self.answer("sweep", {"type": "cone", "v": [[0, 1, 0], [0, 4, 0]], "r": 2, "vel": [0, -1, 0]}, box([-9, -1, -9], [9, 0, 9]))
        self.assert_set(standing["set"], "disc", [[0, 0, 0]])
        side = self.answer("sweep", box([0, 1], [2, 2], vel=[0, -1]), {"type": "line", "o": [-9, 0], "d": [1, 0]})
        self.assert_set(side["set"], "segment", [[0, 0], [2, 0]])
        for d in (0.25, 0.5):  # an ellipsoid touches in a point
            answer = self.answer("sweep", {"type": "ellipsoid", "c": [0, 4, 0], "axes": UNIT, "h": [1, d, 2], "vel": [0, -1, 0]}, ground)
            self.assert_contact_at(answer, 4 - d, 1e-9)
            self.assert_set(answer["set"], "point", [[0, 0, 0]])

    def test_row_119_a_mesh_and_a_shape_touch_in_one_region_of_all_triangles(self):
        falling = box([0.2, 2, 0.2], [0.8, 3, 0.8], vel=[0, -1, 0])
        answer = self.answer("sweep", falling, cube())
        self.assertEqual(answer["first"], 1)
        self.assert_set(answer["set"], "polygon", [[x, 1, z] for x, z in itertools.product((0.2, 0.8), repeat=2)])
        pairs = self.answer("sweep", falling, cube(), pairs=True)
        self.assertEqual(pairs["pair_count"], 2)
        self.assertEqual(sum(len(p["set"]["points"]) for p in pairs["pairs"]), 6)

    def test_row_168_parts_of_round_bodies_have_names(self):
        upright = {"type": "cylinder", "v": [[0, 0, 0], [0, 0, 2]], "r": 1}
        cone = {"type": "cone", "v": [[0, 0, 0], [0, 0, 2]], "r": 1}
        for shape, p, kind, part in ((ball([0, 0, 0], 1), [3, 0, 0], "face", "surface"), (upright, [0, 0, 5], "face", "cap"), (upright, [3, 0, 1], "face", "side"),
                                     (upright, [3, 0, 4], "edge", "rim"), (cone, [0, 0, 4], "vertex", "apex"), (cone, [0, 0, -1], "face", "base"), (cone, [3, 0, 1.75], "face", "side"),
                                     (cone, [5, 0, -5], "edge", "rim"), (ball([0, 0, 0], 1), [0.5, 0, 0], "interior", None), (upright, [0.5, 0, 1], "interior", None),
                                     ({"type": "ellipsoid", "c": [0, 0, 0], "axes": UNIT, "h": [1, 2, 3]}, [3, 0, 0], "face", "surface")):
            first, second = self.answer("distance", shape, point(*p))["features"]
            self.assertEqual((first["kind"], first.get("part")), (kind, part), (shape["type"], p))
            self.assertEqual(second["kind"], "vertex")


class Sets(Rows):
    def test_row_17_the_solid_that_two_boxes_share(self):
        random.seed(17)
        for _ in range(20):
            (a0, a1), (b0, b1) = self.two_boxes()
            low, high = [max(x, y) for x, y in zip(a0, b0)], [min(x, y) for x, y in zip(a1, b1)]
            sides = [fractions.Fraction(h) - fractions.Fraction(l) for l, h in zip(low, high)]
            answer = self.answer("intersection", box(a0, a1), box(b0, b1))
            self.assertEqual(answer["intersect"], all(s >= 0 for s in sides))
            if all(s > 0 for s in sides):
                self.assertEqual(answer["set"]["type"], "polyhedron")
                self.assertAlmostEqual(answer["set"]["volume"], float(math.prod(sides)), delta=1e-12)
                self.assertEqual(sorted_points(answer["set"]["points"]), sorted_points(itertools.product(*zip(low, high))))
                self.assertEqual(len(answer["set"]["faces"]), 6)

    def two_boxes(self):
        boxes = []
        for _ in range(2):
            spans = [sorted(random.sample(range(-8, 9), 2)) for _ in range(3)]
            boxes.append(([s[0] / 4 for s in spans], [s[1] / 4 for s in spans]))
        return boxes

    def test_rows_162_163_two_and_three_planes(self):
        planes = [plane([1, 0, 0], 1), plane([0, 2, 0], 4), plane([1, 1, 1], 6)]
        answer = self.answer("intersection", bodies=planes)
        self.assert_set(answer["set"], "point", [[1, 2, 3]])
        line = self.answer("intersection", planes[0], planes[2])["set"]
        self.assertEqual(line["type"], "line")
        for k in (-1, 0, 2):
            x, y, z = (o + k * d for o, d in zip(line["o"], line["d"]))
            self.assertAlmostEqual(x, 1, delta=1e-12)
            self.assertAlmostEqual(x + y + z, 6, delta=1e-12)
        self.assertFalse(self.answer("intersection", bodies=[plane([1, 0, 0], 0), plane([0, 1, 0], 0), plane([1, 1, 0], 1)])["intersect"])  # a prism
        self.assertEqual(self.answer("intersection", bodies=[plane([1, 0, 0], 0), plane([0, 1, 0], 0), plane([1, 1, 0], 0)])["set"]["type"], "line")  # a pencil
        self.assertIn("c", self.ask("intersection", planes[0], planes[1], c=planes[2])["error"]["message"])

    def test_sections_circles_and_triangles_of_a_mesh(self):
        disc = self.answer("intersection", ball([0, 0, 0], 5), plane([0, 0, 2], 6))["set"]
        self.assertEqual((disc["type"], disc["r"], disc["c"]), ("circle", 4, [0, 0, 3]))
        lens = self.answer("intersection", {"type": "circle", "c": [0, 0], "r": 5}, {"type": "circle", "c": [6, 0], "r": 5})["set"]
        self.assertEqual((lens["type"], sorted_points(lens["points"])), ("lens", [[3, -4], [3, 4]]))
        curves = self.answer("intersection", cube(), plane([0, 0, 1], 0.5), curves=True)["curves"]
        self.assertEqual([c["closed"] for c in curves], [True])
        ring = curves[0]["points"] + curves[0]["points"][:1]
        self.assertAlmostEqual(sum(math.dist(p, q) for p, q in zip(ring, ring[1:])), 4, delta=1e-12)
        met = self.answer("intersection", cube(), ball([0.5, 0.5, 2], 1.0625), triangles=True)
        self.assertEqual(met["triangles"], [k for k, t in enumerate(CUBE) if all(CORNERS[v][2] == 1 for v in t)])
        half = self.answer("intersection", {"type": "ray", "o": [0, 0, 5], "d": [0, 0, -2]}, {"type": "halfspace", "n": [0, 0, 1], "d": 1})["set"]
        self.assertEqual((half["type"], half["o"]), ("ray", [0, 0, 1]))


class Axes(Rows):
    def test_rows_95_96_extents_and_separating_directions(self):
        for shape, d, low, high in ((ball([1, 2, 3], 2), [0, 0, 2], 1, 5), (box([-1, -2, -3], [1, 2, 3]), [3, 4, 0], -11 / 5, 11 / 5), (cube(), [1, 0, 1], 0, math.sqrt(2)),
                                    ({"type": "cylinder", "v": [[0, 0, 0], [0, 0, 2]], "r": 1}, [3, 0, 4], -3 / 5, 11 / 5), ({"type": "segment", "v": [[1, 1], [4, 5]]}, [4, 3], 7 / 5, 31 / 5)):
            answer = self.answer("extent", shape, direction=d)
            self.assertLessEqual(answer["min"], low + 1e-15)
            self.assertAlmostEqual(answer["min"], low, delta=1e-14)
            self.assertAlmostEqual(answer["max"], high, delta=1e-14)
        for d, separates in (([1, 0, 0], True), ([0, 1, 0], False), ([1, 1, 0], True), ([1, 3, 0], False)):  # 3 d.x / |d| against 2
            self.assertEqual(self.answer("separates", ball([0, 0, 0], 1), ball([3, 0, 0], 1), direction=d)["separates"], separates)

    def test_rows_100_157_sides(self):
        floor = plane([0, 0, 1], 0)
        for z, side in ((2, "front"), (-2, "back"), (0.5, "straddling"), (1, "touching"), (-1, "touching")):
            self.assertEqual(self.answer("side", ball([0, 0, z], 1), floor)["side"], side)
            self.assertEqual(self.answer("side", box([0, 0, z - 1], [1, 1, z + 1]), floor)["side"], side)
            polygon = {"type": "polygon2", "v": [[0, z - 1], [3, z], [0, z + 1]]}
            self.assertEqual(self.answer("side", polygon, {"type": "line", "o": [0, 0], "d": [1, 0]})["side"], side)

    def test_row_128_rectangles_have_four_axes(self):
        random.seed(128)
        for _ in range(40):
            angle = random.uniform(0, 3)
            axes = [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
            other = {"type": "obb2", "c": [random.uniform(-4, 4), random.uniform(-4, 4)], "axes": axes, "h": [1, 0.5]}
            answer = self.answer("overlap", box([-1, -1], [1, 1]), other)
            if not answer["intersect"]:
                self.assertLessEqual(answer["separating"]["axes_tested"], 4)


class Catalogue(Rows):
    def test_rows_110_135_ellipses_implicit_lines_half_planes(self):
        origin = point(0, 0)
        self.assertAlmostEqual(self.answer("distance", {"type": "line", "n": [3, 4], "d": 10}, origin)["distance"], 2, delta=1e-15)
        self.assertEqual(self.answer("overlap", {"type": "halfplane", "n": [3, 4], "d": 0}, origin)["intersect"], True)
        ellipse = {"type": "ellipse", "c": [0, 0], "axes": [[0.6, 0.8], [-0.8, 0.6]], "h": [2, 1]}
        for x, y in ((5, 1), (-3, 2), (0.2, 4)):
            u, v = 0.6 * x + 0.8 * y, -0.8 * x + 0.6 * y
            least = min(math.hypot(u - 2 * math.cos(t), v - math.sin(t)) for t in (2 * math.pi * k / 100000 for k in range(100000)))
            self.assertAlmostEqual(self.answer("distance", ellipse, point(x, y))["distance"], least, delta=1e-8)
        hits = self.answer("sweep", {**ellipse, "vel": [0, -1]}, {"type": "line", "n": [0, 1], "d": -9})
        self.assert_contact_at(hits, 9 - math.hypot(2 * 0.8, 0.6), 1e-9)

    def test_rows_138_140_signed_distances(self):
        for shape, p, signed, boundary in ((ball([0, 0, 0], 5), [1, 0, 0], -4, [5, 0, 0]), (box([-3] * 3, [3] * 3), [2, 0, 1], -1, [3, 0, 1]), (cube(), [0.25, 0.5, 0.5], -0.25, [0, 0.5, 0.5]),
                                           (plane([0, 0, 2], 6), [1, 1, 0], -3, [1, 1, 3]), (plane([0, 0, 2], 6), [1, 1, 7], 4, [1, 1, 3]), (cube(), [3, 0.5, 0.5], 2, [1, 0.5, 0.5])):
            answer = self.answer("signed_distance", point(*p), shape)
            self.assertAlmostEqual(answer["signed_distance"], signed, delta=1e-12)
            self.assertEqual(answer["inside"], signed < 0)
            for got, wanted in zip(answer["closest"][1], boundary):
                self.assertAlmostEqual(got, wanted, delta=1e-12)

    def test_row_146_cases_of_two_lines(self):
        first = {"type": "line", "o": [0, 0, 0], "d": [1, 0, 0]}
        for o, d, relation, distance in (([2, -2, 1], [0, 1, 0], "skew", 1), ([2, -2, 0], [0, 1, 0], "crossing", 0), ([5, 3, 4], [-2, 0, 0], "parallel", 5), ([5, 0, 0], [-2, 0, 0], "collinear", 0)):
            answer = self.answer("lines", first, {"type": "line", "o": o, "d": d})
            self.assertEqual((answer["relation"], answer["distance"]), (relation, distance))
            if relation in ("skew", "crossing"):
                self.assertEqual(answer["parameters"], [2, 2])

    def test_rows_151_152_front_faces_and_barycentric_coordinates(self):
        triangle = {"type": "triangle", "v": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}  # its front faces +z
        for z, front in ((1, True), (-1, False)):
            ray = {"type": "ray", "o": [0.25, 0.5, z], "d": [0, 0, -z]}
            self.assertEqual(self.answer("raycast", ray, triangle, front_only=True)["intersect"], front)
            hit = self.answer("raycast", ray, triangle)["hits"][0]
            self.assertEqual((hit["t"], hit["barycentric"]), (1, [0.25, 0.25, 0.5]))
            hits = self.answer("raycast", ray, cube((0, 0, -0.5)))["hits"]
            self.assertEqual([h["t"] for h in hits], [0.5, 1.5])
            self.assertEqual(len(self.answer("raycast", ray, cube((0, 0, -0.5)), front_only=True)["hits"]), 1)

    def test_row_166_tori(self):
        torus = {"type": "torus", "c": [0, 0, 0], "n": [0, 0, 2], "major": 3, "minor": 1}
        hits = self.answer("raycast", {"type": "ray", "o": [-9, 0, 0], "d": [1, 0, 0]}, torus)["hits"]
        for h, t in zip(hits, (5, 7, 11, 13)):
            self.assertAlmostEqual(h["t"], t, delta=1e-12)
        for x, y, z in ((7, 0, 0), (0, 0, 2), (1, 1, 1), (2, -5, 3)):
            self.assertAlmostEqual(self.answer("distance", point(x, y, z), torus)["distance"], max(0, math.hypot(math.hypot(x, y) - 3, z) - 1), delta=1e-12)

    def test_row_177_solid_counts_in_sweeps(self):
        inside = ball([0.5, 0.5, 0.5], 0.125)
        for more in ({}, {"omega": [0, 0, 0.125]}):
            answer = self.answer("sweep", inside, cube(vel=[1, 0, 0], **more), solid=True, t_max=3)
            self.assertEqual((answer["contact"], answer["initial"]), (True, True))
            self.assertFalse(self.answer("sweep", inside, cube(vel=[1, 0, 0], **more), t_max=3)["initial"])
            opened = {**cube(vel=[1, 0, 0], **more), "f": CUBE[1:]}
            self.assertIn("3 open edges", self.ask("sweep", inside, opened, solid=True, t_max=3)["error"]["message"])

    def test_penetration_and_depth_with_meshes(self):
        answer = self.answer("penetration", cube(), cube((0.75, 0.125, 0.25)))
        self.assertAlmostEqual(answer["depth"], 0.25, delta=1e-12)
        self.assertAlmostEqual(answer["at_least"], 0.25, delta=1e-9)
        along = self.answer("penetration", cube(), cube((0.75, 0.125, 0.25)), direction=[0, 0, 3])
        self.assertAlmostEqual(along["depth"], 0.75, delta=1e-12)
        self.assertTrue(all(abs(p["point"][2] - 1) < 1e-12 for p in along["manifold"]))


class Trees(Rows):
    def test_row_7_leaves_may_answer_by_their_boxes(self):
        a, b = needles([0, 4], leaf=16, box_leaves=True), needles([2], height=0.0, leaf=16, box_leaves=True)
        exact = [{**m, "tree": {}} for m in (a, b)]
        self.assertEqual([self.answer("overlap", *exact)["intersect"], self.answer("overlap", a, b)["intersect"]], [False, True])
        self.assertFalse(self.answer("overlap", a, needles([9], leaf=16, box_leaves=True))["intersect"])

    def test_rows_64_65_76_175_answers_do_not_depend_on_the_tree(self):
        random.seed(64)
        options = [{}, {"layout": "compact"}, {"kind": "box_tree"}, {"leaf": 8}] + [{"rule": r} for r in ("surface", "mean", "median", "center")]
        options += [{"fit": f} for f in ("best", "min_volume", "pca_points", "pca_triangles", "aabb", "mean_points", "mean_triangles")]
        for _ in range(6):
            places = [random.uniform(0, 9) for _ in range(12)]
            other = {**needles([random.uniform(0, 9) for _ in range(3)]), "vel": [0, 0, -1]}
            other["v"] = [[x, y + 0.25, z + random.uniform(0, 1)] for x, y, z in other["v"]]
            answers = [[self.answer("overlap", needles(places, 0.5, **tree), other)["intersect"], self.answer("sweep", needles(places, -2, **tree), other).get("first")] for tree in options]
            self.assertEqual([a for a in answers if a != answers[0]], [])

    def test_rows_64_65_66_175_of_the_command(self):
        self.write("a.obj", "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) + "".join("f %d %d %d\n" % tuple(v + 1 for v in t) for t in CUBE))
        self.write("moved.obj", "".join(f"v {2 * x + 5} {y} {z}\n" for x, y, z in CORNERS) + "".join("f %d %d %d\n" % tuple(v + 1 for v in t) for t in CUBE))
        for option in (["--rule=center"], ["--fit=aabb"], ["--leaf=1", "--depth=9"], ["--kind=box_tree"], ["--compact"], ["--leaf=20", "--box-leaves"]):
            run = self.graze("build", "a.obj", "-o", "a.graze", *option)
            self.assertEqual(run.returncode, 0, run.stderr)
            told = json.loads(self.graze("info", "a.graze", "--json").stdout)
            self.assertEqual(told["triangles"], 12)
            if "--rule=center" in option:
                self.assertEqual(told["tree"]["rule"], "center")
        self.assertEqual(self.graze("build", "a.obj", "--refit", "moved.obj", "-o", "b.graze").returncode, 0)
        self.assertAlmostEqual(json.loads(self.graze("distance", "a.obj", "b.graze", "--json").stdout)["distance"], 4, delta=1e-12)

    def test_row_66_a_tree_is_refitted_to_moved_vertices(self):
        moved = cube(refit={"v": [[2 * x + 1 for x in v] for v in CORNERS]})
        for x, meets in ((3.25, True), (0.25, False), (3.75, False)):
            self.assertEqual(self.answer("overlap", moved, ball([x, 2, 2], 0.5))["intersect"], meets)

    def test_rows_68_71_boxes_of_given_axes_and_centred_at_the_mean(self):
        random.seed(68)
        points = [[random.uniform(-1, 1) * s for s in (1, 2, 5)] for _ in range(30)]
        axes = [[0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1]]
        found = self.answer("fit", {"type": "points", "p": points}, method="axes", axes=axes)["box"]
        for k, axis in enumerate(axes):
            along = [sum(x * y for x, y in zip(axis, p)) for p in points]
            self.assertAlmostEqual(found["h"][k], (max(along) - min(along)) / 2, delta=1e-12)
        found = self.answer("fit", {"type": "points", "p": points}, method="mean_points")["box"]
        for k in range(3):
            self.assertAlmostEqual(found["c"][k], sum(p[k] for p in points) / len(points), delta=1e-12)
            most = max(abs(sum(x * (y - c) for x, y, c in zip(found["axes"][k], p, found["c"]))) for p in points)
            self.assertAlmostEqual(found["h"][k], most, delta=1e-12)


class Bodies(Rows):
    def test_rows_8_63_88_94_scenes_name_bodies_and_contacts(self):
        bodies = [{"name": n, **box([x, 0, 0], [x + 1, 1, 1])} for n, x in (("left", 0), ("middle", 0.75), ("right", 3))]
        pairs = self.answer("scene_contacts", scene={"bodies": bodies})["pairs"]
        self.assertEqual([(p["a"], p["b"]) for p in pairs], [("left", "middle")])
        self.assertEqual(pairs[0]["contacts"][0]["normal"], [1, 0, 0])
        self.assertAlmostEqual(pairs[0]["contacts"][0]["depth"], 0.25, delta=1e-12)

    def test_times(self):
        a, b = ball([0, 0, 0], 0.5, vel=[1, 0, 0]), plane([1, 0, 0], 2)
        self.assertEqual(self.answer("distance", a, b, at=1)["distance"], 0.5)
        passing = self.answer("closest_approach", ball([-4, 3, 0], 1, vel=[1, 0, 0]), ball([0, 0, 0], 1), t_max=9)
        self.assertAlmostEqual(passing["distance"], 1, delta=1e-12)
        self.assertAlmostEqual(passing["time"], 4, delta=1e-6)
        self.assertLessEqual(passing["least"], 1)
        near = self.answer("sweep", ball([-4, 0, 0], 1, vel=[1, 0, 0]), ball([0, 0, 0], 1), t_max=9, margin=0.5)
        self.assert_contact_at(near, 1.5)


if __name__ == "__main__":
    unittest.main()
