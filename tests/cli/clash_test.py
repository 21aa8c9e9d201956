#!/usr/bin/env python3
"""graze clash and graze scene: assemblies from files, folders, scene files and glTF, at rest and in motion."""

import csv
import io
import json
import unittest

from graze_command import Command, box, cube_obj
from json_schema import answer_problems
from robot_test import ARM


class Clash(Command):
    def clash(self, *arguments):
        run = self.graze("clash", *arguments, "--json")
        self.assertIn(run.returncode, (0, 1), run.stderr)
        answer = json.loads(run.stdout)
        self.assertEqual(answer_problems(answer), [], arguments)
        self.assertEqual(run.returncode, 1 if answer["pairs"] else 0)
        return answer

    def found(self, *arguments):
        return [(p["a"], p["b"], p["status"]) for p in self.clash(*arguments)["pairs"]]

    def scene(self, bodies, name="scene.json", **more):
        return self.write(name, json.dumps({"bodies": [{"name": n, **b} for n, b in bodies.items()], **more}))

    def test_lists_every_pair_that_meets_sorted_by_names(self):
        for name, offset in (("a.obj", 0), ("b.obj", 0.5), ("c.obj", 1.5), ("d.obj", 3)):
            self.write(name, cube_obj(offset))
        files = ["d.obj", "c.obj", "b.obj", "a.obj"]
        self.assertEqual(self.found(*files), [("a.obj", "b.obj", "overlapping"), ("b.obj", "c.obj", "touching")])
        near = self.clash(*files, "--clearance", "0.5")["pairs"]
        self.assertEqual([(p["a"], p["b"], p["status"]) for p in near][1:], [("a.obj", "c.obj", "near"), ("b.obj", "c.obj", "touching"), ("c.obj", "d.obj", "near")])
        self.assertEqual(near[3]["distance"], 0.5)
        self.assertEqual([p[0] for p in near[3]["closest"]], [2.5, 3.0])
        self.assertGreater(near[0]["triangle_pairs"], 0)
        text = self.graze("clash", *files, "--clearance", "0.5").stdout
        self.assertRegex(text, r"\A4 bodies, 4 clashes: 1 overlaps, 1 touches, 2 are near\n  a\.obj overlaps b\.obj, at ")
        self.assertIn("4 solids; no unit known", text)

    def test_tells_how_deep_solid_meshes_are_in_each_other(self):
        """Unit cubes that overlap by a quarter part by a quarter; a surface has no depth."""
        self.write("a.obj", cube_obj())
        self.write("b.obj", cube_obj(0.75))
        self.assertNotIn("depth", self.clash("a.obj", "b.obj")["pairs"][0])
        pair = self.clash("a.obj", "b.obj", "--depth")["pairs"][0]
        self.assertAlmostEqual(pair["depth"], 0.25, 12)
        self.assertAlmostEqual(pair["depth_at_least"], 0.25, 12)
        self.assertNotIn("depth", self.clash("a.obj", "b.obj", "--depth", "--surface")["pairs"][0])
        self.assertIn("0.25 deep", self.graze("clash", "a.obj", "b.obj", "--depth").stdout)
        self.assert_fails(self.graze("clash", "a.obj", "b.obj", "--depth", "--motion"), "--depth", "--motion")

    def test_what_has_an_answer_about_bodies_has_a_report(self):
        self.write("a.obj", cube_obj())
        self.write("b.obj", cube_obj(0.5))
        for arguments in (["contains", "box:4,4,4", "a.obj"], ["self", "a.obj"], ["self", "a.obj", "b.obj"], ["clash", "a.obj", "a.obj"], ["check", "a.obj", "a.obj"],
                          ["distance", "a.obj", "sphere:5,5,5,1"], ["sweep", "a.obj", "sphere:5,0,0,1", "--b-vel", "-1,0,0"]):
            with self.subTest(arguments):
                run = self.graze(*arguments, "--report", "out.html", "--image", "out.png")
                self.assertIn(run.returncode, (0, 1), run.stderr)
                self.assertIn("a.obj", (self.path / "out.html").read_text())
                (self.path / "out.html").unlink()

    def test_sees_what_is_inside_and_what_is_there_twice(self):
        self.write("a.obj", cube_obj())
        self.assertEqual(self.found("a.obj", "sphere:0.5,0.5,0.5,0.1"), [("a.obj", "sphere:0.5,0.5,0.5,0.1", "contains")])
        self.assertEqual(self.found("a.obj", "sphere:0.5,0.5,0.5,9"), [("a.obj", "sphere:0.5,0.5,0.5,9", "inside")])
        self.assertEqual(self.found("a.obj", "sphere:0.5,0.5,0.5,0.1", "--surface"), [])
        pair = self.clash("a.obj", "a.obj")["pairs"][0]
        self.assertEqual((pair["a"], pair["b"], pair["duplicate"]), ("a.obj", "a.obj#2", True))
        self.assertIn("a.obj is the same as a.obj#2", self.graze("clash", "a.obj", "a.obj").stdout)

    def test_takes_folders_sides_and_ignored_pairs(self):
        for folder in ("new", "old"):
            (self.path / folder).mkdir()
            for i in range(2):
                self.write(f"{folder}/{i}.obj", cube_obj(i / 2))
        self.write("new/notes.txt", "no mesh")
        self.assertEqual(len(self.found("new", "old")), 6)
        self.assertEqual([(a, b) for a, b, _ in self.found("new", "--against", "old")],
                         [(f"new/{i}.obj", f"old/{j}.obj") for i in range(2) for j in range(2)])
        answer = self.clash("new", "--ignore", "new/0.obj,new/1.obj")
        self.assertEqual((answer["pairs"], answer["ignored"]), ([], [{"a": "new/0.obj", "b": "new/1.obj", "why": "asked for"}]))
        self.assertIn("ignored: new/0.obj and new/1.obj (asked for)", self.graze("clash", "new", "--ignore", "new/0.obj,new/1.obj").stdout)
        self.assert_fails(self.graze("clash", "new", "--ignore", "new/0.obj,new/2.obj"), "--ignore", "new/2.obj", "did you mean")
        self.assert_fails(self.graze("clash", "new", "--ignore", "x"), "--ignore")
        (self.path / "empty").mkdir()
        self.assert_fails(self.graze("clash", "empty"), "empty: no mesh files")
        rows = list(csv.DictReader(io.StringIO(self.graze("clash", "new", "--csv").stdout)))
        self.assertEqual([(r["a"], r["b"], r["status"]) for r in rows], [("new/0.obj", "new/1.obj", "overlapping")])

    def test_reads_scene_files(self):
        cube = {"type": "aabb", "min": [0, 0, 0], "max": [1, 1, 1]}
        bodies = {"a": {"shape": cube}, "b": {"shape": cube, "t": [0.5, 0, 0]}, "c": {"shape": cube, "t": [0.7, 0, 0], "group": 2, "mask": 2},
                  "d": {"shape": cube, "t": [0.9, 0, 0], "q": [1, 0, 0, 0]}}
        file = self.scene(bodies, units="mm", exclude=[["a", "d"]])
        answer = self.clash(file)
        pairs = {(p["a"], p["b"]) for p in answer["pairs"]}
        self.assertEqual((answer["units"], answer["bodies"]), ("mm", 4))
        self.assertTrue({("a", "b"), ("b", "d")} <= pairs and ("a", "d") not in pairs, pairs)
        self.assertEqual(answer["ignored"], [{"a": "a", "b": "d", "why": "excluded by the file"}])
        self.assert_fails(self.graze("clash", self.scene({"a": {"shape": "crate"}}, "wrong.json")), "wrong.json", "bodies[0]")
        self.assert_fails(self.graze("clash", self.scene({"a": {"shape": cube, "tt": [1, 2, 3]}}, "typo.json")), "typo.json", "tt")
        scene = self.graze("scene", file, "--json")
        described = json.loads(scene.stdout)
        self.assertEqual(answer_problems(described), [])
        self.assertEqual([b["name"] for b in described["bodies"]], ["a", "b", "c", "d"])
        self.assertEqual(self.graze("scene", file, "--write", "again.json").returncode, 0)
        self.assertEqual({(p["a"], p["b"]) for p in self.clash("again.json")["pairs"]}, pairs)

    def test_the_name_of_a_robot_leaves_out_all_of_its_links(self):
        """A ball reaches the base and the hand of a robot, a second robot stands in the first. By shares too, and where the same file comes twice."""
        self.write("arm.urdf", ARM)
        bodies = {"arm": {"robot": "arm.urdf"}, "twin": {"robot": "arm.urdf", "t": [0, 0, 0.01]}, "ball": {"type": "sphere", "c": [0.5, 0, 0], "r": 0.6}}
        links = [(f"arm/{a}", f"twin/{a}") for a in ("base", "hand", "stop")]
        cases = {(("arm", "ball"),): [*links, ("ball", "twin/base"), ("ball", "twin/hand")],
                 (("ball", "arm"), ("twin/hand", "ball")): [*links, ("ball", "twin/base")],
                 (("arm", "twin"), ("arm", "ball"), ("ball", "twin")): []}
        for excluded, left in cases.items():
            file = self.scene(bodies, exclude=excluded)
            self.assertEqual([(a, b) for a, b, _ in self.found(file)], sorted(left), excluded)
            for part in (1, 2):
                self.assertEqual(self.graze("clash", file, "--json", "--shard", f"{part}/2", "--out", f"part{part}").returncode, 0)
            self.assertEqual(self.graze("merge", "part1", "part2").stdout, self.graze("clash", file, "--json").stdout)
            again = {frozenset((a, b)) for a, b, _ in self.found(file, file)}
            for name in ("arm/base", "arm/hand"):
                self.assertNotIn(frozenset((f"{name}#2", "ball#2")), again)
                self.assertIn(frozenset((name, "ball#2")), again)

    def test_follows_motions(self):
        """Boxes of size 1: b comes from 4 at speed 1 and touches a at 3, c passes above by 0.5."""
        bodies = {"a": {"shape": box(0, 1)}, "b": {"shape": box(0, 1), "t": [4, 0, 0], "vel": [-1, 0, 0]},
                  "c": {"shape": box(0, 1), "t": [4, 0, 1.5], "vel": [-2, 0, 0]}}
        answer = self.clash(self.scene(bodies), "--motion", "--t-max", "9")
        pair = answer["pairs"][0]
        self.assertEqual((len(answer["pairs"]), pair["status"], pair["t_lo"], pair["initial"]), (1, "contact", 3.0, False))
        self.assertEqual((answer["first"]["a"], answer["first"]["b"]), ("a", "b"))
        every = self.clash(self.scene(bodies), "--motion", "--t-max", "9", "--all")["pairs"]
        self.assertEqual([(p["a"], p["b"], p["status"]) for p in every], [("a", "b", "contact"), ("a", "c", "clear"), ("b", "c", "clear")])
        self.assertEqual(self.clash(self.scene(bodies), "--motion", "--t-max", "2.9")["pairs"], [])
        self.assertIn("a and b first touch at t = 3, at (1, ", self.graze("clash", "scene.json", "--motion", "--t-max", "9").stdout)
        self.assert_fails(self.graze("clash", "scene.json", "--t-max", "9"), "--t-max needs --motion")


if __name__ == "__main__":
    unittest.main()
