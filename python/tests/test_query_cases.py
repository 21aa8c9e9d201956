"""The same questions as lines of the query format and as calls with objects of Python: the same answers, to the last digit."""

import functools
import json
import math
import pathlib
import random
import unittest

import numpy as np

import graze

# Where they are checked out beside the project, lines that others have collected are asked too.
SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "cases"
PLACEMENT = ("R", "t", "vel", "omega", "center", "scale", "solid", "file")


@functools.lru_cache(maxsize=None)
def loaded(path, scale):
    return graze.load(path, scale=scale)


def vector3(numbers):
    """Of the plane the first two."""
    return list(numbers) + [0.0] * (3 - len(numbers))


def body_of(described, directory, solid=False):
    """A graze.Body made by the functions of the module."""
    shape = {key: value for key, value in described.items() if key not in PLACEMENT}
    scale = described.get("scale", 1)
    if shape["type"] == "mesh" and "file" in described:
        geometry = loaded(directory / described["file"], scale)
    elif shape["type"] == "mesh":
        geometry = graze.mesh(np.array(shape["v"], dtype=float).reshape(-1, 3) * scale, np.array(shape["f"], dtype=int).reshape(-1, 3))
    else:
        geometry = graze.shape(shape)
    pose = None
    if "R" in described or "t" in described:
        rotation, translation = np.eye(3), np.zeros(3)
        given = np.array(described.get("R", np.eye(3)), dtype=float)
        rotation[:len(given), :len(given)] = given
        translation[:len(described.get("t", [0, 0, 0]))] = described.get("t", [0, 0, 0])
        pose = (rotation, translation)
    motion = {}
    if "vel" in described:
        motion["velocity"] = vector3(described["vel"])
    if "omega" in described:
        omega = described["omega"]
        motion["angular_velocity"] = [0, 0, omega] if isinstance(omega, (int, float)) else omega
    if "center" in described:
        motion["center"] = vector3(described["center"])
    return graze.Body(geometry, pose, solid=described.get("solid", solid and geometry.is_mesh), **motion)


def finite(number):
    """As JSON has it."""
    return number if math.isfinite(number) else None


def numbers(array):
    return None if array is None else [float(x) for x in array]


def as_written(value, like):
    """Points of the plane are written with two numbers."""
    if isinstance(value, list) and isinstance(like, list) and value and isinstance(value[0], list):
        return [as_written(one, other) for one, other in zip(value, like)] + value[len(like):]
    if isinstance(value, list) and isinstance(like, list) and len(like) == 2 and value[2:] == [0]:
        return value[:2]
    return value


def asked_natively(case, a, b):
    """The fields of the answer that can be compared, from calls of the module."""
    kind = case["query"]
    if kind == "overlap":
        return {"intersect": graze.overlap(a, b)}
    if kind == "distance":
        found = graze.closest(a, b)
        told = {"distance": finite(found.distance), "intersect": found.distance == 0}
        if math.isfinite(found.distance):
            told["closest"] = [numbers(p) for p in found.points]
        return told
    if kind == "contains":
        return {"contains": graze.contains(a, b)}
    if kind == "within":
        return {"within": graze.within(a, b, case["distance"])}
    if kind == "intersection":
        found = graze.intersection(a, b)
        told = {"intersect": found.intersect}
        if found.pair_count is not None:
            told.update(pair_count=found.pair_count, pairs=found.pairs.tolist())
        return told
    if kind == "status":
        found = graze.status(a, b)
        return {"status": found.status, "distance": finite(found.distance)}
    if kind == "penetration":
        found = graze.penetration(a, b)
        return {"intersect": found is not None, **({"depth": finite(found.depth), "normal": numbers(found.normal)} if found and found.depth > 0 else {})}
    if kind == "sweep":
        turns = any(np.any(body.angular_velocity) for body in (a, b))
        found = graze.sweep(a, b, t_max=case.get("t_max", math.inf), tolerance=case.get("tol"))
        told = {"contact": found is not None}
        if found is not None and not turns:
            told.update(first=found.first, initial=found.initial)
        return told
    if kind == "raycast":
        line = case["a"]
        if line["type"] != "ray" or len(line["o"]) != 3:
            return {}
        found = graze.raycast(line["o"], line["d"], b, t_max=case.get("t_max", math.inf))
        return {"intersect": found.intersect, **({"t": found.t, "point": numbers(found.point)} if found.intersect else {})}
    if kind == "fit":
        box = graze.fit(a, method=case.get("method", "min_volume"))
        return {"volume": box.volume} if isinstance(box, graze.Box) else {}
    return {}


