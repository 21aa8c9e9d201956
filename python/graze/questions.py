"""Questions whose answers have several parts: each returns a named tuple.

Arguments called a, b or body are graze.Body, graze.Geometry or anything with `vertices` and `faces`; bodies are asked at time 0
unless the question is about motion. Lengths are in whatever unit you use throughout, angles in radians, arrays come out read-only.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy.typing as npt

from . import _core
from ._core import Ball, Body, Box, Closest, Curve, Geometry, Penetration, Scene, Simulation

Array = npt.NDArray[Any]
Vector = npt.ArrayLike


# ---- two bodies at rest


class Extent(NamedTuple):
    """The projection of a body on a direction; ends are rounded outward, infinite where the body never ends."""

    min: float
    max: float
    direction: Array  #: (3,), made unit
    points: Tuple[Optional[Array], Optional[Array]]  #: one of the body at each end, where it has one


def extent(body: Any, direction: Vector) -> Optional[Extent]:
    """How far does a body reach along a direction? None of a mesh without triangles.

    >>> import graze
    >>> graze.extent(graze.sphere(2.0, [1, 0, 0]), [1, 0, 0])[:2]
    (-1.0, 3.0)
    """
    found = _core._extent(body, direction)
    return None if found is None else Extent(*found)


class AxisTest(NamedTuple):
    """How the projections of two bodies on a direction lie."""

    separates: bool  #: there is a gap: the bodies are apart. Exact
    touches: bool  #: they share just an end
    separation: float  #: the gap, or minus the overlap
    normal: Array  #: (3,): the direction or its opposite, along which b parts from a


def separates(a: Any, b: Any, direction: Vector) -> AxisTest:
    """Is this direction a separating axis of the two? Of bodies that are not convex it is asked of their hulls.

    >>> import graze
    >>> graze.separates(graze.sphere(1), graze.sphere(1, [3, 0, 0]), [1, 0, 0])[:3]
    (True, False, 1.0)
    """
    return AxisTest(*_core._separates(a, b, direction))


class Overlap(NamedTuple):
    """Whether two bodies meet, and why not."""

    intersect: bool
    axis: Optional[str]  #: 'face_of_a', 'edge_edge', … (docs/query.md), or 'nearest_points'; None where they meet or are not convex
    direction: Optional[Array]  #: (3,) unit, from a to b: of the axis that separates them


def explain_overlap(a: Any, b: Any) -> Overlap:
    """The answer of overlap(), and the axis that separates convex bodies which are apart."""
    return Overlap(*_core._explain_overlap(a, b))


class Side(NamedTuple):
    """Where a body is beside a plane."""

    side: str  #: 'front' (where the normal points), 'back', 'straddling' or 'touching'
    min: float  #: height of the lowest point over the plane, negative behind
    max: float  #: of the highest


def side(body: Any, plane: Any) -> Side:
    """On which side of a plane (or half-space) is a body? Exact.

    >>> import graze
    >>> graze.side(graze.sphere(1, [0, 0, 5]), graze.plane([0, 0, 1]))
    Side(side='front', min=4.0, max=6.0)
    """
    return Side(*_core._side(body, plane))


class Lines(NamedTuple):
    """How two lines, rays or segments lie."""

    relation: str  #: 'crossing', 'skew', 'parallel', 'collinear' or 'degenerate': of the lines that carry them
    intersect: bool  #: do the two themselves meet? Exact
    distance: float
    parameters: Tuple[float, float]  #: of nearest points, t of o + t d; of a segment from 0 to 1
    points: Tuple[Array, Array]  #: there
    common: Optional[Tuple[float, float]]  #: of collinear ones that meet: what they share, as parameters of the first


def lines(a: Any, b: Any) -> Lines:
    """How do two lines, rays or segments lie, and where are they nearest?"""
    return Lines(*_core._lines(a, b))


class SolidPenetration(NamedTuple):
    """How deep bodies are in each other of which one is a mesh."""

    found: Penetration  #: moving b by depth * normal ends the overlap
    at_least: float  #: no shorter translation does, proven


def penetration(a: Any, b: Any, direction: Optional[Vector] = None) -> Optional[Penetration]:
    """The least translation of b that ends an overlap; None when they are apart. With a direction: how far b has to move along it.
    Closed meshes count as solids."""
    return _core._penetration(a, b) if direction is None else _core._penetration_along(a, b, direction)


def solid_penetration(a: Any, b: Any) -> Optional[SolidPenetration]:
    """A short translation that ends an overlap of closed meshes and shapes, with a proven bound for the shortest."""
    found = _core._solid_penetration(a, b)
    return None if found is None else SolidPenetration(*found)


class Region(NamedTuple):
    """What bodies have in common."""

    kind: str  #: 'nothing', 'point', 'segment', 'polygon', 'disc', 'line', 'ray', 'plane', 'ball', 'circle', 'lens', 'polytope'
    numbers: Dict[str, Any]  #: 'points' (k,3); 'origin', 'direction'; 'normal', 'offset'; 'center', 'radius'; 'faces', 'volume'


def common_region(*bodies: Any) -> Optional[Region]:
    """The set that all bodies share, exactly decided; None where it has no name.

    >>> import graze
    >>> found = graze.common_region(graze.box([2, 2, 2]), graze.box([2, 2, 2], [1, 1, 1]))
    >>> found.kind, found.numbers['volume']
    ('polytope', 1.0)
    """
    found = _core._common_region(*bodies)
    return None if found is None else Region(*found)


# ---- meshes


class Triangles(NamedTuple):
    """Triangles of a mesh."""

    triangle_count: int  #: of all of them
    triangles: Array  #: (k,) uint32: the smallest numbers, at most as many as were asked for


def triangles_meeting(mesh: Any, body: Any, *, max_triangles: int = 1000) -> Triangles:
    """The triangles of a mesh that meet another body."""
    return Triangles(*_core._triangles_meeting(mesh, body, max_triangles))


class Section(NamedTuple):
    """A mesh cut by a plane."""

    curves: List[Curve]  #: open and closed polylines
    patches: List[Array]  #: (k,3) corners of triangles that lie in the plane


def section(mesh: Any, plane: Any) -> Section:
    """The section of a mesh with a plane. Points are matched in exact arithmetic: curves have no gaps."""
    return Section(*_core._section(mesh, plane))


class Hull(NamedTuple):
    """A convex hull."""

    vertices: Array  #: (n,3)
    faces: List[List[int]]  #: corners of each face, counter-clockwise from outside


def convex_hull(points: npt.ArrayLike) -> Hull:
    """The convex hull of (n,3) points: every point that rounding leaves in doubt stays a vertex."""
    return Hull(*_core._convex_hull(points))


class DepthContact(NamedTuple):
    """Two parts of meshes that meet where a search to a depth of their trees ended."""

    time: float
    point: Array  #: (3,): common to both then
    triangles: Tuple[int, int]  #: -1: the search ended at a box
    boxes: Tuple[Box, Box]
    normals: Tuple[Array, Array]


def contacts_to_depth(a: Any, b: Any, *, t_max: float = 0.0, depth_a: Optional[int] = None, depth_b: Optional[int] = None,
                      max_contacts: int = 1000) -> List[DepthContact]:
    """All parts of two meshes that meet in [0, t_max], searched only to a depth of their trees, in the order of the trees."""
    return [DepthContact(*one) for one in _core._contacts_to_depth(a, b, t_max, depth_a, depth_b, max_contacts)]


def mesh_report(mesh: Any) -> Dict[str, Any]:
    """What a mesh is like: counts, defects, bounds, area, volume (None where it is not closed and oriented), size of its tree.

    >>> import graze
    >>> report = graze.mesh_report(graze.box_mesh([1, 2, 3]))
    >>> report['triangles'], report['is_closed'], report['volume']
    (12, True, 6.0)
    """
    return dict(_core._mesh_report(mesh))


class Rectangle(NamedTuple):
    """A fitted rectangle of the plane."""

    center: Array  #: (2,)
    axes: Tuple[Array, Array]  #: unit
    half_extents: Array  #: (2,)


class Disc(NamedTuple):
    """A fitted disc of the plane."""

    center: Array  #: (2,)
    radius: float


def fit(body: Any, method: str = "min_volume", *, axes: Optional[npt.ArrayLike] = None) -> Union[Box, Ball, Rectangle, Disc]:
    """What bounds a body, or (n,3) points; contains them in exact arithmetic.

    method: 'min_volume', 'aabb', 'best', 'dito', 'pca_points', 'pca_hull', 'pca_triangles', 'mean_points', 'mean_triangles', 'sphere';
    of shapes of the plane and of (n,2) points 'min_area' and 'circle'. axes: (3,3), one a row: the smallest box with these.
    """
    if axes is not None:
        boxed: Union[Box, Ball] = _core._fit_axes(body, axes)
        return boxed
    if method in ("min_area", "circle"):
        found = _core._fit_in_plane(body, method)
        return Disc(*found) if method == "circle" else Rectangle(*found)
    fitted: Union[Box, Ball] = _core._fit(body, method)
    return fitted


# ---- motion


class ClosestApproach(NamedTuple):
    """How close two moving bodies come."""

    time: float  #: of the distance found; of bodies that meet the first contact
    closest: Closest  #: at that time
    least: float  #: they are never closer, guaranteed
    finished: bool  #: False when a limit was reached before `least` came within the tolerance of the distance


def closest_approach(a: Any, b: Any, *, t_max: float = math.inf, tolerance: Optional[float] = None,
                     max_evaluations: int = 100000) -> ClosestApproach:
    """How close do two bodies come in [0, t_max], and when? The bound is proven. t_max must be finite where a body turns or has keyframes.

    >>> import graze
    >>> flying = graze.Body(graze.sphere(1, [-5, 3, 0]), velocity=[1, 0, 0])
    >>> near = graze.closest_approach(graze.sphere(1), flying, t_max=10)
    >>> round(near.time, 9), round(near.closest.distance, 9)
    (5.0, 1.0)
    """
    return ClosestApproach(*_core._closest_approach(a, b, t_max, tolerance, max_evaluations))


class TouchingPair(NamedTuple):
    """A triangle of each mesh, and how they touch at the first time."""

    triangles: Tuple[int, int]
    points: Array  #: (k,3): a point, the ends of a segment or the corners of a polygon
    normal: Optional[Array]  #: (3,) from a to b; None where they cross each other at time 0


class FirstContacts(NamedTuple):
    """All triangles that touch when two meshes first do."""

    first: float  #: exact, rounded down
    last: Optional[float]  #: exact, rounded up, on request
    initial: bool  #: they meet at time 0
    pair_count: int  #: of all pairs
    pairs: List[TouchingPair]  #: the smallest max_pairs of them, sorted


def first_contacts(a: Any, b: Any, *, t_max: float = math.inf, last: bool = False, max_pairs: int = 1000) -> Optional[FirstContacts]:
    """All triangles of two meshes that touch when the meshes first do, under constant velocities; None when they never meet."""
    found = _core._first_contacts(a, b, t_max, last, max_pairs)
    if found is None:
        return None
    first, last_time, initial, count, pairs = found
    return FirstContacts(first, last_time, initial, count, [TouchingPair(*pair) for pair in pairs])


class Integrated(NamedTuple):
    """A motion integrated from its velocities."""

    body: Body  #: on keyframes: to be asked with sweep(), closest_approach(), …
    steps: int
    estimate: float  #: of its error, length: what one would expect, no bound
    bound: Optional[float]  #: of its error where `bounds` were given, length: pass it as the margin of sweep()
    residual: float  #: how far an iterate was from being a rotation before it was made one again


def integrate(geometry: Any, start: Any, field: Callable[[float, Array], Any], *, t_max: float = 1.0, step: float = 0.01,
              tolerance: Optional[float] = None, method: str = "runge_kutta4", bounds: Optional[Tuple[float, float]] = None,
              max_steps: int = 100000) -> Integrated:
    """A body carried by velocities: field(t, (4,4) pose) gives a velocity (3,), or a pair of it and an angular velocity, in world axes.

    bounds: (in_time, in_pose), how fast the velocities can change (graze/integrate.h): then the error has a proven bound.

    >>> import graze
    >>> falling = graze.integrate(graze.sphere(0.1), None, lambda t, pose: [0, 0, -9.81 * t], t_max=1)
    >>> round(float(falling.body.pose_at(1)[2, 3]), 6)
    -4.905
    """
    return Integrated(*_core._integrate(geometry, start, field, t_max, step, tolerance, method, bounds, max_steps))


class RepairedPose(NamedTuple):
    """A pose whose rotation was made one again."""

    pose: Array  #: (4,4)
    deviation: float  #: how far the entry that moved most has moved; 0 where nothing had to be done


def repaired_pose(pose: Any) -> RepairedPose:
    """The pose with the rotation nearest to what rounding or integration has left of it; one that scales, shears or mirrors is refused."""
    return RepairedPose(*_core._repaired_pose(pose))


# ---- scenes


class SceneApproach(NamedTuple):
    """The least distance of any two bodies of a scene in motion."""

    pair: Tuple[int, int]
    distance: float  #: at the time `at`
    distance_at_least: float  #: no two bodies come nearer, guaranteed
    at: float
    points: Tuple[Array, Array]


class ContactSpan(NamedTuple):
    """A time during which two bodies are in contact."""

    begin: float  #: certified
    end: float
    initial: bool  #: since time 0
    lasts: bool  #: until t_max


class PairTimeline(NamedTuple):
    """When two bodies of a scene are in contact."""

    pair: Tuple[int, int]
    spans: List[ContactSpan]
    finished: bool  #: False: nothing is known after the last span


class PartContact(NamedTuple):
    """One place where two parts meet."""

    points: Array  #: (k,3)
    normal: Optional[Array]  #: (3,) from a to b
    depth: Optional[float]
    parts: Tuple[int, int]
    triangles: Tuple[int, int]  #: -1: no mesh


class PairContacts(NamedTuple):
    """Where two bodies of a scene meet."""

    pair: Tuple[int, int]
    contacts: List[PartContact]
    truncated: bool


class ContactNotice(NamedTuple):
    """What find_contacts() tells of a contact."""

    pair: Tuple[int, int]
    time: float  #: no contact of these two places before
    point: Array  #: (3,)
    normals: Tuple[Array, Array]  #: outward, of each body
    parts: Tuple[int, int]
    triangles: Tuple[int, int]
    user_data: Tuple[int, int]


def _scene_closest_approach(self: Scene, *, t_max: float = 1.0, tolerance: Optional[float] = None, threads: int = 0) -> Optional[SceneApproach]:
    """How near do any two bodies come in [0, t_max]? None where no pair counts."""
    found = self._closest_approach(t_max, tolerance, threads)
    return None if found is None else SceneApproach(*found)


def _scene_timeline(self: Scene, *, t_max: float = 1.0, resolution: float = 0.01, tolerance: Optional[float] = None,
                    threads: int = 0) -> List[PairTimeline]:
    """Begin and end of all contacts in [0, t_max]; a contact that pauses for less than the resolution may be taken for one."""
    return [PairTimeline(pair, [ContactSpan(*span) for span in spans], finished)
            for pair, spans, finished in self._timeline(t_max, resolution, tolerance, threads)]


def _scene_contacts(self: Scene, *, max_contacts: int = 1000, at: float = 0.0, threads: int = 0) -> List[PairContacts]:
    """All pairs that meet at a time, with where they do: of two meshes a contact for each two triangles."""
    return [PairContacts(pair, [PartContact(*one) for one in contacts], truncated)
            for pair, contacts, truncated in self._contacts(max_contacts, at, threads)]


def _scene_find_contacts(self: Scene, on_contact: Callable[[ContactNotice], Optional[bool]], *, t_max: float = 0.0,
                         max_depth: Optional[int] = None, tolerance: Optional[float] = None) -> bool:
    """Calls on_contact(ContactNotice) for all that meets in [0, t_max], until it returns False; False if it did. It must not change the
    scene."""
    return bool(self._find_contacts(lambda told: on_contact(ContactNotice(*told)), t_max, max_depth, tolerance))


class SimulationContact(NamedTuple):
    """Two bodies that have come within the clearance; velocities are changed by simulation.bounce() or simulation.set_velocity()."""

    time: float
    pair: Tuple[int, int]
    points: Tuple[Array, Array]
    normal: Array  #: (3,) from the first to the second; zero where they overlap
    closing_speed: float  #: along the normal; negative: they part
    initial: bool  #: they overlap, and did when they were first seen
    resting: bool  #: both will be held until the end of the step


class StepReport(NamedTuple):
    """What happened in a step."""

    contacts: int
    held: List[int]  #: ids of bodies that were held until the end of the step


def _simulation_step(self: Simulation, duration: float, on_contact: Optional[Callable[[SimulationContact], Any]] = None, *,
                     loads: Optional[Callable[[float, int, Array, Array], Any]] = None, restitution: Optional[float] = None) -> StepReport:
    """Goes on by a duration. on_contact(SimulationContact) is told of contacts in the order of time; with `restitution` bodies bounce by
    themselves. loads(time, id, (4,4) pose, (3,) velocity) gives a force (3,), or a pair of it and a torque."""
    tell = None if on_contact is None else (lambda told: on_contact(SimulationContact(*told)))
    return StepReport(*self._step(duration, tell, loads, restitution))


for _name, _method in (("closest_approach", _scene_closest_approach), ("timeline", _scene_timeline), ("contacts", _scene_contacts),
                       ("find_contacts", _scene_find_contacts)):
    _method.__name__ = _name
    _method.__qualname__ = f"Scene.{_name}"
    setattr(Scene, _name, _method)
_simulation_step.__name__, _simulation_step.__qualname__ = "step", "Simulation.step"
setattr(Simulation, "step", _simulation_step)

__all__ = ["AxisTest", "ClosestApproach", "ContactNotice", "ContactSpan", "DepthContact", "Disc", "Extent", "FirstContacts", "Hull", "Integrated",
           "Lines", "Overlap", "PairContacts", "PairTimeline", "PartContact", "Rectangle", "Region", "RepairedPose", "SceneApproach", "Section",
           "Side", "SimulationContact", "SolidPenetration", "StepReport", "TouchingPair", "Triangles", "closest_approach", "common_region",
           "contacts_to_depth", "convex_hull", "explain_overlap", "extent", "first_contacts", "fit", "integrate", "lines", "mesh_report",
           "penetration", "repaired_pose", "section", "separates", "side", "solid_penetration", "triangles_meeting"]
