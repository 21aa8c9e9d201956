"""Pickles, threads, Ctrl-C, and objects that die in odd orders."""

import gc
import os
import pathlib
import pickle
import signal
import tempfile
import threading
import time
import unittest

import numpy as np

import graze

ARM = """<robot name="arm">
  <link name="base"><collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.06 0.06"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.2 0 0"/><geometry><box size="0.4 0.04 0.04"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.2"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.55 0 0"/><axis xyz="0 0 1"/>
    <mimic joint="shoulder" multiplier="0.5" offset="0.1"/></joint>
</robot>"""


def load_arm():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "arm.urdf"
        path.write_text(ARM)
        return graze.load_robot(path)


def at(x, y=0.0, z=0.0):
    return np.eye(3), [x, y, z]


def again(thing):
    return pickle.loads(pickle.dumps(thing))


class Pickles(unittest.TestCase):
    def test_bodies_keep_place_motion_and_kind(self):
        crate = graze.Body(graze.box_mesh([1, 1, 1]), at(4), velocity=[-1, 0, 0], angular_velocity=[0, 0, 1], center=[4, 1, 0], solid=True)
        ball = graze.sphere(2)
        self.assertEqual(graze.sweep(again(crate), ball, t_max=9).first, graze.sweep(crate, ball, t_max=9).first)
        self.assertTrue(again(crate).solid)
        flying = graze.Body(ball, keyframes=[(1, at(9)), (2, at(5)), (4, (np.eye(3)[[1, 0, 2]] * [[1], [-1], [1]], [0, 0, 0]))])
        for t in (0, 1, 1.5, 2, 3.3, 4, 9):
            np.testing.assert_array_equal(again(flying).pose_at(t), flying.pose_at(t))
            later = graze.at_time(flying, 1.5)
            np.testing.assert_allclose(again(later).pose_at(t), later.pose_at(t), atol=1e-12)

    def test_trees_are_built_as_they_were(self):
        torus = graze.torus_mesh(2, 0.5)
        coarse = graze.mesh(torus.vertices, torus.faces, box_leaves=True, max_leaf_triangles=64)
        inside = graze.Body(graze.mesh(*graze_arrays(graze.sphere_mesh(0.1, 1)), box_leaves=True), at(1.42))
        self.assertIs(graze.overlap(coarse, inside), True)  # of boxes around parts: the bodies themselves are apart
        self.assertIs(graze.overlap(again(coarse), inside), True)
        self.assertIs(graze.overlap(torus, inside.geometry), False)

    def test_scenes_keep_ids_pairs_and_motions(self):
        scene = graze.Scene()
        mesh = graze.sphere_mesh(1, 1)
        ids = [scene.add(mesh, at(1.5 * i), name=f"ball {i}", solid=i % 2 == 0, user_data=i) for i in range(6)]
        scene.remove(ids[2])
        scene.remove(ids[4])
        ids += [scene.add(graze.Body(graze.capsule([0, 0, 0], [1, 0, 0], 0.2), at(30), velocity=[-1, 0, 0]), name="rod")]
        ids += [scene.add([graze.box([1, 1, 1]), (graze.cone([0, 0, 0], [0, 0, 1], 1), at(0, 0, 2))], at(0, 9), scale=2.0, name="two")]
        scene.exclude(ids[0], ids[1])
        copy = again(scene)
        self.assertEqual(copy.ids, scene.ids)
        self.assertEqual([copy.name(i) for i in copy.ids], [scene.name(i) for i in scene.ids])
        self.assertEqual(copy.user_data(ids[1]), 1)
        np.testing.assert_array_equal(copy.overlapping_pairs(), scene.overlapping_pairs())
        self.assertFalse(copy.counts(ids[0], ids[1]))
        self.assertEqual(copy.first_contact(t_max=99, ignore_initial=True).t_lo, scene.first_contact(t_max=99, ignore_initial=True).t_lo)
        self.assertEqual([p.distance for p in copy.closest_pairs(9)], [p.distance for p in scene.closest_pairs(9)])
        with tempfile.TemporaryDirectory() as folder:
            scene.save(os.path.join(folder, "scene.json"))
            read = graze.load_scene(os.path.join(folder, "scene.json"))
        self.assertEqual(sorted(read.name(i) for i in read.ids), sorted(scene.name(i) for i in scene.ids))
        self.assertEqual(len(read.overlapping_pairs()), len(scene.overlapping_pairs()))

    def test_scenes_never_give_an_id_again_that_was_removed_before(self):
        scene = graze.Scene()
        ball = graze.sphere(1)
        given = [scene.add(ball, at(3 * i)) for i in range(6)]
        for _ in range(3):  # places that are taken, left and taken again
            scene.remove(given[-1])
            scene.remove(given[1])
            given = given[:1] + [scene.add(ball, at(3))] + given[2:-1] + [scene.add(ball, at(15))]
        every = set(given)
        removed = [given[0], given[2], given[5]]  # the last one, too
        for one in removed:
            scene.remove(one)
        copy = again(again(scene)).copy()
        self.assertEqual(copy.ids, scene.ids)
        self.assertEqual(set(copy.ids), set(given) - set(removed))
        fresh = [copy.add(ball, at(0, 9 * i)) for i in range(8)]
        self.assertFalse(every & set(fresh))
        for one in removed:
            with self.assertRaisesRegex(ValueError, "removed"):
                copy.remove(one)

    def test_robots_cells_and_trajectories(self):
        robot = load_arm()
        cell = graze.RobotCell(robot, {"rod": graze.cylinder([0.61, 0.61, 0], [0.61, 0.61, 0.5], 0.002)}, base=at(0, 0, 0.01))
        swing = graze.Trajectory([0, 1], [[-1.5], [1.5]], ["shoulder"])
        found, same = cell.first_contact(swing), again(cell).first_contact(again(swing))
        self.assertEqual((found.status, found.free_until), (same.status, same.free_until))
        self.assertEqual(again(cell).ignored, cell.ignored)
        for link, pose in robot.link_poses([0.7]).items():
            np.testing.assert_array_equal(again(robot).link_poses([0.7])[link], pose)


