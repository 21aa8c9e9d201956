/// Between numpy arrays and the library's types: every shape, type and element is checked here.

#include "arrays.h"

#include <cmath>
#include <cstring>

#include <Eigen/Geometry>

#include "errors.h"

namespace graze::python {
namespace {

/// A quaternion farther from unit length than this is no rotation written with rounding, but a mistake. No unit.
constexpr double quaternion_tolerance = 1e-6;

std::string shape_of(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i ? "," : "") + std::to_string(array.shape(i));
  return text + ")";
}

[[noreturn]] void refuse(const std::string& name, const std::string& expected, const py::array& found) {
  raise(ErrorCode::bad_shape, name + ": expected " + expected + ", found an array of shape " + shape_of(found));
}

py::array as_array(py::handle argument, const std::string& name) {
  py::array array = py::array::ensure(argument);
  if (!array) {
    PyErr_Clear();
    raise(ErrorCode::bad_shape, name + ": not an array of numbers");
  }
  return array;
}

bool is_vector(const py::array& array, py::ssize_t length) { return array.ndim() == 1 && array.shape(0) == length; }
bool is_matrix(const py::array& array, py::ssize_t rows, py::ssize_t columns) {
  return array.ndim() == 2 && array.shape(0) == rows && array.shape(1) == columns;
}

Mat3 rotation_of(const double* rows, std::size_t stride) {
  Mat3 rotation;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rotation(i, j) = rows[i * stride + j];
  return rotation;
}

Pose pose_of_rows(const double* m) { return {rotation_of(m, 4), Vec3(m[3], m[7], m[11])}; }

bool is_last_row(const double* row) { return row[0] == 0 && row[1] == 0 && row[2] == 0 && row[3] == 1; }

[[noreturn]] void refuse_last_row(const std::string& name) { raise(ErrorCode::bad_pose, name + ": the last row is not 0 0 0 1"); }

Mat3 rotation_of_quaternion(const Doubles& q, const std::string& name) {
  const Eigen::Vector4d v(q.data()[0], q.data()[1], q.data()[2], q.data()[3]);
  const double length = v.norm();
  if (!(std::abs(length - 1) <= quaternion_tolerance))
    raise(ErrorCode::bad_pose, name + ": a quaternion of length " + std::to_string(length) + ", not 1");
  return Eigen::Quaterniond(v[0], v[1], v[2], v[3]).normalized().toRotationMatrix();
}

Pose pose_of_pair(py::handle rotation, py::handle translation, const std::string& name) {
  const Doubles r = as_doubles(rotation, name + "[0]");
  Pose pose;
  pose.translation = as_vec3(translation, name + "[1]");
  if (is_matrix(r, 3, 3))
    pose.rotation = rotation_of(r.data(), 3);
  else if (is_vector(r, 4))
    pose.rotation = rotation_of_quaternion(r, name + "[0]");
  else
    refuse(name + "[0]", "a (3,3) rotation or a quaternion (w, x, y, z)", r);
  return pose;
}

}  // namespace

Doubles as_doubles(py::handle argument, const std::string& name) {
  const py::array array = as_array(argument, name);
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u') raise(ErrorCode::bad_shape, name + ": not an array of numbers");
  Doubles doubles = Doubles::ensure(array);
  if (!doubles) {
    PyErr_Clear();
    raise(ErrorCode::bad_shape, name + ": not an array of numbers");
  }
  return doubles;
}

Vec3 as_vec3(py::handle argument, const std::string& name) {
  const Doubles v = as_doubles(argument, name);
  if (!is_vector(v, 3)) refuse(name, "3 numbers", v);
  return {v.data()[0], v.data()[1], v.data()[2]};
}

std::vector<Vec3> as_points(py::handle argument, const std::string& name) {
  const Doubles array = as_doubles(argument, name);
  if (array.ndim() != 2 || array.shape(1) != 3) refuse(name, "an (n,3) array", array);
  std::vector<Vec3> points(array.shape(0));
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  if (!points.empty()) std::memcpy(points.data()->data(), array.data(), points.size() * sizeof(Vec3));
  return points;
}

