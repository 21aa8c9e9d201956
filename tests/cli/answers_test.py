#!/usr/bin/env python3
"""What answers look like: schema, tables, units, solids and surfaces, shapes, poses, and where they are written."""

import csv
import gzip
import io
import json
import math
import os
import signal
import subprocess
import time
import unittest

from graze_command import Command, GRAZE, cube_obj
from json_schema import answer_problems


class WithCubes(Command):
    def setUp(self):
        super().setUp()
        self.write("a.obj", cube_obj())
        self.write("b.obj", cube_obj(2.0))

    def answer(self, *arguments, **more):
        run = self.graze(*arguments, "--json", **more)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        answer = json.loads(run.stdout)
        self.assertEqual(answer_problems(answer), [], arguments)
        return answer


class Answers(WithCubes):
    def test_obey_the_published_schema(self):
        near, far = "--b-translate=-1.5,0.1,0.2", "--b-translate=1,0,0"
        for arguments in (["check", "a.obj", "b.obj"], ["check", "a.obj", "b.obj", near, "--pairs", "--curves"], ["check", "a.obj"],
                          ["check", "a.obj", "b.obj", "box:1,2,3"], ["distance", "a.obj", "b.obj"], ["distance", "a.obj", "b.obj", "--within=9", "--pairs"],
                          ["sweep", "a.obj", "b.obj", "--b-vel=-1,0,0"], ["sweep", "a.obj", "b.obj", "--b-vel=1,0,0", "--t-max=2"],
                          ["sweep", "a.obj", "b.obj", "--b-vel=-1,0,0", "--pairs", "--last"], ["sweep", "a.obj", "b.obj", "--b-omega=0,0,1", "--t-max=2"],
                          ["sweep", "a.obj", "b.obj", far, "--b-keyframe=0:3,0,0", "--b-keyframe=1:0,0,0:z,90"], ["contains", "box:9,9,9", "a.obj", "b.obj"],
                          ["contains", "box:9,9,9", "a.obj"], ["self", "a.obj"], ["self", "a.obj", "b.obj"], ["fit", "a.obj"], ["fit", "a.obj", "--method=sphere"],
                          ["tree", "a.obj"], ["tree", "a.obj", "--level=0", "--out=boxes.obj"], ["info", "a.obj"], ["info", "a.obj", "b.obj"],
                          ["convert", "a.obj", "c.stl"], ["build", "a.obj"], ["demo"]):
            with self.subTest(arguments):
                self.answer(*arguments)

    def test_tables_have_a_line_a_pair_and_a_column_a_coordinate(self):
        run = self.graze("check", "a.obj", "b.obj", "box:1,1,1", "--csv")
        rows = list(csv.DictReader(io.StringIO(run.stdout)))
        self.assertEqual([(r["a"], r["b"], r["status"]) for r in rows],
                         [("a.obj", "b.obj", "separated"), ("a.obj", "box:1,1,1", "overlapping"), ("b.obj", "box:1,1,1", "separated")])
        self.assertEqual(float(rows[0]["distance"]), 1)
        self.assertTrue(0 <= float(rows[1]["point_x"]) <= 0.5)
        self.assertEqual(len(list(csv.DictReader(io.StringIO(self.graze("info", "a.obj", "b.obj", "--csv").stdout)))), 2)

    def test_are_written_to_files_in_one_step_and_never_over_folders_and_pipes(self):
        self.write("answer.json", "old")
        run = self.graze("check", "a.obj", "b.obj", "--json", "--out", "answer.json")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(json.loads((self.path / "answer.json").read_text())["status"], "separated")
        os.mkfifo(self.path / "pipe")
        for out in ("pipe", ".", "no/such/folder"):
            self.assert_fails(self.graze("check", "a.obj", "b.obj", "--out", out), out)
        (self.path / "link.obj").symlink_to("a.obj")
        for out in ("a.obj", "./b.obj", "link.obj"):
            self.assert_fails(self.graze("check", "a.obj", "b.obj", "--out", out), out, "is the file to read")
        self.assertEqual((self.path / "a.obj").read_text(), cube_obj())
        self.assertEqual(sorted(p.name for p in self.path.iterdir()), ["a.obj", "answer.json", "b.obj", "link.obj", "pipe"])

    def test_quiet_prints_nothing_and_exits_with_the_answer(self):
        for placed, code in (("--b-translate=0,0,0", 0), ("--b-translate=-1,0,0", 1)):
            for form in ([], ["--json"], ["--csv"]):
                run = self.graze("check", "a.obj", "b.obj", placed, "--quiet", *form)
                self.assertEqual((run.returncode, run.stdout, run.stderr), (code, "", ""))

    def test_numbers_are_readable_unless_all_digits_are_asked_for(self):
        moved = f"--b-translate={1 / 3},0,0"
        self.assertIn("they are 1.33333 apart", self.graze("check", "a.obj", "b.obj", moved).stdout)
        self.assertIn(f"they are {7 / 3 - 1!r} apart", self.graze("check", "a.obj", "b.obj", moved, "--precise").stdout)
        time_told = self.graze("sweep", "a.obj", "b.obj", f"--b-vel={-1.5},0,0").stdout.split("t = ")[1].split()[0]
        self.assertLessEqual(float(time_told), 1 / 1.5)  # a readable time is never after the contact

    def test_names_of_files_cannot_reach_the_terminal_as_commands(self):
        name = "evil\x1b[31m\nname.obj"
        self.write(name, cube_obj())
        for run in (self.graze("check", name, "b.obj"), self.graze("info", name), self.graze("check", name + "x", "b.obj"), self.graze("self", name)):
            self.assertNotIn("\x1b", run.stdout + run.stderr)
            self.assertRegex(run.stdout + run.stderr, r"evil(\\x1b|\?)\[31m(\\n|\?)name\.obj")  # the library writes ?


