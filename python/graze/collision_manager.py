"""graze.CollisionManager takes the place of trimesh.collision.CollisionManager: same methods, arguments and shapes of answers.

What differs, on purpose:

- A closed mesh is a solid, a mesh with open edges a surface (trimesh: convex ones are solids, all others surfaces, so that a part
  inside another does not collide). ``CollisionManager(solid=False)`` makes all of them surfaces.
- Touching counts.
- Distances of bodies that meet are 0, or minus the depth where both are convex (``mesh.is_convex``); an empty manager is infinitely
  far from everything.
- Transforms are used in full precision, take effect at once, may scale uniformly and are refused by name where they shear.
- Adding a name again replaces the object.
- Pairs can be ignored (set_pair_ignored), and moving objects asked for their first contact (first_contact).
"""

from __future__ import annotations

import math
from typing import Any, Dict, Hashable, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core, shapes
from ._core import Body, Error, Geometry, Scene

Name = Hashable
EXTERNAL = "__external"

# A matrix farther than this from a rotation times a number shears on purpose; numbers in single precision are off by 1e-7. No unit.
SHEAR_TOLERANCE = 1e-5


class ContactData:
    """A point where two objects meet."""

    def __init__(self, indices: Dict[Name, int], point: Any, normal: Any, depth: float) -> None:
        self.names: Set[Name] = set(indices)
        self._indices = indices
        self.point, self.normal, self.depth = point, normal, depth

    def index(self, name: Name) -> int:
        """The face of that object; -1 where none is named."""
        return self._indices[name]


class DistanceData:
    """The nearest points of two objects."""

    def __init__(self, indices: Dict[Name, int], points: Dict[Name, Any], distance: float) -> None:
        self.names: Set[Name] = set(points)
        self._indices, self._points, self.distance = indices, points, distance

    def index(self, name: Name) -> int:
        """The face of that object; -1 where none is named."""
        return self._indices[name]

    def point(self, name: Name) -> Any:
        """In world coordinates."""
        return self._points[name]


class Contact(NamedTuple):
    """The first contact of objects that move."""

    status: str  #: 'contact', 'clear' or 'unfinished'
    t_lo: float  #: no contact before, guaranteed
    t_hi: Optional[float]  #: a time at which they meet, where known
    names: Optional[Tuple[Name, Name]]
    point: Any
    normal: Any


class _Object:
    """What is known of one object."""

    def __init__(self, geometry: Geometry, hull: Optional[Geometry], solid: bool, transform: Any) -> None:
        self.geometry, self.hull, self.solid = geometry, hull, solid
        self.id = 0
        self.place(transform)

    def place(self, transform: Any) -> None:
        self.pose, self.scale = rigid(transform)

    def body(self) -> Body:
        """For questions about one pair; the scene knows scales by itself."""
        return Body(_scaled(self.geometry, self.scale), self.pose, solid=self.solid)

    def hull_body(self) -> Optional[Body]:
        return None if self.hull is None else Body(_scaled(self.hull, self.scale), self.pose)


