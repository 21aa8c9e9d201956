"""Questions with several parts in their answers: against closed forms. Against lines of `graze query`: test_query_cases."""

import unittest

import numpy as np

import graze


def at(x, y=0.0, z=0.0):
    return np.eye(3), [x, y, z]


class Shapes(unittest.TestCase):
    def test_extents_axes_and_sides(self):
        box = graze.box([2, 4, 6])
        self.assertEqual(graze.extent(box, [0, 0, 2])[:2], (-3, 3))
        self.assertIsNone(graze.extent(graze.mesh(np.zeros((0, 3)), np.zeros((0, 3), int)), [1, 0, 0]))
        self.assertEqual(graze.separates(box, graze.sphere(1, [4, 0, 0]), [1, 0, 0])[:3], (True, False, 2))
        told = graze.explain_overlap(box, graze.box([1, 1, 1], [5, 0, 0]))
        self.assertFalse(told.intersect)
        np.testing.assert_allclose(told.direction, [1, 0, 0])
        self.assertEqual(graze.side(box, graze.plane([0, 0, 1], 1)), ("straddling", -4, 2))

    def test_lines_and_common_sets(self):
        found = graze.lines(graze.segment([0, 0, 0], [2, 0, 0]), graze.line([1, -1, 1], [0, 1, 0]))
        self.assertEqual((found.relation, found.intersect, found.distance, found.parameters), ("skew", False, 1, (0.5, 1)))
        self.assertEqual(graze.common_region(graze.plane([1, 0, 0], 1), graze.plane([0, 1, 0], 2), graze.plane([0, 0, 1], 3)).numbers["points"].tolist(), [[1, 2, 3]])
        lens = graze.common_region(graze.sphere(1), graze.sphere(1, [1, 0, 0]))
        self.assertEqual(lens.kind, "lens")
        self.assertAlmostEqual(lens.numbers["radius"], np.sqrt(3) / 2)
        self.assertIsNotNone(graze.common_region(graze.box([1, 1, 1]), graze.box([1, 1, 1], [9, 0, 0])))

    def test_shapes_of_the_plane(self):
        self.assertEqual(graze.distance(graze.circle(1), graze.circle(1, [5, 0])), 3)
        self.assertTrue(graze.overlap(graze.rectangle([2, 2]), graze.polygon2([[0.5, 0], [3, 0], [0, 3]])))
        self.assertFalse(graze.overlap(graze.ellipse([2, 1], [0, 5]), graze.half_plane([0, 1], 3)))
        self.assertEqual(graze.fit([[0, 0], [2, 0], [0, 2], [2, 2]], "circle").center.tolist(), [1, 1])
        self.assertAlmostEqual(np.prod(graze.fit([[0, 0], [2, 0], [0, 1], [2, 1]], "min_area").half_extents) * 4, 2)
        with self.assertRaises(graze.Error):
            graze.overlap(graze.circle(1), graze.sphere(1))

    def test_boxes_with_given_axes(self):
        box = graze.fit(graze.box_mesh([1, 2, 3]), axes=np.eye(3))
        np.testing.assert_allclose(box.half_extents, [0.5, 1, 1.5])
        with self.assertRaisesRegex(graze.Error, "axes"):
            graze.fit([[0, 0, 0]], axes=np.ones((3, 3)))


