"""The manager in trimesh's shape and the layer in python-fcl's: facts that their users and tests rely on."""

import math
import os
import pickle
import tempfile
import unittest

import numpy as np

import graze
import graze.fcl as fcl

FACES = np.array([[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7],
                  [1, 7, 5]])


class Cube:
    """As a trimesh box: unit sides, convex."""

    def __init__(self, size=1.0, is_convex=True):
        self.vertices = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]) * size
        self.faces, self.is_convex = FACES, is_convex


def at(x, y=0.0, z=0.0):
    transform = np.eye(4)
    transform[:3, 3] = [x, y, z]
    return transform


class Collisions(unittest.TestCase):
    def setUp(self):
        self.manager = graze.CollisionManager()
        self.manager.add_object("cube0", Cube())
        self.manager.add_object("cube1", Cube(), at(5))

    def test_answers_have_the_shapes_that_callers_unpack(self):
        self.assertIs(self.manager.in_collision_internal(), False)
        self.assertEqual(self.manager.in_collision_internal(return_names=True, return_data=True), (False, set(), []))
        hit, names = self.manager.in_collision_single(Cube(), at(5.75), return_names=True)
        self.assertIs(hit, True)
        self.assertEqual(names, {"cube1"})
        hit, data = self.manager.in_collision_single(Cube(), at(5.75), return_data=True)
        self.assertEqual(data[0].names, {"cube1", "__external"})
        self.assertAlmostEqual(max(contact.depth for contact in data), 0.25)
        self.assertIn(data[0].index("cube1"), range(12))
        with self.assertRaises(KeyError):
            data[0].index("cube9")

    def test_moving_replacing_and_removing(self):
        self.manager.set_transform("cube1", at(0.5))
        hit, names = self.manager.in_collision_internal(return_names=True)
        self.assertTrue(hit)
        self.assertEqual(names, {("cube0", "cube1")})
        self.manager.add_object("cube1", Cube(), at(9))  # in its place: no ghost stays behind
        self.assertFalse(self.manager.in_collision_internal())
        self.manager.add_object("cube2", Cube(), at(9))
        self.assertTrue(self.manager.in_collision_internal())
        self.manager.remove_object("cube2")
        self.assertFalse(self.manager.in_collision_internal())
        for call in (lambda: self.manager.remove_object("cube2"), lambda: self.manager.set_transform("no", at(1)),
                     lambda: self.manager.min_distance_internal(name="no")):
            with self.assertRaisesRegex(ValueError, "not in collision manager"):
                call()

    def test_two_managers_with_the_same_name_in_both(self):
        other = graze.CollisionManager()
        other.add_object("cube0", Cube(), at(5.5))
        hit, names = self.manager.in_collision_other(other, return_names=True)
        self.assertEqual((hit, names), (True, {("cube1", "cube0")}))
        self.assertEqual(self.manager.min_distance_other(other), -0.5)
        other.set_transform("cube0", at(-3))
        distance, names, data = self.manager.min_distance_other(other, return_names=True, return_data=True)
        self.assertEqual((distance, names), (2.0, ("cube0", "cube0")))

    def test_distances_that_upstream_asserts(self):
        self.assertEqual(self.manager.min_distance_internal(), 4)
        distance, names, data = self.manager.min_distance_internal(return_names=True, return_data=True)
        self.assertEqual(names, ("cube0", "cube1"))
        self.assertAlmostEqual(np.linalg.norm(data.point("cube0") - data.point("cube1")), distance)
        self.assertAlmostEqual(self.manager.min_distance_single(Cube(), at(5.75)), -0.25)
        distance, name, data = self.manager.min_distance_single(Cube(), at(2), return_name=True, return_data=True)
        self.assertEqual((distance, name), (1.0, "cube0"))
        self.assertAlmostEqual(np.linalg.norm(data.point("cube0") - data.point("__external")), 1.0)
        self.manager.add_object("cube2", Cube(), at(-3))
        self.assertEqual(self.manager.min_distance_internal(name="cube1"), 4)

    def test_empty_managers_and_single_objects(self):
        empty = graze.CollisionManager()
        self.assertIs(empty.in_collision_internal(), False)
        self.assertEqual(empty.in_collision_single(Cube(), return_names=True), (False, set()))
        self.assertEqual(empty.min_distance_internal(return_names=True), (math.inf, None))
        self.assertEqual(empty.min_distance_single(Cube()), math.inf)

    def test_a_part_inside_another_collides_unless_surfaces_are_asked_for(self):
        for solid in (True, False):
            manager = graze.CollisionManager(solid=solid)
            manager.add_object("room", Cube(10, is_convex=False))
            self.assertEqual(manager.in_collision_single(Cube(1, is_convex=False)), solid)

    def test_all_seven_hundred_names_come_back(self):
        manager = graze.CollisionManager()
        for i in range(700):
            manager.add_object(i, Cube(0.01), at(*(np.random.default_rng(i).uniform(-0.4, 0.4, 3))))
        _, names = manager.in_collision_single(Cube(), return_names=True)
        self.assertEqual(names, set(range(700)))

    def test_transforms_scale_uniformly_and_refuse_to_shear(self):
        self.manager.set_transform("cube1", at(5) @ np.diag([9.0, 9, 9, 1]))
        self.assertTrue(self.manager.in_collision_internal())
        self.manager.set_transform("cube1", at(5).astype(np.float32))
        self.assertEqual(self.manager.min_distance_internal(), 4)
        for bad, word in [(np.diag([1.0, 2, 1, 1]), "scales"), (np.diag([-1.0, 1, 1, 1]), "mirrors"), (np.eye(3), r"\(4,4\)"),
                          (np.full((4, 4), np.nan), "finite")]:
            with self.assertRaisesRegex(ValueError, word):
                self.manager.set_transform("cube1", bad)
        self.assertEqual(self.manager.min_distance_internal(), 4)  # as it was

    def test_ignored_pairs_stay_ignored_when_objects_are_added_again(self):
        self.manager.set_transform("cube1", at(0.5))
        self.manager.set_pair_ignored("cube1", "cube0")
        self.assertFalse(self.manager.in_collision_internal())
        self.assertEqual(self.manager.ignored_pairs, {("cube0", "cube1")})
        self.manager.add_object("cube1", Cube(), at(0.5))
        self.assertFalse(self.manager.in_collision_internal())
        self.manager.clear_ignored_pairs()
        self.assertTrue(self.manager.in_collision_internal())

    def test_first_contact_of_flying_objects(self):
        found = self.manager.first_contact({"cube1": [-2, 0, 0]}, t_max=10)
        self.assertEqual((found.status, found.t_lo, set(found.names)), ("contact", 2.0, {"cube0", "cube1"}))
        self.assertEqual(self.manager.first_contact({"cube1": [2, 0, 0]}, t_max=10).status, "clear")
        self.assertEqual(self.manager.min_distance_internal(), 4)  # nothing has moved


