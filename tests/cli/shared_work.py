"""Inputs for tests of work that many processes share, and what one process answers to them."""

import json
import random

from graze_command import Command, box, cube_obj
from robot_test import ARM

SEED = 20261118


def questions(rng, count):
    """Shapes and meshes, at rest and moving, with lines in error, blank lines, and expectations that are met or not."""
    for number in range(count):
        low = [rng.uniform(-2, 2) for _ in range(3)]
        moving = {"type": "aabb", "min": low, "max": [x + 1 for x in low], "vel": [rng.uniform(-1, 1) for _ in range(3)]}
        mesh = {"type": "mesh", "file": rng.choice(["cube.obj", "meshes/far.obj"])}
        question = {"id": number, "query": rng.choice(["overlap", "distance"]), "a": mesh, "b": box(rng.uniform(-1, 1), 2)}
        if number % 3 == 0:
            question = {"id": number, "query": "sweep", "t_max": 5, "a": box(-1, 1), "b": moving}
        if number % 11 == 0:
            question = {"id": number, "query": "overlap", "a": box(0, 1), "b": box(0.5, 2), "expect": {"intersect": number % 2 == 0}}
        if number % 17 == 0:
            question["a"] = {"type": "sphere", "c": [0, 0, 0], "r": -number}
        yield json.dumps(question)
        if number % 29 == 0:
            yield "   "


class SharedWork(Command):
    """A file of questions, an assembly, a moving scene and a roadmap: WORKS names them, as arguments of graze."""

    WORKS = {
        "query": ["query", "questions.jsonl", "--check"],
        "clash": ["clash", "parts", "sphere:0.5,0.5,0.5,0.2", "--clearance", "0.3", "--ignore", "parts/00.obj,parts/01.obj", "--json"],
        "clash as text": ["clash", "parts", "--tolerance", "0.1"],
        "clash as a table": ["clash", "parts", "--csv", "--precise"],
        "clash of scenes": ["clash", "groups.json", "parts", "groups.json", "parts/03.obj", "--ignore", "crate 2,crate 5", "--clearance", "0.2", "--json"],
        "clash of units and robots": ["clash", "millimetres.json", "arm.urdf", "named.json", "parts/03.obj", "named.json", "--clearance", "0.1", "--units", "m", "--json"],
        "clash against others": ["clash", "groups.json", "twin.obj", "parts/04.obj", "cube.obj", "--against", "parts", "cube.obj", "--json"],
        "clash of twins": ["clash", "twin.obj", "parts/02.obj", "cube.obj", "parts/02.obj", "--clearance", "9", "--json"],
        "clash of two": ["clash", "cube.obj", "parts/02.obj", "--depth", "--clearance", "9", "--json"],
        "clash in motion": ["clash", "scene.json", "--motion", "--t-max", "9", "--all", "--json"],
        "clash in motion as text": ["clash", "scene.json", "--motion", "--t-max", "9"],
        "robot": ["robot", "arm.urdf", "--world", "world.json", "--edges", "edges.jsonl", "--all"],
    }

    def setUp(self):
        super().setUp()
        self.rng = random.Random(SEED)
        for folder in ("parts", "meshes"):
            (self.path / folder).mkdir()
        self.write("cube.obj", cube_obj())
        self.write("meshes/far.obj", cube_obj(3))
        self.write("questions.jsonl", "\n".join(questions(self.rng, 120)) + "\n")
        for i in range(14):
            self.write(f"parts/{i:02}.obj", cube_obj(round(self.rng.uniform(0, 8), 2)))
        cube = {"type": "aabb", "min": [0, 0, 0], "max": [1, 1, 1]}
        bodies = [{"name": f"crate {i}", "shape": cube, "t": [3 * i, 0, 0], "vel": [self.rng.uniform(-1, 1), 0, 0]} for i in range(9)]
        self.write("scene.json", json.dumps({"bodies": bodies, "exclude": [["crate 0", "crate 1"]]}))
        # Groups that do not all meet, a mesh that is scaled, and two different meshes in the same box.
        crates = [{"name": f"crate {i}", "shape": cube, "t": [self.rng.uniform(0, 4), 0, 0], "scale": 1 + i % 3, "group": 1 + i % 2, "mask": 3 - i % 3} for i in range(9)]
        crates.append({"name": "pallet", "shape": {"type": "mesh", "file": "cube.obj"}, "scale": 1.5, "t": [1, 1, 0]})
        self.write("groups.json", json.dumps({"bodies": crates, "exclude": [["crate 3", "crate 4"]]}))
        # Named shapes and compounds, robots among the bodies, fields in any order and layout, and lengths that are converted.
        shapes = {"crate": cube, "hull": {"type": "mesh", "file": "cube.obj"}, "cart": {"type": "compound", "parts": [{"shape": "crate"}, {"shape": "hull", "t": [0, 0, 1]}]}}
        named = [{"name": f'a "{i}" [{{,', "shape": ["crate", "hull", "cart"][i % 3], "t": [self.rng.uniform(0, 4), 0, 0], "scale": 1 + i % 2} for i in range(9)]
        named.insert(4, {"name": "arm", "robot": "arm.urdf", "t": [1, 0, 0]})
        self.write("named.json", json.dumps({"exclude": [[named[0]["name"], named[1]["name"]]], "bodies": named, "shapes": shapes, "units": "m"}, indent=1))
        self.write("millimetres.json", json.dumps({"units": "mm", "bodies": [{"type": "sphere", "c": [0, 0, 0], "r": 500, "t": [900 * i, 0, 0]} for i in range(4)]}))
        self.write("twin.obj", cube_obj().replace("f 1 3 4", "f 1 3 2").replace("f 1 4 2", "f 3 4 2"))
        self.write("arm.urdf", ARM)
        self.write("world.json", json.dumps({"objects": [{"name": "ball", "type": "sphere", "c": [0, 1, 0], "r": 0.1}]}))
        self.write("edges.jsonl", "\n".join(json.dumps({"from": [self.rng.uniform(-3, 3)], "to": [self.rng.uniform(-3, 3)]}) for _ in range(90)) + "\n\n")

    def whole(self, work):
        """(exit code, standard output, standard error) of one process that does all the work."""
        run = self.graze(*self.WORKS[work])
        return run.returncode, run.stdout, run.stderr

    def shard(self, work, index, count, *more, out=None):
        return self.graze(*self.WORKS[work], "--shard", f"{index}/{count}", "--out", out or f"part{index}", *more)

    def merge(self, *files):
        run = self.graze("merge", *files)
        return run.returncode, run.stdout, run.stderr