class Meshes(unittest.TestCase):
    def test_reports_sections_and_hulls(self):
        ball = graze.sphere_mesh(1, 3)
        report = graze.mesh_report(ball)
        self.assertEqual((report["triangles"], report["open_edges"], report["is_closed"], report["parts"]), (1280, 0, True, 1))
        self.assertAlmostEqual(report["volume"], 4 / 3 * np.pi, delta=0.05)
        cut = graze.section(ball, graze.plane([0, 0, 1], 0.1))
        self.assertEqual([curve.closed for curve in cut.curves], [True])
        np.testing.assert_allclose(cut.curves[0].points[:, 2], 0.1, atol=1e-15)
        hull = graze.convex_hull(np.vstack([ball.vertices, [[0, 0, 0]]]))
        self.assertEqual(len(hull.vertices), len(ball.vertices))
        self.assertGreater(graze.triangles_meeting(ball, graze.plane([1, 0, 0])).triangle_count, 0)
        self.assertFalse(graze.intersects_itself(ball))

    def test_moved_vertices_and_lists_of_pairs(self):
        ball = graze.sphere_mesh(1, 2)
        larger = graze.refitted(ball, np.array(ball.vertices) * 2)
        self.assertAlmostEqual(graze.distance(larger, graze.Body(ball, at(5))), 2, delta=0.05)
        pairs = graze.intersecting_pairs(ball, graze.Body(ball, at(1)))
        np.testing.assert_array_equal(pairs, graze.intersection(ball, graze.Body(ball, at(1)), max_pairs=10**6).pairs)
        self.assertFalse(graze.overlap_to_depth(ball, graze.Body(ball, at(9)), depth_a=0, depth_b=0))
        self.assertEqual(len(graze.contacts_to_depth(ball, graze.Body(ball, at(1)), depth_a=0, depth_b=0)), 1)

    def test_depths_of_solids(self):
        a, b = graze.box_mesh([2, 2, 2]), graze.Body(graze.box_mesh([2, 2, 2]), at(1.5, 0.25))
        found = graze.solid_penetration(a, b)
        self.assertAlmostEqual(found.found.depth, 0.5)
        self.assertLessEqual(found.at_least, found.found.depth)
        self.assertAlmostEqual(graze.penetration(graze.box([2, 2, 2]), graze.box([2, 2, 2], [1.5, 0.25, 0]), [0, 1, 0]).depth, 1.75)
        self.assertIsNone(graze.solid_penetration(a, graze.Body(a, at(9))))

    def test_height_fields_and_saved_trees(self):
        field = graze.height_field(np.zeros((3, 4)), [1, 2])
        self.assertEqual(len(field.faces), 12)
        np.testing.assert_allclose(np.max(field.vertices, axis=0), [3, 4, 0])


class Motion(unittest.TestCase):
    def test_closest_approach_of_flying_turning_and_keyframed_bodies(self):
        ball, other = graze.sphere(1), graze.Body(graze.sphere(1, [-5, 3, 0]), velocity=[1, 0, 0])
        near = graze.closest_approach(ball, other)
        self.assertAlmostEqual(near.time, 5)
        self.assertAlmostEqual(near.closest.distance, 1)
        self.assertLessEqual(near.least, near.closest.distance)
        blade = graze.Body(graze.box_mesh([4, 0.1, 0.1]), angular_velocity=[0, 0, 1])
        post = graze.Body(graze.sphere_mesh(0.1, 2), at(0, 3))
        turned = graze.closest_approach(blade, post, t_max=2)
        self.assertAlmostEqual(turned.closest.distance, 0.9, delta=0.01)
        self.assertAlmostEqual(turned.time, np.pi / 2, delta=0.06)
        path = graze.Body(ball, keyframes=[(0, at(9)), (1, at(3)), (2, at(9))])
        self.assertAlmostEqual(graze.closest_approach(ball, path, t_max=2).closest.distance, 1, places=5)
        with self.assertRaisesRegex(graze.Error, "t_max"):
            graze.closest_approach(blade, post)

    def test_solids_on_keyframes_are_solids(self):
        room = graze.Body(graze.box_mesh([9, 9, 9]), solid=True)
        guest = graze.Body(graze.sphere_mesh(1, 1), keyframes=[(0, at(0)), (1, at(0.1))])
        self.assertTrue(graze.sweep(room, guest, t_max=1).initial)
        self.assertIsNone(graze.sweep(room.geometry, guest, t_max=1))

    def test_last_times_and_first_triangles(self):
        passing = graze.Body(graze.sphere(1), at(-5), velocity=[1, 0, 0])
        self.assertAlmostEqual(graze.last_contact(graze.sphere(1), passing, t_max=20), 7, delta=1e-5)
        cube = graze.box_mesh([1, 1, 1])
        found = graze.first_contacts(cube, graze.Body(cube, at(3), velocity=[-1, 0, 0]), last=True)
        self.assertEqual((found.first, found.last, found.initial), (2, 4, False))
        self.assertEqual(found.pair_count, len(found.pairs))
        later = graze.at_time(graze.Body(cube, at(3), velocity=[-1, 0, 0]), 1.5)
        self.assertEqual(graze.sweep(cube, later).first, 0.5)

    def test_motions_from_velocities_and_poses_that_drifted(self):
        circling = graze.integrate(graze.sphere(0.1), at(1), lambda t, pose: [-pose[1, 3], pose[0, 3], 0], t_max=np.pi)
        np.testing.assert_allclose(circling.body.pose_at(np.pi)[:3, 3], [-1, 0, 0], atol=1e-6)
        hit = graze.sweep(circling.body, graze.sphere(0.1, [0, 1, 0]), t_max=np.pi)
        self.assertAlmostEqual(hit.first, np.pi / 2 - 0.2, delta=1e-2)
        drifted = np.eye(4)
        drifted[0, 1] = 1e-4
        repaired = graze.repaired_pose(drifted)
        self.assertGreater(repaired.deviation, 0)
        graze.Body(graze.sphere(1), repaired.pose)


