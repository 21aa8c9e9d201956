#pragma once
/// Geometries and bodies as Python sees them.

#include <optional>
#include <string>

#include <pybind11/pybind11.h>

#include <graze/geometry.h>
#include <graze/path.h>

namespace graze::python {

namespace py = pybind11;

/// What a Geometry was made of, so that it can be pickled and shown: the shape in the query format; empty for meshes.
struct PyGeometry {
  Geometry geometry;
  std::string description;
};

struct PyBody {
  Body body;
  std::string description;     ///< of its geometry
  std::optional<Path> path{};  ///< of bodies with keyframes
};

/// Anything a question takes: a Body, a Geometry, or what can be made one: anything with `vertices` and `faces`, as trimesh has.
/// Holds what had to be made.
class BodyArgument {
 public:
  BodyArgument(py::handle argument, const char* name);
  [[nodiscard]] const Body& operator*() const { return *body_; }
  [[nodiscard]] const Body* operator->() const { return body_; }
  [[nodiscard]] const std::optional<Path>& path() const { return *path_; }
  /// Its path, or that of its constant velocities.
  [[nodiscard]] Path way() const { return *path_ ? **path_ : Path(body_->pose, body_->motion); }

 private:
  std::optional<Body> made_;
  const Body* body_ = nullptr;
  const std::optional<Path>* path_ = nullptr;
};

/// A Geometry, or what has vertices and faces.
[[nodiscard]] PyGeometry as_geometry(py::handle argument, const std::string& name);

/// Lets other threads run while a question about meshes is answered; questions about two simple shapes take less time than that.
class ReleasedForMeshes {
 public:
  ReleasedForMeshes(const Body& a, const Body& b) {
    if (a.geometry.is_mesh() || b.geometry.is_mesh()) released_.emplace();
  }

 private:
  std::optional<py::gil_scoped_release> released_;
};

void register_bodies(py::module_& module);

}  // namespace graze::python
