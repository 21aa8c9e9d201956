#pragma once
/// What objects are made of, as values that can be pickled.

#include <map>
#include <vector>

#include <pybind11/pybind11.h>

#include <graze/path.h>
#include <graze/scene.h>

#include "body.h"

namespace graze::python {

/// With the text of its shape, where it is no mesh. Shapes of the plane have none here and are refused.
[[nodiscard]] PyGeometry described(const Geometry& geometry);

/// Geometries of a state: each once, numbered in the order in which they were met.
class GeometryTable {
 public:
  [[nodiscard]] std::size_t number_of(const Geometry& geometry);
  [[nodiscard]] const py::list& list() const { return list_; }

 private:
  std::map<const Shape*, std::size_t> numbers_;
  py::list list_;
};

/// A number that numbers a geometry of the list.
[[nodiscard]] const PyGeometry& geometry_in(const py::list& list, py::handle number);

/// ("constant", velocity, angular velocity, center) or ("keyframes", [(time, pose), ...]).
[[nodiscard]] py::tuple state_of(const Motion& motion);
[[nodiscard]] py::tuple state_of(const Path& path);
/// Motions that only functions know are refused.
[[nodiscard]] py::tuple state_of(const BodyMotion& motion, const std::string& name);
[[nodiscard]] BodyMotion motion_from(const py::tuple& state);

}  // namespace graze::python
