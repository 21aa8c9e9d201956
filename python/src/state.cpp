/// States of geometries and motions.

#include "state.h"

#include <limits>

#include <graze/query_format.h>

#include "arrays.h"
#include "errors.h"

namespace graze::python {
PyGeometry described(const Geometry& geometry) {
  if (geometry.is_planar()) raise(ErrorCode::bad_shape, "a shape of the plane cannot be pickled from here");
  const bool is_mesh = std::holds_alternative<TriangleMesh>(geometry.shape().value);
  return {geometry, is_mesh ? "" : shape_text(geometry)};
}

std::size_t GeometryTable::number_of(const Geometry& geometry) {
  const auto [entry, is_new] = numbers_.try_emplace(&geometry.shape(), numbers_.size());
  if (is_new) list_.append(described(geometry));
  return entry->second;
}

const PyGeometry& geometry_in(const py::list& list, py::handle number) {
  return list[number.cast<std::size_t>()].cast<const PyGeometry&>();
}

py::tuple state_of(const Motion& motion) {
  return py::make_tuple("constant", to_array(motion.velocity), to_array(motion.angular_velocity),
                        motion.center ? py::object(to_array(*motion.center)) : py::none());
}

py::tuple state_of(const Path& path) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Leg& first = path.leg_at(std::numeric_limits<double>::lowest());
  if (first.motion.moves() && first.to == infinity) return state_of(first.motion);
  py::list frames;
  if (first.motion.moves()) frames.append(py::make_tuple(first.from, to_array(first.start)));
  for (double to = first.to; to != infinity; to = path.leg_at(to).to)
    frames.append(py::make_tuple(path.leg_at(to).from, to_array(path.leg_at(to).start)));
  if (frames.empty()) frames.append(py::make_tuple(0.0, to_array(first.start)));
  return py::make_tuple("keyframes", frames);
}

py::tuple state_of(const BodyMotion& motion, const std::string& name) {
  if (const auto* constant = std::get_if<Motion>(&motion)) return state_of(*constant);
  if (const auto* path = std::get_if<Path>(&motion)) return state_of(*path);
  raise(ErrorCode::bad_option, name + ": its motion is known as a function only, which cannot be pickled");
}

BodyMotion motion_from(const py::tuple& state) {
  if (state[0].cast<std::string>() == "constant") {
    Motion motion{as_vec3(state[1], "velocity"), as_vec3(state[2], "angular_velocity")};
    if (!state[3].is_none()) motion.center = as_vec3(state[3], "center");
    return motion;
  }
  std::vector<Keyframe> frames;
  for (const py::handle frame : py::cast<py::list>(state[1]))
    frames.push_back({frame[py::int_(0)].cast<double>(), as_pose(frame[py::int_(1)], "keyframes")});
  return value_or_raise(Path::through(frames));
}

}  // namespace graze::python
