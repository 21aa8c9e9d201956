/// Robots: models from files, forward kinematics, certified checks of trajectories and roadmap edges.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <graze/robot.h>
#include <graze/robot_file.h>
#include <graze/sweep.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"

namespace graze::python {
namespace {

using Ignored = std::vector<std::pair<std::string, std::string>>;

Robot load_robot(const std::filesystem::path& path, const std::vector<std::filesystem::path>& packages, bool solid) {
  auto made = [&] {
    const py::gil_scoped_release released;
    return read_urdf(path, {.packages = packages, .solid = solid}).and_then([](RobotModel model) {
      return Robot::make(std::move(model));
    });
  }();
  return value_or_raise(std::move(made));
}

/// A number for each driver; a dictionary may leave out those that rest.
std::vector<double> as_positions(const Robot& robot, py::handle argument, const std::string& name) {
  if (!py::isinstance<py::dict>(argument)) {
    const Doubles numbers = as_doubles(argument, name);
    if (numbers.ndim() != 1 || static_cast<std::size_t>(numbers.shape(0)) != robot.drivers().size())
      raise(ErrorCode::bad_option, name + ": expected " + std::to_string(robot.drivers().size()) + " numbers, one a driver");
    return {numbers.data(), numbers.data() + numbers.size()};
  }
  std::vector<double> positions = robot.rest();
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(argument)) {
    const auto joint = key.cast<std::string>();
    const auto driver = robot.find_driver(joint);
    if (!driver) raise(ErrorCode::bad_option, name + ": the robot has no driver '" + joint + "'");
    positions[*driver] = value.cast<double>();
  }
  return positions;
}

py::dict link_poses(const Robot& robot, py::handle positions) {
  const auto poses = value_or_raise(robot.link_poses(as_positions(robot, positions, "positions")));
  py::dict by_name;
  for (std::size_t i = 0; i < poses.size(); ++i) by_name[py::str(robot.model().links[i].name)] = to_array(poses[i]);
  return by_name;
}

std::vector<WorldObject> as_world(py::handle world) {
  std::vector<WorldObject> objects;
  if (world.is_none()) return objects;
  for (const auto& [key, value] : py::cast<py::dict>(world)) {
    const auto name = key.cast<std::string>();
    WorldObject object{name, {}};
    if (py::isinstance<py::list>(value)) {
      for (const py::handle part : py::iter(value)) object.parts.push_back(*BodyArgument(part, name.c_str()));
    } else {
      object.parts.push_back(*BodyArgument(value, name.c_str()));
    }
    objects.push_back(std::move(object));
  }
  return objects;
}

RobotCell make_cell(const Robot& robot, py::handle world, const Ignored& ignore, const std::optional<std::filesystem::path>& srdf,
                    py::handle base, bool ignore_adjacent, bool self) {
  RobotCellOptions options{.base = as_pose(base, "base"), .ignore_adjacent = ignore_adjacent, .self = self};
  for (const auto& [a, b] : ignore) options.ignored.push_back({a, b, "asked for"});
  if (srdf)
    for (IgnoredPair& pair : value_or_raise(read_srdf(*srdf, robot.model())).ignored) options.ignored.push_back(std::move(pair));
  return value_or_raise(RobotCell::make(robot, as_world(world), options));
}

std::vector<std::vector<double>> as_rows(py::handle argument, const std::string& name) {
  const Doubles numbers = as_doubles(argument, name);
  if (numbers.ndim() != 2) raise(ErrorCode::bad_option, name + ": expected a (k, joints) array");
  std::vector<std::vector<double>> rows(numbers.shape(0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double* row = numbers.data() + i * numbers.shape(1);
    rows[i].assign(row, row + numbers.shape(1));
  }
  return rows;
}

JointTrajectory make_trajectory(py::handle times, py::handle positions, const std::vector<std::string>& joints,
                                py::handle velocities) {
  const Doubles t = as_doubles(times, "times");
  if (t.ndim() != 1) raise(ErrorCode::bad_option, "times: expected a (k,) array");
  JointTrajectory made{joints, {t.data(), t.data() + t.size()}, as_rows(positions, "positions"), {}};
  if (!velocities.is_none()) made.velocities = as_rows(velocities, "velocities");
  return made;
}

RobotImpact check(const RobotCell& cell, const JointTrajectory& trajectory, std::optional<double> tolerance, double clearance,
                  bool all, bool ignore_initial, bool want_clearance) {
  const RobotCheckOptions options{.tolerance = tolerance,
                                  .clearance = clearance,
                                  .all = all,
                                  .ignore_initial = ignore_initial,
                                  .want_clearance = want_clearance};
  auto answer = [&] {
    const py::gil_scoped_release released;
    return cell.first_contact(trajectory, options);
  }();
  return value_or_raise(std::move(answer));
}

struct EdgeRow {
  bool valid, finished;
  double fraction;
};

py::array check_edges(const RobotCell& cell, py::handle from, py::handle to, bool want_fraction, double clearance,
                      std::size_t threads) {
  auto starts = as_rows(from, "from"), ends = as_rows(to, "to");
  if (starts.size() != ends.size())
    raise(ErrorCode::bad_option,
          "to: " + std::to_string(ends.size()) + " of them, and " + std::to_string(starts.size()) + " starts");
  std::vector<JointEdge> edges(starts.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = {std::move(starts[i]), std::move(ends[i])};
  auto answer = [&] {
    const py::gil_scoped_release released;
    return cell.check_edges(edges, {.clearance = clearance, .want_fraction = want_fraction, .threads = threads});
  }();
  const std::vector<EdgeAnswer> answers = value_or_raise(std::move(answer));
  py::array_t<EdgeRow> rows(static_cast<py::ssize_t>(answers.size()));
  for (std::size_t i = 0; i < answers.size(); ++i)
    rows.mutable_data()[i] = {answers[i].valid(), answers[i].status != TurningStatus::unfinished, answers[i].fraction};
  return read_only(rows);
}

void register_answers_about_robots(py::module_& module) {
  py::class_<RobotContact>(module, "RobotContact", "A link that meets another link or an object.")
      .def_readonly("a", &RobotContact::a, "name of a link, or of a body of the world")
      .def_readonly("b", &RobotContact::b, "of the other")
      .def_readonly("t_lo", &RobotContact::t_lo, "no contact of the pair before, guaranteed")
      .def_readonly("t_hi", &RobotContact::t_hi, "a time at which they are in contact, or None")
      .def_readonly("initial", &RobotContact::initial, "they are in contact at the start already")
      .def_property_readonly(
          "points",
          [](const RobotContact& c) { return py::make_tuple(to_array(c.closest.points[0]), to_array(c.closest.points[1])); },
          "of a and b, at t_lo")
      .def_property_readonly(
          "normal", [](const RobotContact& c) { return c.normal ? py::object(to_array(*c.normal)) : py::none(); },
          "unit, from a to b, or None")
      .def("__repr__", [](const RobotContact& c) { return "<graze.RobotContact: " + c.a + " – " + c.b + ">"; });
  py::class_<RobotClearance>(module, "RobotClearance", "The nearest that any checked pair comes.")
      .def_readonly("distance", &RobotClearance::distance, "certainly not less at any time")
      .def_readonly("at", &RobotClearance::at, "when")
      .def_readonly("a", &RobotClearance::a, "name of a link, or of a body of the world")
      .def_readonly("b", &RobotClearance::b, "of the other");
  py::class_<RobotImpact>(module, "RobotImpact", "Does a robot touch anything along its trajectory?")
      .def_property_readonly(
          "status", [](const RobotImpact& r) { return std::string(name_of(r.status)); },
          "'clear' (proven), 'contact' or 'unfinished'")
      .def_readonly("first", &RobotImpact::first, "the first contact, or None")
      .def_readonly("free_until", &RobotImpact::free_until, "no contact before, guaranteed")
      .def_readonly("pairs", &RobotImpact::pairs, "with all=True: the first contact of every pair that meets")
      .def_readonly("initial", &RobotImpact::initial, "pairs that are in contact at the start")
      .def_readonly("clearance", &RobotImpact::clearance, "of a clear trajectory, with want_clearance=True, or None")
      .def("__repr__", [](const RobotImpact& r) { return "<graze.RobotImpact: " + std::string(name_of(r.status)) + ">"; });
}

}  // namespace

void register_robots(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(EdgeRow, valid, finished, fraction);
  register_answers_about_robots(module);
  py::class_<Robot>(module, "Robot", "Links joined by joints; graze.load_robot() reads one from URDF. Lengths and radians.")
      .def_property_readonly(
          "links",
          [](const Robot& r) {
            std::vector<std::string> names;
            for (const RobotLink& link : r.model().links) names.push_back(link.name);
            return names;
          },
          "their names")
      .def_property_readonly(
          "drivers",
          [](const Robot& r) {
            std::vector<std::string> names;
            for (const Driver& driver : r.drivers()) names.push_back(driver.name);
            return names;
          },
          "the joints that positions are given for, in order")
      .def_property_readonly("rest", &Robot::rest, "positions of the drivers at rest: 0, or the limit nearest to it")
      .def("link_poses", &link_poses, py::arg("positions"),
           "{link: (4,4)} in the frame of the root link; positions: a number a driver, or {driver: number}")
      .def("__repr__", [](const Robot& r) {
        return "<graze.Robot: " + r.model().name + ", " + std::to_string(r.drivers().size()) + " drivers>";
      });
  py::class_<JointTrajectory>(module, "Trajectory", "Way-points in joint space, linear between them or, with velocities, cubic.")
      .def(py::init(&make_trajectory), py::arg("times"), py::arg("positions"), py::arg("joints"),
           py::arg("velocities") = py::none())
      .def_readonly("joints", &JointTrajectory::joints, "their names")
      .def_readonly("times", &JointTrajectory::times, "of the way-points")
      .def_readonly("positions", &JointTrajectory::positions, "of the joints at each of them");
  py::class_<RobotCell>(module, "RobotCell", "A robot and what stands around it, prepared for many questions.")
      .def(py::init(&make_cell), py::arg("robot"), py::arg("world") = py::none(), py::kw_only(), py::arg("ignore") = Ignored{},
           py::arg("srdf") = py::none(), py::arg("base") = py::none(), py::arg("ignore_adjacent") = true,
           py::arg("self_collision") = true,
           "world: {name: body or list of bodies}. ignore: [(a, b), ...] names of links or objects.")
      .def("first_contact", &check, py::arg("trajectory"), py::kw_only(), py::arg("tolerance") = py::none(),
           py::arg("clearance") = 0.0, py::arg("all") = false, py::arg("ignore_initial") = false, py::arg("want_clearance") = false,
           "Is there contact at any instant? Certified: nothing is missed, no contact before t_lo.")
      .def("check_edges", &check_edges, py::arg("start"), py::arg("end"), py::kw_only(), py::arg("want_fraction") = false,
           py::arg("clearance") = 0.0, py::arg("threads") = 0,
           "(k,) records valid, finished, fraction: straight lines in joint space from (k, drivers) to (k, drivers).")
      .def(
          "is_free",
          [](const RobotCell& c, py::handle positions, double clearance) {
            return value_or_raise(c.is_free(as_positions(c.robot(), positions, "positions"), clearance));
          },
          py::arg("positions"), py::arg("clearance") = 0.0,
          "Does nothing touch anything with the joints at these positions, or come within the clearance?")
      .def_property_readonly(
          "ignored",
          [](const RobotCell& c) {
            std::vector<std::tuple<std::string, std::string, std::string>> pairs;
            for (const IgnoredPair& pair : c.ignored()) pairs.emplace_back(pair.a, pair.b, pair.reason);
            return pairs;
          },
          "[(a, b, reason), ...]: every pair that is not checked")
      .def("__repr__", [](const RobotCell& c) { return "<graze.RobotCell: " + std::to_string(c.pair_count()) + " pairs>"; });
  module.def("load_robot", &load_robot, py::arg("path"), py::arg("packages") = std::vector<std::filesystem::path>{},
             py::arg("solid") = true, "A robot from a URDF file with its collision meshes.");
  module.def(
      "load_trajectory", [](const std::filesystem::path& path) { return value_or_raise(read_trajectory(path)); }, py::arg("path"),
      "Way-points from JSON, ROS-shaped JSON or CSV.");
}

}  // namespace graze::python
