#!/usr/bin/env python3
"""The commands about mesh files: check, info, fit, build, distance, sweep."""

import base64
import gzip
import json
import math
import pty
import struct
import unittest

from graze_command import Command, cube_obj, overlap


class Check(Command):
    def setUp(self):
        super().setUp()
        self.write("a.obj", cube_obj())
        self.write("b.obj", cube_obj(2.0))

    def test_tells_overlap_by_exit_code(self):
        apart = self.graze("check", "a.obj", "b.obj")
        self.assertEqual((apart.returncode, apart.stderr), (0, ""))
        self.assertRegex(apart.stdout, r"\Aa\.obj and b\.obj do not meet: they are 1 apart\n  from \(1, \S+, \S+\) on triangle \d+ of a\.obj\n"
                                       r"  to \(2, \S+, \S+\) on triangle \d+ of b\.obj\n  a\.obj is a solid, b\.obj is a solid; no unit known\n\Z")
        touching = self.graze("check", "a.obj", "b.obj", "--b-translate=-1,0,0")
        self.assertEqual((touching.returncode, touching.stdout.splitlines()[0]), (1, "a.obj and b.obj touch"))

    def test_moves_turns_and_scales(self):
        hits = {("--a-scale", "2"): 1, ("--a-scale", "1.99"): 0, ("--a-scale", "2,1,1"): 1, ("--a-scale", "1,2,2"): 0,
                ("--b-translate", "-1,1,0"): 1, ("--b-translate", "-1,1.001,0"): 0,
                ("--a-pose", "1,0,0,1,0,1,0,0,0,0,1,0"): 1, ("--a-pose", "1,0,0,0.5,0,1,0,0,0,0,1,0"): 0}
        for option, code in hits.items():
            run = self.graze("check", "a.obj", "b.obj", f"{option[0]}={option[1]}")
            self.assertEqual(run.returncode, code, (option, run.stderr))
        for axis in ("z", "0,0,1", "0,0,5"):  # [2,3]x[0,1] goes to [-1,0]x[2,3], and down by one touches along an edge
            for down, code in ((-1, 1), (-0.999, 0)):
                run = self.graze("check", "a.obj", "b.obj", f"--b-rotate={axis},90", f"--b-translate=0,{down},0")
                self.assertEqual(run.returncode, code, (axis, down))

    def test_json_and_pairs(self):
        run = self.graze("check", "a.obj", "b.obj", "--b-translate=-1.5,0.25,0.25", "--pairs", "--json", "--max-pairs", "2")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, answer["a"], answer["b"], answer["intersect"]), (1, "a.obj", "b.obj", True))
        self.assertEqual(len(answer["pairs"]), 2)
        self.assertGreater(answer["pair_count"], 2)
        text = self.graze("check", "a.obj", "b.obj", "--b-translate=-1.5,0.25,0.25", "--pairs").stdout
        self.assertIn(f"a.obj and b.obj overlap\n", text)
        self.assertIn(f"  {answer['pair_count']} triangle pairs intersect\n", text)
        apart = json.loads(self.graze("check", "a.obj", "b.obj", "--json").stdout)
        self.assertEqual([apart[k] for k in ("schema", "command", "a", "b", "intersect", "status", "distance", "units", "kinds")],
                         [1, "check", "a.obj", "b.obj", False, "separated", 1.0, None, ["solid", "solid"]])

    def test_curves_are_listed_and_counted(self):
        placed = ["--b-scale", "0.5", "--b-translate=-0.25,0.25,0.25"]
        run = self.graze("check", "a.obj", "b.obj", *placed, "--curves", "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, len(answer["curves"]), answer["patches"]), (1, 1, []))
        self.assertTrue(answer["curves"][0]["closed"])
        self.assertEqual({p[0] for p in answer["curves"][0]["points"]}, {1.0})
        self.assertIn("1 closed curve, 0 open curves, 0 single points, 0 coplanar patches",
                      self.graze("check", "a.obj", "b.obj", *placed, "--curves").stdout)

    def test_one_file_is_checked_against_itself(self):
        run = self.graze("check", "a.obj")
        self.assertEqual((run.returncode, run.stdout), (0, "a.obj does not intersect itself\n"))
        self.write("crossed.obj", cube_obj() + "v -1 0.5 0.25\nv 2 0.5 0.25\nv 2 0.5 0.5\nf 9 10 11\n")
        answer = json.loads(self.graze("check", "crossed.obj", "--pairs", "--json").stdout)
        self.assertEqual((answer["a"], answer["intersect"], "b" in answer), ("crossed.obj", True, False))
        self.assertEqual({pair[1] for pair in answer["pairs"]}, {12})
        self.assertEqual(self.graze("check", "crossed.obj").returncode, 1)
        for about_b in ("--curves", "--b-scale=2", "--b-translate=1,2,3"):
            self.assert_fails(self.graze("check", "a.obj", about_b), "B")

    def test_files_for_other_commands_are_told_apart(self):
        self.write("cell.json", '{"bodies": []}')
        self.write("arm.urdf", "<robot name='arm'/>")
        self.assert_fails(self.graze("check", "cell.json", "a.obj"), "cell.json: ", "graze clash and graze scene read scene files")
        self.assert_fails(self.graze("distance", "a.obj", "arm.urdf"), "arm.urdf: ", "graze robot and graze clash read robots")

    def test_bad_files_are_named(self):
        self.write("empty.obj", "")
        self.write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
        self.write("nan.off", "OFF\n3 1 0\n0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n")
        self.write("cut.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n")
        self.write("garbage.ply", "\x00\x01\x02 nothing")
        for name in ("empty.obj", "index.obj", "nan.off", "cut.stl", "garbage.ply", "absent.obj", "."):
            self.assert_fails(self.graze("check", "a.obj", name), name)
            self.assert_fails(self.graze("check", name, "a.obj", "--json"), name)

    def test_a_mesh_without_triangles_has_no_answer(self):
        self.write("points.obj", "v 0 0 0\nv 1 0 0\n")
        for arguments in (["check", "a.obj", "points.obj"], ["check", "points.obj", "a.obj", "--json"], ["check", "points.obj"],
                          ["distance", "a.obj", "points.obj"], ["distance", "points.obj", "a.obj", "--within=1"],
                          ["sweep", "a.obj", "points.obj", "--b-vel=1,0,0"]):
            self.assert_fails(self.graze(*arguments), "points.obj: has no triangles")

    def test_bad_options_are_named(self):
        for option, value in (("--a-scale", "x"), ("--a-scale", "1,2"), ("--b-rotate", "90"), ("--b-rotate", "0,0,0,90"), ("--b-rotate", "w,90"),
                              ("--a-translate", "1,2"), ("--a-translate", "1,2,inf"), ("--a-translate", "1,,2"), ("--b-pose", "1,2,3"),
                              ("--b-pose", "2,0,0,0,0,1,0,0,0,0,1,0")):
            self.assert_fails(self.graze("check", "a.obj", "b.obj", f"{option}={value}"), option)


class InfoAndDemo(Command):
    def info(self, *arguments):
        run = self.graze("info", *arguments, "--json")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)

    def test_info_counts_and_bounds(self):
        self.write("cube.obj", cube_obj())
        answer = self.info("cube.obj")
        tree = answer.pop("tree")
        self.assertRegex(answer.pop("graze"), r"\A\d+\.\d+\.\d+\Z")
        self.assertEqual(answer, {"schema": 1, "command": "info", "units": None, "file": "cube.obj", "vertices": 8, "positions": 8, "triangles": 12, "closed": True,
                                  "min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 1.0], "area": 6.0, "volume": 1.0, "parts": 1, "edges": 18,
                                  "defects": {"degenerate_triangles": 0, "duplicate_triangles": 0, "open_edges": 0,
                                              "non_manifold_edges": 0, "inconsistent_edges": 0}})
        self.assertEqual(set(tree), {"nodes", "levels", "boxes", "fill", "expected_nodes", "expected_triangles", "bytes", "bytes_per_triangle",
                                     "layout",
                                     "kind", "rule", "fit", "leaf", "depth", "box_leaves"})
        self.assertTrue(0 < tree["fill"] <= 1)
        self.assertAlmostEqual(tree["bytes_per_triangle"] * 12, tree["bytes"])
        text = self.graze("info", "cube.obj").stdout
        self.assertIn("12 triangles, 8 vertices at 8 positions, closed: counts as a solid", text)
        self.assertIn("area 6, volume 1\n  1 part, 18 edges\n  defects: none\n  tree: ", text)
        self.assert_fails(self.graze("info", "absent.stl"), "absent.stl")

    def test_info_counts_defects(self):
        lines = cube_obj().splitlines()
        self.write("dirty.obj", "\n".join(lines[:-1] + [lines[8], "f 1 1 2"]) + "\n")  # one face missing, one twice, one flat
        answer = self.info("dirty.obj")
        self.assertFalse(answer["closed"])
        self.assertNotIn("volume", answer)
        self.assertEqual(answer["defects"]["degenerate_triangles"], 1)
        self.assertEqual(answer["defects"]["duplicate_triangles"], 1)
        self.assertGreater(answer["defects"]["open_edges"], 0)
        self.assertIn("defects: 1 degenerate triangle, 1 duplicate triangle, ", self.graze("info", "dirty.obj").stdout)
        self.write("points.obj", "v 0 0 0\nv 1 0 0\n")
        self.assertEqual(self.info("points.obj")["triangles"], 0)

    def test_info_writes_the_boxes_of_a_level(self):
        self.graze("demo", "--out", "out")
        ring = self.info("out/ring.ply")
        counts = []
        for level in range(ring["tree"]["levels"]):
            for name in ("boxes.obj", "boxes.ply"):
                answer = self.info("out/ring.ply", "--boxes", level, "-o", name)
                boxes = self.info(name)
                self.assertEqual(boxes["triangles"], 12 * answer["boxes"]["count"])
                self.assertTrue(boxes["closed"])
                for k in range(3):  # boxes around all of the mesh, and not much more
                    self.assertLessEqual(boxes["min"][k], ring["min"][k])
                    self.assertGreaterEqual(boxes["max"][k], ring["max"][k])
            counts.append(answer["boxes"]["count"])
        self.assertEqual(counts[0], 1)
        self.assertEqual(counts, sorted(counts))
        self.assertIn("1 box of level 0 in b.obj", self.graze("info", "out/ring.ply", "--boxes", 0, "-o", "b.obj").stdout)
        for arguments in (["--boxes", "0"], ["--boxes", "-1", "-o", "b.obj"], ["--boxes", "x", "-o", "b.obj"],
                          ["--boxes", "0", "-o", "b.xyz"], ["--boxes", "0", "-o", "no/b.obj"]):
            self.assert_fails(self.graze("info", "out/ring.ply", *arguments))

    def test_build_saves_what_every_command_reads(self):
        self.graze("demo", "--out", "out")
        run = self.graze("build", "out/ring.ply", "-o", "ring.graze")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertRegex(run.stdout, r"\Aring\.graze: \d+ triangles, \d+ bytes\n\Z")
        self.assertEqual(self.graze("build", "out/ball.ply").returncode, 0)
        (self.path / "out/ball.graze").rename(self.path / "ball.graze")

        def same(*arguments):
            with_meshes = self.graze(*[f"out/{a}.ply" if a in ("ring", "ball") else a for a in arguments])
            with_trees = self.graze(*[f"{a}.graze" if a in ("ring", "ball") else a for a in arguments])
            text = with_meshes.stdout.replace("out/ring.ply", "ring.graze").replace("out/ball.ply", "ball.graze")
            self.assertEqual((with_trees.stdout, with_trees.stderr, with_trees.returncode), (text, "", with_meshes.returncode), arguments)

        same("info", "ring", "--json")
        for moved in ("0,0,0.5", "0,0,-0.1"):
            same("check", "ring", "ball", "--pairs", "--json", f"--b-translate={moved}")
            same("distance", "ring", "ball", "--json", f"--b-translate={moved}")
            same("check", "ring", "ball", "--a-scale=1.5", f"--b-translate={moved}")
            same("sweep", "ring", "ball", "--json", f"--b-translate={moved}", "--b-vel=0,0,-1")
        ring = {"type": "mesh", "file": "ring.graze"}
        answer = json.loads(self.graze("query", text=overlap("q", ring, {**ring, "scale": 1.1})).stdout)
        self.assertEqual((answer["ok"], answer["intersect"]), (True, True))

    def test_build_and_saved_files_that_went_wrong(self):
        self.write("cube.obj", cube_obj())
        self.assert_fails(self.graze("build", "absent.obj"), "absent.obj")
        self.assert_fails(self.graze("build", "cube.obj", "-o", "no/such/cube.graze"), "no/such/cube.graze: cannot write")
        self.graze("build", "cube.obj")
        whole = (self.path / "cube.graze").read_bytes()
        for name, data in {"cut.graze": whole[:-1], "flipped.graze": whole[:300] + bytes([whole[300] ^ 1]) + whole[301:],
                           "text.graze": b"hello", "empty.graze": b""}.items():
            (self.path / name).write_bytes(data)
            for command in (["info", name], ["check", name, "cube.obj"], ["distance", "cube.obj", name]):
                self.assert_fails(self.graze(*command), name)
        self.assert_fails(self.graze("info", "flipped.graze"), "flipped.graze: byte 24: the checksum does not match")

    def test_demo_tells_when_and_where_and_writes_only_on_request(self):
        run = self.graze("demo")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertRegex(run.stdout, r"first touch at t = \d+\.\d+")
        self.assertRegex(run.stdout, r"triangle \d+ of the ring, triangle \d+ of the ball")
        self.assertEqual(list(self.path.iterdir()), [])
        self.assertEqual(self.graze("demo", "--out", "out/inner").returncode, 0)
        self.assertEqual(sorted(p.name for p in (self.path / "out/inner").iterdir()), ["ball.ply", "ring.ply"])
        self.write("taken", "")
        self.assert_fails(self.graze("demo", "--out", "taken"), "taken")

    def test_demo_meets_at_the_moment_it_says(self):
        """Rounding of the written positions may part or join them by a hair: a tenth of a millionth earlier or later decides."""
        self.graze("demo", "--out", "out")
        ring, ball = "out/ring.ply", "out/ball.ply"
        self.assertEqual(self.graze("check", ring, ball, "--b-translate=0,0,0.0000001").returncode, 0)
        self.assertEqual(self.graze("check", ring, ball, "--b-translate=0,0,-0.0000001").returncode, 1)