class Scenes(unittest.TestCase):
    def setUp(self):
        self.scene = graze.Scene()
        self.wall = self.scene.add(graze.box([1, 9, 9]), name="wall")
        self.ball = self.scene.add(graze.Body(graze.sphere(1), at(-5, 0, 0), velocity=[2, 0, 0]), name="ball", user_data=7)

    def test_time_lines_and_closest_approach(self):
        (line,) = self.scene.timeline(t_max=10, resolution=0.05)
        self.assertEqual(line.pair, (self.wall, self.ball))
        self.assertAlmostEqual(line.spans[0].begin, 1.75)
        self.assertAlmostEqual(line.spans[0].end, 3.25, delta=1e-6)
        self.scene.set_velocity(self.ball, [0, 1, 0])
        near = self.scene.closest_approach(t_max=1)
        self.assertAlmostEqual(near.distance, 3.5, delta=1e-5)
        self.assertLessEqual(near.distance_at_least, near.distance)

    def test_contacts_and_notices(self):
        (pair,) = self.scene.contacts(at=2.0)
        self.assertEqual(pair.pair, (self.wall, self.ball))
        self.assertGreater(len(pair.contacts), 0)
        told = []
        self.assertTrue(self.scene.find_contacts(told.append, t_max=5))
        self.assertEqual(told[0].user_data, (0, 7))
        self.assertAlmostEqual(told[0].time, 1.75)
        self.assertFalse(self.scene.find_contacts(lambda notice: False, t_max=5))
        self.assertFalse(self.scene.test_contacts(t_max=1))

    def test_bodies_from_outside(self):
        (status,) = self.scene.statuses_of(graze.sphere(0.1))
        self.assertEqual((status.status, status.pair), ("inside", (0, self.wall)))
        flying = graze.Body(graze.sphere(1), at(0, 0, 20), velocity=[0, 0, -1])
        found = self.scene.first_contact_of(flying, t_max=30)
        self.assertEqual((found.status, found.t_lo), ("contact", 14.5))
        self.assertEqual([c.pair[1] for c in self.scene.first_contacts_of(flying, t_max=30)], [self.wall])


class Robots(unittest.TestCase):
    def test_ignore_lists(self):
        from test_manners import load_arm
        robot = load_arm()
        self.assertIn(("base", "upper", "adjacent"), robot.default_ignore_list(samples=50))
        cell = graze.RobotCell(robot, ignore_adjacent=False)
        self.assertTrue(any({a, b} == {"upper", "base"} for a, b, _ in cell.touching([0.0], within=0.2)))


if __name__ == "__main__":
    unittest.main()
