"""The spelling of python-fcl for scripts that import it: ``import graze.fcl as fcl``.

Shapes, transforms, collision objects, collide(), distance(), continuousCollide() and DynamicAABBTreeCollisionManager, with the
arguments and result objects of python-fcl 0.7. What differs, on purpose:

- BVHModel is a surface in FCL and here; pass ``solid=True`` to make it the solid it bounds.
- distance() of bodies that meet is 0 (python-fcl: -1, 0 or a wrong number), or minus the depth with ``enable_signed_distance`` where
  both are convex.
- continuousCollide() is certified: ``time_of_contact`` is never late and nothing is missed between the two poses.
- Transforms are used as they are set; there is no update() to forget (it may be called and does nothing).
- Result objects are filled anew by every call; nothing of what was asked before stays in them.
- OcTree, costs, and the choice of solvers are not there: CollisionRequest takes their arguments and does not need them.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core, shapes
from ._core import Body, Geometry, Scene

Array = npt.NDArray[np.float64]


class Transform:
    """Transform(), Transform(t), Transform(q), Transform(R, t), Transform(q, t), Transform(other); quaternions are (w, x, y, z)."""

    def __init__(self, *arguments: Any) -> None:
        self.R: Array = np.eye(3)
        self.T: Array = np.zeros(3)
        if len(arguments) == 1 and isinstance(arguments[0], Transform):
            self.R, self.T = arguments[0].R.copy(), arguments[0].T.copy()
        elif len(arguments) > 2:
            raise ValueError("Transform takes a rotation, a translation, or both")
        else:
            for argument in arguments:
                self._take(np.asarray(argument, dtype=float))

    def _take(self, array: Array) -> None:
        if array.shape == (3, 3):
            self.R = array.copy()
        elif array.shape == (4,):
            self.setQuatRotation(array)
        elif array.shape == (3,):
            self.T = array.copy()
        else:
            raise ValueError(f"expected a (3,3) rotation, a quaternion or 3 numbers, found an array of shape {array.shape}")

    def getRotation(self) -> Array:
        return self.R.copy()

    def getTranslation(self) -> Array:
        return self.T.copy()

    def setRotation(self, R: npt.ArrayLike) -> None:
        self.R = np.asarray(R, dtype=float).reshape(3, 3).copy()

    def setTranslation(self, T: npt.ArrayLike) -> None:
        self.T = np.asarray(T, dtype=float).reshape(3).copy()

    def setQuatRotation(self, q: npt.ArrayLike) -> None:
        w, x, y, z = np.asarray(q, dtype=float) / np.linalg.norm(np.asarray(q, dtype=float))
        self.R = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                           [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                           [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])

    def getQuatRotation(self) -> Array:
        trace = self.R[0, 0] + self.R[1, 1] + self.R[2, 2]
        values = np.array([trace, self.R[0, 0], self.R[1, 1], self.R[2, 2]])
        largest = int(values.argmax())  # the component that loses no digits
        if largest == 0:
            q = np.array([1 + trace, self.R[2, 1] - self.R[1, 2], self.R[0, 2] - self.R[2, 0], self.R[1, 0] - self.R[0, 1]])
        else:
            i = largest - 1
            j, k = (i + 1) % 3, (i + 2) % 3
            q = np.zeros(4)
            q[0] = self.R[k, j] - self.R[j, k]
            q[1 + i] = 1 + self.R[i, i] - self.R[j, j] - self.R[k, k]
            q[1 + j] = self.R[j, i] + self.R[i, j]
            q[1 + k] = self.R[k, i] + self.R[i, k]
        unit: Array = q / np.linalg.norm(q)
        return unit

    def _pose(self) -> tuple[Array, Array]:
        return (self.R, self.T)


class CollisionGeometry:
    """A shape; `graze` is the graze.Geometry behind it."""

    def __init__(self, geometry: Optional[Geometry], solid: bool = False) -> None:
        self._geometry, self.solid = geometry, solid

    @property
    def graze(self) -> Geometry:
        if self._geometry is None:
            raise ValueError("this BVHModel has no triangles yet: beginModel(), addSubModel(), endModel()")
        return self._geometry


class Box(CollisionGeometry):
    """With the sides x, y, z, centred."""

    def __init__(self, x: float, y: float, z: float) -> None:
        super().__init__(shapes.box([x, y, z]))
        self.side: Array = np.array([x, y, z], dtype=float)


class Sphere(CollisionGeometry):
    def __init__(self, radius: float) -> None:
        super().__init__(shapes.sphere(radius))
        self.radius = radius


class Ellipsoid(CollisionGeometry):
    def __init__(self, a: float, b: float, c: float) -> None:
        super().__init__(shapes.ellipsoid([a, b, c]))
        self.radii: Array = np.array([a, b, c], dtype=float)


class Capsule(CollisionGeometry):
    """Along z, centred; lz is the length between the centres of its ends."""

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__(shapes.capsule([0, 0, -lz / 2], [0, 0, lz / 2], radius))
        self.radius, self.lz = radius, lz


class Cylinder(CollisionGeometry):
    """Along z, centred."""

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__(shapes.cylinder([0, 0, -lz / 2], [0, 0, lz / 2], radius))
        self.radius, self.lz = radius, lz


class Cone(CollisionGeometry):
    """Along z, centred, the apex up."""

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__(shapes.cone([0, 0, -lz / 2], [0, 0, lz / 2], radius))
        self.radius, self.lz = radius, lz


class TriangleP(CollisionGeometry):
    def __init__(self, a: npt.ArrayLike, b: npt.ArrayLike, c: npt.ArrayLike) -> None:
        super().__init__(shapes.triangle([a, b, c]))
        self.a, self.b, self.c = (np.asarray(corner, dtype=float) for corner in (a, b, c))


class Halfspace(CollisionGeometry):
    """All x with n . x <= d."""

    def __init__(self, n: npt.ArrayLike, d: float) -> None:
        self.n, self.d = np.asarray(n, dtype=float), d
        super().__init__(shapes.half_space(self.n.tolist(), d))


class Plane(CollisionGeometry):
    """All x with n . x = d."""

    def __init__(self, n: npt.ArrayLike, d: float) -> None:
        self.n, self.d = np.asarray(n, dtype=float), d
        super().__init__(shapes.plane(self.n.tolist(), d))


class Convex(CollisionGeometry):
    """The hull of the vertices; the faces (a flat list of counts and indices) are not needed."""

    def __init__(self, vertices: npt.ArrayLike, num_faces: int = 0, faces: Optional[npt.ArrayLike] = None) -> None:
        super().__init__(shapes.convex(vertices))


class BVHModel(CollisionGeometry):
    """A triangle mesh, filled by beginModel(), addSubModel() or addTriangle(), endModel()."""

    def __init__(self, solid: bool = False) -> None:
        super().__init__(None, solid)
        self._vertices: list[Array] = []
        self._faces: list[npt.NDArray[Any]] = []

    def beginModel(self, num_vertices: int = 0, num_triangles: int = 0) -> None:
        self._geometry, self._vertices, self._faces = None, [], []

    def addSubModel(self, vertices: npt.ArrayLike, triangles: npt.ArrayLike) -> None:
        offset = sum(len(block) for block in self._vertices)
        self._vertices.append(np.asarray(vertices, dtype=float))
        self._faces.append(np.asarray(triangles) + offset)

    def addTriangle(self, a: npt.ArrayLike, b: npt.ArrayLike, c: npt.ArrayLike) -> None:
        self.addSubModel(np.array([a, b, c], dtype=float), np.array([[0, 1, 2]]))

    def endModel(self) -> None:
        if not self._faces:
            raise ValueError("endModel(): no triangles were added")
        self._geometry = _core.mesh(np.vstack(self._vertices), np.vstack(self._faces))

    def num_tries_(self) -> int:
        return sum(len(block) for block in self._faces)


class CollisionObject:
    """A geometry in a place."""

    def __init__(self, geom: CollisionGeometry, tf: Optional[Transform] = None) -> None:
        self.geom, self._tf = geom, Transform() if tf is None else Transform(tf)
        self._body: Optional[Body] = None
        self._geometry: Optional[Geometry] = None  # that of the body

    def getTransform(self) -> Transform:
        return Transform(self._tf)

    def setTransform(self, tf: Transform) -> None:
        self._tf, self._body = Transform(tf), None

    def getRotation(self) -> Array:
        return self._tf.getRotation()

    def getTranslation(self) -> Array:
        return self._tf.getTranslation()

    def getQuatRotation(self) -> Array:
        return self._tf.getQuatRotation()

    def setRotation(self, R: npt.ArrayLike) -> None:
        self._tf.setRotation(R)
        self._body = None

    def setTranslation(self, T: npt.ArrayLike) -> None:
        self._tf.setTranslation(T)
        self._body = None

    def setQuatRotation(self, q: npt.ArrayLike) -> None:
        self._tf.setQuatRotation(q)
        self._body = None

    def _as_body(self) -> Body:
        geometry = self.geom.graze  # another one, once a BVHModel was filled anew
        if self._body is None or self._geometry is not geometry:
            self._body, self._geometry = Body(geometry, self._tf._pose(), solid=self.geom.solid), geometry
        return self._body


class CollisionRequest:
    def __init__(self, num_max_contacts: int = 1, enable_contact: bool = False, num_max_cost_sources: int = 1, enable_cost: bool = False,
                 use_approximate_cost: bool = True, gjk_solver_type: Any = None) -> None:
        self.num_max_contacts, self.enable_contact = num_max_contacts, enable_contact


class Contact:
    """Two geometries, the triangle or feature of each (b1, b2), a point of both, the normal from o1 to o2, and the depth.

    Between meshes one contact a pair of triangles that meet, with depth 0: a depth of meshes is graze.penetration()'s business.
    """

    def __init__(self, o1: CollisionGeometry, o2: CollisionGeometry, b1: int, b2: int, pos: Array, normal: Array, depth: float) -> None:
        self.o1, self.o2, self.b1, self.b2 = o1, o2, b1, b2
        self.pos, self.normal, self.penetration_depth = pos, normal, depth


class CollisionResult:
    def __init__(self) -> None:
        self.is_collision = False
        self.contacts: list[Contact] = []


class DistanceRequest:
    def __init__(self, enable_nearest_points: bool = False, enable_signed_distance: bool = False, gjk_solver_type: Any = None) -> None:
        self.enable_nearest_points, self.enable_signed_distance = enable_nearest_points, enable_signed_distance


class DistanceResult:
    def __init__(self, min_distance_: float = np.inf) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Any] = [None, None]
        self.o1: Optional[CollisionGeometry] = None
        self.o2: Optional[CollisionGeometry] = None
        self.b1 = self.b2 = -1


class ContinuousCollisionRequest:
    """Only toc_err means something here: the length below which bodies count as touching, by default 1e-7 of their size."""

    def __init__(self, num_max_iterations: int = 10, toc_err: Optional[float] = None, ccd_motion_type: Any = None,
                 gjk_solver_type: Any = None, ccd_solver_type: Any = None) -> None:
        self.toc_err = toc_err


class ContinuousCollisionResult:
    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide, self.time_of_contact = is_collide, time_of_contact


def collide(o1: CollisionObject, o2: CollisionObject, request: Optional[CollisionRequest] = None,
            result: Optional[CollisionResult] = None) -> int:
    """The number of contacts found, 0 when they are apart; the result is filled anew."""
    request, result = request or CollisionRequest(), result or CollisionResult()
    result.contacts = []
    result.is_collision = _core.overlap(o1._as_body(), o2._as_body())
    if not result.is_collision:
        return 0
    if not request.enable_contact:
        return 1
    result.contacts = list(_contacts(o1, o2, request.num_max_contacts))
    return max(1, len(result.contacts))


def _contacts(o1: CollisionObject, o2: CollisionObject, most: int) -> Iterator[Contact]:
    a, b = o1._as_body(), o2._as_body()
    if a.geometry.is_mesh and b.geometry.is_mesh:
        yield from _triangle_contacts(o1, o2, most)
        return
    try:
        found = _core._penetration(a, b)
    except _core.Error as error:
        if error.code != "unsupported_pair":
            raise
        found = None
    if found is None:
        closest = _core.closest(a, b)
        yield Contact(o1.geom, o2.geom, closest.features[0].triangle, closest.features[1].triangle, closest.points[0], np.zeros(3), 0.0)
        return
    places = [(point, depth) for point, depth in found.manifold] or [(_core.closest(a, b).points[0], found.depth)]
    for point, depth in places[:most]:
        yield Contact(o1.geom, o2.geom, found.features[0].triangle, found.features[1].triangle, point, found.normal, depth)


def _triangle_contacts(o1: CollisionObject, o2: CollisionObject, most: int) -> Iterator[Contact]:
    a, b = o1._as_body(), o2._as_body()
    curves = _core.intersection(a, b, max_pairs=most, curves=True)
    points = {tuple(pair): point for curve in curves.curves for pair, point in zip(curve.pairs.tolist(), curve.points)}
    corners = o2.geom.graze.vertices
    faces = o2.geom.graze.faces
    assert corners is not None and faces is not None
    for i, j in curves.pairs.tolist():
        triangle = corners[faces[j]]
        normal = o2._tf.R @ np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
        length = np.linalg.norm(normal)
        point = points.get((i, j), o2._tf.R @ triangle.mean(axis=0) + o2._tf.T)
        yield Contact(o1.geom, o2.geom, i, j, point, -normal / length if length > 0 else normal, 0.0)


def distance(o1: CollisionObject, o2: CollisionObject, request: Optional[DistanceRequest] = None,
             result: Optional[DistanceResult] = None) -> float:
    """The shortest distance, 0 when they meet; with enable_signed_distance minus the depth of convex bodies that do."""
    request, result = request or DistanceRequest(), result or DistanceResult()
    a, b = o1._as_body(), o2._as_body()
    closest = _core.closest(a, b)
    result.min_distance, result.o1, result.o2 = closest.distance, o1.geom, o2.geom
    result.b1, result.b2 = (feature.triangle for feature in closest.features)
    result.nearest_points = list(closest.points)
    if closest.distance == 0 and request.enable_signed_distance:
        _sign(result, a, b)
    return result.min_distance


def _sign(result: DistanceResult, a: Body, b: Body) -> None:
    try:
        found = _core._penetration(a, b)
    except _core.Error as error:
        if error.code != "unsupported_pair":
            raise
        return
    if found is None:
        return
    result.min_distance = -found.depth
    middle = found.manifold[0][0] if found.manifold else result.nearest_points[0]
    result.nearest_points = [middle, middle - found.depth * found.normal]


def continuousCollide(o1: CollisionObject, tf1_end: Transform, o2: CollisionObject, tf2_end: Transform,
                      request: Optional[ContinuousCollisionRequest] = None,
                      result: Optional[ContinuousCollisionResult] = None) -> float:
    """The first time in [0, 1] at which the two touch on their ways to the end poses (straight, turning the shorter way round at
    constant speed), 1.0 when they do not. Never late."""
    request, result = request or ContinuousCollisionRequest(), result or ContinuousCollisionResult()
    a, b = (Body(o.geom.graze, solid=o.geom.solid, keyframes=[(0, o._tf._pose()), (1, end._pose())])
            for o, end in ((o1, tf1_end), (o2, tf2_end)))
    hit = _core.sweep(a, b, t_max=1, tolerance=request.toc_err)
    result.is_collide = hit is not None
    result.time_of_contact = 1.0 if hit is None else hit.first
    return result.time_of_contact


class CollisionData:
    def __init__(self, request: Optional[CollisionRequest] = None, result: Optional[CollisionResult] = None) -> None:
        self.request, self.result, self.done = request or CollisionRequest(), result or CollisionResult(), False


class DistanceData:
    def __init__(self, request: Optional[DistanceRequest] = None, result: Optional[DistanceResult] = None) -> None:
        self.request, self.result, self.done = request or DistanceRequest(), result or DistanceResult(), False


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:
    """Collects contacts until there are as many as the request asks for."""
    if cdata.done:
        return True
    found = CollisionResult()
    collide(o1, o2, cdata.request, found)
    cdata.result.is_collision |= found.is_collision
    room = cdata.request.num_max_contacts - len(cdata.result.contacts)
    cdata.result.contacts += found.contacts[:room]
    cdata.done = cdata.result.is_collision and len(cdata.result.contacts) >= cdata.request.num_max_contacts
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, ddata: DistanceData) -> tuple[bool, float]:
    """Keeps the least distance."""
    if ddata.done:
        return True, ddata.result.min_distance
    found = DistanceResult()
    distance(o1, o2, ddata.request, found)
    if found.min_distance < ddata.result.min_distance:
        ddata.result.__dict__.update(found.__dict__)
    return ddata.result.min_distance <= 0, ddata.result.min_distance


Callback = Callable[[CollisionObject, CollisionObject, Any], Any]


class DynamicAABBTreeCollisionManager:
    """Objects asked all against all, through a graze.Scene that is kept from question to question."""

    def __init__(self) -> None:
        self._scene = Scene()
        self._placed: dict[CollisionObject, tuple[int, Body]] = {}  # what the scene knows of each: its id, and the body it was then
        self._by_id: dict[int, CollisionObject] = {}

    def registerObject(self, other: CollisionObject) -> None:
        if other not in self._placed:
            self._add(other)

    def registerObjects(self, others: Iterable[CollisionObject]) -> None:
        for other in others:
            self.registerObject(other)

    def unregisterObject(self, obj: CollisionObject) -> None:
        if obj in self._placed:
            self._remove(obj)
            del self._placed[obj]

    def setup(self) -> None:
        """Nothing to do: kept for scripts that call it."""

    def update(self, arg: Any = None) -> None:
        """Nothing to do: transforms are used as they are."""

    def clear(self) -> None:
        self._scene, self._placed, self._by_id = Scene(), {}, {}

    def empty(self) -> bool:
        return not self._placed

    def size(self) -> int:
        return len(self._placed)

    def getObjects(self) -> list[CollisionObject]:
        return list(self._placed)

    def collide(self, *arguments: Any) -> None:
        """collide(data, callback), collide(object, data, callback) or collide(other_manager, data, callback). The callback is called
        with pairs that meet, and ends it by returning True."""
        other, data, callback = _split(arguments)
        for x, y in self._meeting(other):
            if callback(x, y, data):
                return

    def distance(self, *arguments: Any) -> None:
        """distance(data, callback), distance(object, data, callback) or distance(other_manager, data, callback). The callback is called
        with pairs, nearest first, and returns (whether to end, a distance that is still of interest)."""
        other, data, callback = _split(arguments)
        for x, y, apart in self._nearest_first(other):
            done, of_interest = callback(x, y, data)
            if done or apart >= of_interest:
                return

    def _add(self, obj: CollisionObject) -> None:
        body = obj._as_body()
        number = self._scene.add(body)
        self._placed[obj], self._by_id[number] = (number, body), obj

    def _remove(self, obj: CollisionObject) -> None:
        number = self._placed[obj][0]
        self._scene.remove(number)
        del self._by_id[number]

    def _current(self) -> Scene:
        """The scene with every object where it is now."""
        for obj, (_, body) in list(self._placed.items()):
            if obj._as_body() is not body:
                self._remove(obj)
                self._add(obj)
        return self._scene

    def _meeting(self, other: Other) -> Iterator[tuple[CollisionObject, CollisionObject]]:
        scene = self._current()
        if other is None:
            pairs = scene.overlapping_pairs().tolist()
            yield from ((self._by_id[a], self._by_id[b]) for a, b in pairs)
        elif isinstance(other, CollisionObject):
            yield from ((self._by_id[one], other) for one in scene.overlapping(other._as_body()))
        else:
            yield from (pair for theirs in other.getObjects() for pair in self._meeting(theirs))

    def _nearest_first(self, other: Other) -> Iterator[tuple[CollisionObject, CollisionObject, float]]:
        """Each pair with a distance that it and all that follow have at least."""
        scene = self._current()
        if other is None:
            seen, count = 0, 1
            while seen < (every := len(self._placed) * (len(self._placed) - 1) // 2):
                pairs = scene.closest_pairs(count)
                yield from ((self._by_id[pair.pair[0]], self._by_id[pair.pair[1]], pair.distance) for pair in pairs[seen:])
                if len(pairs) < count:
                    return
                seen, count = len(pairs), min(every, 16 * count)
        else:
            theirs = [other] if isinstance(other, CollisionObject) else other.getObjects()
            pairs_apart = [(x, y) for x in self._placed for y in theirs]
            apart = _core.distance_pairs([(x._as_body(), y._as_body()) for x, y in pairs_apart])["distance"]
            for k in np.argsort(apart, kind="stable").tolist():
                x, y = pairs_apart[k]
                yield x, y, float(apart[k])


Other = Union[None, CollisionObject, DynamicAABBTreeCollisionManager]


def _split(arguments: tuple[Any, ...]) -> tuple[Other, Any, Callback]:
    if len(arguments) == 2:
        return None, arguments[0], arguments[1]
    if len(arguments) != 3:
        raise TypeError("expected (data, callback), (object, data, callback) or (manager, data, callback)")
    other, data, callback = arguments
    return other, data, callback
