"""python -m graze.bench: what a call costs, what a batch saves, and, where they are installed, how python-fcl and trimesh compare.

Answers are compared before anything is timed; every figure is the least of several runs.
"""

from __future__ import annotations

import importlib
import time
from typing import Any, Callable

import numpy as np

import graze
from graze import _core


def least(work: Callable[[], Any], runs: int = 5) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def ball_mesh(rings: int) -> tuple[Any, Any]:
    """A sphere of 2 * rings * (rings - 1) triangles."""
    height, angle = np.meshgrid(np.linspace(0, np.pi, rings + 1)[1:-1], np.linspace(0, 2 * np.pi, rings, endpoint=False), indexing="ij")
    middle = np.stack([np.sin(height) * np.cos(angle), np.sin(height) * np.sin(angle), np.cos(height)], axis=-1).reshape(-1, 3)
    vertices = np.vstack([[0, 0, 1], middle, [0, 0, -1]])
    last = len(vertices) - 1
    faces = []
    for j in range(rings):
        k = (j + 1) % rings
        faces.append([0, 1 + j, 1 + k])
        faces.append([last, last - rings + k, last - rings + j])
        for i in range(rings - 2):
            a, b = 1 + i * rings + j, 1 + i * rings + k
            faces += [[a, a + rings, b], [b, a + rings, b + rings]]
    return vertices, np.array(faces)


def random_poses(count: int, spread: float) -> Any:
    random = np.random.default_rng(7)
    poses = np.repeat(np.eye(4)[None], count, axis=0)
    poses[:, :3, 3] = random.uniform(-spread, spread, size=(count, 3))
    return poses


def report(what: str, seconds: float, count: int, note: str = "") -> None:
    print(f"{what:<58} {seconds / count * 1e6:10.2f} us {note}")


def single_calls() -> None:
    a, b = graze.Body(graze.sphere(1)), graze.Body(graze.sphere(1), (np.eye(3), [3, 0, 0]))
    for name, question in (("overlap of two balls", graze.overlap), ("distance of two balls", graze.distance)):
        report(name, least(lambda: [question(a, b) for _ in range(10000)]), 10000)


def batches(count: int = 10000) -> None:
    mesh = graze.mesh(*ball_mesh(100))
    poses = random_poses(count, 2.5)
    bodies = [graze.Body(mesh, pose) for pose in poses]
    loop = [graze.overlap(mesh, body) for body in bodies]
    assert graze.overlap_poses(mesh, mesh, poses).tolist() == loop
    # In turns, so that a machine that is busy for a while slows down both.
    batch, plain = float("inf"), float("inf")
    for _ in range(5):
        batch = min(batch, least(lambda: graze.overlap_poses(mesh, mesh, poses, threads=1), 1))
        plain = min(plain, _core._seconds_of_overlaps(mesh, mesh, poses, 1))
    report(f"overlap, {count} poses, a loop in C++", plain, count)
    report(f"overlap, {count} poses, one batch, 1 thread", batch, count, f"{100 * (batch / plain - 1):+.1f} % over C++")
    report(f"overlap, {count} poses, one call each", least(lambda: [graze.overlap(mesh, body) for body in bodies], 3), count)
    report(f"overlap, {count} poses, one batch, all cores", least(lambda: graze.overlap_poses(mesh, mesh, poses), 3), count)


def beside_python_fcl(count: int = 1000) -> None:
    try:
        fcl = importlib.import_module("fcl")
    except ImportError:
        print("python-fcl: not installed, not compared")
        return
    vertices, faces = ball_mesh(100)
    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(faces))
    model.addSubModel(vertices, faces)
    model.endModel()
    mesh, poses = graze.mesh(vertices, faces), random_poses(count, 2.5)
    first = fcl.CollisionObject(model, fcl.Transform())
    others = [fcl.CollisionObject(model, fcl.Transform(pose[:3, :3], pose[:3, 3])) for pose in poses]
    bodies = [graze.Body(mesh, pose) for pose in poses]
    theirs = [fcl.collide(first, other) > 0 for other in others]
    assert theirs == [graze.overlap(mesh, body) for body in bodies]
    fcl_time = least(lambda: [fcl.collide(first, other) for other in others], 3)
    ours = least(lambda: [graze.overlap(mesh, body) for body in bodies], 3)
    report("collide of two meshes: python-fcl", fcl_time, count)
    report("collide of two meshes: graze", ours, count, f"{fcl_time / ours:.1f} times faster")


class BallMesh:
    """What managers take: vertices, faces, and whether it is convex."""

    def __init__(self, rings: int) -> None:
        self.vertices, self.faces = ball_mesh(rings)
        self.is_convex = False


def manager_times(manager: Any, mesh: Any, count: int) -> dict[str, float]:
    """Seconds of the operations of a collision manager of so many bodies."""
    poses = random_poses(count, 12.0)
    for i, pose in enumerate(poses):
        manager.add_object(f"ball{i}", mesh, pose)
    probe = random_poses(1, 1.0)[0]

    def moved() -> bool:
        for i in range(0, count, 10):
            manager.set_transform(f"ball{i}", poses[i])
        return bool(manager.in_collision_internal())

    return {"move a tenth, any collision": least(moved, 3), "all pairs": least(lambda: manager.in_collision_internal(return_names=True), 3),
            "one mesh against all": least(lambda: manager.in_collision_single(mesh, probe), 3), "least distance": least(manager.min_distance_internal, 3)}


def beside_trimesh(count: int = 200) -> None:
    """The manager, beside trimesh's where that and python-fcl are installed."""
    theirs: Any = None
    try:
        importlib.import_module("fcl")
        trimesh = importlib.import_module("trimesh")
        theirs = manager_times(trimesh.collision.CollisionManager(), trimesh.Trimesh(*ball_mesh(40)), count)
    except ImportError:
        print("trimesh and python-fcl: not both installed, not compared")
    ours = manager_times(graze.CollisionManager(solid=False), BallMesh(40), count)
    for what, seconds in ours.items():
        report(f"manager of {count} meshes: {what}", seconds, 1, f"{theirs[what] / seconds:.1f} times faster than trimesh" if theirs else "")


def main() -> None:
    single_calls()
    batches()
    beside_python_fcl()
    beside_trimesh()


if __name__ == "__main__":
    main()
