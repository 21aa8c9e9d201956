#!/usr/bin/env python3
"""STEP files through the command: what is clear is clear of the CAD model, not only of its triangles; units, names, errors."""

import json
import math
import os
import subprocess
import unittest

from graze_command import Command, cube_obj
from json_schema import answer_problems

MAKE_STEP = os.environ.get("GRAZE_MAKE_STEP")


class WithoutReader(Command):
    @unittest.skipIf(MAKE_STEP, "this graze reads STEP files")
    def test_the_error_says_what_to_build(self):
        file = self.write("a.step", "ISO-10303-21;\nHEADER;\nENDSEC;\n")
        for words in (["check", file, "box:1,1,1"], ["distance", file, "box:1,1,1"], ["clash", file], ["info", file], ["convert", file, "a.stl"]):
            self.assert_fails(self.graze(*words), "a.step", "GRAZE_BUILD_STEP")
        self.assertIn("built without STEP", self.graze("--version").stdout)


@unittest.skipUnless(MAKE_STEP, "graze was built without STEP files")
class Step(Command):
    def setUp(self):
        super().setUp()
        subprocess.run([MAKE_STEP, self.path], check=True, stdout=subprocess.DEVNULL)

    def answer(self, *words):
        run = self.graze(*words, "--json")
        self.assertEqual(run.stderr, "", words)
        answer = json.loads(run.stdout)
        self.assertEqual(answer_problems(answer), [], words)
        return run.returncode, answer

    def test_version_says_so(self):
        self.assertIn("reads STEP files", self.graze("--version").stdout)

    def test_models_that_meet_between_their_triangles_are_never_clear(self):
        apart = 0
        for k in range(6):
            direction = [math.cos(0.3 + k) * math.cos(0.2 * k), math.sin(0.3 + k) * math.cos(0.2 * k), math.sin(0.2 * k)]
            # 20 is touching: the balls are 0.01 deep in each other, whatever their triangles say.
            move = ["--b-translate=" + ",".join(repr(19.99 * x) for x in direction), "--deflection", "0.5"]
            code, far = self.answer("distance", "ball.step", "ball.step", *move)
            apart += far["distance"] > 0.01
            self.assertEqual(code, 1)
            self.assertEqual(far["distance_at_least"], 0)
            code, found = self.answer("check", "ball.step", "ball.step", *move)
            self.assertEqual(code, 1)
            self.assertNotEqual(found["status"], "separated")
            self.assertEqual(self.graze("distance", "ball.step", "ball.step", *move, "--within", "0").returncode, 1)
        self.assertGreater(apart, 0, "no direction in which triangles are apart: the test tells nothing")

    def test_models_that_are_apart_by_more_than_the_deflection_are_clear(self):
        move = ["--b-translate", "20.5,0,0", "--deflection", "0.02"]
        code, found = self.answer("check", "ball.step", "ball.step", *move)
        self.assertEqual((code, found["status"]), (0, "separated"))
        self.assertTrue(0 < found["deflection"] <= 0.04 * (1 + 1e-12), found["deflection"])
        _, far = self.answer("distance", "ball.step", "ball.step", *move)
        self.assertLessEqual(far["distance_at_least"], 0.5)
        self.assertGreaterEqual(far["distance_at_most"], 0.5)
        self.assertAlmostEqual(far["distance_at_most"] - far["distance_at_least"], 2 * far["deflection"], places=12)
        self.assertEqual(self.answer("check", "ball.step", "ball.step", *move, "--clearance", "0.6")[1]["status"], "near")

    def test_a_clearance_smaller_than_the_deflection_is_not_called_clear(self):
        code, found = self.answer("check", "ball.step", "ball.step", "--b-translate", "20.1,0,0", "--deflection", "0.5", "--clearance", "0.01")
        self.assertEqual((code, found["status"]), (1, "near"))
        self.assertIn("CAD models are as near, or meet", self.graze("check", "ball.step", "ball.step", "--b-translate", "20.1,0,0", "--deflection", "0.5").stdout)

    def test_an_assembly_lists_parts_by_name_and_counts_the_deflection_of_each_pair(self):
        code, found = self.answer("clash", "all.step")
        pairs = {(p["a"], p["b"]): p for p in found["pairs"]}
        self.assertEqual(code, 1)
        self.assertEqual(found["units"], "mm")
        self.assertEqual(set(found["kinds"]), {"plate <b>", "ball", "ball#2", "ball#3"})
        self.assertEqual({names: p["status"] for names, p in pairs.items()}, {("ball", "plate <b>"): "near", ("ball#3", "plate <b>"): "overlapping"})
        self.assertLess(found["deflections"]["plate <b>"], 1e-9)
        self.assertGreater(pairs["ball", "plate <b>"]["deflection"], 0.001)
        code, wide = self.answer("clash", "all.step", "--clearance", "1")
        self.assertEqual(len(wide["pairs"]), 3)
        run = self.graze("clash", "all.step", "--report", "r.html", "--image", "r.png")
        self.assertIn("which counts as clearance", run.stdout)
        page = (self.path / "r.html").read_text()
        self.assertNotIn("plate <b>", page)

    def test_units_are_those_of_the_file_and_convert(self):
        _, one = self.answer("info", "inch.stp")
        self.assertEqual((one["units"], one["max"]), ("in", [1, 1, 1]))
        _, two = self.answer("distance", "inch.stp", "ball.step", "--b-translate", "100,0,0", "--units", "mm", "--deflection", "0.01")
        self.assertEqual(two["units"], "mm")
        self.assertLessEqual(abs(two["distance"] - (math.hypot(74.6, 0) - 10)), two["deflection"])
        self.write("cube.obj", cube_obj())
        _, beside = self.answer("clash", "ball.step", "cube.obj", "--deflection", "0.01")
        self.assertEqual(len(beside["deflections"]), 2)  # the deflection is that of one of them
        _, mixed = self.answer("clash", "inch.stp", "ball.step", "--units", "mm", "--deflection", "0.01")
        self.assertTrue(all(d <= 0.0100001 for d in mixed["deflections"].values()), mixed["deflections"])

    def test_convert_writes_a_closed_mesh_and_says_how_far_it_is_off(self):
        code, made = self.answer("convert", "ball.step", "ball.ply", "--deflection", "0.05")
        self.assertEqual(code, 0)
        self.assertTrue(0 < made["deflection"] <= 0.05)
        _, mesh = self.answer("info", "ball.ply")
        self.assertTrue(mesh["closed"])
        self.assertAlmostEqual(mesh["volume"], 4 / 3 * math.pi * 1000, delta=4 * math.pi * 100 * made["deflection"])

    def test_what_cannot_count_the_deflection_refuses_step(self):
        self.write("cube.obj", cube_obj())
        for words in (["sweep", "ball.step", "cube.obj", "--a-vel", "1,0,0"], ["contains", "ball.step", "cube.obj"], ["self", "ball.step"],
                      ["fit", "ball.step"], ["tree", "ball.step"], ["build", "ball.step"]):
            self.assert_fails(self.graze(*words), "ball.step", "graze convert")
        self.assert_fails(self.graze("clash", "all.step", "--motion"), "--motion")
        self.assert_fails(self.graze("clash", "all.step", "--shard", "1/2", "--out", "x"), "--shard")
        self.assert_fails(self.graze("check", "ball.step", "cube.obj", "--deflection", "0"), "--deflection")
        self.assert_fails(self.graze("check", "ball.step", "cube.obj", "--deflection", "1e-9"), "finer than a millionth")

    def test_files_cut_short_are_one_line_of_error(self):
        text = (self.path / "ball.step").read_text()
        self.write("cut.step", text[: len(text) // 2])
        self.assert_fails(self.graze("info", "cut.step"), "cut.step")
        self.write("empty.step", "ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n")
        self.assert_fails(self.graze("clash", "empty.step"), "empty.step")


if __name__ == "__main__":
    unittest.main()
