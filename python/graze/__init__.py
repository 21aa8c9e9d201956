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

Questions about two bodies

    at rest     overlap, distance, closest, within, contains, intersection, penetration, solid_penetration, signed_distance, status,
                explain_overlap, separates, side, lines, common_region, pairs_within, intersecting_pairs, triangles_meeting, section
    in motion   sweep, sweep_turning, first_contacts, last_contact, closest_approach; at_time, integrate
    about one   raycast, fit, extent, self_intersection, intersects_itself, mesh_report, boxes_of_level

Many at once, on all cores, with the interpreter's lock released: overlap_poses, distance_poses, sweep_motions, overlap_pairs,
distance_pairs, first_hits, nearest_points:

>>> poses = np.repeat(np.eye(4)[None], 3, axis=0)
>>> poses[:, 0, 3] = [0, 1.9, 2.1]
>>> graze.overlap_poses(graze.sphere(1), graze.sphere(1), poses).tolist()
[True, True, False]

Many bodies: a Scene is asked all against all, at rest and in motion, and nothing that moves in it passes through anything unseen:

>>> scene = graze.Scene()
>>> floor = scene.add(graze.half_space([0, 0, 1]), name="floor")
>>> ball = scene.add(graze.Body(graze.sphere(1, [0, 0, 10]), velocity=[0, 0, -3]), name="ball")
>>> scene.first_contact(t_max=5).t_lo
3.0

graze.CollisionManager takes the place of trimesh's; scripts that import fcl can `import graze.fcl as fcl`. graze.Simulation steps rigid
bodies from contact to contact. Robots: graze.load_robot and graze.RobotCell check trajectories and roadmap edges for every instant.
Files: graze.load, graze.load_scene, graze.load_robot, Geometry.save (with its tree), Scene.save, graze.write_mesh.
Questions as JSON: graze.query. To look at: graze.report(scene).save('x.html'), scene.show().

Geometries, bodies, scenes, robots and trajectories can be pickled (multiprocessing, joblib) and used from many threads. Ctrl-C ends what
takes long. What graze refuses raises graze.Error, a ValueError whose message names the argument and the element; `error.code` is one
word for the kind:

>>> graze.box([1, 1, -1])
Traceback (most recent call last):
    ...
graze.Error: h[2]: negative half extent -0.5
"""

from ._core import (Ball, Body, Box, Closest, ClosestPair, Crossing, Curve, Error, Feature, Geometry, Impact, Intersection, PairContact,
                    PairStatus, Penetration, QuestionReader, Raycast, Report, Robot, RobotCell, RobotClearance, RobotContact, RobotImpact,
                    Scene, SceneContact, SceneHit, SignedDistance, Simulation, Status, Trajectory, TrianglePairs, TurningImpact,
                    __version__, at_time, box_mesh, boxes_of_level, bumpy_sphere_mesh, closest, contains, distance, distance_pairs,
                    distance_poses, first_hits, height_field, intersecting_pairs, intersection, intersects_itself, last_contact, load,
                    load_robot, load_scene, load_trajectory, mesh, nearest_points, overlap, overlap_pairs, overlap_poses,
                    overlap_to_depth, pairs_within, raycast, refitted, report, self_intersection, signed_distance, sphere_mesh, status,
                    sweep, sweep_motions, sweep_turning, torus_mesh, within, write_mesh)
from .collision_manager import CollisionManager, scene_to_collision
from .query_format import query, query_lines
from .questions import (AxisTest, ClosestApproach, ContactNotice, ContactSpan, DepthContact, Disc, Extent, FirstContacts, Hull,
                    Integrated, Lines, Overlap, PairContacts, PairTimeline, PartContact, Rectangle, Region, RepairedPose, SceneApproach,
                    Section, Side, SimulationContact, SolidPenetration, StepReport, TouchingPair, Triangles, closest_approach,
                    common_region, contacts_to_depth, convex_hull, explain_overlap, extent, first_contacts, fit, integrate, lines,
                    mesh_report, penetration, repaired_pose, section, separates, side, solid_penetration, triangles_meeting)
from .shapes import (aabb, box, capsule, circle, cone, convex, cylinder, ellipse, ellipsoid, half_plane, half_space, line, plane, point,
                    points, polygon, polygon2, ray, rectangle, segment, shape, sphere, tetrahedron, torus, triangle)
from .show import show

__all__ = ["AxisTest", "Ball", "Body", "Box", "Closest", "ClosestApproach", "ClosestPair", "CollisionManager", "ContactNotice",
           "ContactSpan", "Crossing", "Curve", "DepthContact", "Disc", "Error", "Extent", "Feature", "FirstContacts", "Geometry", "Hull",
           "Impact", "Integrated", "Intersection", "Lines", "Overlap", "PairContact", "PairContacts", "PairStatus", "PairTimeline",
           "PartContact", "Penetration", "QuestionReader", "Raycast", "Rectangle", "Region", "RepairedPose", "Report", "Robot",
           "RobotCell", "RobotClearance", "RobotContact", "RobotImpact", "Scene", "SceneApproach", "SceneContact", "SceneHit", "Section",
           "Side", "SignedDistance", "Simulation", "SimulationContact", "SolidPenetration", "Status", "StepReport", "TouchingPair",
           "Trajectory", "TrianglePairs", "Triangles", "TurningImpact", "__version__", "aabb", "at_time", "box", "box_mesh",
           "boxes_of_level", "bumpy_sphere_mesh", "capsule", "circle", "closest", "closest_approach", "common_region", "cone",
           "contacts_to_depth", "contains", "convex", "convex_hull", "cylinder", "distance", "distance_pairs", "distance_poses",
           "ellipse", "ellipsoid", "explain_overlap", "extent", "first_contacts", "first_hits", "fit", "half_plane", "half_space",
           "height_field", "integrate", "intersecting_pairs", "intersection", "intersects_itself", "last_contact", "line", "lines",
           "load", "load_robot", "load_scene", "load_trajectory", "mesh", "mesh_report", "nearest_points", "overlap", "overlap_pairs",
           "overlap_poses", "overlap_to_depth", "pairs_within", "penetration", "plane", "point", "points", "polygon", "polygon2", "query",
           "query_lines", "ray", "raycast", "rectangle", "refitted", "repaired_pose", "report", "scene_to_collision", "section",
           "segment", "self_intersection", "separates", "shape", "show", "side", "signed_distance", "solid_penetration", "sphere",
           "sphere_mesh", "status", "sweep", "sweep_motions", "sweep_turning", "tetrahedron", "torus", "torus_mesh", "triangle",
           "triangles_meeting", "within", "write_mesh"]