def graze_arrays(mesh):
    return np.array(mesh.vertices), np.array(mesh.faces)


class Threads(unittest.TestCase):
    def in_threads(self, works, seconds=1.0):
        """Each again and again, all at once; what one raises is raised here."""
        raised, end = [], time.monotonic() + seconds

        def run(work):
            try:
                while time.monotonic() < end and not raised:
                    work()
            except BaseException as error:  # noqa: B902 -- handed on below
                raised.append(error)

        threads = [threading.Thread(target=run, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
            self.assertFalse(thread.is_alive(), "two threads wait for each other")
        if raised:
            raise raised[0]

    def test_a_scene_is_asked_and_changed_at_once(self):
        scene, mesh = graze.Scene(), graze.sphere_mesh(1, 2)
        fixed = [scene.add(mesh, at(1.9 * i)) for i in range(20)]
        random = np.random.default_rng(1)

        def change():
            body = scene.add(graze.Body(mesh, at(*random.uniform(0, 9, 3)), velocity=[0, 0, -1]), name="guest")
            scene.set_pose(body, at(*random.uniform(0, 40, 3)))
            scene.exclude(body, fixed[0])
            scene.remove(body)

        self.in_threads([change, change, scene.overlapping_pairs, lambda: scene.nearest(graze.point([3, 1, 1])), lambda: scene.closest_pairs(3),
                         lambda: scene.first_contact(t_max=3, ignore_initial=True), lambda: pickle.dumps(scene), scene.copy,
                         lambda: scene.find_contacts(lambda notice: len(notice.pair) == 2)])
        self.assertEqual(scene.ids, fixed)
        self.assertEqual(len(scene.overlapping_pairs()), 19)

    def test_geometries_and_batches_are_shared(self):
        mesh, poses = graze.bumpy_sphere_mesh(1, 0.2, 3), np.repeat(np.eye(4)[None], 200, axis=0)
        poses[:, 0, 3] = np.linspace(0, 3, 200)
        expected = graze.overlap_poses(mesh, mesh, poses, threads=1)

        def ask():
            np.testing.assert_array_equal(graze.overlap_poses(mesh, mesh, poses), expected)
            graze.distance(graze.Body(mesh, at(3)), mesh)
            graze.first_hits(mesh, [[5, 0, 0]], [[-1, 0, 0]])

        self.in_threads([ask] * 4)

    def test_arrays_that_change_meanwhile_do_no_harm(self):
        mesh = graze.sphere_mesh(1, 2)
        poses = np.repeat(np.eye(4)[None], 3000, axis=0)
        vertices, faces = graze_arrays(mesh)

        def disturb():
            poses[:, :3, 3] = np.random.uniform(-3, 3, (3000, 3))
            vertices[:] *= 1.0001

        self.in_threads([disturb, lambda: graze.overlap_poses(mesh, mesh, poses), lambda: graze.mesh(vertices, faces)])

    def test_a_callback_cannot_change_the_scene_that_calls_it(self):
        scene = graze.Scene()
        ids = [scene.add(graze.sphere(1), at(x)) for x in (0, 1)]
        with self.assertRaisesRegex(graze.Error, "cannot be changed"):
            scene.find_contacts(lambda notice: scene.remove(ids[0]))
        told = []
        scene.find_contacts(lambda notice: told.append(scene.name(notice.pair[0])))  # asking is fine
        self.assertEqual(len(told), 1)
        with self.assertRaises(ZeroDivisionError):
            scene.find_contacts(lambda notice: 1 / 0)


class Interrupts(unittest.TestCase):
    def interrupted(self, work, after=0.3, within=3.0):
        """Ctrl-C after a while ends the work soon."""
        main, start = threading.get_ident(), time.monotonic()
        timer = threading.Timer(after, lambda: signal.pthread_kill(main, signal.SIGINT))
        timer.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                while True:
                    work()
        finally:
            timer.cancel()
        self.assertLess(time.monotonic() - start, after + within)

    def test_a_single_long_sweep_of_turning_meshes(self):
        ring, stick = graze.Body(graze.torus_mesh(1, 0.3, 300, 150)), graze.box_mesh([0.05, 0.05, 3])
        turning = graze.Body(stick, at(0, 0, 0.0), angular_velocity=[0, 0, 300], velocity=[0, 0, 1e-9])
        self.interrupted(lambda: graze.sweep_turning(ring, turning, t_max=1e5, max_evaluations=10**12))
        self.interrupted(lambda: graze.closest_approach(ring, turning, t_max=1e5, max_evaluations=10**12))

    def test_a_long_trajectory(self):
        cell = graze.RobotCell(load_arm(), {"rod": graze.cylinder([1.0, 0.6, 0], [1.0, 0.6, 0.5], 0.002)})
        times = np.arange(20001.0)
        swings = graze.Trajectory(times, np.where(times % 2, 0.2, -0.2)[:, None], ["shoulder"])
        self.assertEqual(cell.first_contact(graze.Trajectory(times[:9], np.where(times[:9] % 2, 0.2, -0.2)[:, None], ["shoulder"])).status, "clear")
        self.interrupted(lambda: cell.first_contact(swings, want_clearance=True, max_evaluations=10**12))

    def test_building_a_large_tree_and_batches(self):
        mesh = graze.sphere_mesh(1, 7)
        arrays = graze_arrays(mesh)
        self.interrupted(lambda: graze.mesh(*arrays))
        poses = np.repeat(np.eye(4)[None], 100000, axis=0)
        self.interrupted(lambda: graze.distance_poses(mesh, graze.Body(mesh, at(9)), poses))

    def test_functions_that_raise_end_integrations_and_steps(self):
        with self.assertRaisesRegex(KeyError, "wind"):
            graze.integrate(graze.sphere(1), None, lambda t, pose: {}["wind"])
        with self.assertRaisesRegex(graze.Error, "field"):
            graze.integrate(graze.sphere(1), None, lambda t, pose: "fast")
        scene = graze.Scene()
        ball = scene.add(graze.sphere(1), at(0, 0, 3))
        scene.add(graze.half_space([0, 0, 1]))
        simulation = graze.Simulation(scene)
        simulation.add(ball, velocity=[0, 0, -4])
        with self.assertRaises(ZeroDivisionError):
            simulation.step(1, lambda contact: 1 / 0)


class OddOrders(unittest.TestCase):
    def test_a_simulation_keeps_its_scene(self):
        scene = graze.Scene()
        ball = scene.add(graze.sphere(1), at(0, 0, 3))
        scene.add(graze.half_space([0, 0, 1]))
        simulation = graze.Simulation(scene, clearance=1e-4)
        simulation.add(ball, mass=2, velocity=[0, 0, -4])
        del scene
        gc.collect()
        told = []
        report = simulation.step(1, told.append, restitution=1)
        self.assertEqual((report.contacts, len(told)), (1, 1))
        self.assertAlmostEqual(told[0].time, 0.5, places=3)
        self.assertAlmostEqual(simulation.state(ball)[1][2], 4)
        self.assertAlmostEqual(simulation.kinetic_energy, 16)

    def test_answers_outlive_what_they_are_about(self):
        mesh = graze.sphere_mesh(1, 2)
        arrays = [graze.Body(mesh, at(3)).geometry.vertices, graze.closest(graze.Body(mesh, at(3)), mesh).points,
                  graze.section(mesh, graze.plane([0, 0, 1])).curves[0].points, graze.boxes_of_level(mesh, 0)[0].center]
        body = graze.Body(mesh, at(1)).geometry
        del mesh
        gc.collect()
        self.assertEqual(arrays[0].shape, (162, 3))
        self.assertTrue(graze.overlap(body, graze.sphere(1)))
        for array in (arrays[0], arrays[1][0], arrays[2], arrays[3]):
            with self.assertRaises(ValueError):
                array[...] = 0


if __name__ == "__main__":
    unittest.main()