class Contract(unittest.TestCase):
    """Rows of the contract of trimesh's manager that the tests above do not have."""

    def test_distances_and_names_of_cubes_on_a_line(self):
        manager, other = graze.CollisionManager(), graze.CollisionManager()
        manager.add_object("cube0", Cube())
        manager.add_object("cube1", Cube(), at(5))
        self.assertEqual(manager.min_distance_internal(return_names=True), (4, ("cube0", "cube1")))
        self.assertEqual(manager.min_distance_single(Cube(), at(-3), return_name=True), (2, "cube0"))
        self.assertEqual(manager.min_distance_single(Cube(), at(8), return_name=True), (2, "cube1"))
        other.add_object("cube0", Cube(), at(-5))
        self.assertEqual(manager.min_distance_other(other, return_names=True), (4, ("cube0", "cube0")))
        other.add_object("cube2", Cube(), at(8))
        self.assertEqual(manager.min_distance_other(other, return_names=True), (2, ("cube1", "cube2")))
        manager.remove_object("cube0")
        self.assertEqual(other.min_distance_other(manager, return_names=True), (2, ("cube2", "cube1")))

    def test_names_inside_are_sorted_and_between_managers_are_not(self):
        manager, other = graze.CollisionManager(), graze.CollisionManager()
        for name in ("cube2", "cube1"):
            manager.add_object(name, Cube())
        other.add_object("cube0", Cube())
        _, names = manager.in_collision_internal(return_names=True)
        self.assertEqual(names, {("cube1", "cube2")})
        _, names = manager.in_collision_other(other, return_names=True)
        self.assertEqual(names, {("cube1", "cube0"), ("cube2", "cube0")})

    def test_types_and_order_of_what_comes_back(self):
        manager = graze.CollisionManager()
        manager.add_object("a", Cube())
        for call in (manager.in_collision_internal, lambda **f: manager.in_collision_single(Cube(), **f),
                     lambda **f: manager.in_collision_other(manager, **f)):
            self.assertIs(type(call()), bool)
            self.assertEqual([type(x) for x in call(return_names=True, return_data=True)], [bool, set, list])
            self.assertEqual([type(x) for x in call(return_data=True)], [bool, list])
        manager.add_object("b", Cube(), at(3))
        self.assertIs(type(manager.min_distance_internal()), float)
        distance, data = manager.min_distance_single(Cube(), at(-4), return_data=True)
        self.assertEqual((type(distance), data.names, data.distance), (float, {"a", "__external"}, distance))
        self.assertIsNone(manager.remove_object("b"))
        self.assertIsNone(manager.set_transform("a", at(1).tolist()))  # a list will do everywhere

    def test_the_mesh_is_copied_and_names_may_be_anything_hashable(self):
        cube, manager = Cube(), graze.CollisionManager()
        manager.add_object(("a", 1), cube)
        manager.add_object(7, cube, at(0.5))
        cube.vertices += 100
        hit, names = manager.in_collision_internal(return_names=True)
        self.assertTrue(hit)
        self.assertEqual({frozenset(pair) for pair in names}, {frozenset({("a", 1), 7})})

    def test_the_same_mesh_twice_collides_with_itself_by_its_whole_size(self):
        manager = graze.CollisionManager()
        manager.add_object("cube", Cube(), at(5))
        hit, data = manager.in_collision_single(Cube(), at(5), return_data=True)
        self.assertTrue(hit)
        self.assertAlmostEqual(max(contact.depth for contact in data), 1)
        self.assertAlmostEqual(float(np.linalg.norm(data[0].normal)), 1)

    def test_collision_and_distance_agree_touching_too(self):
        manager = graze.CollisionManager()
        manager.add_object("cube", Cube())
        for x in (0.5, 1.0, 1.0 + 1e-15, 1.5):
            for size in (1.0, 0.5):
                place = at(x + (size - 1) / 2)
                self.assertEqual(manager.in_collision_single(Cube(size), place), manager.min_distance_single(Cube(size), place) <= 0)

    def test_bad_meshes_are_refused(self):
        manager, broken = graze.CollisionManager(), Cube()
        broken.vertices[3, 1] = np.nan
        with self.assertRaisesRegex(ValueError, r"v\[3\]"):
            manager.add_object("broken", broken)
        with self.assertRaises(TypeError):
            manager.add_object("nothing", object())
        self.assertFalse(manager.in_collision_internal())

    def test_managers_are_pickled(self):
        manager = graze.CollisionManager()
        for i in range(4):
            manager.add_object(f"cube{i}", Cube(), at(0.9 * i))
        manager.set_pair_ignored("cube0", "cube1")
        copy = pickle.loads(pickle.dumps(manager))
        self.assertEqual(copy.in_collision_internal(return_names=True), manager.in_collision_internal(return_names=True))
        self.assertEqual(copy.in_collision_internal(return_names=True)[1], {("cube1", "cube2"), ("cube2", "cube3")})

    def test_a_scene_graph_becomes_a_manager(self):
        class Graph:
            nodes_geometry = ["left", "right", "far"]
            places = {"left": 0.0, "right": 0.5, "far": 9.0}

            def __getitem__(self, node):
                return at(self.places[node]), "cube"

        class TrimeshScene:
            graph, geometry = Graph(), {"cube": Cube()}

        manager, objects = graze.scene_to_collision(TrimeshScene())
        self.assertEqual(set(objects), {"left", "right", "far"})
        self.assertEqual(manager.in_collision_internal(return_names=True), (True, {("left", "right")}))


class Scenes(unittest.TestCase):
    def test_pairs_rays_and_names(self):
        scene = graze.Scene()
        ids = [scene.add(graze.sphere(1), (np.eye(3), [x, 0, 0]), name=f"ball {x}") for x in (0, 1.5, 10)]
        self.assertEqual(scene.overlapping_pairs().tolist(), [[ids[0], ids[1]]])
        self.assertEqual([scene.name(hit.body) for hit in scene.raycast([-5, 0, 0], [1, 0, 0])], ["ball 0", "ball 1.5", "ball 10"])
        self.assertEqual(scene.raycast([-5, 0, 0], [1, 0, 0], first_only=True)[0].t, 4)
        self.assertEqual(scene.overlapping(graze.sphere(0.5, [0, 0, 1])), [ids[0]])
        scene.set_velocity(ids[2], [-1, 0, 0])
        self.assertEqual(scene.first_contact(t_max=20, ignore_initial=True).t_lo, 6.5)
        scene.remove(ids[1])
        self.assertFalse(scene.any_overlap())
        with self.assertRaises(graze.Error):
            scene.set_pose(ids[1], None)
        with self.assertRaises(graze.Error):
            scene.add([], name="nothing")


class Reports(unittest.TestCase):
    def test_a_scene_becomes_a_page_and_a_picture(self):
        scene = graze.Scene()
        scene.add(graze.box([1, 1, 1]), name="<script>alert(1)</script>")
        scene.add(graze.Body(graze.sphere(1), at(1), velocity=[1, 0, 0]), name="ball")
        still, moving = graze.report(scene, title="two bodies"), graze.report(scene, t_max=2.0)
        self.assertIn("1 findings", repr(still))
        self.assertNotIn("<script>alert(1)", still.html())
        self.assertIn("two bodies", still.html())
        self.assertTrue(moving.png().startswith(b"\x89PNG"))
        self.assertIn("iframe", still._repr_html_())
        with tempfile.TemporaryDirectory() as folder:
            for name in ("x.html", "x.png"):
                still.save(os.path.join(folder, name))
                self.assertGreater(os.path.getsize(os.path.join(folder, name)), 1000)