def rotation(rng):
    q = np.array([rng.gauss(0, 1) for _ in range(4)])
    w, x, y, z = q / np.linalg.norm(q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def described_shape(rng):
    """Any kind, small whole numbers now and then so that things touch, points and flat bodies among them."""
    def number(least=-2, most=2):
        return float(rng.randint(least, most)) if rng.random() < 0.5 else rng.uniform(least, most)

    def point():
        return [number(), number(), number()]

    tetrahedron = {"v": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "f": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}
    return rng.choice([
        lambda: {"type": "sphere", "c": point(), "r": number(0, 2)}, lambda: {"type": "aabb", "min": [-1, -1, -number(0, 1)], "max": [1, number(0, 1), 1]},
        lambda: {"type": "obb", "c": point(), "axes": rotation(rng), "h": [number(0, 1), 1, number(0, 2)]}, lambda: {"type": "point", "p": point()},
        lambda: {"type": "segment", "v": [point(), point()]}, lambda: {"type": "triangle", "v": [point(), point(), point()]},
        lambda: {"type": "capsule", "v": [point(), point()], "r": number(0, 1)}, lambda: {"type": "cylinder", "v": [[0, 0, 0], [0, 0, number(1, 3)]], "r": number(0, 2)},
        lambda: {"type": "cone", "v": [[0, 0, 0], [0, number(1, 2), 1]], "r": number(0, 2)}, lambda: {"type": "ellipsoid", "c": point(), "axes": rotation(rng), "h": [1, number(0, 2), 0.5]},
        lambda: {"type": "halfspace", "n": [0, number(1, 2), 1], "d": number()}, lambda: {"type": "plane", "n": [1, number(), 0], "d": number()},
        lambda: {"type": "tetrahedron", "v": [[0, 0, 0], [number(1, 2), 0, 0], [0, 1, 0], [0, number(), 1]]},
        lambda: {"type": "mesh", **tetrahedron}, lambda: {"type": "mesh", **tetrahedron}])()


def described_body(rng, moving):
    described = described_shape(rng)
    if rng.random() < 0.7:
        described["R"], described["t"] = rotation(rng), [rng.uniform(-2, 2) for _ in range(3)]
    if moving:
        described["vel"] = [float(rng.randint(-2, 2)), rng.uniform(-1, 1), 0.5]
    return described


def generated(count, seed):
    rng = random.Random(seed)
    for k in range(count):
        kind = rng.choice(["overlap", "distance", "contains", "within", "intersection", "status", "penetration", "sweep", "raycast", "fit"])
        case = {"id": k, "query": kind, "a": described_body(rng, kind == "sweep")}
        if kind != "fit":
            case["b"] = described_body(rng, kind == "sweep")
        if kind == "raycast":
            case["a"] = {"type": "ray", "o": [rng.uniform(-4, 4) for _ in range(3)], "d": [float(rng.randint(-1, 1)), rng.uniform(-1, 1), 1.0]}
        if kind == "within":
            case["distance"] = rng.uniform(0, 2)
        if kind == "sweep":
            case["t_max"] = 3
        if kind in ("overlap", "distance", "contains", "status", "sweep") and rng.random() < 0.5:
            case["solid"] = True
        if kind == "fit":
            case["method"] = rng.choice(["min_volume", "best", "aabb", "pca_hull"])
        yield case


class SameAnswers(unittest.TestCase):
    def compare(self, case, reader, directory):
        """Returns whether there was an answer."""
        line = json.loads(reader.answer(json.dumps(case)))
        try:
            a = body_of(case["a"], directory, case.get("solid", False))
            b = body_of(case["b"], directory, case.get("solid", False)) if "b" in case else None
            told = asked_natively(case, a, b)
        except graze.Error as error:
            self.assertEqual(line.get("error", {}).get("code"), error.code, (case, line))
            return False
        self.assertNotIn("error", line, case)
        for field, value in told.items():
            self.assertEqual(line.get(field), as_written(value, line.get(field)), (field, case, line))
        return bool(told)

    def test_generated_lines(self):
        reader, seed, answered = graze.QuestionReader(), 5, {}
        for case in generated(3000, seed):
            answered.setdefault(case["query"], []).append(self.compare(case, reader, pathlib.Path()))
        self.assertEqual(len(answered), 10)
        for kind, ones in answered.items():
            self.assertGreater(sum(ones), 50 if kind in ("penetration", "fit") else 100, kind)

    @unittest.skipUnless(SHARED.is_dir(), "no collected cases beside the project")
    def test_collected_lines(self):
        reader, count = graze.QuestionReader(str(SHARED)), 0
        for path in sorted(SHARED.glob("*.jsonl")):
            for k, text in enumerate(path.read_text().splitlines()):
                case = json.loads(text)
                if case.get("query") == "fit" and "file" in case["a"] and k > 3:  # of large meshes: some will do
                    continue
                count += self.compare(case, reader, SHARED)
        self.assertGreater(count, 4000)


if __name__ == "__main__":
    unittest.main()