def rigid(transform: Any) -> Tuple[Any, float]:
    """The transform as a pose and a uniform scale."""
    if transform is None:
        return np.eye(4), 1.0
    if np.iscomplexobj(transform):
        raise ValueError("transform: complex numbers")
    matrix = np.array(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    if not np.isfinite(matrix).all():
        raise ValueError("transform: not finite")
    if not np.array_equal(matrix[3], [0, 0, 0, 1]):
        raise ValueError("transform: the last row is not 0 0 0 1")
    u, sizes, vt = np.linalg.svd(matrix[:3, :3])
    scale = float(sizes.mean())
    if not scale > 0 or np.linalg.det(u @ vt) < 0 or np.ptp(sizes) > SHEAR_TOLERANCE * scale:
        raise ValueError(f"transform: scales by {sizes.round(6).tolist()} or mirrors; only rotations, translations and a uniform scale")
    if abs(scale - 1) <= SHEAR_TOLERANCE:
        scale = 1.0
    if np.abs(matrix[:3, :3].T @ matrix[:3, :3] - np.eye(3) * scale**2).max() > 1e-14 * scale**2:
        matrix[:3, :3] = u @ vt  # the nearest rotation
    else:
        matrix[:3, :3] /= scale
    return matrix, scale


def _scaled(geometry: Geometry, scale: float) -> Geometry:
    if scale == 1.0:
        return geometry
    if geometry.is_mesh:
        assert geometry.vertices is not None and geometry.faces is not None
        return _core.mesh(geometry.vertices * scale, geometry.faces)
    raise ValueError("transform: only meshes are scaled")


class CollisionManager:
    """Named meshes, asked against each other, against one more mesh, and against those of another manager."""

    def __init__(self, solid: bool = True) -> None:
        self._solid = solid
        self._scene = Scene()
        self._objects: Dict[Name, _Object] = {}
        self._names: Dict[int, Name] = {}
        self._ignored: Set[Tuple[Name, Name]] = set()
        self._prepared: Dict[Any, Tuple[Geometry, Optional[Geometry], bool]] = {}

    # ---- objects

    def add_object(self, name: Name, mesh: Any, transform: Any = None) -> Body:
        """Adds a mesh (anything with vertices and faces, or a graze.Geometry), in the place of one that has this name."""
        made = _Object(*self._prepare(mesh), transform)
        added = self._scene.add(made.geometry, made.pose, solid=made.solid, scale=made.scale)
        if name in self._objects:
            self._forget(name)
        made.id = added
        self._objects[name] = made
        self._names[added] = name
        for pair in self._ignored:
            self._exclude(pair)
        return made.body()

    def remove_object(self, name: Name) -> None:
        """Takes the object of this name out."""
        self._require(name)
        self._forget(name)

    def set_transform(self, name: Name, transform: Any) -> None:
        """Takes effect at once."""
        known = self._require(name)
        pose, scale = rigid(transform)
        if scale != known.scale:
            self._scene.remove(known.id)
            del self._names[known.id]
            known.id = self._scene.add(known.geometry, pose, solid=known.solid, scale=scale)
            self._names[known.id] = name
            for pair in self._ignored:
                self._exclude(pair)
        else:
            self._scene.set_pose(known.id, pose)
        known.pose, known.scale = pose, scale

    def _prepare(self, mesh: Any) -> Tuple[Geometry, Optional[Geometry], bool]:
        key = getattr(mesh, "identifier_hash", None)
        if key is not None and key in self._prepared:
            return self._prepared[key]
        geometry = mesh if isinstance(mesh, Geometry) else _core.mesh(mesh)
        hull = shapes.convex(geometry.vertices) if getattr(mesh, "is_convex", False) else None
        prepared = geometry, hull, self._solid and geometry.is_mesh and geometry.is_closed
        if key is not None:
            self._prepared[key] = prepared
        return prepared

    def _require(self, name: Name) -> _Object:
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")
        return self._objects[name]

    def _forget(self, name: Name) -> None:
        known = self._objects.pop(name)
        del self._names[known.id]
        self._scene.remove(known.id)

    # ---- ignored pairs

    def set_pair_ignored(self, a: Name, b: Name, ignored: bool = True) -> None:
        """Leaves the pair out of every question between objects of this manager."""
        for name in (a, b):
            self._require(name)
        if a == b:
            raise ValueError(f"{a} makes no pair with itself")
        pair = _sorted(a, b)
        if ignored:
            self._ignored.add(pair)
            self._exclude(pair)
        elif pair in self._ignored:
            self._ignored.remove(pair)
            self._scene.include(self._objects[a].id, self._objects[b].id)

    def is_pair_ignored(self, a: Name, b: Name) -> bool:
        """Whether the pair is left out."""
        return _sorted(a, b) in self._ignored

    @property
    def ignored_pairs(self) -> Set[Tuple[Name, Name]]:
        """All pairs that are left out."""
        return set(self._ignored)

    def clear_ignored_pairs(self) -> None:
        """Takes all pairs in again."""
        for a, b in list(self._ignored):
            self.set_pair_ignored(a, b, False)

    def _exclude(self, pair: Tuple[Name, Name]) -> None:
        a, b = pair
        if a in self._objects and b in self._objects and self._objects[a].id and self._objects[b].id:
            self._scene.exclude(self._objects[a].id, self._objects[b].id)

    # ---- collisions

    def in_collision_single(self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Does the mesh collide with any object?"""
        other = _Object(*self._prepare(mesh), transform)
        hit = self._scene.overlapping(other.body())
        names = [self._names[one] for one in hit]
        data = [contact for name in names for contact in _contacts(name, self._objects[name], EXTERNAL, other)] if return_data else []
        return _answer(bool(names), set(names), data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Do any two objects collide?"""
        if not return_names and not return_data:
            return self._scene.any_overlap()
        pairs = [_sorted(self._names[a], self._names[b]) for a, b in self._scene.overlapping_pairs().tolist()]
        data = [contact for a, b in pairs for contact in _contacts(a, self._objects[a], b, self._objects[b])] if return_data else []
        return _answer(bool(pairs), set(pairs), data, return_names, return_data)

    def in_collision_other(self, other_manager: "CollisionManager", return_names: bool = False, return_data: bool = False) -> Any:
        """Does any object collide with any of the other manager? Names are (here, there)."""
        pairs = [(self._names[hit], name) for name, other in other_manager._objects.items()
                 for hit in self._scene.overlapping(other.body())]
        data = [contact for a, b in pairs for contact in _contacts(a, self._objects[a], b, other_manager._objects[b])] if return_data else []
        return _answer(bool(pairs), set(pairs), data, return_names, return_data)

    # ---- distances

    def min_distance_single(self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False) -> Any:
        """From the mesh to the nearest object."""
        other = _Object(*self._prepare(mesh), transform)
        nearest = self._nearest(other, EXTERNAL, None)
        return _answer(nearest.distance, nearest.a, nearest.data(), return_name, return_data)

    def min_distance_internal(self, name: Optional[Name] = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Of the two nearest objects, or of the named one from all others."""
        if name is not None:
            known = self._require(name)
            nearest = self._nearest(known, name, name)
        else:
            nearest = self._nearest_pair()
        names = None if nearest.a is None or nearest.b is None else _sorted(nearest.a, nearest.b)
        return _answer(nearest.distance, names, nearest.data(), return_names, return_data)

    def min_distance_other(self, other_manager: "CollisionManager", return_names: bool = False, return_data: bool = False) -> Any:
        """Of the objects here from those of the other manager. Names are (here, there)."""
        best = _Nearest(math.inf, None, None, None)
        for name, other in other_manager._objects.items():
            found = self._nearest(other, name, None)
            best = min(best, found, key=lambda one: one.distance)
        names = None if best.a is None or best.b is None else (best.a, best.b)
        return _answer(best.distance, names, best.data(), return_names, return_data)

    def _nearest(self, other: _Object, label: Name, skip: Optional[Name]) -> "_Nearest":
        """Of all objects but `skip` to the other one, which ignored pairs are left out of where it is one of ours."""
        best = _Nearest(math.inf, None, label, None)
        left_out = {self._objects[one].id for one in self._objects
                    if one == skip or (skip is not None and self.is_pair_ignored(one, skip))} if skip is not None else set()
        for one, distance in self._scene.nearest(other.body(), sorted(left_out)):
            name = self._names[one]
            known = self._objects[name]
            found = _Nearest(distance if distance > 0 else -_depth(known, other), name, label, (known, other))
            best = min(best, found, key=lambda candidate: candidate.distance)
        return best

    def _nearest_pair(self) -> "_Nearest":
        closest = self._scene.closest_pairs(1)
        if not closest:
            return _Nearest(math.inf, None, None, None)
        pairs = [closest[0].pair] if closest[0].distance > 0 else self._scene.overlapping_pairs().tolist()
        best = _Nearest(math.inf, None, None, None)
        for a, b in pairs:
            first, second = self._names[a], self._names[b]
            x, y = self._objects[first], self._objects[second]
            distance = closest[0].distance if closest[0].distance > 0 else -_depth(x, y)
            best = min(best, _Nearest(distance, first, second, (x, y)), key=lambda one: one.distance)
        return best

    # ---- motion: what the original cannot tell

    def first_contact(self, velocities: Mapping[Name, Any], t_max: float = math.inf,
                      angular_velocities: Optional[Mapping[Name, Any]] = None, ignore_initial: bool = False) -> Contact:
        """When do any two objects first touch, these moving at constant velocities (length per time; radians per time about their
        origins) and all others standing still? Never late; nothing is missed."""
        turning = angular_velocities or {}
        scene = self._scene.copy()
        for name in {*velocities, *turning}:
            scene.set_velocity(self._require(name).id, velocities.get(name, (0, 0, 0)), turning.get(name))
        found = scene.first_contact(t_max=t_max, ignore_initial=ignore_initial)
        if not found.pairs:
            return Contact(found.status, found.t_lo, found.t_hi, None, None, None)
        first = found.pairs[0]
        a, b = (self._names[one] for one in first.pair)
        return Contact(found.status, found.t_lo, found.t_hi, (a, b), first.points[0], first.normal)

    def __repr__(self) -> str:
        return f"<graze.CollisionManager: {len(self._objects)} objects>"


class _Nearest(NamedTuple):
    distance: float
    a: Optional[Name]
    b: Optional[Name]
    objects: Optional[Tuple[_Object, _Object]]

    def data(self) -> DistanceData:
        if self.objects is None:
            return DistanceData({}, {}, self.distance)
        first, second = self.objects
        closest = _core.closest(first.body(), second.body())
        points = list(closest.points)
        if self.distance < 0:  # where b is deepest in a, and where it would be on the way out
            a, b = first.hull_body(), second.hull_body()
            assert a is not None and b is not None
            found = _core._penetration(a, b)
            assert found is not None
            points[1] = found.manifold[0][0] if found.manifold else points[1]
            points[0] = points[1] + found.depth * found.normal
        names = (self.a, self.b)
        return DistanceData({name: feature.triangle for name, feature in zip(names, closest.features)}, dict(zip(names, points)), self.distance)


def _answer(value: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
    """The answer, the names, the data: those that were asked for."""
    parts = (value,) + ((names,) if return_names else ()) + ((data,) if return_data else ())
    return parts if len(parts) > 1 else value


def _sorted(a: Name, b: Name) -> Tuple[Name, Name]:
    try:
        return (a, b) if a <= b else (b, a)  # type: ignore[operator]
    except TypeError:  # names of several types have no order of their own
        return (a, b) if repr(a) <= repr(b) else (b, a)


def _depth(x: _Object, y: _Object) -> float:
    """Of two convex objects that meet; 0 of others."""
    a, b = x.hull_body(), y.hull_body()
    if a is None or b is None:
        return 0.0
    found = _core._penetration(a, b)
    return 0.0 if found is None else found.depth


def _contacts(name_a: Name, x: _Object, name_b: Name, y: _Object) -> Iterator[ContactData]:
    """Of convex objects the points of their manifold with their depths, of others one a pair of triangles that meet."""
    a, b = x.hull_body(), y.hull_body()
    if a is not None and b is not None:
        yield from _convex_contacts(name_a, x, name_b, y, a, b)
        return
    first, second = x.body(), y.body()
    found = _core.intersection(first, second, max_pairs=100_000, curves=True)
    places = {tuple(pair): point for curve in found.curves for pair, point in zip(curve.pairs.tolist(), curve.points)}
    for i, j in found.pairs.tolist():
        triangle = _triangle(second, j)
        yield ContactData({name_a: i, name_b: j}, places.get((i, j), triangle.mean(axis=0)), -_normal(triangle), 0.0)
    if not found.pairs.size:  # one lies inside the other
        point = _core.closest(first, second).points[0]
        yield ContactData({name_a: -1, name_b: -1}, point, np.zeros(3), 0.0)


def _convex_contacts(name_a: Name, x: _Object, name_b: Name, y: _Object, a: Body, b: Body) -> Iterator[ContactData]:
    found = _core._penetration(a, b)
    if found is None:
        return
    points = [point for point, _ in found.manifold] or [_core.closest(a, b).points[0]]
    depths = [depth for _, depth in found.manifold] or [found.depth]
    depths[int(np.argmax(depths))] = found.depth
    faces = [_core.nearest_points(one.body(), np.array(points))["triangle"].tolist() for one in (x, y)]
    for k, point in enumerate(points):
        yield ContactData({name_a: faces[0][k], name_b: faces[1][k]}, point, found.normal, depths[k])


def _triangle(body: Body, index: int) -> Any:
    vertices, faces = body.geometry.vertices, body.geometry.faces
    assert vertices is not None and faces is not None
    return vertices[faces[index]] @ body.pose[:3, :3].T + body.pose[:3, 3]


def _normal(triangle: Any) -> Any:
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    length = np.linalg.norm(normal)
    return normal / length if length > 0 else normal


def scene_to_collision(scene: Any, solid: bool = True) -> Tuple[CollisionManager, Dict[Name, Body]]:
    """A manager with one object a node of a trimesh.Scene, and what add_object() returned for each."""
    manager = CollisionManager(solid)
    objects = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects
