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

    def test_points_of_objects_that_meet_are_as_far_apart_as_they_are_deep(self):
        manager = graze.CollisionManager()
        manager.add_object("cube", Cube())
        manager.add_object("other", Cube(), at(0.75, 0.1, 0.2))
        for distance, data in (manager.min_distance_internal(return_data=True), manager.min_distance_single(Cube(), at(-0.75), return_data=True)):
            a, b = data.names
            self.assertAlmostEqual(distance, -0.25)
            self.assertAlmostEqual(np.linalg.norm(data.point(a) - data.point(b)), 0.25)
            self.assertIn(data.index("cube"), range(12))
        # Several pairs collide: the deepest one tells.
        manager.add_object("deep", Cube(), at(0.4))
        distance, names = manager.min_distance_internal(return_names=True)
        self.assertEqual(names, ("deep", "other"))
        self.assertAlmostEqual(distance, -0.65)

    def test_pairs_are_ignored_by_every_question_inside(self):
        manager = graze.CollisionManager()
        for k in range(3):
            manager.add_object(f"cube{k}", Cube(), at(0.6 * k))
        manager.set_pair_ignored("cube0", "cube1")
        self.assertTrue(manager.is_pair_ignored("cube1", "cube0"))
        self.assertEqual(manager.in_collision_internal(return_names=True)[1], {("cube1", "cube2")})
        self.assertEqual({frozenset(one.names) for one in manager.in_collision_internal(return_data=True)[1]}, {frozenset({"cube1", "cube2"})})
        manager.set_pair_ignored("cube1", "cube2")
        self.assertIs(manager.in_collision_internal(), False)
        self.assertEqual(manager.min_distance_internal(return_names=True)[1], ("cube0", "cube2"))
        self.assertAlmostEqual(manager.min_distance_internal(), 0.2)
        self.assertAlmostEqual(manager.min_distance_internal(name="cube1"), math.inf)
        self.assertEqual(manager.first_contact({"cube1": [1, 0, 0]}, t_max=5).status, "clear")
        self.assertTrue(manager.in_collision_single(Cube(), at(0.6)))  # foreign meshes are not ignored
        manager.set_pair_ignored("cube1", "cube2", ignored=False)
        self.assertFalse(manager.is_pair_ignored("cube1", "cube2"))
        self.assertEqual(manager.ignored_pairs, {("cube0", "cube1")})
        self.assertTrue(manager.in_collision_internal())
        manager.remove_object("cube0")
        with self.assertRaisesRegex(ValueError, "cube0 not in collision manager!"):
            manager.set_pair_ignored("cube0", "cube1")
        with self.assertRaisesRegex(ValueError, "cube1"):
            manager.set_pair_ignored("cube1", "cube1")

    def test_empty_managers_answer_every_flag(self):
        empty, one = graze.CollisionManager(), graze.CollisionManager()
        one.add_object("cube", Cube())
        for manager in (empty, one):
            distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
            self.assertEqual((distance, names, data.names, data.distance), (math.inf, None, set(), math.inf))
            self.assertGreater(manager.min_distance_internal(), 1e308)  # as callers compare it
        self.assertEqual(one.min_distance_internal(name="cube"), math.inf)
        distance, name, data = empty.min_distance_single(Cube(), return_name=True, return_data=True)
        self.assertEqual((distance, name, data.names), (math.inf, None, set()))
        self.assertEqual(one.min_distance_other(empty, return_names=True), (math.inf, None))
        self.assertIs(one.in_collision_other(empty), False)
        self.assertEqual(empty.in_collision_single(Cube(), return_names=True, return_data=True), (False, set(), []))

    def test_no_ghost_stays_behind_whatever_replaces_an_object(self):
        manager = graze.CollisionManager()
        manager.add_object("part", Cube())
        for k in range(5):
            manager.add_object("part", Cube(0.5 + k, is_convex=k % 2 == 0), at(20 * (k + 1)))
        self.assertEqual(manager.in_collision_single(Cube(300), return_names=True)[1], {"part"})
        self.assertFalse(manager.in_collision_single(Cube()))
        self.assertFalse(manager.in_collision_internal())
        with self.assertRaises(ValueError):
            manager.add_object("part", Cube(), np.ones((4, 4)))  # refused: what was there stays
        self.assertTrue(manager.in_collision_single(Cube(), at(100)))

    def test_inside_is_collision_and_its_distance_agrees(self):
        for solid, inside in ((True, True), (False, False)):
            manager = graze.CollisionManager(solid=solid)
            manager.add_object("room", Cube(10, is_convex=False))
            hit, names, data = manager.in_collision_single(Cube(1, is_convex=False), return_names=True, return_data=True)
            self.assertEqual((hit, names), (inside, {"room"} if inside else set()))
            self.assertEqual(len(data), int(inside))
            self.assertEqual(manager.min_distance_single(Cube(1, is_convex=False)) <= 0, inside)
            self.assertEqual(manager.min_distance_single(Cube(1, is_convex=False)), 0 if inside else 4.5)
        manager = graze.CollisionManager()
        manager.add_object("room", Cube(10))  # convex in convex
        self.assertAlmostEqual(manager.min_distance_single(Cube(1)), -5.5)

    def test_transforms_are_used_in_full_precision_by_every_method(self):
        tiny = 2.0**-40  # single precision would round it away beside 1
        manager = graze.CollisionManager()
        manager.add_object("cube0", Cube())
        manager.add_object("cube1", Cube(), at(1 + tiny))
        self.assertEqual(manager.min_distance_internal(), tiny)
        manager.set_transform("cube1", at(1 + 2 * tiny))
        self.assertEqual(manager.min_distance_internal(), 2 * tiny)
        self.assertEqual(manager.min_distance_single(Cube(), at(-1 - tiny)), tiny)
        self.assertFalse(manager.in_collision_internal())
        for bad in (np.eye(3), at(math.nan), np.diag([1.0, 1, 1, 2]), np.eye(4) + 0j):
            for call in (lambda t: manager.add_object("x", Cube(), t), lambda t: manager.set_transform("cube1", t),
                         lambda t: manager.in_collision_single(Cube(), t), lambda t: manager.min_distance_single(Cube(), t)):
                with self.assertRaisesRegex(ValueError, "transform"):
                    call(bad)

    def test_a_thousand_meshes_of_a_scene(self):
        manager, rng, ball = graze.CollisionManager(), np.random.default_rng(3), graze.sphere_mesh(1, 1)
        centers = rng.uniform(-12, 12, (1000, 3))
        for k, center in enumerate(centers):
            manager.add_object(k, ball, at(*center))
        hit, names = manager.in_collision_internal(return_names=True)
        self.assertIs(type(hit), bool)
        apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
        inner = 0.7  # a ball inside the mesh: nearer ones meet for certain, those farther than 2 do not
        for a, b in ((int(a), int(b)) for a, b in zip(*np.nonzero(apart < 2 * inner)) if a < b):
            self.assertIn((a, b), names)
        self.assertTrue(all(apart[a, b] <= 2 for a, b in names))

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

    def mesh(self, size=1.0):
        cube, model = Cube(size), fcl.BVHModel()
        model.beginModel(len(cube.vertices), len(cube.faces))
        model.addSubModel(cube.vertices, cube.faces)
        model.endModel()
        return model

    def every_geometry(self):
        """One of each kind, all within 2 of the origin and with the origin inside or on them."""
        cube = Cube()
        flat = np.concatenate((3 * np.ones((12, 1), dtype=np.int64), cube.faces), axis=1).flatten()
        return {"box": fcl.Box(1, 2, 3), "sphere": fcl.Sphere(1), "ellipsoid": fcl.Ellipsoid(1, 0.5, 2), "capsule": fcl.Capsule(0.5, 2),
                "cylinder": fcl.Cylinder(0.5, 2), "cone": fcl.Cone(1, 3), "convex": fcl.Convex(cube.vertices, 12, flat), "mesh": self.mesh(),
                "triangle": fcl.TriangleP([-1, -1, 0], [1, -1, 0], [0, 1, 0])}

    def test_every_pair_of_geometries(self):
        kinds = self.every_geometry()
        for a in kinds.values():
            for b in kinds.values():
                first, far = fcl.CollisionObject(a), fcl.CollisionObject(b, fcl.Transform([7.0, 0, 0]))
                result = fcl.DistanceResult()
                distance = fcl.distance(first, far, fcl.DistanceRequest(enable_nearest_points=True), result)
                self.assertTrue(3 <= distance <= 7)
                self.assertEqual(result.min_distance, distance)
                self.assertAlmostEqual(float(np.linalg.norm(result.nearest_points[0] - result.nearest_points[1])), distance, places=6)
                self.assertIs(result.o1, a)
                self.assertIs(result.o2, b)
                self.assertEqual(fcl.collide(first, far), 0)
                near = fcl.CollisionObject(b, fcl.Transform([0.05, 0.02, 0.01]))
                if kinds["mesh"] not in (a, b) and not a is b is kinds["triangle"]:  # a surface around others; parallel triangles
                    found = fcl.CollisionResult()
                    self.assertGreater(fcl.collide(first, near, fcl.CollisionRequest(num_max_contacts=10, enable_contact=True), found), 0)
                    self.assertTrue(found.is_collision)
                    self.assertTrue(1 <= len(found.contacts) <= 10)
                    for contact in found.contacts:
                        self.assertEqual((contact.o1, contact.o2), (a, b))
                        self.assertEqual((contact.pos.shape, contact.normal.shape), ((3,), (3,)))
                        self.assertGreaterEqual(contact.penetration_depth, 0)
                    self.assertEqual(fcl.distance(first, near), 0)
                moving = fcl.ContinuousCollisionResult()
                time = fcl.continuousCollide(first, fcl.Transform(), far, fcl.Transform(), fcl.ContinuousCollisionRequest(), moving)
                self.assertTrue(moving.is_collide and 0 < time < 1 and time == moving.time_of_contact)

    def test_planes_and_half_spaces(self):
        floor, wall = fcl.CollisionObject(fcl.Halfspace(np.array([0.0, 0, 1]), 0.5)), fcl.CollisionObject(fcl.Plane(np.array([1.0, 0, 0]), 3.0))
        ball = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([0.0, 0, 2]))
        self.assertAlmostEqual(fcl.distance(floor, ball), 0.5)
        self.assertAlmostEqual(fcl.distance(ball, wall), 2)
        ball.setTranslation([3.5, 0, 1.0])
        found = fcl.CollisionResult()
        self.assertEqual(fcl.collide(ball, floor, fcl.CollisionRequest(enable_contact=True), found), 1)
        self.assertAlmostEqual(found.contacts[0].penetration_depth, 0.5)
        np.testing.assert_allclose(found.contacts[0].normal, [0, 0, -1], atol=1e-12)
        self.assertEqual(fcl.collide(ball, wall), 1)

    def test_shapes_tell_what_they_were_made_of(self):
        kinds = self.every_geometry()
        self.assertEqual(kinds["box"].side.tolist(), [1, 2, 3])
        self.assertEqual((kinds["sphere"].radius, kinds["cone"].radius, kinds["cone"].lz, kinds["capsule"].lz), (1, 1, 3, 2))
        self.assertEqual(kinds["ellipsoid"].radii.tolist(), [1, 0.5, 2])
        plane = fcl.Plane([0, 0, 1], 2)
        self.assertEqual((plane.n.tolist(), plane.d), ([0, 0, 1], 2))

    def test_results_that_are_used_again_keep_nothing(self):
        box, ball = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Sphere(1))
        request, result = fcl.CollisionRequest(enable_contact=True), fcl.CollisionResult()
        fcl.collide(box, ball, request, result)
        self.assertEqual(len(result.contacts), 1)
        ball.setTranslation([9, 0, 0])
        self.assertEqual(fcl.collide(box, ball, request, result), 0)
        self.assertEqual((result.is_collision, result.contacts), (False, []))

    def test_the_precision_that_upstream_asserts_both_ways(self):
        a, b = Cube(), Cube()
        turn = fcl.Transform(np.array([np.cos(0.2), 0, 0, np.sin(0.2)]), np.array([1.1, 0.3, 0.1]))
        first = fcl.CollisionObject(fcl.Convex(a.vertices, 12, a.faces))
        second = fcl.CollisionObject(fcl.Convex(b.vertices, 12, b.faces), turn)
        answers = []
        for x, y in ((first, second), (second, first)):
            result = fcl.DistanceResult()
            answers.append(fcl.distance(x, y, fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True), result))
            self.assertAlmostEqual(float(np.linalg.norm(result.nearest_points[0] - result.nearest_points[1])), abs(answers[-1]), places=12)
        self.assertLess(answers[0], 0)
        self.assertAlmostEqual(answers[0], answers[1], places=12)

    def test_a_manager_against_an_object_and_against_another(self):
        names, geometries = ["box", "cylinder", "mesh"], [fcl.Box(1, 2, 3), fcl.Cylinder(2, 3), self.mesh(2)]
        objects = [fcl.CollisionObject(g, fcl.Transform([4.0 * k, 0, 0])) for k, g in enumerate(geometries)]
        name_of = {id(g): n for n, g in zip(names, geometries)}
        manager, other = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)
        self.assertEqual((manager.size(), manager.empty(), manager.getObjects()), (3, False, objects))
        manager.registerObject(objects[0])  # twice is once
        self.assertEqual(manager.size(), 3)
        request = fcl.CollisionRequest(num_max_contacts=100, enable_contact=True)
        data = fcl.CollisionData(request, fcl.CollisionResult())
        probe = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([0.9, 0, 0]))
        manager.collide(probe, data, fcl.defaultCollisionCallback)
        self.assertEqual({name_of[id(contact.o1)] for contact in data.result.contacts}, {"box"})
        other.registerObjects([fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([4.0 * k + 0.8, 0, 0])) for k in (1, 2)])
        data = fcl.CollisionData(request=request)
        manager.collide(other, data, fcl.defaultCollisionCallback)
        self.assertEqual({name_of[id(contact.o1)] for contact in data.result.contacts}, {"cylinder", "mesh"})
        near = fcl.DistanceData()
        manager.distance(probe, near, fcl.defaultDistanceCallback)
        self.assertEqual(near.result.min_distance, 0)
        probe.setTranslation([0, 0, 9])
        near = fcl.DistanceData()
        manager.distance(probe, near, fcl.defaultDistanceCallback)
        self.assertAlmostEqual(near.result.min_distance, 6.5)
        self.assertIs(near.result.o1, geometries[0])
        manager.unregisterObject(objects[0])
        near = fcl.DistanceData()
        manager.distance(near, fcl.defaultDistanceCallback)
        self.assertAlmostEqual(near.result.min_distance, 1)  # of the cylinder and the mesh
        manager.clear()
        self.assertTrue(manager.empty())

    def test_callbacks_of_ones_own_see_every_pair_and_end_the_question(self):
        objects = [fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([1.5 * k, 0, 0])) for k in range(5)]
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)
        seen = []
        manager.collide(seen, lambda x, y, told: told.append({objects.index(x), objects.index(y)}))
        self.assertEqual(sorted(map(sorted, seen)), [[0, 1], [1, 2], [2, 3], [3, 4]])
        first = []
        manager.collide(first, lambda x, y, told: told.append(1) or True)
        self.assertEqual(len(first), 1)
        apart = []
        manager.distance(apart, lambda x, y, told: (told.append(fcl.distance(x, y)), (False, np.inf))[1])
        self.assertEqual(len(apart), 10)
        self.assertEqual(apart, sorted(apart))
        few = []
        manager.distance(few, lambda x, y, told: (told.append(fcl.distance(x, y)), (False, 0.5))[1])
        self.assertTrue(4 <= len(few) < 10)  # only what is nearer than 0.5, and the first that is not
        with self.assertRaises(ZeroDivisionError):
            manager.collide(None, lambda x, y, told: 1 / 0)

    def test_a_model_that_is_filled_again_is_another_shape(self):
        model = self.mesh()
        thing, ball = fcl.CollisionObject(model), fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([3.0, 0, 0]))
        self.assertEqual(fcl.distance(thing, ball), 1.5)
        cube = Cube(2)
        model.beginModel(8, 12)
        for face in cube.faces:
            model.addTriangle(*cube.vertices[face])
        model.endModel()
        self.assertEqual(fcl.distance(thing, ball), 1)
        self.assertEqual(model.num_tries_(), 12)
        with self.assertRaisesRegex(ValueError, "no triangles"):
            fcl.collide(fcl.CollisionObject(fcl.BVHModel()), ball)

    def test_quaternions_and_matrices_are_the_same_transform(self):
        for q in np.random.default_rng(1).normal(size=(50, 4)):
            q /= np.linalg.norm(q)
            back = fcl.Transform(fcl.Transform(q).getRotation()).getQuatRotation()
            self.assertAlmostEqual(abs(float(back @ q)), 1, places=12)


if __name__ == "__main__":
    unittest.main()
