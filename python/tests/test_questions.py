"""The questions: against closed forms, against each other, and against what must be refused."""

import doctest
import json
import pickle
import subprocess
import sys
import os
import threading
import unittest

import numpy as np

import graze

IDENTITY = np.eye(4)


def moved(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = [x, y, z]
    return pose


def turned(angle):
    """About z."""
    pose = np.eye(4)
    pose[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return pose


def cube_arrays(half=1.0):
    corners = np.array([[x, y, z] for z in (-half, half) for y in (-half, half) for x in (-half, half)])
    faces = np.array([[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2],
                      [1, 3, 7], [1, 7, 5]])
    return corners, faces


class Shapes(unittest.TestCase):
    def test_every_shape_overlaps_a_ball_around_it_and_survives_pickling(self):
        shapes = [graze.point([0, 0, 0]), graze.segment([0, 0, 0], [1, 0, 0]), graze.line([0, 0, 0], [1, 0, 0]),
                  graze.ray([0, 0, 0], [1, 0, 0]), graze.plane([0, 0, 1]), graze.half_space([0, 0, 1]), graze.sphere(1),
                  graze.capsule([0, 0, 0], [1, 0, 0], 1), graze.cylinder([0, 0, 0], [1, 0, 0], 1),
                  graze.cone([0, 0, 0], [1, 0, 0], 1), graze.ellipsoid([1, 2, 3]), graze.box([1, 1, 1]),
                  graze.aabb([0, 0, 0], [1, 1, 1]), graze.triangle(np.eye(3)), graze.tetrahedron(np.vstack([np.zeros(3), np.eye(3)])),
                  graze.polygon([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), graze.convex(np.vstack([np.zeros(3), np.eye(3)])),
                  graze.points(np.eye(3)), graze.mesh(*cube_arrays())]
        ball = graze.sphere(5)
        for shape in shapes:
            with self.subTest(shape=repr(shape)):
                self.assertIs(graze.overlap(shape, ball), True)
                copy = pickle.loads(pickle.dumps(shape))
                far = graze.Body(ball, moved(20, 1, 30))
                self.assertEqual(graze.distance(copy, far), graze.distance(shape, far))

    def test_a_mesh_keeps_its_arrays_and_they_are_read_only(self):
        vertices, faces = cube_arrays()
        mesh = graze.mesh(vertices, faces)
        np.testing.assert_array_equal(mesh.vertices, vertices)
        np.testing.assert_array_equal(mesh.faces, faces)
        vertices[:] = 7  # what changes afterwards changes nothing here
        self.assertEqual(mesh.vertices.min(), -1)
        with self.assertRaises(ValueError):
            mesh.vertices[0, 0] = 5

    def test_anything_with_vertices_and_faces_is_a_mesh(self):
        class Duck:
            vertices, faces = cube_arrays()

        self.assertEqual(graze.distance(Duck(), graze.point([0, 0, 3])), 2)
        self.assertTrue(graze.mesh(Duck()).is_closed)


class Poses(unittest.TestCase):
    def test_three_forms_of_a_pose_are_the_same(self):
        angle = 0.5
        matrix = turned(angle)
        matrix[:3, 3] = [1, 2, 3]
        quaternion = [np.cos(angle / 2), 0, 0, np.sin(angle / 2)]
        box, probe = graze.box([1, 2, 3]), graze.point([5, 5, 5])
        distances = {round(graze.distance(graze.Body(box, pose), probe), 13)
                     for pose in (matrix, matrix[:3], (matrix[:3, :3], [1, 2, 3]), (quaternion, [1, 2, 3]))}
        self.assertEqual(len(distances), 1)

    def test_what_is_no_pose_is_named(self):
        box = graze.box([1, 1, 1])
        sheared = np.eye(4)
        sheared[0, 1] = 0.5
        for pose, word in [(sheared, "pose"), (np.full((4, 4), np.nan), "pose"), (np.eye(3), "pose: expected"), ([[1, 2], [3]], "pose"),
                           (([2, 0, 0, 0], [0, 0, 0]), "quaternion"), ("front", "pose"), (np.diag([1, 1, 1, 2]), "last row")]:
            with self.subTest(pose=str(pose)), self.assertRaisesRegex(ValueError, word):
                graze.Body(box, pose)


class StillQuestions(unittest.TestCase):
    def test_distance_of_balls_is_that_of_their_centres_less_their_radii(self):
        random = np.random.default_rng(1)
        for _ in range(200):
            centers, radii = random.normal(size=(2, 3)) * 5, random.uniform(0, 2, size=2)
            expected = max(0.0, np.linalg.norm(centers[0] - centers[1]) - radii.sum())
            a, b = (graze.sphere(r, c) for r, c in zip(radii, centers))
            self.assertAlmostEqual(graze.distance(a, b), expected, delta=1e-12)
            self.assertEqual(graze.overlap(a, b), expected == 0)

    def test_touching_counts(self):
        self.assertTrue(graze.overlap(graze.box([2, 2, 2]), graze.Body(graze.box([2, 2, 2]), moved(2))))
        self.assertFalse(graze.overlap(graze.box([2, 2, 2]), graze.Body(graze.box([2, 2, 2]), moved(np.nextafter(2, 3)))))

    def test_a_ball_inside_a_mesh_meets_the_solid_only(self):
        mesh, ball = graze.mesh(*cube_arrays()), graze.sphere(0.5)
        self.assertFalse(graze.overlap(mesh, ball))
        self.assertTrue(graze.overlap(graze.Body(mesh, solid=True), ball))
        self.assertTrue(graze.contains(mesh, ball))
        self.assertEqual(graze.status(graze.Body(mesh, solid=True), ball).status, "contains")

    def test_closest_points_are_as_far_apart_as_the_answer(self):
        a, b = graze.mesh(*cube_arrays()), graze.Body(graze.mesh(*cube_arrays()), moved(4, 3.5, 0))
        closest = graze.closest(a, b)
        self.assertAlmostEqual(closest.distance, np.hypot(2, 1.5), places=12)
        self.assertAlmostEqual(np.linalg.norm(closest.points[0] - closest.points[1]), closest.distance, places=12)
        self.assertGreaterEqual(closest.features[0].triangle, 0)

    def test_penetration_moves_apart_by_its_depth(self):
        found = graze.penetration(graze.box([2, 2, 2]), graze.Body(graze.box([2, 2, 2]), moved(1.5)))
        self.assertEqual(found.depth, 0.5)
        self.assertEqual(found.normal.tolist(), [1, 0, 0])
        self.assertIsNone(graze.penetration(graze.sphere(1), graze.Body(graze.sphere(1), moved(3))))

    def test_rays_fits_pairs_and_self_intersections(self):
        mesh = graze.mesh(*cube_arrays())
        hit = graze.raycast([-5, 0.25, 0.5], [1, 0, 0], mesh)
        self.assertEqual([crossing.t for crossing in hit.crossings], [4, 6])
        self.assertFalse(graze.raycast([-5, 2, 0], [1, 0, 0], mesh))
        self.assertAlmostEqual(graze.fit(mesh).volume, 8, places=9)
        self.assertAlmostEqual(graze.fit(np.eye(3), "sphere").radius, np.sqrt(2 / 3), places=9)
        self.assertEqual(graze.self_intersection(mesh).count, 0)
        crossing = graze.intersection(mesh, graze.Body(mesh, moved(0.5, 0.5, 0.5)), curves=True)
        self.assertEqual(crossing.pair_count, len(crossing.pairs))
        self.assertTrue(crossing.curves and all(curve.closed for curve in crossing.curves))


class Motions(unittest.TestCase):
    def test_a_flying_box_meets_a_ball_at_the_time_of_the_closed_form(self):
        crate = graze.Body(graze.box([1, 1, 1]), moved(5), velocity=[-2, 0, 0])
        hit = graze.sweep(graze.sphere(1), crate, t_max=10)
        self.assertEqual((hit.first, hit.certainty, hit.initial), (1.75, "exact", False))
        self.assertIsNone(graze.sweep(graze.sphere(1), crate, t_max=1.7))

    def test_a_turning_blade_is_never_late(self):
        blade = graze.Body(graze.mesh(*(lambda v, f: (v * [2, 0.1, 0.1], f))(*cube_arrays())), angular_velocity=[0, 0, 1])
        post = graze.Body(graze.sphere(0.1), moved(0, 1.5))
        hit = graze.sweep(blade, post, t_max=3)
        sampled = next(t for t in np.linspace(0, 3, 30001)
                       if graze.overlap(graze.Body(blade.geometry, turned(t)), post))
        self.assertEqual(hit.certainty, "certified")
        self.assertLessEqual(hit.first, sampled)
        self.assertGreater(hit.first, sampled - 1e-3)
        self.assertEqual(graze.sweep_turning(blade, post, t_max=3).status, "contact")

    def test_keyframes_are_followed(self):
        flying = graze.Body(graze.sphere(1), keyframes=[(0, moved(5)), (1, moved(5)), (2, moved(0))])
        hit = graze.sweep(flying, graze.sphere(1), t_max=5)
        self.assertAlmostEqual(hit.first, 1.6, places=5)
        self.assertLessEqual(hit.first, 1.6)
        np.testing.assert_allclose(flying.pose_at(1.5)[:3, 3], [2.5, 0, 0])
        with self.assertRaisesRegex(ValueError, "keyframes"):
            graze.Body(graze.sphere(1), keyframes=[(1, moved(0)), (0, moved(1))])


class Batches(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(2)
        self.poses = np.repeat(np.eye(4)[None], 300, axis=0)
        self.poses[:, :3, 3] = random.uniform(-4, 4, size=(300, 3))
        self.a, self.b = graze.mesh(*cube_arrays()), graze.mesh(*cube_arrays(0.7))

    def test_a_batch_answers_as_one_by_one_for_any_number_of_threads(self):
        expected = [graze.overlap(self.a, graze.Body(self.b, pose)) for pose in self.poses]
        closest = [graze.closest(self.a, graze.Body(self.b, pose)) for pose in self.poses]
        for threads in (0, 1, 2, 3):
            self.assertEqual(graze.overlap_poses(self.a, self.b, self.poses, threads=threads).tolist(), expected)
            rows = graze.distance_poses(self.a, self.b, self.poses, threads=threads)
            self.assertEqual(rows["distance"].tolist(), [one.distance for one in closest])
            np.testing.assert_array_equal(rows["point_b"], [one.points[1] for one in closest])
        pairs = [(self.a, graze.Body(self.b, pose)) for pose in self.poses]
        self.assertEqual(graze.overlap_pairs(pairs).tolist(), expected)
        self.assertEqual(graze.distance_pairs(pairs)["distance"].tolist(), [one.distance for one in closest])

    def test_rays_and_points_in_batches_follow_the_pose_of_the_mesh(self):
        body = graze.Body(self.a, moved(10))
        hits = graze.first_hits(body, [[0, 0, 0], [0, 5, 0]], [[1, 0, 0], [1, 0, 0]])
        self.assertEqual(hits["hit"].tolist(), [True, False])
        self.assertEqual(hits["t"][0], 9)
        self.assertTrue(np.isnan(hits["t"][1]))
        nearest = graze.nearest_points(body, [[7, 0.25, 0.25]])
        self.assertEqual(nearest["distance"][0], 2)
        np.testing.assert_array_equal(nearest["point"][0], [9, 0.25, 0.25])

    def test_sweeps_in_batches(self):
        start = graze.Body(self.b, moved(5))
        rows = graze.sweep_motions(self.a, start, [[-1, 0, 0], [1, 0, 0], [-2, 0, 0]], t_max=10)
        self.assertEqual(rows["contact"].tolist(), [True, False, True])
        np.testing.assert_allclose(rows["first"][[0, 2]], [3.3, 1.65])
        with self.assertRaisesRegex(ValueError, "angular_velocities"):
            graze.sweep_motions(self.a, start, np.zeros((2, 3)), np.zeros((3, 3)))

    def test_the_pose_in_error_is_named(self):
        self.poses[41] *= 1.5
        self.poses[41, 3, 3] = 1
        for count, question in enumerate((graze.overlap_poses, graze.distance_poses)):
            with self.subTest(count), self.assertRaisesRegex(ValueError, r"poses\[41\]"):
                question(self.a, self.b, self.poses)

    def test_the_first_pose_in_error_is_named_by_any_number_of_threads(self):
        for wrong in (41, 43, len(self.poses) - 1):
            self.poses[wrong, 0, 0] += 1
        for threads in (1, 2, 5):
            with self.subTest(threads), self.assertRaisesRegex(ValueError, r"poses\[41\]"):
                graze.overlap_poses(self.a, self.b, self.poses, threads=threads)

    def test_threads_may_ask_about_the_same_bodies(self):
        expected = graze.overlap_poses(self.a, self.b, self.poses).tolist()
        answers = [None] * 4

        def ask(k):
            answers[k] = graze.overlap_poses(self.a, self.b, self.poses, threads=1).tolist()

        workers = [threading.Thread(target=ask, args=(k,)) for k in range(4)]
        [worker.start() for worker in workers]
        [worker.join() for worker in workers]
        self.assertEqual(answers, [expected] * 4)


class Refusals(unittest.TestCase):
    def test_errors_name_the_argument_and_the_element(self):
        vertices, faces = cube_arrays()
        bad = faces.copy()
        bad[3, 1] = -1
        far = faces.copy()
        far[2, 0] = 99
        nan = vertices.copy()
        nan[5, 2] = np.nan
        for call, word in [(lambda: graze.mesh(vertices, bad), r"faces\[3,1\]"), (lambda: graze.mesh(vertices, far), "99"),
                           (lambda: graze.mesh(nan, faces), r"5"), (lambda: graze.mesh(vertices[:, :2], faces), r"vertices: expected"),
                           (lambda: graze.mesh(vertices, faces.astype(float)), "faces: expected whole"),
                           (lambda: graze.mesh(vertices.astype(object), faces), "vertices: not an array"),
                           (lambda: graze.mesh(vertices, faces[0]), "faces: expected"),
                           (lambda: graze.sphere(-1), "r: negative"), (lambda: graze.sphere(np.inf), "r: not finite"), (lambda: graze.point([0, np.nan, 0]), "p: not finite"),
                           (lambda: graze.Body(graze.sphere(1), velocity=[0, np.nan, 0]), "velocity: not finite"),
                           (lambda: graze.box([1, 1, 1], axes=np.ones((3, 3))), "axes"),
                           (lambda: graze.sweep(graze.sphere(1), graze.sphere(1), t_max=-1), "t_max"),
                           (lambda: graze.fit(graze.sphere(1), "snug"), "method: 'snug'"),
                           (lambda: graze.fit([[np.nan, 0, 0]]), r"points\[0\]"),
                           (lambda: graze.load("/nowhere.stl"), "/nowhere.stl"),
                           (lambda: graze.overlap_poses(graze.sphere(1), graze.sphere(1), np.eye(4)), "poses: expected")]:
            with self.subTest(word=word), self.assertRaisesRegex(graze.Error, word):
                call()
        with self.assertRaises(TypeError):
            graze.overlap(3, graze.sphere(1))
        self.assertTrue(issubclass(graze.Error, ValueError))
        try:
            graze.sphere(-1)
        except graze.Error as error:
            self.assertEqual(error.code, "bad_shape")


class Queries(unittest.TestCase):
    def test_a_line_answers_as_the_functions_do(self):
        question = {"query": "sweep", "t_max": 10, "a": {"type": "sphere", "c": [0, 0, 0], "r": 1},
                    "b": {"type": "aabb", "min": [4.5, -0.5, -0.5], "max": [5.5, 0.5, 0.5], "vel": [-2, 0, 0]}}
        self.assertEqual(graze.query(question)["first"], 1.75)
        self.assertFalse(graze.query("{")["ok"])

    def test_the_tutorial_of_the_module_is_true(self):
        self.assertEqual(doctest.testmod(graze).failed, 0)
        self.assertEqual(doctest.testmod(sys.modules["graze.query_format"]).failed, 0)

    @unittest.skipUnless(os.environ.get("GRAZE_COMMAND"), "needs the command graze")
    def test_the_command_says_the_same(self):
        lines = "".join(json.dumps({"id": i, "query": "distance", "a": {"type": "sphere", "c": [0, 0, 0], "r": 1},
                                    "b": {"type": "capsule", "v": [[i, 3, 0], [i, 5, 1]], "r": 0.25}}) + "\n" for i in range(20))
        printed = subprocess.run([os.environ["GRAZE_COMMAND"], "query"], input=lines, capture_output=True, text=True, check=True).stdout
        self.assertEqual([json.loads(line) for line in printed.splitlines()], list(graze.query_lines(lines.splitlines())))


if __name__ == "__main__":
    unittest.main()
