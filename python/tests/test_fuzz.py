"""Junk for every argument of every function: an error or an answer, never a crash. GRAZE_FUZZ_SECONDS says how long.

Under the address sanitizer, in a build tree of its own:

    cmake --preset asan-ubsan -DGRAZE_BUILD_PYTHON=ON && cmake --build --preset asan-ubsan --target graze_python graze_python_sources
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \\
      PYTHONPATH=build/asan-ubsan/python GRAZE_FUZZ_SECONDS=600 python3 -m unittest python/tests/test_fuzz.py
"""

import inspect
import os
import pickle
import random
import re
import tempfile
import threading
import time
import unittest

import numpy as np

import graze
import graze.fcl

SECONDS = float(os.environ.get("GRAZE_FUZZ_SECONDS", "8"))
SEED = int(os.environ.get("GRAZE_FUZZ_SEED", "7"))
# What may be raised: what graze refuses, arguments of a wrong type, and numbers too large for a machine.
EXPECTED = (ValueError, TypeError, OverflowError, KeyError, IndexError, AttributeError, MemoryError, OSError, RuntimeError)
# They open browsers or take long by what they are.
LEFT_OUT = {"show", "query_lines", "default_ignore_list", "png", "html"}


MESH, RING = graze.sphere_mesh(1, 1), graze.torus_mesh(1, 0.3, 5, 4)


