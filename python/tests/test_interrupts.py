"""Ctrl-C ends every kind of long work, from outside and soon, and the module is usable after it."""

import os
import signal
import subprocess
import sys
import time
import unittest

# In a process of its own: what is asked once, takes seconds, and must not end by itself before the signal has come.
CHILD = r"""
import os, sys, tempfile, time
import numpy as np
import graze

ball = graze.sphere_mesh(1, 7)
vertices, faces = np.array(ball.vertices), np.array(ball.faces)
around = graze.mesh(vertices * 1.0005, faces)
c, s = np.cos(0.3), np.sin(0.3)
turned = graze.Body(ball, (np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), [0, 0, 0]))
folder = tempfile.TemporaryDirectory()


def written(name):
    path = os.path.join(folder.name, name)
    graze.write_mesh(ball, path)
    return path


%(setup)s
print("ready", flush=True)
try:
    %(call)s
    print("it ended by itself", flush=True)
except KeyboardInterrupt:
    print("interrupted", time.process_time(), flush=True)
assert graze.overlap(turned, ball) and graze.distance(graze.sphere(1), graze.sphere(1, [0, 0, 3])) == 1
assert graze.self_intersection(graze.sphere_mesh(1, 3)).count == 0
print("usable", flush=True)
"""

CASES = {
    "pairs of two meshes in the same place": ("", "graze.intersecting_pairs(ball, ball)"),
    "curves in which meshes meet": ("", "graze.intersection(ball, turned, curves=True)"),
    "pairs within a distance": ("", "graze.pairs_within(around, turned, 0.01)"),
    "distance of nested meshes": ("", "graze.distance(around, turned)"),
    "status": ("", "graze.status(graze.Body(around, solid=True), graze.Body(ball, turned.pose, solid=True))"),
    # Hulls of both come first, which nothing can end: 1.5 s of its work.
    "depth of solids": ("small = graze.sphere_mesh(1, 6)", "graze.solid_penetration(small, graze.Body(small, turned.pose))", 2.5),
    "self-intersection": ("many = [vertices * (1 + 1e-9 * k) for k in range(12)]\n"
                          "onion = graze.mesh(np.vstack(many), np.vstack([faces + len(vertices) * k for k in range(12)]))",
                          "graze.self_intersection(onion)"),
    "least box around points": ("points = np.random.default_rng(1).normal(size=(60000, 3))\npoints /= np.linalg.norm(points, axis=1)[:, None]",
                                "graze.fit(points, method='min_volume')"),
    "a mesh with itself through the query format": (
        "reader = graze.QuestionReader(folder.name)\nwritten('a.stl')",
        """reader.answer('{"query":"intersection","curves":true,"a":{"type":"mesh","file":"a.stl"},"b":{"type":"mesh","file":"a.stl"}}')"""),
    "a batch on one thread": ("", "graze.distance_pairs([(around, turned)] * 3, threads=1)"),
    "a batch on several threads": ("", "graze.distance_pairs([(around, turned)] * 5, threads=2)"),
    "a file of text": ("path = written('b.obj')\ntext = open(path).read()\n"
                       "with open(path, 'a') as file:\n    for _ in range(12):\n        file.write(text)", "graze.load(path)"),
    "building a tree": ("many, triangles = np.vstack([vertices + [3 * k, 0, 0] for k in range(12)]), np.vstack([faces + len(vertices) * k for k in range(12)])",
                        "graze.mesh(many, triangles)"),
}


def processor_time(process):
    """Seconds of a process so far."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@unittest.skipUnless(os.path.exists("/proc/self/stat"), "reads processor times from /proc")
class Interrupts(unittest.TestCase):
    BEFORE = 0.3  # seconds of processor time that the work gets before the signal

    def interrupted(self, setup, call, within=0.6):
        """`within`: seconds of processor time, of all threads, from the signal to the exception."""
        process = subprocess.Popen([sys.executable, "-B", "-c", CHILD % {"setup": setup, "call": call}], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        start = processor_time(process)
        while process.poll() is None and processor_time(process) < start + self.BEFORE:
            time.sleep(0.01)
        sent = processor_time(process)
        process.send_signal(signal.SIGINT)
        word, *ended = process.stdout.readline().split()
        self.assertEqual(word, "interrupted")
        self.assertLess(float(ended[0]) - sent, within)
        self.assertEqual(process.stdout.readline(), "usable\n")
        self.assertEqual(process.wait(60), 0)

    def test_each_kind_of_long_work(self):
        for name, case in CASES.items():
            with self.subTest(name):
                self.interrupted(*case)


if __name__ == "__main__":
    unittest.main()