class Trees(Command):
    def setUp(self):
        super().setUp()
        self.graze("demo", "--out", "out")

    def info(self, *arguments):
        run = self.graze("info", *arguments, "--json")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)["tree"]

    def test_are_built_as_asked_and_described(self):
        tree = self.info("out/ring.ply")
        self.assertEqual([tree[k] for k in ("kind", "rule", "fit", "leaf", "depth", "box_leaves")],
                         ["oriented", "surface", "best", 2, 96, False])
        options = ["--rule", "center", "--fit", "mean_points", "--leaf", "5", "--depth", "40"]
        tree = self.info("out/ring.ply", *options)
        self.assertEqual([tree[k] for k in ("kind", "rule", "fit", "leaf", "depth")], ["oriented", "center", "mean_points", 5, 40])
        self.assertEqual(self.graze("build", "out/ring.ply", "-o", "ring.graze", *options).returncode, 0)
        self.assertEqual(self.info("ring.graze"), tree)
        self.assertIn("rule center, fit mean_points, leaf 5, depth 40", self.graze("info", "ring.graze").stdout)
        self.assertEqual(self.graze("build", "ring.graze", "-o", "again.graze").returncode, 0)  # anew, by default
        self.assertEqual(self.info("again.graze"), self.info("out/ring.ply"))

    def test_of_boxes_cut_in_two_are_saved_and_answer_alike(self):
        for name in ("ring", "ball"):
            self.assertEqual(self.graze("build", f"out/{name}.ply", "-o", f"{name}.graze", "--kind", "box_tree").returncode, 0)
        self.assertEqual(self.info("ring.graze")["kind"], "box_tree")
        self.assertIn("tree: box tree", self.graze("info", "ring.graze").stdout)
        self.assertEqual(self.graze("info", "ring.graze", "--boxes", "3", "-o", "b.obj").returncode, 0)
        for moved in ("0,0,0", "0,0,-0.1", "0,0,5"):
            for more in ([], ["--pairs"], ["--curves"]):
                expected = json.loads(self.graze("check", "out/ring.ply", "out/ball.ply", f"--b-translate={moved}", "--json", *more).stdout)
                for files in (["ring.graze", "ball.graze"], ["out/ring.ply", "out/ball.ply", "--kind", "box_tree"],
                              ["out/ring.ply", "out/ball.ply", "--rule", "center", "--fit", "aabb"], ["ring.graze", "out/ball.ply"]):
                    answer = json.loads(self.graze("check", *files, f"--b-translate={moved}", "--json", *more).stdout)
                    differs = {"a": 0, "b": 0, "point": 0, "triangles": 0}  # which of the common points is named depends on the tree
                    self.assertEqual({**answer, **differs}, {**expected, **differs})

    def test_with_box_leaves_say_so(self):
        run = self.graze("check", "out/ring.ply", "out/ball.ply", "--leaf", "100000", "--box-leaves")
        self.assertEqual((run.returncode, "may overlap: boxes" in run.stdout), (1, True))
        self.assertTrue(json.loads(self.graze("check", "out/ring.ply", "out/ball.ply", "--leaf", "64", "--box-leaves", "--json").stdout)["box_leaves"])
        self.graze("build", "out/ring.ply", "-o", "ring.graze", "--leaf", "64", "--box-leaves")
        self.assertEqual((self.info("ring.graze")["leaf"], self.info("ring.graze")["box_leaves"]), (64, True))
        run = self.graze("sweep", "ring.graze", "out/ball.ply", "--b-translate=0,0,5", "--b-vel=0,0,-1")
        self.assertIn("boxes around parts; the meshes not before", run.stdout)

    def test_are_refitted(self):
        self.write("a.obj", cube_obj())
        self.write("b.obj", cube_obj(10.0))
        apart = self.graze("check", "a.obj", "b.obj")
        moved = self.graze("check", "a.obj", "b.obj", "--a-refit", "b.obj")
        self.assertEqual((apart.returncode, moved.returncode), (0, 1))
        self.assertEqual(self.graze("build", "a.obj", "--refit", "b.obj", "-o", "c.graze").returncode, 0)
        self.assertEqual((self.graze("check", "c.graze", "a.obj").returncode, self.graze("check", "c.graze", "b.obj").returncode), (0, 1))
        self.assert_fails(self.graze("check", "a.obj", "b.obj", "--a-refit", "out/ring.ply"), "out/ring.ply: vertices: ")
        lines = "\n".join([overlap(1, {"type": "mesh", "file": "a.obj", "refit": {"file": "b.obj"}}, {"type": "mesh", "file": "b.obj"}),
                           overlap(2, {"type": "mesh", "file": "a.obj", "tree": {"kind": "box_tree"}}, {"type": "mesh", "file": "b.obj"})])
        answers = [json.loads(line)["intersect"] for line in self.graze("query", text=lines + "\n").stdout.splitlines()]
        self.assertEqual(answers, [True, False])

    def test_refuse_options_that_they_do_not_have(self):
        self.assert_fails(self.graze("check", "out/ring.ply", "out/ball.ply", "--rule", "middle"), "--rule", "surface, mean, median, center")
        self.assert_fails(self.graze("build", "out/ring.ply", "--kind", "kd"), "--kind", "oriented, box_tree")
        self.assert_fails(self.graze("info", "out/ring.ply", "--fit", "tight"), "--fit", "min_volume")
        self.assert_fails(self.graze("info", "out/ring.ply", "--leaf", "9"), "max_leaf_triangles")
        self.assert_fails(self.graze("info", "out/ring.ply", "--kind", "box_tree", "--fit", "aabb"), "not an option of a box_tree")