class Fcl(unittest.TestCase):
    def test_the_scenarios_of_its_readme(self):
        box, ball = fcl.CollisionObject(fcl.Box(1, 2, 3)), fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(np.array([2.0, 0, 0])))
        self.assertEqual(fcl.collide(box, ball, fcl.CollisionRequest(), fcl.CollisionResult()), 0)
        result = fcl.DistanceResult()
        self.assertAlmostEqual(fcl.distance(box, ball, fcl.DistanceRequest(), result), 0.5)
        self.assertAlmostEqual(np.linalg.norm(result.nearest_points[0] - result.nearest_points[1]), 0.5)
        ball.setTranslation([1.25, 0, 0])
        found = fcl.CollisionResult()
        self.assertGreater(fcl.collide(box, ball, fcl.CollisionRequest(enable_contact=True), found), 0)
        self.assertAlmostEqual(found.contacts[0].penetration_depth, 0.25)
        self.assertAlmostEqual(fcl.distance(box, ball, fcl.DistanceRequest(enable_signed_distance=True)), -0.25)

    def test_continuous_collision_of_meshes_misses_nothing(self):
        plate = fcl.BVHModel()
        cube = Cube()
        plate.beginModel(8, 12)
        plate.addSubModel(cube.vertices * [0.001, 5, 5], cube.faces)
        plate.endModel()
        bullet = fcl.CollisionObject(fcl.Sphere(0.01), fcl.Transform(np.array([-100.0, 0, 0])))
        result = fcl.ContinuousCollisionResult()
        time = fcl.continuousCollide(bullet, fcl.Transform(np.array([100.0, 0, 0])), fcl.CollisionObject(plate), fcl.Transform(),
                                     fcl.ContinuousCollisionRequest(), result)
        self.assertTrue(result.is_collide)
        self.assertAlmostEqual(time, (100 - 0.0105) / 200, places=7)
        self.assertLessEqual(time, (100 - 0.0105) / 200)

    def test_managers_call_back_for_pairs_that_meet(self):
        objects = [fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(np.array([x, 0.0, 0]))) for x in (0, 1.5, 5)]
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)
        manager.setup()
        data = fcl.CollisionData()
        manager.collide(data, fcl.defaultCollisionCallback)
        self.assertTrue(data.result.is_collision)
        objects[1].setTranslation([2.5, 0, 0])  # no update() needed
        data = fcl.CollisionData()
        manager.collide(data, fcl.defaultCollisionCallback)
        self.assertFalse(data.result.is_collision)
        distances = fcl.DistanceData()
        manager.distance(distances, fcl.defaultDistanceCallback)
        self.assertAlmostEqual(distances.result.min_distance, 0.5)

    def test_quaternions_and_matrices_are_the_same_transform(self):
        for q in np.random.default_rng(1).normal(size=(50, 4)):
            q /= np.linalg.norm(q)
            back = fcl.Transform(fcl.Transform(q).getRotation()).getQuatRotation()
            self.assertAlmostEqual(abs(float(back @ q)), 1, places=12)


if __name__ == "__main__":
    unittest.main()