std::vector<std::array<std::uint32_t, 3>> as_faces(py::handle argument, const std::string& name) {
  const py::array array = as_array(argument, name);
  const char kind = array.dtype().kind();
  if (array.size() == 0) return {};
  if (kind != 'i' && kind != 'u') raise(ErrorCode::bad_shape, name + ": expected whole numbers");
  if (array.ndim() != 2 || array.shape(1) != 3) refuse(name, "an (m,3) array", array);
  const auto wide = py::array_t < std::int64_t, py::array::c_style | py::array::forcecast > ::ensure(array);
  if (!wide) throw py::error_already_set();
  std::vector<std::array<std::uint32_t, 3>> faces(wide.shape(0));
  const std::int64_t* number = wide.data();
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j, ++number) {
      if (*number < 0 || *number > std::int64_t{0xFFFFFFFF})
        raise(ErrorCode::bad_shape, name + "[" + std::to_string(i) + "," + std::to_string(j) + "]: " + std::to_string(*number) +
                                        " is not the number of a vertex");
      faces[i][j] = static_cast<std::uint32_t>(*number);
    }
  return faces;
}

Pose as_pose(py::handle argument, const std::string& name) {
  if (argument.is_none()) return {};
  if (py::isinstance<py::tuple>(argument) && py::len(argument) == 2) {
    const auto pair = py::reinterpret_borrow<py::tuple>(argument);
    return pose_of_pair(pair[0], pair[1], name);
  }
  const Doubles m = as_doubles(argument, name);
  if (!is_matrix(m, 4, 4) && !is_matrix(m, 3, 4)) refuse(name, "a (4,4) or (3,4) matrix, or a pair (R, t)", m);
  if (is_matrix(m, 4, 4) && !is_last_row(m.data() + 12)) refuse_last_row(name);
  return pose_of_rows(m.data());
}

PoseRows::PoseRows(py::handle argument, const std::string& name) : array_(as_doubles(argument, name)) {
  if (array_.ndim() != 3 || array_.shape(1) != 4 || array_.shape(2) != 4) refuse(name, "a (k,4,4) array", array_);
  numbers_ = array_.data();
  size_ = static_cast<std::size_t>(array_.shape(0));
  for (std::size_t i = 0; i < size_; ++i) {
    if (!is_last_row(numbers_ + 16 * i + 12)) refuse_last_row(name + "[" + std::to_string(i) + "]");
  }
}

Pose PoseRows::operator[](std::size_t i) const { return pose_of_rows(numbers_ + 16 * i); }

py::array read_only(py::array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::array to_array(const Vec3& v) { return read_only(py::array_t<double>(3, v.data())); }

py::array to_array(const Mat3& m) {
  py::array_t<double> array({3, 3});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) array.mutable_at(i, j) = m(i, j);
  return read_only(std::move(array));
}

py::array to_array(const Pose& pose) {
  py::array_t<double> array({4, 4});
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) array.mutable_at(i, j) = pose.rotation(i, j);
    array.mutable_at(i, 3) = pose.translation[i];
    array.mutable_at(3, i) = 0;
  }
  array.mutable_at(3, 3) = 1;
  return read_only(std::move(array));
}

py::array to_array(const Vec3* points, std::size_t count) {
  py::array_t<double> array({static_cast<py::ssize_t>(count), py::ssize_t{3}});
  if (count > 0) std::memcpy(array.mutable_data(), points->data(), count * sizeof(Vec3));
  return read_only(std::move(array));
}

py::array to_array(const std::uint32_t* numbers, std::size_t rows, std::size_t width) {
  py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(width)});
  if (rows > 0) std::memcpy(array.mutable_data(), numbers, rows * width * sizeof(std::uint32_t));
  return read_only(std::move(array));
}

}  // namespace graze::python
