"""Shapes that are no meshes. Every function returns a graze.Geometry; lengths are in whatever unit you use throughout."""

from __future__ import annotations

import json
from typing import Any, Sequence

import numpy as np

from ._core import Error, Geometry, _shape

Vector = Sequence[float]


def shape(description: dict[str, Any]) -> Geometry:
    """Any shape in the words of the query format: ``shape({"type": "sphere", "c": [0, 0, 0], "r": 1})``."""
    try:
        text = json.dumps(description, default=_plain, allow_nan=False)
    except ValueError:
        raise _not_finite(description) from None
    return _shape(text)


def _not_finite(description: dict[str, Any]) -> Error:
    culprit = next((name for name, value in description.items()
                    if isinstance(value, (int, float, list)) and not np.all(np.isfinite(np.asarray(value, dtype=float)))), "?")
    error = Error(f"{culprit}: not finite")
    error.code = "not_finite"
    return error


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not a number or a list of numbers")


def _numbers(value: Any) -> Any:
    """Lists of numbers; what holds something else is refused as the library refuses it."""
    array = np.asarray(value)
    if array.dtype.kind not in "fiu":
        error = Error(f"expected numbers, found {type(value).__name__}: {str(value)[:60]}")
        error.code = "bad_shape"
        raise error
    return array.astype(float).tolist()


def point(p: Vector) -> Geometry:
    """One point."""
    return shape({"type": "point", "p": _numbers(p)})


def segment(p: Vector, q: Vector) -> Geometry:
    """All points between p and q."""
    return shape({"type": "segment", "v": [_numbers(p), _numbers(q)]})


def line(origin: Vector, direction: Vector) -> Geometry:
    """All origin + t * direction."""
    return shape({"type": "line", "o": _numbers(origin), "d": _numbers(direction)})


def ray(origin: Vector, direction: Vector) -> Geometry:
    """All origin + t * direction with t >= 0."""
    return shape({"type": "ray", "o": _numbers(origin), "d": _numbers(direction)})


def plane(normal: Vector, offset: float = 0.0) -> Geometry:
    """All x with normal . x = offset."""
    return shape({"type": "plane", "n": _numbers(normal), "d": float(offset)})


def half_space(normal: Vector, offset: float = 0.0) -> Geometry:
    """All x with normal . x <= offset: the solid behind the plane."""
    return shape({"type": "halfspace", "n": _numbers(normal), "d": float(offset)})


def sphere(radius: float, center: Vector = (0, 0, 0)) -> Geometry:
    """A solid ball."""
    return shape({"type": "sphere", "c": _numbers(center), "r": float(radius)})


def capsule(p: Vector, q: Vector, radius: float) -> Geometry:
    """All points within `radius` of the segment from p to q."""
    return shape({"type": "capsule", "v": [_numbers(p), _numbers(q)], "r": float(radius)})


def cylinder(p: Vector, q: Vector, radius: float) -> Geometry:
    """Solid, with flat ends at p and q."""
    return shape({"type": "cylinder", "v": [_numbers(p), _numbers(q)], "r": float(radius)})


def cone(base: Vector, apex: Vector, radius: float) -> Geometry:
    """Solid, with a flat base."""
    return shape({"type": "cone", "v": [_numbers(base), _numbers(apex)], "r": float(radius)})


def ellipsoid(half_extents: Vector, center: Vector = (0, 0, 0), axes: Any = None) -> Geometry:
    """Solid; axes: (3,3), one unit vector a row, by default those of the coordinates."""
    return shape({"type": "ellipsoid", "c": _numbers(center), "axes": _axes(axes), "h": _numbers(half_extents)})


def torus(ring_radius: float, tube_radius: float, center: Vector = (0, 0, 0), axis: Vector = (0, 0, 1)) -> Geometry:
    """A solid ring: all points within `tube_radius` of the circle of `ring_radius` about the axis."""
    return shape({"type": "torus", "c": _numbers(center), "n": _numbers(axis), "major": float(ring_radius), "minor": float(tube_radius)})


def box(size: Vector, center: Vector = (0, 0, 0), axes: Any = None) -> Geometry:
    """A solid box with sides of these lengths; axes: (3,3), one unit vector a row, by default those of the coordinates."""
    half = (np.asarray(size, dtype=float) / 2).tolist()
    return shape({"type": "obb", "c": _numbers(center), "axes": _axes(axes), "h": half})


def aabb(min: Vector, max: Vector) -> Geometry:
    """The solid box between two corners."""
    return shape({"type": "aabb", "min": _numbers(min), "max": _numbers(max)})


def triangle(vertices: Any) -> Geometry:
    """(3,3), one corner a row."""
    return shape({"type": "triangle", "v": _numbers(vertices)})


def tetrahedron(vertices: Any) -> Geometry:
    """Solid; (4,3), one corner a row."""
    return shape({"type": "tetrahedron", "v": _numbers(vertices)})


def polygon(vertices: Any) -> Geometry:
    """Convex and planar; (n,3), corners in order."""
    return shape({"type": "polygon", "v": _numbers(vertices)})


def convex(points: Any) -> Geometry:
    """The solid convex hull of (n,3) points."""
    return shape({"type": "convex", "v": _numbers(points)})


def points(points: Any) -> Geometry:
    """A cloud of (n,3) points."""
    return shape({"type": "points", "p": _numbers(points)})


# ---- shapes of the plane; both bodies of a question are in the plane, or both in space


def circle(radius: float, center: Vector = (0, 0)) -> Geometry:
    """In the plane: a disc. point, segment, ray, line, capsule and points take two coordinates as well."""
    return shape({"type": "circle", "c": _numbers(center), "r": float(radius)})


def ellipse(half_extents: Vector, center: Vector = (0, 0), axes: Any = None) -> Geometry:
    """In the plane; axes: (2,2), one unit vector a row."""
    return shape({"type": "ellipse", "c": _numbers(center), "axes": _axes(axes, 2), "h": _numbers(half_extents)})


def rectangle(size: Vector, center: Vector = (0, 0), axes: Any = None) -> Geometry:
    """In the plane, with sides of these lengths; axes: (2,2), one unit vector a row."""
    half = (np.asarray(size, dtype=float) / 2).tolist()
    return shape({"type": "obb2", "c": _numbers(center), "axes": _axes(axes, 2), "h": half})


def polygon2(vertices: Any) -> Geometry:
    """In the plane: convex; (n,2), corners in order."""
    return shape({"type": "polygon2", "v": _numbers(vertices)})


def half_plane(normal: Vector, offset: float = 0.0) -> Geometry:
    """In the plane: all x with normal . x <= offset."""
    return shape({"type": "halfplane", "n": _numbers(normal), "d": float(offset)})


def _axes(axes: Any, dimensions: int = 3) -> Any:
    return np.eye(dimensions).tolist() if axes is None else _numbers(axes)


__all__ = ["shape", "point", "segment", "line", "ray", "plane", "half_space", "sphere", "capsule", "cylinder", "cone", "ellipsoid",
           "box", "aabb", "triangle", "tetrahedron", "polygon", "convex", "points", "torus", "circle", "ellipse", "rectangle", "polygon2",
           "half_plane"]