def triangle_gltf():
    """One triangle with sides of one metre: glTF files are in metres."""
    corners = base64.b64encode(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)).decode()
    return json.dumps({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                       "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                       "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
                       "bufferViews": [{"buffer": 0, "byteLength": 36}],
                       "buffers": [{"byteLength": 36, "uri": f"data:application/octet-stream;base64,{corners}"}]})


class Convert(Command):
    def setUp(self):
        super().setUp()
        self.write("metres.gltf", triangle_gltf())
        self.write("unknown.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n")

    def converted(self, *words):
        run = self.graze("convert", *words[:1], "out.obj", *words[1:])
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return [[float(x) for x in line.split()[1:]] for line in (self.path / "out.obj").read_text().splitlines() if line.startswith("v ")]

    def test_converts_numbers_from_the_unit_of_the_file(self):
        self.assertEqual(self.converted("metres.gltf"), [[0, 0, 0], [1, 0, 0], [0, 1, 0]])
        self.assertEqual(self.converted("metres.gltf", "--units", "mm"), [[0, 0, 0], [1000, 0, 0], [0, 1000, 0]])

    def test_knows_the_unit_of_compressed_files_and_of_standard_input(self):
        (self.path / "metres.gltf.gz").write_bytes(gzip.compress(triangle_gltf().encode()))
        self.assertEqual(self.converted("metres.gltf.gz", "--units", "mm"), [[0, 0, 0], [1000, 0, 0], [0, 1000, 0]])
        for text, low in ((triangle_gltf(), 1000), ("v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n", 2)):
            self.assertEqual(self.graze("convert", "-", "out.obj", "--units", "mm", text=text).returncode, 0)
            self.assertIn(f"v {low} 0 0\n", (self.path / "out.obj").read_text())
        told = self.graze("info", "-", text=triangle_gltf())
        self.assertIn("lengths in m\n", told.stdout)

    def test_takes_the_unit_that_a_file_does_not_tell(self):
        self.assertEqual(self.converted("unknown.obj", "--units", "mm"), [[0, 0, 0], [2, 0, 0], [0, 2, 0]])
        self.assertEqual(self.converted("unknown.obj", "--file-units", "in", "--units", "mm"), [[0, 0, 0], [50.8, 0, 0], [0, 50.8, 0]])
        self.assertEqual(self.converted("metres.gltf", "--file-units", "in", "--units", "mm"), [[0, 0, 0], [25.4, 0, 0], [0, 25.4, 0]])

    def test_commands_that_leave_numbers_as_they_are_take_no_unit(self):
        for words in (["build", "metres.gltf"], ["tree", "metres.gltf"], ["demo"], ["scene", "metres.gltf"], ["robot", "arm.urdf"]):
            self.assert_fails(self.graze(*words, "--units", "mm"), "unknown option --units")


