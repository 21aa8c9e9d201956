"""trimesh's collision example, with graze.CollisionManager in the place of trimesh.collision.CollisionManager."""

import numpy as np

import graze


class Cube:
    """Stands for a trimesh.Trimesh: anything with vertices and faces will do."""

    vertices = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
    faces = np.array([[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2],
                      [1, 3, 7], [1, 7, 5]])
    is_convex = True


def at(x):
    transform = np.eye(4)
    transform[0, 3] = x
    return transform


manager = graze.CollisionManager()
manager.add_object("cube0", Cube())
manager.add_object("cube1", Cube(), at(5))

hit, names = manager.in_collision_single(Cube(), at(5.75), return_names=True)
print("a cube at 5.75 collides:", hit, "with", names)
print("distance of the two:", manager.min_distance_internal())

manager.set_transform("cube1", at(0.25))
hit, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
print("after moving one:", hit, names, "depth", max(contact.depth for contact in contacts))

manager.set_transform("cube1", at(5))
first = manager.first_contact({"cube1": [-2, 0, 0]}, t_max=10)  # what the original cannot tell
print("flying at 2 a second they touch at t =", first.t_lo, first.names)