class Bodies(WithCubes):
    def test_closed_meshes_are_solids_unless_told_otherwise(self):
        inside = ["--b-scale=0.5", "--b-translate=-0.75,0.25,0.25"]
        self.assertEqual(self.answer("check", "a.obj", "b.obj", *inside)["status"], "contains")
        self.assertEqual(self.answer("check", "a.obj", "b.obj", *inside, "--surface")["status"], "separated")
        self.assertEqual(self.graze("check", "a.obj", "b.obj", *inside).returncode, 1)
        self.assertEqual(self.graze("check", "a.obj", "b.obj", *inside, "--surface").returncode, 0)
        self.assertTrue(self.answer("sweep", "a.obj", "b.obj", *inside, "--b-vel=0,0,0")["initial"])
        self.assertFalse(self.answer("sweep", "a.obj", "b.obj", *inside, "--surface", "--b-vel=0,0,0")["contact"])
        self.assertIn("b.obj is wholly inside a.obj", self.graze("check", "a.obj", "b.obj", *inside).stdout)
        lines = cube_obj().splitlines()
        self.write("open.obj", "\n".join(lines[:-1]) + "\n")
        self.assertIn("open.obj is a surface (3 open edges)", self.graze("check", "open.obj", "b.obj").stdout)
        self.assert_fails(self.graze("check", "open.obj", "b.obj", "--solid"), "open.obj: is not closed (3 open edges)")
        self.assert_fails(self.graze("check", "a.obj", "b.obj", "--solid", "--surface"), "exclude each other")

    def test_shapes_stand_beside_files(self):
        expected = {"box:1,1,1": 0.5, "box:4,0,0,5,1,1": 3, "sphere:0.5": 0.5, "sphere:4,0.5,0.5,1": 2, "plane:1,0,0,3": 2, "halfspace:-1,0,0,-3": 2,
                    "capsule:0.5,2": 0.5, "capsule:4,0,0,4,1,1,1": 2, "cylinder:0.5,2": 0.5, "cone:0.5,1": 0.5, "ellipsoid:0.5,1,1": 0.5, "point:0,0,0": 1,
                    "segment:3,0,0,3,1,1": 2, "line:3,0,0,0,0,1": 2, "ray:3,0,0,0,0,1": 2, "triangle:3,0,0,3,1,0,3,0,1": 2, "tetrahedron:3,0,0,4,0,0,3,1,0,3,0,1": 2}
        for shape, distance in expected.items():
            with self.subTest(shape):
                body = ["a.obj", shape] if distance in (2, 3) else ["a.obj", shape, "--a-translate=1,-0.5,-0.5"]
                self.assertAlmostEqual(self.answer("distance", *body)["distance"], distance, delta=1e-9)
        for wrong in ("box:1,2", "sphere:x", "plane:", "sphere:-1"):
            self.assert_fails(self.graze("check", "a.obj", wrong), wrong)
        self.assert_fails(self.graze("check", "a.obj", "boxx:1,2,3"), "boxx:1,2,3")

    def test_poses_can_be_written_in_every_usual_way(self):
        """A quarter turn about z brings [2,3]x[0,1] to [-1,0]x[2,3]: one above the unit cube."""
        half = math.sqrt(0.5)
        for pose in ("--b-rotate=z,90", "--b-rotate=0,0,2,90", f"--b-quat={half},0,0,{half}", "--b-rpy=0,0,90deg", f"--b-rpy=0,0,{math.pi / 2}",
                     "--b-pose=0,-1,0,0,1,0,0,0,0,0,1,0", "--b-pose=0,-1,0,0,1,0,0,0,0,0,1,0,0,0,0,1"):
            answer = self.answer("distance", "a.obj", "b.obj", pose)
            self.assertAlmostEqual(answer["distance"], 1, delta=1e-12, msg=pose)
        # Roll comes first and yaw last, about axes that stay: [0,1]x[2,3] after both, and half a unit farther up.
        both = self.answer("distance", "a.obj", "b.obj", "--b-rpy=90,0,90deg", "--b-translate=0,0.5,0")
        self.assertAlmostEqual(both["distance"], 1.5, delta=1e-12)
        for wrong in ("--b-quat=1,0,0", "--b-quat=2,0,0,0", "--b-rpy=1,2", "--b-pose=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2"):
            self.assert_fails(self.graze("check", "a.obj", "b.obj", wrong), wrong.split("=")[0])
        self.assert_fails(self.graze("check", "a.obj", "b.obj", "--b-quat=1,0,0,0", "--b-rotate=z,1"), "exclude each other")

    def test_keyframes_are_followed(self):
        keys = ["--b-keyframe", "0:0,0,0", "--b-keyframe", "2:-2,0,0"]  # [2,3] goes to [0,1] in two units of time: touches at 1
        answer = self.answer("sweep", "a.obj", "b.obj", *keys)
        self.assertLessEqual(answer["t_lo"], 1)
        self.assertAlmostEqual(answer["t_lo"], 1, delta=1e-6)
        for wrong in ("0", "0:1,2", "x:1,2,3", "0:1,2,3:w,9"):
            self.assert_fails(self.graze("sweep", "a.obj", "b.obj", "--b-keyframe", wrong), "--b-keyframe")
        self.assert_fails(self.graze("sweep", "a.obj", "b.obj", "--b-keyframe=1:0,0,0", "--b-keyframe=1:0,0,0"), "--b-keyframe")

    def test_nearest_approach_is_told_where_nothing_touches(self):
        """A cube passes the other one at a height of 1.5: half a unit above it."""
        answer = self.answer("sweep", "a.obj", "b.obj", "--b-translate=0,1.5,0", "--b-vel=-1,0,0", "--t-max=5")
        self.assertFalse(answer["contact"])
        self.assertLessEqual(answer["nearest"]["at_least"], 0.5)
        self.assertAlmostEqual(answer["nearest"]["at_most"], 0.5, delta=1e-5)
        text = self.graze("sweep", "a.obj", "b.obj", "--b-translate=0,1.5,0", "--b-vel=-1,0,0", "--t-max=5").stdout
        self.assertIn("do not touch for t from 0 to 5\n  nearest approach: 0.5", text)

    def test_meet_at_the_start_in_plain_words(self):
        self.assertIn("meet at the start, t = 0", self.graze("sweep", "a.obj", "b.obj", "--b-translate=-1.5,0,0", "--b-vel=1,0,0").stdout)

    def test_come_from_standard_input_and_compressed(self):
        (self.path / "a.obj.gz").write_bytes(gzip.compress(cube_obj().encode()))
        self.assertEqual(self.answer("distance", "a.obj.gz", "b.obj")["distance"], 1)
        self.assertEqual(self.answer("distance", "-", "b.obj", text=cube_obj())["distance"], 1)
        self.assert_fails(self.graze("check", "-", "-", text=cube_obj()), "standard input can be read only once")
        self.assert_fails(self.graze("check", "-", "b.obj", text=""), "standard input")
        (self.path / "cut.obj.gz").write_bytes(gzip.compress(cube_obj().encode())[:-9])
        self.assert_fails(self.graze("check", "cut.obj.gz", "b.obj"), "cut.obj.gz", "ends too soon")