class Fit(Command):
    def test_gives_the_least_box_unless_told_otherwise(self):
        """Two unit cubes, three apart along x: together a brick of 4 x 1 x 1."""
        lines = (cube_obj() + cube_obj(3.0)).splitlines()
        corners = [line for line in lines if line.startswith("v")]
        file = self.write("a.obj", "\n".join(corners) + "\nf 1 2 16\nf 3 4 13\nf 5 6 11\nf 7 8 9\nf 10 12 14\nf 15 16 1\n")
        run = self.graze("fit", file, "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, run.stderr, answer["method"]), (0, "", "min_volume"))
        self.assertAlmostEqual(answer["volume"], 4, delta=1e-9)
        self.assertAlmostEqual(answer["area"], 18, delta=1e-9)
        self.assertEqual(sorted(round(h, 9) for h in answer["box"]["h"]), [0.5, 0.5, 2.0])
        self.assertEqual([len(answer["box"]["axes"])] + [len(axis) for axis in answer["box"]["axes"]], [3, 3, 3, 3])
        self.assertIn("half extents", self.graze("fit", file).stdout)

    def test_knows_every_method_that_its_help_names(self):
        file = self.write("a.obj", cube_obj())
        methods = ("aabb", "pca_points", "pca_hull", "pca_triangles", "dito", "best", "min_volume")
        for method in methods:
            answer = json.loads(self.graze("fit", file, "--method", method, "--json").stdout)
            self.assertGreater(answer["volume"], 1 - 1e-9, method)
        for method in ("mean_points", "mean_triangles"):
            answer = json.loads(self.graze("fit", file, "--method", method, "--json").stdout)
            self.assertGreater(answer["volume"], 1 - 1e-9, method)
        answer = json.loads(self.graze("fit", file, "--method", "axes", "--axes", "0,1,0,-1,0,0,0,0,1", "--json").stdout)
        self.assertEqual((answer["box"]["c"], answer["box"]["h"]), ([0.5] * 3, [0.5] * 3))
        self.assert_fails(self.graze("fit", file, "--method", "axes"), "--axes: missing")
        self.assert_fails(self.graze("fit", file, "--method", "axes", "--axes", "1,2,3"), "--axes: expected 9 numbers")
        self.assert_fails(self.graze("fit", file, "--axes", "0,1,0,-1,0,0,0,0,1"), "--axes: only with")
        answer = json.loads(self.graze("fit", file, "--method", "sphere", "--json").stdout)
        self.assertAlmostEqual(answer["sphere"]["r"], math.sqrt(0.75), delta=1e-12)
        self.assertIn("radius", self.graze("fit", file, "--method", "sphere").stdout)
        self.assertIn(", ".join((*methods, "sphere")), " ".join(self.graze("fit", "--help").stdout.split()))

    def test_bad_files_and_methods_are_named(self):
        file = self.write("a.obj", cube_obj())
        self.assert_fails(self.graze("fit", file, "--method", "smallest"), "--method", "smallest", "min_volume")
        self.assert_fails(self.graze("fit", "none.obj"), "none.obj")
        self.assert_fails(self.graze("fit", self.write("empty.obj", "v 0 0 0\n")), "empty.obj", "no triangles")
        self.assert_fails(self.graze("fit"), "FILE is missing")


class Distance(Command):
    def test_gives_distance_points_and_triangles(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(3.0))
        run = self.graze("distance", a, b, "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, answer["intersect"], answer["distance"]), (0, False, 2.0))
        self.assertEqual([p[0] for p in answer["closest"]], [1.0, 3.0])
        self.assertIn("are 2 apart", self.graze("distance", a, b).stdout)

    def test_of_meshes_that_meet_is_a_hit(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(1.0))
        self.assertEqual(self.graze("distance", a, b).returncode, 1)

    def test_knows_solids(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj())
        inside = ["--b-scale", "0.5", "--b-translate", "0.25,0.25,0.25"]
        self.assertEqual(json.loads(self.graze("distance", a, b, *inside, "--surface", "--json").stdout)["distance"], 0.25)
        for solid in ([], ["--solid"]):
            self.assertEqual(json.loads(self.graze("distance", a, b, *inside, *solid, "--json").stdout)["distance"], 0.0)


    def test_answers_within_and_its_pairs(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(3.0))
        self.assertEqual(self.graze("distance", a, b, "--within", "2").returncode, 1)
        run = self.graze("distance", a, b, "--within", "1.999", "--pairs", "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, answer["within"], answer["pair_count"], answer["pairs"]), (0, False, 0, []))
        self.assertGreater(json.loads(self.graze("distance", a, b, "--within", "2", "--pairs", "--json").stdout)["pair_count"], 3)
        self.assertIn("at most 2 apart", self.graze("distance", a, b, "--within", "2").stdout)
        rough = json.loads(self.graze("distance", a, b, "--relative-error", "0.5", "--json").stdout)["distance"]
        self.assertTrue(2 <= rough <= 3)


class SweepText(Command):
    def test_names_points_that_read_alike_once(self):
        self.assertEqual(self.graze("demo", "--out", "out").returncode, 0)
        lines = self.graze("sweep", "out/ring.ply", "out/ball.ply").stdout.splitlines()
        self.assertEqual(sum(line.startswith("  at (") for line in lines), 1, lines)


class Sweep(Command):
    def test_gives_the_exact_time_of_a_straight_flight(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(3.0))
        run = self.graze("sweep", a, b, "--b-vel", "-2,0,0", "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, answer["contact"], answer["first"]), (1, True, 1.0))
        self.assertEqual(self.graze("sweep", a, b, "--b-vel", "-2,0,0", "--t-max", "0.9").returncode, 0)

    def test_lists_all_pairs_that_touch_first_and_the_last_time(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(3.0))
        answer = json.loads(self.graze("sweep", a, b, "--b-vel", "-2,0,0", "--pairs", "--last", "--json").stdout)
        self.assertEqual((answer["first"], answer["last"], answer["pair_count"]), (1.0, 2.0, len(answer["pairs"])))
        self.assertGreater(answer["pair_count"], 3)
        self.assertEqual({p[0] for pair in answer["pairs"] for p in pair["points"]}, {1.0})
        self.assertIn("last at t = 2", self.graze("sweep", a, b, "--b-vel", "-2,0,0", "--last").stdout)

    def test_brackets_the_contact_of_meshes_that_turn(self):
        """A unit cube turns to the right about its edge at the origin until its edge at (1, 1) meets the wall x = 1.2."""
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(1.2))
        turn = ["--a-omega", "0,0,-1", "--a-center", "0,0,0", "--t-max", "3", "--tol", "1e-9", "--json"]
        answer = json.loads(self.graze("sweep", a, b, *turn).stdout)
        first = math.pi / 4 - math.acos(1.2 / math.sqrt(2))
        self.assertEqual(answer["status"], "contact")
        self.assertLessEqual(answer["t_lo"], first)
        self.assertAlmostEqual(answer["t_lo"], first, delta=1e-8)

    def test_gives_the_first_time_within_a_margin(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(3.0))
        run = self.graze("sweep", a, b, "--b-vel", "-2,0,0", "--t-max", "5", "--margin", "0.5", "--json")
        answer = json.loads(run.stdout)
        self.assertEqual((run.returncode, answer["contact"]), (1, True))
        self.assertLessEqual(answer["t_lo"], 0.75)
        self.assertAlmostEqual(answer["t_lo"], 0.75, delta=1e-5)
        text = self.graze("sweep", a, b, "--b-vel", "-2,0,0", "--t-max", "0.7", "--margin", "0.5")
        self.assertEqual((text.returncode, text.stdout.splitlines()[0]), (0, "a.obj and b.obj do not come within 0.5 for t from 0 to 0.7"))
        self.assert_fails(self.graze("sweep", a, b, "--margin", "1", "--last"), "--last")

    def test_refuses_a_velocity_that_is_none(self):
        a, b = self.write("a.obj", cube_obj()), self.write("b.obj", cube_obj(3.0))
        self.assert_fails(self.graze("sweep", a, b, "--b-vel", "1,2"), "--b-vel")


if __name__ == "__main__":
    unittest.main()
