"""graze: collision detection that does not miss a contact. numpy in, numpy out.

A body is a geometry (a triangle mesh or a shape) with a place and a movement:

>>> import graze, numpy as np
>>> ball = graze.sphere(1.0)
>>> crate = graze.Body(graze.box([1, 1, 1]), pose=(np.eye(3), [5, 0, 0]), velocity=[-2, 0, 0])
>>> graze.overlap(ball, crate)
False
>>> graze.distance(ball, crate)
3.5
>>> hit = graze.sweep(ball, crate, t_max=10)       # when do they first touch? exact here, certified where a body turns
>>> hit.first
1.75
>>> hit.points.tolist()
[[1.0, 0.0, 0.0]]

Meshes come from arrays, files, or anything with `vertices` and `faces`:

    bracket = graze.mesh(vertices, faces)          # (n,3) float, (m,3) int
    housing = graze.load("housing.stl")
    part = graze.mesh(trimesh.load("part.obj"))

A closed mesh is a *surface* unless ``graze.Body(mesh, solid=True)`` says that it is the *solid* it bounds: a ball inside a box mesh
does not meet the surface, but it does meet the solid.

Questions about two bodies: overlap, distance, closest, within, contains, intersection, penetration, signed_distance, status, sweep,
sweep_turning, pairs_within. About one: self_intersection, raycast, fit. Many at once, on all cores, with the interpreter's lock
released: overlap_poses, distance_poses, sweep_motions, overlap_pairs, distance_pairs, first_hits, nearest_points.

Many bodies: graze.Scene, and graze.CollisionManager, which takes the place of trimesh's. Robots: graze.load_robot, graze.RobotCell, which checks
trajectories and roadmap edges for every instant. Scripts that import fcl can `import graze.fcl as fcl`.
Questions as JSON: graze.query. To look at: graze.report(scene).save('x.html'), graze.show(scene).

What graze refuses raises graze.Error, a ValueError whose message names the culprit; `error.code` is one word for the kind.
"""

from ._core import (Ball, Body, Box, Closest, ClosestPair, Crossing, Curve, Error, Feature, Geometry, Impact, Intersection, PairContact,
                    PairStatus, Penetration, QuestionReader, Raycast, Report, Robot, RobotCell,
                    RobotClearance, RobotContact, RobotImpact, Scene, SceneContact, SceneHit, SignedDistance, Status, Trajectory, TrianglePairs, TurningImpact, __version__, closest, contains,
                    distance, distance_pairs, distance_poses, first_hits, fit, intersection, load, load_robot, load_trajectory, mesh, nearest_points, overlap,
                    overlap_pairs, overlap_poses, pairs_within, penetration, raycast, report, self_intersection, signed_distance, status,
                    sweep, sweep_motions, sweep_turning, within)
from .collision_manager import CollisionManager, scene_to_collision
from .query_format import query, query_lines
from .show import show
from .shapes import (aabb, box, capsule, cone, convex, cylinder, ellipsoid, half_space, line, plane, point, points, polygon, ray,
                     segment, shape, sphere, tetrahedron, triangle)

__all__ = ["Ball", "Body", "Box", "Closest", "ClosestPair", "CollisionManager", "Crossing", "Curve", "Error", "Feature",
           "Geometry", "Impact", "Intersection", "PairContact", "PairStatus", "Penetration", "QuestionReader", "Raycast", "Report", "Robot", "RobotCell", "RobotClearance", "RobotContact", "RobotImpact",
           "Scene", "SceneContact", "SceneHit", "SignedDistance", "Status", "Trajectory", "TrianglePairs", "TurningImpact", "__version__", "aabb",
           "box", "capsule", "closest", "cone", "contains", "convex", "cylinder", "distance", "distance_pairs",
           "distance_poses", "ellipsoid", "first_hits", "fit", "half_space", "intersection", "line", "load", "load_robot", "load_trajectory", "mesh",
           "nearest_points", "overlap", "overlap_pairs", "overlap_poses", "pairs_within", "penetration", "plane", "point",
           "points", "polygon", "query", "query_lines", "ray", "raycast", "report", "show", "scene_to_collision", "segment",
           "self_intersection", "shape", "signed_distance", "sphere", "status", "sweep", "sweep_motions", "sweep_turning",
           "tetrahedron", "triangle", "within"]
