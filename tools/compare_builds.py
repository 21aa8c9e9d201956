#!/usr/bin/env python3
"""Shows that a change of the code did not change what it does: two builds of the command are asked the same questions.

Answers are compared byte by byte. With --instructions the work of each question is compared too, counted by valgrind's callgrind: the
instructions spent inside the public functions, whatever else the machine is doing. With --random N, N questions are made up: every kind
of shape with every other, still, moving and turning, near and far, degenerate ones among them.

  tools/compare_builds.py OLD/graze NEW/graze FILE.jsonl ... [--random 20000] [--instructions] [--lines 40] [--allow FIELD]

--allow FIELD: this field may be there on one side only, at the top of an answer (a field that was added or renamed on purpose).
"""

import argparse
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# The public functions whose instructions count, as their names begin in both builds.
FUNCTIONS = ("overlap", "explain_overlap", "closest_points", "contains", "raycast", "status", "intersection", "sweep", "sweep_turning",
             "penetration", "within", "intersecting_pairs", "first_contacts")


def answers(binary, path, threads=2):
    run = subprocess.run([binary, "query", path, "--threads", str(threads)], capture_output=True, text=True, check=False)
    return run.stdout.splitlines()


def without(line, fields):
    answer = json.loads(line)
    return {key: value for key, value in answer.items() if key not in fields}


def excerpt(line, other, width=160):
    """The line around the first place where it differs from the other."""
    place = next((i for i, (x, y) in enumerate(zip(line, other)) if x != y), min(len(line), len(other)))
    start = max(0, place - width // 2)
    return f"{line[:40]} ... {line[start:start + width]}" if len(line) > 2 * width else line


def compare_answers(old, new, path, allowed):
    """What differs, as text; empty when nothing does."""
    before, after = answers(old, path), answers(new, path)
    if len(before) != len(after):
        return [f"{path}: {len(before)} answers before, {len(after)} after"]
    return [
        f"{path}:{number}:\n  - {excerpt(x, y)}\n  + {excerpt(y, x)}"
        for number, (x, y) in enumerate(zip(before, after), 1)
        if x != y and not (allowed and without(x, allowed) == without(y, allowed))
    ]


# ---- questions made up ----


class Maker:
    """Random bodies on a coarse grid half of the time, so that they touch exactly; anywhere otherwise."""

    def __init__(self, seed, may_turn):
        self.random = random.Random(seed)
        self.may_turn = may_turn

    def number(self, size=3.0):
        return self.random.randint(-6, 6) / 2 if self.random.random() < 0.5 else self.random.uniform(-size, size)

    def vector(self, n):
        return [self.number() for _ in range(n)]

    def length(self):
        return self.random.choice([0, 0.5, 1, 1.5]) if self.random.random() < 0.5 else self.random.uniform(0.01, 2)

    def rotation(self):
        if self.random.random() < 0.5:
            return self.random.choice([[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]]])
        q = [self.random.gauss(0, 1) for _ in range(4)]
        n = sum(x * x for x in q) ** 0.5
        w, x, y, z = (c / n for c in q)
        return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]

    def distinct(self, n):
        while True:
            a, b = self.vector(n), self.vector(n)
            if a != b:
                return [a, b]

    def nonzero(self, n):
        return next(v for v in iter(lambda: self.vector(n), None) if any(v))

    def mesh(self):
        a, b = sorted((self.vector(3), self.vector(3)))
        c = [self.vector(3) for _ in range(4)]
        if self.random.random() < 0.5:
            return {"type": "mesh", "v": c, "f": [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]}
        x, y, z = zip(a, b)
        corners = [[x[i & 1], y[i >> 1 & 1], z[i >> 2]] for i in range(8)]
        faces = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]
        return {"type": "mesh", "v": corners, "f": faces}

    def shapes(self):
        low, high = zip(*[sorted((self.number(), self.number())) for _ in range(3)])
        return {
            "point": lambda: {"p": self.vector(3)},
            "line": lambda: {"o": self.vector(3), "d": self.nonzero(3)},
            "ray": lambda: {"o": self.vector(3), "d": self.nonzero(3)},
            "segment": lambda: {"v": [self.vector(3), self.vector(3)]},
            "plane": lambda: {"n": self.nonzero(3), "d": self.number()},
            "halfspace": lambda: {"n": self.nonzero(3), "d": self.number()},
            "sphere": lambda: {"c": self.vector(3), "r": self.length()},
            "capsule": lambda: {"v": [self.vector(3), self.vector(3)], "r": self.length()},
            "cylinder": lambda: {"v": self.distinct(3), "r": self.length()},
            "cone": lambda: {"v": self.distinct(3), "r": self.length()},
            "ellipsoid": lambda: {"c": self.vector(3), "axes": self.rotation(), "h": [self.length() + 0.1 for _ in range(3)]},
            "aabb": lambda: {"min": list(low), "max": list(high)},
            "obb": lambda: {"c": self.vector(3), "axes": self.rotation(), "h": [self.length() for _ in range(3)]},
            "triangle": lambda: {"v": [self.vector(3) for _ in range(3)]},
            "tetrahedron": lambda: {"v": [self.vector(3) for _ in range(4)]},
            "convex": lambda: {"v": [self.vector(3) for _ in range(self.random.choice([4, 6, 9, 30]))]},
            "points": lambda: {"p": [self.vector(3) for _ in range(self.random.choice([1, 5]))]},
            "mesh": self.mesh,
        }

    def shapes2(self):
        low, high = zip(*[sorted((self.number(), self.number())) for _ in range(2)])
        corners = [self.vector(2) for _ in range(3)]
        return {
            "point": lambda: {"p": self.vector(2)},
            "line": lambda: {"o": self.vector(2), "d": self.nonzero(2)},
            "ray": lambda: {"o": self.vector(2), "d": self.nonzero(2)},
            "segment": lambda: {"v": [self.vector(2), self.vector(2)]},
            "circle": lambda: {"c": self.vector(2), "r": self.length()},
            "aabb2": lambda: {"min": list(low), "max": list(high)},
            "triangle2": lambda: {"v": corners},
        }

    def body(self, plane, turning):
        kinds = self.shapes2() if plane else self.shapes()
        kind = self.random.choice(list(kinds))
        shape = {"type": kind, **kinds[kind]()}
        if not plane and self.random.random() < 0.4:
            shape |= {"R": self.rotation(), "t": self.vector(3)}
        shape["vel"] = self.vector(2 if plane else 3)
        if turning and not plane:
            shape["omega"] = self.vector(3)
        return shape

    def question(self, number):
        query = self.random.choice(["overlap", "distance", "intersection", "penetration", "contains", "status", "sweep", "sweep", "raycast"])
        plane = self.random.random() < 0.15
        turning = query == "sweep" and self.random.random() < 0.3 and self.may_turn
        line = {"id": number, "query": query, "a": self.body(plane, turning), "b": self.body(plane, turning)}
        if query == "sweep":
            line["t_max"] = 4
        if query == "raycast":
            line["a"] = {"type": "ray", "o": self.vector(2 if plane else 3), "d": self.nonzero(2 if plane else 3)}
        if query in ("overlap", "distance", "status", "contains") and self.random.random() < 0.3:
            line["solid"] = True
        if query == "status":
            line |= {"clearance": 0.5, "tolerance": self.random.choice([0, 0.01])}
        return line


