"""Ten thousand poses of a gripper over a bin of parts: which are free, and by how much?"""

import numpy as np

import graze


def box_mesh(size, center=(0, 0, 0)):
    """Twelve triangles."""
    corners = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]) * size + center
    faces = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7],
             [1, 7, 5]]
    return corners, np.array(faces)


def joined(*meshes):
    """One mesh of several."""
    offsets = np.cumsum([0] + [len(vertices) for vertices, _ in meshes])
    return np.vstack([v for v, _ in meshes]), np.vstack([f + o for (_, f), o in zip(meshes, offsets)])


def random_poses(count, random):
    """Turned about z, above the bin and in it."""
    angles = random.uniform(0, 2 * np.pi, count)
    poses = np.repeat(np.eye(4)[None], count, axis=0)
    poses[:, 0, 0] = poses[:, 1, 1] = np.cos(angles)
    poses[:, 1, 0] = np.sin(angles)
    poses[:, 0, 1] = -np.sin(angles)
    poses[:, :3, 3] = random.uniform([-0.25, -0.15, 0.05], [0.25, 0.15, 0.30], size=(count, 3))
    return poses


random = np.random.default_rng(3)
walls = [box_mesh([0.6, 0.4, 0.01]), box_mesh([0.01, 0.4, 0.2], [-0.3, 0, 0.1]), box_mesh([0.01, 0.4, 0.2], [0.3, 0, 0.1]),
         box_mesh([0.6, 0.01, 0.2], [0, -0.2, 0.1]), box_mesh([0.6, 0.01, 0.2], [0, 0.2, 0.1])]
parts = [box_mesh([0.05, 0.05, 0.05], random.uniform([-0.25, -0.15, 0.03], [0.25, 0.15, 0.08])) for _ in range(25)]
bin_with_parts = graze.mesh(*joined(*walls, *parts))
gripper = graze.mesh(*joined(box_mesh([0.12, 0.03, 0.03], [0, 0, 0.08]), box_mesh([0.01, 0.02, 0.08], [-0.05, 0, 0.03]),
                             box_mesh([0.01, 0.02, 0.08], [0.05, 0, 0.03])))

poses = random_poses(10_000, random)
free = ~graze.overlap_poses(bin_with_parts, gripper, poses)  # one call, all cores
room = graze.distance_poses(bin_with_parts, gripper, poses[free])["distance"]
print(f"{free.sum()} of {len(poses)} poses are free; the roomiest has {room.max() * 1000:.1f} mm around it")
