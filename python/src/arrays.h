#pragma once
/// Between numpy arrays and the library's types.

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <graze/pose.h>
#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze::python {

namespace py = pybind11;

/// C-contiguous doubles, converted where they are something else.
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The argument as doubles; its name is for messages. Booleans, strings and objects are refused.
[[nodiscard]] Doubles as_doubles(py::handle argument, const std::string& name);

/// Three numbers.
[[nodiscard]] Vec3 as_vec3(py::handle argument, const std::string& name);

/// An (n,3) array of numbers, one copy of memory where it has the right layout already.
[[nodiscard]] std::vector<Vec3> as_points(py::handle argument, const std::string& name);

/// An (m,3) array of whole numbers that are not negative.
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> as_faces(py::handle argument, const std::string& name);

/// None: where the world is. (4,4) or (3,4): homogeneous. A pair (R, t), R being (3,3) or a quaternion (w, x, y, z). Whether it
/// rotates is checked by the library; the last row of a (4,4) must be 0 0 0 1, a quaternion must have a length of 1 to 1e-6.
[[nodiscard]] Pose as_pose(py::handle argument, const std::string& name);

/// A (k,4,4) array of them, read where it stands: other threads may change it meanwhile, so each is read once and checked by who
/// asks.
class PoseRows {
 public:
  PoseRows(py::handle argument, const std::string& name);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Pose operator[](std::size_t i) const;

 private:
  Doubles array_;
  const double* numbers_;
  std::size_t size_;
};

/// Of what arrays of its own are made: read-only, so that nobody takes them for a door into the library.
[[nodiscard]] py::array read_only(py::array array);
[[nodiscard]] py::array to_array(const Vec3& v);
[[nodiscard]] py::array to_array(const Mat3& m);
[[nodiscard]] py::array to_array(const Pose& pose);  ///< (4,4)
[[nodiscard]] py::array to_array(const Vec3* points, std::size_t count);
[[nodiscard]] inline py::array to_array(const std::vector<Vec3>& points) { return to_array(points.data(), points.size()); }
/// (n, width) whole numbers.
[[nodiscard]] py::array to_array(const std::uint32_t* numbers, std::size_t rows, std::size_t width);

}  // namespace graze::python