class Units(WithCubes):
    GLTF_TRIANGLE = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [3, 0, 0], "max": [3, 1, 1]}],
                     "bufferViews": [{"buffer": 0, "byteLength": 36}],
                     "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AABAQAAAAAAAAAAAAABAQAAAgD8AAAAAAABAQAAAAAAAAIA/"}]}

    def test_are_stated_in_every_answer(self):
        self.assertEqual(self.answer("check", "a.obj", "b.obj", "--units=mm")["units"], "mm")
        self.assertIn("they are 1 mm apart", self.graze("check", "a.obj", "b.obj", "--units=mm").stdout)
        self.assertIn("no unit known", self.graze("check", "a.obj", "b.obj").stdout)
        self.assert_fails(self.graze("check", "a.obj", "b.obj", "--units=furlong"), "--units", "mm, cm, m, in")

    def test_are_read_from_files_and_converted(self):
        self.write("t.gltf", json.dumps(self.GLTF_TRIANGLE))  # at x = 3 m
        answer = self.answer("distance", "a.obj", "t.gltf")
        self.assertEqual((answer["distance"], answer["units"]), (2, "m"))
        self.assertTrue(any("a.obj does not tell its unit" in note for note in answer["notes"]))
        answer = self.answer("distance", "a.obj", "t.gltf", "--units=cm")
        self.assertEqual((answer["distance"], answer["units"]), (299, "cm"))
        answer = self.answer("distance", "a.obj", "t.gltf", "--a-units=in", "--units=mm")
        self.assertAlmostEqual(answer["distance"], 3000 - 25.4, delta=1e-9)

    def test_are_asked_for_where_sizes_differ_by_the_factor_of_a_unit(self):
        for factor, asks in ((25.4, True), (1000, True), (10, True), (7, False), (1, False)):
            notes = self.answer("check", "a.obj", "b.obj", f"--b-scale={factor}").get("notes", [])
            self.assertEqual(any("in which units" in note for note in notes), asks, factor)
        self.assertNotIn("notes", self.answer("check", "a.obj", "b.obj", "--b-scale=25.4", "--units=mm"))


class Interruption(Command):
    def test_leaves_no_file_behind(self):
        process = subprocess.Popen([GRAZE, "query", "--out", "answers.jsonl"], stdin=subprocess.PIPE, cwd=self.path)
        process.stdin.write(b'{"query":"overlap"}\n')
        process.stdin.flush()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        process.wait(timeout=20)
        self.assertEqual(list(self.path.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
