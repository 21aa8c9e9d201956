"""How tests run the graze command, which the environment variable GRAZE names, and what they feed it. Standard library only."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

GRAZE = os.environ["GRAZE"]

CUBE_FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def cube_obj(offset=0.0):
    corners = [(k & 1, k >> 1 & 1, k >> 2 & 1) for k in range(8)]
    lines = [f"v {x + offset} {y} {z}" for x, y, z in corners]
    for a, b, c, d in CUBE_FACES:
        lines += [f"f {a + 1} {b + 1} {c + 1}", f"f {a + 1} {c + 1} {d + 1}"]
    return "\n".join(lines) + "\n"


def box(low, high, **more):
    return {"type": "aabb", "min": [low] * 3, "max": [high] * 3, **more}


def overlap(name, a, b, **more):
    return json.dumps({"id": name, "query": "overlap", "a": a, "b": b, **more})


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def graze(self, *arguments, text=None, **more):
        return subprocess.run([GRAZE, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=120, cwd=self.path, **more)

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def assert_fails(self, run, *parts):
        """Exit code 2, nothing on stdout, exactly one line on stderr that holds all the parts."""
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertRegex(run.stderr, r"\Agraze: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, run.stderr)