def made_up(count, folder, seed, may_turn):
    path = pathlib.Path(folder) / "random.jsonl"
    maker = Maker(seed, may_turn)
    path.write_text("".join(json.dumps(maker.question(i)) + "\n" for i in range(count)))
    return path


# ---- instructions ----


def instructions(binary, path):
    """{public function: instructions spent in calls of it, and in what these call}"""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/callgrind.out"
        # Only public functions are told apart, so that counts of one do not hang on what the compiler inlined below it.
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", binary, "query", path, "--threads", "1"],
                       capture_output=True, check=True)
        text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--show-percs=no", out],
                              capture_output=True, text=True, check=True).stdout
    found = {}
    for count, name in re.findall(r"^\s*([\d,]+)\s+\S*?:graze::(\w+)\(graze::Body const&[^\n]*", text, re.MULTILINE):
        if name in FUNCTIONS:
            found[name] = max(found.get(name, 0), int(count.replace(",", "")))
    return found


def compare_instructions(old, new, path, lines, folder):
    short = pathlib.Path(folder) / pathlib.Path(path).name
    with open(path, encoding="utf-8") as source, open(short, "w", encoding="utf-8") as target:
        for line in itertools.islice(source, lines):
            question = json.loads(line)
            for body in ("a", "b"):
                if isinstance(question.get(body), dict) and "file" in question[body]:
                    # Names of mesh files are relative to the question file.
                    question[body]["file"] = str((pathlib.Path(path).parent / question[body]["file"]).resolve())
            target.write(json.dumps(question) + "\n")
    try:
        before, after = instructions(old, str(short)), instructions(new, str(short))
    except subprocess.CalledProcessError as error:
        print(f"{pathlib.Path(path).name}: not counted, valgrind ended with {error.returncode} (it may not know an instruction)")
        return
    for name in sorted(before.keys() | after.keys()):
        x, y = before.get(name, 0), after.get(name, 0)
        yield pathlib.Path(path).name, name, x, y, (y / x if x else float("inf"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-turning", action="store_true", help="among those made up")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--lines", type=int, default=40, help="of each file, where instructions are counted")
    parser.add_argument("--allow", action="append", default=[], metavar="FIELD")
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_intermixed_args()

    with tempfile.TemporaryDirectory() as folder:
        files = [*options.files, *([str(made_up(options.random, folder, options.seed, not options.no_turning))] if options.random else [])]
        differences = [text for path in files for text in compare_answers(options.old, options.new, path, set(options.allow))]
        for text in differences[:options.show]:
            print(text)
        total = sum(1 for path in files for _ in open(path, encoding="utf-8"))
        print(f"{len(differences)} of {total} answers differ")
        worst = 0.0
        if options.instructions:
            for name, function, x, y, ratio in (row for path in files for row in compare_instructions(options.old, options.new, path, options.lines, folder)):
                print(f"{name:40} {function:20} {x:14,} {y:14,}  {ratio:.4f}")
                worst = max(worst, ratio)
            print(f"worst ratio of instructions: {worst:.4f}")
    return 1 if differences or worst > 1.01 else 0


if __name__ == "__main__":
    sys.exit(main())
