#!/usr/bin/env python3
"""graze robot: trajectories, worlds, ignored pairs, edges of roadmaps, SRDF."""

import json
import math
import unittest

from graze_command import Command
from json_schema import answer_problems

SPHERE = '<collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision>'
ARM = f"""<robot name="arm">
  <link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="hand">{SPHERE}</link>
  <link name="stop"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="post" type="fixed"><parent link="base"/><child link="stop"/><origin xyz="-1 0 0"/></joint>
</robot>
"""


class Robot(Command):
    def setUp(self):
        super().setUp()
        self.write("arm.urdf", ARM)
        self.write("world.json", json.dumps({"objects": [{"name": "ball", "type": "sphere", "c": [0, 1, 0], "r": 0.1}]}))
        self.trajectory(0, math.pi / 2)

    def trajectory(self, *angles, name="swing.json"):
        return self.write(name, json.dumps({"joints": ["turn"], "times": list(range(len(angles))), "positions": [[a] for a in angles]}))

    def robot(self, *arguments):
        run = self.graze("robot", "arm.urdf", *arguments, "--json")
        self.assertIn(run.returncode, (0, 1), run.stderr)
        answer = json.loads(run.stdout)
        self.assertEqual(answer_problems(answer), [], arguments)
        self.assertEqual(run.returncode, 0 if answer.get("status", "clear") == "clear" else 1)
        return answer

    def test_finds_the_first_contact_with_the_world(self):
        """Two balls of radius 0.1 on a circle of radius 1 touch when they are 2 asin(0.1) apart."""
        answer = self.robot("--trajectory", "swing.json", "--world", "world.json", "--all")
        first = 1 - 2 * math.asin(0.1) / (math.pi / 2)
        self.assertEqual((answer["status"], answer["a"], answer["b"], answer["initial"]), ("contact", "hand", "ball", False))
        self.assertLessEqual(answer["t_lo"], first)
        self.assertAlmostEqual(answer["t_lo"], first, delta=1e-6)
        self.assertEqual([(p["a"], p["b"]) for p in answer["pairs"]], [("hand", "ball")])
        self.assertIn({"a": "base", "b": "hand", "why": "adjacent"}, [{**i, "a": min(i["a"], i["b"]), "b": max(i["a"], i["b"])} for i in answer["ignored"]])
        text = self.graze("robot", "arm.urdf", "--trajectory", "swing.json", "--world", "world.json").stdout
        self.assertRegex(text, r"\Ahand and ball first touch at t = 0\.87\d+, at ")

    def test_certifies_the_clearance_of_what_is_clear(self):
        self.trajectory(0, math.pi / 4)
        answer = self.robot("--trajectory", "swing.json", "--world", "world.json")
        least = 2 * math.sin(math.pi / 8) - 0.2
        self.assertEqual(answer["status"], "clear")
        self.assertLessEqual(answer["clearance"]["distance"], least + 1e-12)
        self.assertAlmostEqual(answer["clearance"]["distance"], least, delta=1e-4)
        self.assertIn("clear at every instant", self.graze("robot", "arm.urdf", "--trajectory", "swing.json").stdout)

    def test_meets_itself_unless_the_pair_is_ignored(self):
        self.trajectory(0, math.pi, name="far.json")
        self.assertEqual({self.robot("--trajectory", "far.json")[k] for k in "ab"}, {"hand", "stop"})
        answer = self.robot("--trajectory", "far.json", "--ignore", "hand,stop")
        self.assertEqual(answer["status"], "clear")
        self.assertIn("asked for", [i["why"] for i in answer["ignored"]])
        self.assertEqual(answer["limits"][0]["joint"], "turn")
        self.write("arm.srdf", '<robot name="arm"><disable_collisions link1="hand" link2="stop" reason="Never"/></robot>')
        self.assertEqual(self.robot("--trajectory", "far.json", "--srdf", "arm.srdf")["status"], "clear")
        self.assert_fails(self.graze("robot", "arm.urdf", "--trajectory", "far.json", "--ignore", "hand,stopp"), "--ignore", "did you mean stop?")

    def test_answers_edges_a_line_each(self):
        self.write("edges.jsonl", '{"from": [0], "to": [0.5]}\n\n{"from": [0], "to": [1.6]}\n')
        run = self.graze("robot", "arm.urdf", "--world", "world.json", "--edges", "edges.jsonl")
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual((run.returncode, [(a["line"], a["valid"]) for a in lines]), (1, [(1, True), (3, False)]))
        self.write("edges.jsonl", '{"from": [0], "to": [0.5]}\n{"from": [0], "to": [0.5, 1]}\n')
        self.assert_fails(self.graze("robot", "arm.urdf", "--edges", "edges.jsonl"), "edges.jsonl:2: to: expected 1 number")
        self.write("edges.jsonl", '{"id": {"from": 1}, "from": [0], "to": [0.5]}\n{"from": [0], "to": [0.5], "from": [1]}\n')
        self.assert_fails(self.graze("robot", "arm.urdf", "--edges", "edges.jsonl"), "edges.jsonl:2: from: field given twice")

    def test_reports_and_pictures_show_the_swing(self):
        """The page holds the contact and its time; a clear swing its nearest approach; what has no report says so."""
        run = self.graze("robot", "arm.urdf", "--trajectory", "swing.json", "--world", "world.json", "--report", "out.html", "--image", "out.png")
        self.assertEqual(run.returncode, 1, run.stderr)
        page = (self.path / "out.html").read_text()
        self.assertIn("hand and ball first meet at t = 0.87", page)
        self.assertEqual((self.path / "out.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.trajectory(0, math.pi / 4)
        self.assertEqual(self.graze("robot", "arm.urdf", "--trajectory", "swing.json", "--world", "world.json", "--report", "out.html").returncode, 0)
        self.assertRegex((self.path / "out.html").read_text(), r"hand and ball are clear of each other, 0\.565\d* m apart at t = 1")
        self.write("edges.jsonl", '{"from": [0], "to": [0.5]}\n')
        self.assert_fails(self.graze("robot", "arm.urdf", "--edges", "edges.jsonl", "--report", "out.html"), "--report", "--edges")

    def test_writes_the_computed_ignore_list(self):
        run = self.graze("robot", "arm.urdf", "--write-srdf", "out.srdf", "--samples", "200")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn('reason="Adjacent"'.lower(), (self.path / "out.srdf").read_text().lower())
        self.assertEqual(self.robot("--trajectory", "swing.json", "--srdf", "out.srdf")["status"], "clear")

    def test_a_dash_is_standard_output_where_that_can_be(self):
        command = ("robot", "arm.urdf", "--write-srdf", "-", "--samples", "200")
        self.assertEqual(self.graze(*command[:3], "out.srdf", *command[4:]).returncode, 0)
        srdf = (self.path / "out.srdf").read_text()
        run = self.graze(*command)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, srdf, ""))
        self.assert_fails(self.graze(*command, "--json"), "--write-srdf", "--out")
        run = self.graze(*command, "--json", "--out", "answer.json")
        self.assertEqual((run.returncode, run.stdout), (0, srdf))
        self.assertEqual(len(json.loads((self.path / "answer.json").read_text())["ignored"]), srdf.count("<disable_collisions"))
        text = self.graze("robot", "arm.urdf").stdout
        self.assertEqual(self.graze("robot", "arm.urdf", "--out", "-").stdout, text)
        self.write("edges.jsonl", '{"from": [0], "to": [0.5]}\n')
        for refused in (("robot", "arm.urdf", "--report", "-"), ("robot", "arm.urdf", "--image", "-"), ("scene", "arm.urdf", "--write", "-"),
                        ("robot", "arm.urdf", "--edges", "edges.jsonl", "--shard", "1/2", "--out", "-")):
            self.assert_fails(self.graze(*refused), "standard output")
        self.assertFalse((self.path / "-").exists())
        self.assert_fails(self.graze("robot", "arm.urdf", "--report", "page.pdf"), "--report: is written as .html, not as .pdf")
        self.assert_fails(self.graze("robot", "arm.urdf", "--image", "picture.jpg"), "--image: is written as .png, not as .jpg")

    def test_a_mistyped_way_point_is_named(self):
        self.trajectory(0, 1, 4.3e9, name="far.json")
        self.assert_fails(self.graze("robot", "arm.urdf", "--trajectory", "far.json"), "far.json", "t = 1 to 2: turn goes to 4.3e+09 (allowed -3 to 3)")

    def test_bad_files_are_named(self):
        self.write("bad.urdf", "<robot name='x'><link name='a'/><link name='b'/></robot>")
        self.write("bad.json", '{"joints": ["turn"], "times": [0, 0], "positions": [[0], [1]]}')
        self.write("other.json", '{"joints": ["elbow"], "times": [0, 1], "positions": [[0], [1]]}')
        self.assert_fails(self.graze("robot", "bad.urdf", "--trajectory", "swing.json"), "bad.urdf")
        self.assert_fails(self.graze("robot", "none.urdf"), "none.urdf")
        self.assert_fails(self.graze("robot", "arm.urdf", "--trajectory", "bad.json"), "bad.json")
        self.assert_fails(self.graze("robot", "arm.urdf", "--trajectory", "other.json"), "other.json", "elbow")
        self.assert_fails(self.graze("robot", "arm.urdf", "--trajectory", "swing.json", "--world", "none.json"), "none.json")


if __name__ == "__main__":
    unittest.main()
