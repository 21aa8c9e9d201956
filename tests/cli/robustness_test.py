#!/usr/bin/env python3
"""Input that is wrong, hostile or endless: the command says so in one line, and harms neither other lines nor other files.

The binary is named by the environment variable GRAZE. Standard library only."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

GRAZE = os.environ["GRAZE"]
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def graze(self, *arguments, text=None, **more):
        command = [GRAZE, *map(str, arguments)]
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, cwd=self.path, check=False, **more)

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def assert_fails(self, run, *parts):
        """Exit code 2, nothing on stdout, exactly one line on stderr that holds all the parts."""
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertRegex(run.stderr, r"\Agraze: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, run.stderr)


def box(low, high, **more):
    return {"type": "aabb", "min": [low] * 3, "max": [high] * 3, **more}


class OtherLines(Command):
    def test_are_answered_whatever_one_file_does(self):
        self.write("big.gltf", '{"asset":{"version":"2.0"},"x":1e999}')
        good = {"query": "overlap", "a": box(0, 1), "b": box(1, 2)}
        bad = {"query": "overlap", "a": {"type": "mesh", "file": "big.gltf"}, "b": box(0, 1)}
        text = "".join(json.dumps({"id": i, **(bad if i % 5 == 2 else good)}) + "\n" for i in range(40))
        for threads in (1, 2, 8):
            run = self.graze("query", "--threads", threads, text=text)
            answers = [json.loads(line) for line in run.stdout.splitlines()]
            self.assertEqual((run.returncode, run.stderr), (2, ""))
            self.assertEqual([(a["id"], a["ok"]) for a in answers], [(i, i % 5 != 2) for i in range(40)])
            self.assertEqual(answers[2]["error"]["code"], "file")
            self.assertIn("big.gltf:1: not valid JSON: a number beyond the range of doubles", answers[2]["error"]["message"])

    def test_are_answered_when_the_system_gives_no_threads(self):
        text = "".join(json.dumps({"id": i, "query": "overlap", "a": box(0, 1), "b": box(1, 2)}) + "\n" for i in range(200))
        limited = f'ulimit -v 400000; exec "{GRAZE}" query --threads 1000'
        run = subprocess.run(["sh", "-c", limited], input=text, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual([json.loads(line)["id"] for line in run.stdout.splitlines()], list(range(200)))


class WrittenFiles(Command):
    """Whatever -o names: what is no file of that kind stays as it is."""

    def setUp(self):
        super().setUp()
        self.write("a.obj", TETRAHEDRON)
        self.assertEqual(self.graze("build", "a.obj").returncode, 0)

    def names(self):
        return sorted(entry.name for entry in self.path.iterdir())

    def test_are_never_the_input(self):
        (self.path / "same.obj").hardlink_to(self.path / "a.obj")
        (self.path / "link.obj").symlink_to("a.obj")
        before = (self.path / "a.graze").read_bytes()
        for out in ("a.obj", "./a.obj", "same.obj", "link.obj"):
            self.assert_fails(self.graze("build", "a.obj", "-o", out), out, "is the file to read")
            self.assert_fails(self.graze("info", "a.obj", "--boxes", 0, "-o", out), out, "is the file to read")
        self.assert_fails(self.graze("build", "a.graze"), "a.graze", "is the file to read")
        self.assertEqual((self.path / "a.obj").read_text(), TETRAHEDRON)
        self.assertEqual((self.path / "a.graze").read_bytes(), before)

    def test_are_never_devices_pipes_folders_or_files_of_another_kind(self):
        os.mkfifo(self.path / "pipe.obj")
        (self.path / "folder").mkdir()
        (self.path / "null.graze").symlink_to("/dev/null")
        self.write("letter.txt", "dear")
        before = self.names()
        for out in ("pipe.obj", "folder", "null.graze", "/dev/null", "letter.txt"):
            self.assert_fails(self.graze("build", "a.obj", "-o", out), f"{out}: cannot write: ")
        self.assert_fails(self.graze("info", "a.obj", "--boxes", 0, "-o", "pipe.obj"), "pipe.obj: cannot write: is not a regular file")
        self.assertEqual(self.names(), before)
        self.assertTrue((self.path / "pipe.obj").is_fifo())
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        self.assertEqual((self.path / "letter.txt").read_text(), "dear")

    def test_stay_links_and_keep_their_mode(self):
        (self.path / "link.graze").symlink_to("a.graze")
        (self.path / "a.graze").chmod(0o600)
        self.assertEqual(self.graze("build", "a.obj", "-o", "link.graze", "--compact").returncode, 0)
        self.assertTrue((self.path / "link.graze").is_symlink())
        self.assertEqual((self.path / "a.graze").stat().st_mode & 0o777, 0o600)
        self.assertEqual(json.loads(self.graze("info", "a.graze", "--json").stdout)["tree"]["layout"], "compact")


if __name__ == "__main__":
    unittest.main()