class Box:
    """Vertices and faces, right or wrong."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


class Liar:
    """Raises whatever it is asked."""

    def __getattr__(self, name):
        raise LookupError(name) if not name.startswith("__") else AttributeError(name)


def arrays(rng):
    """Arrays of many shapes, types and layouts."""
    shape = rng.choice([(0,), (3,), (4,), (2,), (3, 3), (4, 4), (3, 4), (2, 3), (5, 3), (0, 3), (2, 4, 4), (1, 4, 4), (0, 4, 4), (2, 2, 2, 2), (7, 2), ()])
    dtype = rng.choice([float, np.float32, int, np.uint8, ">f8", ">i4", bool, complex, object, "U3", np.float16, np.int64])
    numbers = np.random.default_rng(rng.randrange(10**6)).normal(size=shape) * rng.choice([1, 0, 1e-300, 1e300, 7])
    try:
        array = np.asarray(numbers).astype(dtype)
    except (TypeError, ValueError):
        array = np.asarray(numbers)
    array = np.asarray(array)
    if rng.random() < 0.2 and array.dtype.kind == "f" and array.size:
        array.flat[rng.randrange(array.size)] = rng.choice([np.nan, np.inf, -np.inf])
    if rng.random() < 0.3 and array.ndim:
        array = array[::-1] if rng.random() < 0.5 else np.repeat(array, 2, axis=0)[::2]
    if rng.random() < 0.2:
        array = np.asfortranarray(array)
    array = np.asarray(array)
    array.flags.writeable = rng.random() < 0.5 and array.flags.owndata
    return array


def pose(rng):
    matrix = np.eye(4)
    matrix[:3, 3] = [rng.uniform(-3, 3) for _ in range(3)]
    angle = rng.uniform(0, 6)
    matrix[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return matrix


def things(rng):
    """Right arguments: bodies, geometries, meshes, scenes."""
    mesh = MESH
    shapes = [lambda: mesh, lambda: RING, lambda: graze.sphere(rng.uniform(0, 2)), lambda: graze.box([1, 2, 0]),
              lambda: graze.half_space([0, 0, 1]), lambda: graze.line([0, 0, 0], [1, 1, 0]), lambda: graze.cone([0, 0, 0], [0, 0, 1], 1),
              lambda: graze.circle(1), lambda: graze.torus(2, 0.5), lambda: graze.points([[0, 0, 0], [1, 1, 1]]), lambda: graze.mesh(np.zeros((0, 3)), np.zeros((0, 3), int)),
              lambda: graze.convex([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), lambda: Box(mesh.vertices, mesh.faces), lambda: Box(mesh.vertices, mesh.faces.astype(float)),
              lambda: Box(mesh.vertices, mesh.faces.astype(int) - 1), lambda: Box(None, "x"), lambda: Liar()]
    shape = rng.choice(shapes)()
    if isinstance(shape, graze.Geometry) and rng.random() < 0.6:
        moving = dict(velocity=[rng.uniform(-2, 2) for _ in range(3)], angular_velocity=[0, 0, rng.uniform(-2, 2)]) if rng.random() < 0.5 else {}
        try:
            return graze.Body(shape, pose(rng), solid=rng.random() < 0.3, **moving)
        except graze.Error:
            return shape
    return shape


def junk(rng):
    return rng.choice([
        lambda: None, lambda: True, lambda: 0, lambda: -1, lambda: 1, lambda: 2**31, lambda: 2**64, lambda: -2**70, lambda: 10**400, lambda: 0.5, lambda: -0.0,
        lambda: float("nan"), lambda: float("inf"), lambda: 1e308, lambda: 5e-324, lambda: "", lambda: "min_volume", lambda: "\0", lambda: "\ud800", lambda: "x" * 10000,
        lambda: b"bytes", lambda: [], lambda: (), lambda: {}, lambda: [1, 2, 3], lambda: [[1, 2], [3]], lambda: (np.eye(3), [0, 0, 0]), lambda: ([1, 0, 0, 0], [1, 2, 3]),
        lambda: ([2, 0, 0, 0], [1, 2, 3]), lambda: [(0, None), (1, pose(rng))], lambda: [(1, None), (0, None)], lambda: object(), lambda: Liar(), lambda: lambda *a: None,
        lambda: lambda *a: [0, 0, 1], lambda: set(), lambda: range(3), lambda: iter([1, 2]), lambda: 1j, lambda: np.float64("nan"), lambda: np.zeros(3)[:0],
        lambda: graze.Error, lambda: {"a": things(rng)}, lambda: [(things(rng), things(rng))], lambda: [things(rng), (things(rng), pose(rng))],
        lambda: arrays(rng), lambda: arrays(rng), lambda: arrays(rng), lambda: pose(rng), lambda: np.repeat(pose(rng)[None], 3, axis=0),
        lambda: things(rng), lambda: things(rng), lambda: things(rng), lambda: things(rng)])()


def parameters_of(function):
    """Names of arguments, by signature or by the docstring that pybind11 writes."""
    try:
        return [p.name for p in inspect.signature(function).parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    except (ValueError, TypeError):
        first = (function.__doc__ or "").split("\n")[0]
        return [name for name in re.findall(r"(\w+):", first) if name != "self"]


def functions():
    """Everything that can be called, by name; methods by class and name."""
    found = {}
    for name in graze.__all__:
        thing = getattr(graze, name)
        if name in LEFT_OUT or (isinstance(thing, type) and issubclass(thing, (tuple, Exception))) or not callable(thing):
            continue
        found[name] = thing
    for name in ("collide", "distance", "continuousCollide", "Box", "Sphere", "Capsule", "Cone", "Cylinder", "Halfspace", "Plane", "Transform", "CollisionObject",
                 "BVHModel", "Convex", "Ellipsoid"):
        if hasattr(graze.fcl, name):
            found[f"fcl.{name}"] = getattr(graze.fcl, name)
    return found


class Objects:
    """Some of each class, renewed now and then."""

    def __init__(self):
        scene = graze.Scene()
        self.ids = [scene.add(graze.sphere_mesh(1, 1), pose(random.Random(i)), name=f"b{i}") for i in range(4)]
        manager = graze.CollisionManager()
        manager.add_object("a", Box(*[graze.sphere_mesh(1, 1).vertices, graze.sphere_mesh(1, 1).faces]))
        simulation = graze.Simulation(scene)
        simulation.add(self.ids[0], velocity=[0, 0, 1])
        mesh = graze.sphere_mesh(1, 1)
        self.all = [scene, manager, simulation, mesh, graze.Body(mesh), graze.QuestionReader(), graze.report(scene),
                    graze.Trajectory([0, 1], [[0], [1]], ["j"])]


class Fuzz(unittest.TestCase):
    def call(self, name, function, rng):
        names = parameters_of(function)
        values = {key: things(rng) if rng.random() < 0.35 else junk(rng) for key in names}
        kept = {key: value for key, value in values.items() if rng.random() < 0.9}
        try:
            if rng.random() < 0.5:
                function(**kept)
            else:
                function(*[values[key] for key in names][:rng.randrange(len(names) + 2)])
        except EXPECTED as error:
            self.assertFalse(isinstance(error, RuntimeError) and "Unhandled" in str(error), f"{name}: {error}")
            if isinstance(error, graze.Error):
                self.assertTrue(error.code and str(error), name)
        except LookupError:
            pass  # a Liar

    def test_no_argument_of_any_function_crashes(self):
        rng, calls, end = random.Random(SEED), 0, time.monotonic() + SECONDS
        everything = list(functions().items())
        self.assertGreater(len(everything), 90)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(folder.name)  # some of the junk are names of files to write
        while time.monotonic() < end:
            objects = Objects()
            for _ in range(300):
                if rng.random() < 0.6:
                    name, function = rng.choice(everything)
                else:
                    one = rng.choice(objects.all)
                    methods = [m for m in dir(type(one)) if not m.startswith("_") and m not in LEFT_OUT and callable(getattr(one, m, None))]
                    method = rng.choice(methods) if methods else "__repr__"
                    name, function = f"{type(one).__name__}.{method}", getattr(one, method)
                self.call(name, function, rng)
                calls += 1
            for one in objects.all:
                repr(one)
            pickle.loads(pickle.dumps(objects.all[0]))
        print(f"{calls} calls, seed {SEED}")

    def test_arrays_that_change_and_objects_that_die_while_others_ask(self):
        """Threads ask without the lock of the interpreter, as others write into their arrays, resize them and drop what is asked."""
        end, raised = time.monotonic() + SECONDS / 2, []
        shared = {"poses": np.repeat(np.eye(4)[None], 50, axis=0), "vertices": np.array(MESH.vertices), "faces": np.array(MESH.faces), "mesh": MESH,
                  "scene": graze.Scene(), "points": np.zeros((40, 3))}

        def ask(seed):
            rng = random.Random(seed)
            calls = [lambda: graze.overlap_poses(shared["mesh"], RING, shared["poses"], threads=rng.choice([1, 2])),
                     lambda: graze.distance_poses(shared["mesh"], RING, shared["poses"]), lambda: graze.mesh(shared["vertices"], shared["faces"]),
                     lambda: graze.nearest_points(shared["mesh"], shared["points"]), lambda: graze.first_hits(shared["mesh"], shared["points"], shared["points"] + 1),
                     lambda: shared["scene"].overlapping_pairs(), lambda: shared["scene"].add(shared["mesh"], shared["poses"][0]),
                     lambda: graze.fit(shared["points"]), lambda: pickle.loads(pickle.dumps(shared["scene"])),
                     lambda: graze.distance_pairs([(shared["mesh"], RING)] * 3, threads=2)]
            self.busy(lambda: rng.choice(calls)(), end, raised)

        def disturb(seed):
            rng = random.Random(seed)
            mixed = [lambda: shared["poses"].__setitem__((rng.randrange(len(shared["poses"])), rng.randrange(3), rng.randrange(4)), rng.choice([np.nan, 1e300, 0, 1])),
                     lambda: shared["vertices"].__imul__(1.01), lambda: shared["faces"].__setitem__((3, 1), rng.choice([0, 2, 41, 60000])),
                     lambda: shared.update(poses=np.repeat(np.eye(4)[None], rng.randrange(90), axis=0)[::rng.choice([1, -1, 2])], vertices=np.array(MESH.vertices, dtype=">f8"),
                                           faces=np.array(MESH.faces, dtype=rng.choice(["i8", ">i4", "u2"])), points=np.random.normal(size=(rng.randrange(60), 3)).T.copy().T),
                     lambda: shared.update(mesh=graze.sphere_mesh(1, rng.randrange(3))), lambda: shared.update(scene=graze.Scene())]
            self.busy(lambda: rng.choice(mixed)(), end, raised)

        threads = [threading.Thread(target=work, args=(SEED + k,)) for k, work in enumerate([ask, ask, ask, disturb])]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(600)
            self.assertFalse(thread.is_alive(), "two threads wait for each other")
        if raised:
            raise raised[0]

    @staticmethod
    def busy(work, end, raised):
        while time.monotonic() < end and not raised:
            try:
                work()
            except EXPECTED:
                pass
            except BaseException as error:  # noqa: B902 -- handed on by who started the thread
                raised.append(error)

    def test_bad_arguments_are_refused_by_name(self):
        mesh, skewed = graze.sphere_mesh(1, 1), np.eye(4)
        skewed[0, 1] = 0.5
        poses = np.repeat(np.eye(4)[None], 3, axis=0)
        poses[2] = skewed
        holes = np.array(mesh.vertices)
        holes[5, 1] = np.nan
        for message, call in [
                (r"vertices: expected an \(n,3\) array, found an array of shape \(3\)", lambda: graze.mesh(np.zeros(3), [[0, 0, 0]])),
                (r"faces\[1,2\]: -1", lambda: graze.mesh(np.zeros((3, 3)), [[0, 1, 2], [0, 1, -1]])),
                (r"faces: expected whole numbers", lambda: graze.mesh(np.zeros((3, 3)), [[0.0, 1.0, 2.0]])),
                (r"v\[5\]", lambda: graze.mesh(holes, mesh.faces)),
                (r"vertices: not an array of numbers", lambda: graze.mesh(np.full((3, 3), "x"), [[0, 1, 2]])),
                (r"pose.*R", lambda: graze.Body(mesh, skewed)),
                (r"poses\[2\]", lambda: graze.overlap_poses(mesh, mesh, poses)),
                (r"velocity: expected 3 numbers", lambda: graze.Body(mesh, velocity=[1, 2])),
                (r"points\[1\]: not finite", lambda: graze.nearest_points(mesh, [[0, 0, 0], [0, np.inf, 0]])),
                (r"direction", lambda: graze.extent(mesh, [0, 0, 0])),
                (r"r: negative", lambda: graze.sphere(-1)),
                (r"t_max", lambda: graze.closest_approach(mesh, mesh, t_max=-1)),
                (r"keyframes\[0\]: expected \(time, pose\)", lambda: graze.Body(mesh, keyframes=[3])),
                (r"solids: 'some'", lambda: graze.load_scene("x.json", solids="some")),
                (r"kind: 'oak' is none of oriented, box_tree", lambda: graze.mesh(mesh.vertices, mesh.faces, kind="oak")),
        ]:
            with self.subTest(message=message):
                with self.assertRaisesRegex(ValueError, message):
                    call()


if __name__ == "__main__":
    unittest.main()
