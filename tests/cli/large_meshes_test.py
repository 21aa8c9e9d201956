#!/usr/bin/env python3
"""Meshes that are large for the machine: saved trees that stay in their files, and trees that do not fit into memory."""

import contextlib
import json
import os
import pathlib
import resource
import struct
import subprocess
import unittest

from graze_command import GRAZE, Command


def ply(faces, vertices=((0, 0, 0), (1, 0, 0), (0, 1, 0))):
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\nproperty double x\nproperty double y\nproperty double z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    return head.encode() + b"".join(struct.pack("<3d", *v) for v in vertices) + b"".join(struct.pack("<B3i", 3, *f) for f in faces)


def sheet(n):
    """n x n squares of two triangles, bent, in the unit square."""
    vertices = [(i / n, j / n, ((i * 7 + j * 13) % 5) / (50 * n)) for i in range(n + 1) for j in range(n + 1)]
    faces = []
    for i in range(n):
        for j in range(n):
            k = i * (n + 1) + j
            faces += [(k, k + n + 1, k + n + 2), (k, k + n + 2, k + 1)]
    return ply(faces, vertices)


class SavedTrees(Command):
    def setUp(self):
        super().setUp()
        (self.path / "sheet.ply").write_bytes(sheet(150))
        self.assertEqual(self.graze("build", "sheet.ply").returncode, 0)

    def test_answer_as_the_mesh_does(self):
        for question in (["check", "FILE", "sphere:0.01,0.5,0.5,0"], ["distance", "FILE", "box:1,1,1", "--b-translate=0,0,3"], ["check", "FILE"], ["info", "FILE", "--json"], ["contains", "sphere:5", "FILE"]):
            of_mesh, of_tree = (self.graze(*[name if word == "FILE" else word for word in question]) for name in ("sheet.ply", "sheet.graze"))
            self.assertEqual((of_mesh.returncode, of_mesh.stdout.replace("sheet.ply", "F")), (of_tree.returncode, of_tree.stdout.replace("sheet.graze", "F")), (question, of_tree.stderr))

    def question(self, name):
        return json.dumps({"query": "overlap", "a": {"type": "mesh", "file": str(self.path / "sheet.graze")}, "b": {"type": "sphere", "c": [0.5, 0.5, 0], "r": name}}) + "\n"

    def test_may_be_replaced_while_questions_are_asked_and_not_be_cut_short(self):
        for way, code in (("replaced", 0), ("removed", 0), ("cut", 2)):
            self.assertEqual(self.graze("build", "sheet.ply").returncode, 0)
            with subprocess.Popen([GRAZE, "query", "-"], cwd=self.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                process.stdin.write(self.question(0.25))
                process.stdin.flush()
                first = process.stdout.readline()
                self.assertIn('"intersect":true', first)
                if way == "replaced":
                    (self.path / "other.ply").write_bytes(ply([(0, 1, 2)]))
                    self.assertEqual(self.graze("build", "other.ply", "-o", "sheet.graze").returncode, 0)
                elif way == "removed":
                    (self.path / "sheet.graze").unlink()
                else:
                    with open(self.path / "sheet.graze", "r+b") as file:
                        file.truncate(0)
                rest, complaint = process.communicate(self.question(0.25))
            self.assertEqual(process.returncode, code, (way, complaint))
            if code == 0:
                self.assertEqual(rest, first, way)
            else:
                self.assertEqual((rest, complaint), ("", "graze: a file that is in use was cut short, or its disk cannot be read\n"))

    def resident(self, *arguments):
        """The most bytes in memory at once."""
        with subprocess.Popen([GRAZE, *arguments], cwd=self.path, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss * 1024

    def test_are_read_only_where_a_shape_is_near(self):
        """To tell files in inches from others in millimetres, all corners of a mesh were looked at, although a shape has no unit."""
        corners, used = 12_000_000, 151 * 151  # 288 MB: smaller files are kept in memory when they have been looked through
        head, body = sheet(150).split(b"end_header\n", 1)
        with open(self.path / "wide.ply", "wb") as file:
            file.write(head.replace(b"element vertex %d" % used, b"element vertex %d" % corners) + b"end_header\n" + body[: used * 24])
            for first in range(used, corners, 100_000):
                file.write(struct.pack("<3d", 0.5, 0.5, 0) * min(100_000, corners - first))
            file.write(body[used * 24 :])
        self.assertEqual(self.graze("build", "wide.ply").returncode, 0)
        self.write("question.jsonl", json.dumps({"query": "distance", "a": {"type": "mesh", "file": "wide.graze"}, "b": {"type": "sphere", "c": [0.5, 0.5, 3], "r": 1}}) + "\n")
        least = self.resident("query", "question.jsonl")
        self.assertLess(self.resident("distance", "wide.graze", "sphere:0.5,0.5,3,1") - least, corners * 24 / 2)

    def test_that_are_damaged_or_cut_are_refused_in_a_line(self):
        good = (self.path / "sheet.graze").read_bytes()
        for bad in (good[:-1], good[: len(good) // 2], good[:3000] + bytes([good[3000] ^ 1]) + good[3001:], good[:-5] + bytes(5), good + b"x"):
            (self.path / "bad.graze").write_bytes(bad)
            self.assert_fails(self.graze("check", "bad.graze", "sphere:1"), "bad.graze: byte ")


def limited_group(most):
    """A control group in which there is so much memory, as a job of a cluster is in one; None where none can be made here."""
    for folder, limit in ((pathlib.Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes"), (pathlib.Path("/sys/fs/cgroup"), "memory.max")):
        if not (folder / "cgroup.procs").exists():
            continue
        group = folder / f"graze_test_{os.getpid()}" / "job"
        try:
            group.mkdir(parents=True)
            (group.parent / limit).write_text(str(most))
            return group
        except OSError:
            remove_group(group)
    return None


def remove_group(group):
    for folder in (group, group.parent):
        with contextlib.suppress(OSError):
            folder.rmdir()


class TreesThatDoNotFit(Command):
    def test_are_refused_in_a_control_group_that_is_too_small(self):
        group = limited_group(150_000_000)
        if group is None:
            self.skipTest("no control group can be made: not root, or a container")
        self.addCleanup(remove_group, group)
        count = 1_000_000
        face = struct.pack("<B3i", 3, 0, 1, 2)
        (self.path / "large.ply").write_bytes(ply([]).replace(b"element face 0", b"element face %d" % count) + face * count)
        run = self.graze("build", "large.ply", preexec_fn=lambda: (group / "cgroup.procs").write_text(str(os.getpid())))
        self.assert_fails(run, "large.ply: building the tree of 1000000 triangles takes up to 160000048 bytes of memory, ", " are free")

    def test_are_refused_with_the_bytes_that_they_take(self):
        count = 3_000_000
        face = struct.pack("<B3i", 3, 0, 1, 2)
        (self.path / "large.ply").write_bytes(ply([]).replace(b"element face 0", b"element face %d" % count) + face * count)
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (480_000_000, 480_000_000))
        run = self.graze("build", "large.ply", preexec_fn=limit)
        self.assert_fails(run, "large.ply: building the tree of 3000000 triangles takes up to 480000048 bytes of memory, ", " are free")
        self.assertEqual([p.name for p in pathlib.Path(self.path).iterdir()], ["large.ply"])


if __name__ == "__main__":
    unittest.main()
