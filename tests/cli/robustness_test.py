#!/usr/bin/env python3
"""Input that is wrong, hostile or endless: the command says so in one line, and harms neither other lines nor other files.

Standard library only."""

import json
import math
import os
import pathlib
import subprocess
import unittest

from graze_command import Command, GRAZE, box

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class OtherLines(Command):
    def test_are_answered_whatever_one_file_does(self):
        self.write("big.gltf", '{"asset":{"version":"2.0"},"x":1e999}')
        good = {"query": "overlap", "a": box(0, 1), "b": box(1, 2)}
        bad = {"query": "overlap", "a": {"type": "mesh", "file": "big.gltf"}, "b": box(0, 1)}
        text = "".join(json.dumps({"id": i, **(bad if i % 5 == 2 else good)}) + "\n" for i in range(40))
        for threads in (1, 2, 8):
            run = self.graze("query", "--threads", threads, text=text)
            answers = [json.loads(line) for line in run.stdout.splitlines()]
            self.assertEqual(run.returncode, 2)
            self.assertRegex(run.stderr, r"\Agraze: standard input:3: .*big\.gltf.* \(and 7 more lines in error\)\n\Z")
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


class Options(Command):
    def setUp(self):
        super().setUp()
        self.write("a.obj", TETRAHEDRON)
        self.write("b.obj", TETRAHEDRON)

    def test_given_without_a_value_are_refused(self):
        for command, options in (("check", ("--b-translate", "--a-pose", "--a-rotate", "--b-scale", "--max-pairs")),
                                 ("distance", ("--within", "--relative-error", "--a-translate")),
                                 ("sweep", ("--b-vel", "--t-max", "--tol", "--a-omega", "--a-center"))):
            for option in options:
                for arguments in ((option, ""), (option + "=",)):
                    self.assert_fails(self.graze(command, "a.obj", "b.obj", *arguments), option)
        self.assert_fails(self.graze("build", "a.obj", "-o", ""), "--out")
        self.assert_fails(self.graze("fit", "a.obj", "--method", ""), "--method")
        self.assert_fails(self.graze("demo", "--out", ""), "--out")
        self.assert_fails(self.graze("check", "a.obj", ""), "empty argument")
        self.assert_fails(self.graze("query", ""), "empty argument")

    def test_that_would_change_nothing_are_refused(self):
        for words, reason in ((("check", "a.obj", "b.obj", "--max-pairs=5"), "--max-pairs needs --pairs or --curves"),
                              (("distance", "a.obj", "b.obj", "--max-pairs=5"), "--max-pairs needs --pairs"),
                              (("sweep", "a.obj", "b.obj", "--b-vel=1,0,0", "--max-pairs=5"), "--max-pairs needs --pairs"),
                              (("self", "a.obj", "--max-pairs=5"), "--max-pairs needs --pairs"),
                              (("sweep", "a.obj", "b.obj", "--b-center=1,0,0"), "--b-center needs --b-omega"),
                              (("check", "a.obj", "box:1,1,1", "--b-units=mm"), "--b-units: only of mesh files"),
                              (("check", "a.obj", "b.obj", "--deflection=1"), "--deflection: no file is a STEP file"),
                              (("check", "a.obj", "--deflection=1"), "--deflection: no file is a STEP file"),
                              (("distance", "a.obj", "b.obj", "--deflection=1"), "--deflection: no file is a STEP file"),
                              (("clash", "a.obj", "box:1,1,1", "--deflection=1"), "--deflection: no file is a STEP file"),
                              (("scene", "a.obj", "--animation=1"), "--animation: no file has animations"),
                              (("scene", "a.obj", "--deflection=1"), "--deflection: no file is a STEP file"),
                              (("info", "a.obj", "--deflection=1"), "--deflection: no file is a STEP file"),
                              (("convert", "a.obj", "c.obj", "--deflection=1"), "--deflection: no file is a STEP file")):
            self.assert_fails(self.graze(*words), reason)

    def test_that_leave_nothing_of_a_mesh_are_refused(self):
        for scale in ("0", "1,0,1", "-0"):
            self.assert_fails(self.graze("check", "a.obj", "b.obj", f"--a-scale={scale}"), "--a-scale: expected factors that are not 0")

    def test_misspelt_are_refused(self):
        for option in ("--b-translte=1,0,0", "--b_translate=1,0,0", "--B-translate=1,0,0", "-b-translate=1,0,0", "--translate=1,0,0",
                       "--b-vel=1,0,0"):
            self.assert_fails(self.graze("check", "a.obj", "b.obj", option), "unknown option")

    def test_repair_rounded_rotations_on_request(self):
        pose = "--b-pose=0.8660,-0.5,0,3,0.5,0.8660,0,0,0,0,1,0"
        for command in (["check"], ["distance"], ["distance", "--within=1"], ["sweep", "--b-vel=-1,0,0"],
                        ["sweep", "--b-vel=-1,0,0", "--pairs"]):
            arguments = [command[0], "a.obj", "b.obj", pose, *command[1:]]
            self.assert_fails(self.graze(*arguments), "--b-pose: R: not a rotation")
            run = self.graze(*arguments, "--repair", "--json")
            self.assertIn(run.returncode, (0, 1), run.stderr)
            repaired = json.loads(run.stdout)["repaired"]
            self.assertEqual(list(repaired), ["b"])
            self.assertAlmostEqual(repaired["b"], 0.866 * (1 / math.hypot(0.866, 0.5) - 1), delta=1e-15)
            self.assertRegex(self.graze(*arguments, "--repair").stdout, r"\n  rotation of b\.obj repaired by 1\.9\d+e-05\n")
        self.assert_fails(self.graze("check", "a.obj", "b.obj", "--repair"), "--repair needs --a-pose or --b-pose")
        self.assert_fails(self.graze("check", "a.obj", "b.obj", "--repair", "--a-pose=2,0,0,0,0,2,0,0,0,0,2,0"), "--a-pose: R: too far")


class Expectations(Command):
    def test_that_cannot_be_compared_are_not_met(self):
        ask = {"query": "overlap", "a": box(0, 1), "b": box(1, 2)}
        for expect in ({}, {"intersects": True}, {"intersect": True, "depht": 0}, {"tol": 1}, 3, None):
            run = self.graze("query", "--check", text=json.dumps({**ask, "expect": expect}))
            self.assertEqual((run.returncode, run.stderr), (1, "graze: standard input: 1 of 1 expectation is not met\n"), expect)
            self.assertFalse(json.loads(run.stdout)["check"]["met"])


class Work(Command):
    def test_of_a_question_is_bounded(self):
        mesh = {"type": "mesh", "v": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "f": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}
        ask = {"query": "sweep", "t_max": 1, "a": {**mesh, "omega": [0, 0, 1]}, "b": {**mesh, "t": [1.01, 0.5, 0]}}
        for steps in (10**9, 10**18, 2**64 - 1):
            answer = json.loads(self.graze("query", text=json.dumps({**ask, "sub_steps": steps})).stdout)
            self.assertEqual(answer["error"], {"code": "limit", "message": f"sub_steps: {steps} is above the limit of 1000000"})


if __name__ == "__main__":
    unittest.main()
