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
#include "interruption.h"
#include "state.h"

namespace graze::python {
namespace {

using Ignored = std::vector<std::pair<std::string, std::string>>;

Robot load_robot(const std::filesystem::path& path, const std::vector<std::filesystem::path>& packages, bool solid) {
  auto made = interruptible([&] {
    return read_urdf(path, {.packages = packages, .solid = solid}).and_then([](RobotModel model) {
      return Robot::make(std::move(model));
    });
  });
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

/// With what it was made of, to be pickled.
struct PyRobotCell {
  RobotCell cell;
  RobotCellOptions options;
};

PyRobotCell make_cell(const Robot& robot, py::handle world, const Ignored& ignore, const std::optional<std::filesystem::path>& srdf,
                      py::handle base, bool ignore_adjacent, bool self) {
  RobotCellOptions options{.base = as_pose(base, "base"), .ignore_adjacent = ignore_adjacent, .self = self};
  for (const auto& [a, b] : ignore) options.ignored.push_back({a, b, "asked for"});
  if (srdf)
    for (IgnoredPair& pair : value_or_raise(read_srdf(*srdf, robot.model())).ignored) options.ignored.push_back(std::move(pair));
  RobotCell cell = value_or_raise(RobotCell::make(robot, as_world(world), options));
  return {std::move(cell), std::move(options)};
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

RobotImpact check(const PyRobotCell& cell, const JointTrajectory& trajectory, std::optional<double> tolerance, double clearance,
                  bool all, bool ignore_initial, bool want_clearance, std::size_t max_evaluations) {
  const RobotCheckOptions options{.tolerance = tolerance,
                                  .clearance = clearance,
                                  .all = all,
                                  .ignore_initial = ignore_initial,
                                  .want_clearance = want_clearance,
                                  .max_evaluations = max_evaluations};
  const JointTrajectory way = trajectory;
  return value_or_raise(interruptible([&] { return cell.cell.first_contact(way, options); }));
}

struct EdgeRow {
  bool valid, finished;
  double fraction;
};

py::array check_edges(const PyRobotCell& cell, py::handle from, py::handle to, bool want_fraction, double clearance,
                      std::size_t threads) {
  auto starts = as_rows(from, "from"), ends = as_rows(to, "to");
  if (starts.size() != ends.size())
    raise(ErrorCode::bad_option,
          "to: " + std::to_string(ends.size()) + " of them, and " + std::to_string(starts.size()) + " starts");
  std::vector<JointEdge> edges(starts.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = {std::move(starts[i]), std::move(ends[i])};
  py::array_t<EdgeRow> rows(static_cast<py::ssize_t>(edges.size()));
  const EdgeOptions options{.clearance = clearance, .want_fraction = want_fraction, .threads = threads};
  constexpr std::size_t slice = 1024;  // after each of which Ctrl-C is looked for
  for (std::size_t begin = 0; begin < edges.size(); begin += slice) {
    const std::span<const JointEdge> part = std::span(edges).subspan(begin, std::min(slice, edges.size() - begin));
    const std::vector<EdgeAnswer> answers = value_or_raise(interruptible([&] { return cell.cell.check_edges(part, options); }));
    for (std::size_t i = 0; i < answers.size(); ++i)
      rows.mutable_data()[begin + i] = {answers[i].valid(), answers[i].status != TurningStatus::unfinished, answers[i].fraction};
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return read_only(rows);
}

py::list pairs_in_words(std::span<const IgnoredPair> pairs) {
  py::list list;
  for (const IgnoredPair& pair : pairs) list.append(py::make_tuple(pair.a, pair.b, pair.reason));
  return list;
}

py::list never_in_contact(const Robot& robot, std::size_t samples, std::uint64_t seed, double always, std::size_t threads) {
  auto list = interruptible(
      [&] { return default_ignore_list(robot, {.samples = samples, .seed = seed, .always = always, .threads = threads}); });
  return pairs_in_words(value_or_raise(std::move(list)).pairs);
}

// ---- states

py::tuple state_of_robot(const Robot& robot) {
  GeometryTable geometries;
  py::list links, joints;
  for (const RobotLink& link : robot.model().links) {
    py::list shapes;
    for (const LinkShape& shape : link.shapes)
      shapes.append(py::make_tuple(geometries.number_of(shape.geometry), to_array(shape.pose), shape.solid, shape.name));
    links.append(py::make_tuple(link.name, shapes));
  }
  for (const RobotJoint& joint : robot.model().joints)
    joints.append(py::make_tuple(
        joint.name, static_cast<int>(joint.kind), joint.parent, joint.child, to_array(joint.origin), to_array(joint.axis),
        joint.limits ? py::object(py::make_tuple(joint.limits->lower, joint.limits->upper)) : py::none(),
        joint.mimic ? py::object(py::make_tuple(joint.mimic->driver, joint.mimic->multiplier, joint.mimic->offset)) : py::none()));
  return py::make_tuple(robot.model().name, geometries.list(), links, joints);
}

RobotJoint joint_from(const py::tuple& state) {
  RobotJoint joint;
  joint.name = state[0].cast<std::string>();
  joint.kind = static_cast<JointKind>(state[1].cast<int>());
  joint.parent = state[2].cast<std::size_t>();
  joint.child = state[3].cast<std::size_t>();
  joint.origin = as_pose(state[4], "origin");
  joint.axis = as_vec3(state[5], "axis");
  if (!state[6].is_none()) {
    const auto [lower, upper] = state[6].cast<std::pair<double, double>>();
    joint.limits = JointLimits{lower, upper};
  }
  if (!state[7].is_none()) {
    const auto [driver, multiplier, offset] = state[7].cast<std::tuple<std::size_t, double, double>>();
    joint.mimic = Mimic{driver, multiplier, offset};
  }
  return joint;
}

Robot robot_from(const py::tuple& state) {
  RobotModel model{state[0].cast<std::string>(), {}, {}};
  const auto geometries = py::cast<py::list>(state[1]);
  for (const py::handle one : py::cast<py::list>(state[2])) {
    RobotLink link{one[py::int_(0)].cast<std::string>()};
    for (const py::handle shape : py::cast<py::list>(one[py::int_(1)])) {
      const auto part = py::cast<py::tuple>(shape);
      link.shapes.push_back(
          {geometry_in(geometries, part[0]).geometry, as_pose(part[1], "pose"), part[2].cast<bool>(), part[3].cast<std::string>()});
    }
    model.links.push_back(std::move(link));
  }
  for (const py::handle one : py::cast<py::list>(state[3])) model.joints.push_back(joint_from(py::cast<py::tuple>(one)));
  return value_or_raise(Robot::make(std::move(model)));
}

py::tuple state_of_cell(const PyRobotCell& cell) {
  GeometryTable geometries;
  py::list world;
  for (const WorldObject& object : cell.cell.world()) {
    py::list parts;
    for (const Body& part : object.parts)
      parts.append(py::make_tuple(geometries.number_of(part.geometry), to_array(part.pose), part.solid));
    world.append(py::make_tuple(object.name, parts));
  }
  const RobotCellOptions& options = cell.options;
  return py::make_tuple(cell.cell.robot(), geometries.list(), world, to_array(options.base), pairs_in_words(options.ignored),
                        options.ignore_adjacent, options.self);
}

PyRobotCell cell_from(const py::tuple& state) {
  const auto geometries = py::cast<py::list>(state[1]);
  std::vector<WorldObject> world;
  for (const py::handle one : py::cast<py::list>(state[2])) {
    WorldObject object{one[py::int_(0)].cast<std::string>(), {}};
    for (const py::handle shape : py::cast<py::list>(one[py::int_(1)])) {
      const auto part = py::cast<py::tuple>(shape);
      object.parts.push_back({geometry_in(geometries, part[0]).geometry, as_pose(part[1], "pose"), {}, part[2].cast<bool>()});
    }
    world.push_back(std::move(object));
  }
  RobotCellOptions options{
      .base = as_pose(state[3], "base"), .ignore_adjacent = state[5].cast<bool>(), .self = state[6].cast<bool>()};
  for (const py::handle pair : py::cast<py::list>(state[4])) {
    const auto [a, b, reason] = pair.cast<std::tuple<std::string, std::string, std::string>>();
    options.ignored.push_back({a, b, reason});
  }
  RobotCell cell = value_or_raise(RobotCell::make(state[0].cast<const Robot&>(), std::move(world), options));
  return {std::move(cell), std::move(options)};
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
      .def_readonly("b", &RobotClearance::b, "of the other")
      .def("__repr__", [](const RobotClearance& c) {
        return "<graze.RobotClearance: " + std::to_string(c.distance) + " between " + c.a + " and " + c.b + ">";
      });
  py::class_<RobotImpact>(module, "RobotImpact", "Does a robot touch anything along its trajectory?")
      .def_property_readonly(
          "status", [](const RobotImpact& r) { return std::string(name_of(r.status)); },
          "'clear' (proven), 'contact' or 'unfinished'")
      .def_readonly("first", &RobotImpact::first, "the first contact, or None")
      .def_readonly("free_until", &RobotImpact::free_until, "no contact before, guaranteed")
      .def_readonly("pairs", &RobotImpact::pairs, "with all=True: the first contact of every pair that meets")
      .def_readonly("initial", &RobotImpact::initial, "pairs that are in contact at the start")
      .def_readonly("clearance", &RobotImpact::clearance, "of a clear trajectory, with want_clearance=True, or None")
      .def_property_readonly(
          "limits",
          [](const RobotImpact& r) {
            py::list list;
            for (const LimitViolation& v : r.limits)
              list.append(py::make_tuple(v.joint, v.at, v.value, py::make_tuple(v.limits.lower, v.limits.upper)));
            return list;
          },
          "[(joint, time, value, (lower, upper)), ...]: numbers outside their limits; reported, not enforced")
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
      .def("__repr__",
           [](const Robot& r) {
             return "<graze.Robot: " + r.model().name + ", " + std::to_string(r.drivers().size()) + " drivers>";
           })
      .def("default_ignore_list", &never_in_contact, py::kw_only(), py::arg("samples") = 10000, py::arg("seed") = 1,
           py::arg("always") = 0.95, py::arg("threads") = 0,
           "[(a, b, reason), ...]: links that need no check: adjacent, rigid, always or never in contact in random poses, the "
           "latter of "
           "which is no proof.")
      .def(py::pickle(&state_of_robot, &robot_from));
  py::class_<JointTrajectory>(module, "Trajectory", "Way-points in joint space, linear between them or, with velocities, cubic.")
      .def(py::init(&make_trajectory), py::arg("times"), py::arg("positions"), py::arg("joints"),
           py::arg("velocities") = py::none())
      .def_readonly("joints", &JointTrajectory::joints, "their names")
      .def_readonly("times", &JointTrajectory::times, "of the way-points")
      .def_readonly("positions", &JointTrajectory::positions, "a row a time, a number a joint: radians or lengths")
      .def_readonly("velocities", &JointTrajectory::velocities, "likewise, or []")
      .def(
          "save", [](const JointTrajectory& t, const std::filesystem::path& path) { value_or_raise(write_trajectory(path, t)); },
          py::arg("path"), "As JSON, or as CSV where the name ends in .csv.")
      .def("__repr__",
           [](const JointTrajectory& t) {
             return "<graze.Trajectory: " + std::to_string(t.times.size()) + " way-points, " + std::to_string(t.joints.size()) +
                    " joints>";
           })
      .def(py::pickle([](const JointTrajectory& t) { return py::make_tuple(t.joints, t.times, t.positions, t.velocities); },
                      [](const py::tuple& state) {
                        using Rows = std::vector<std::vector<double>>;
                        return JointTrajectory{state[0].cast<std::vector<std::string>>(), state[1].cast<std::vector<double>>(),
                                               state[2].cast<Rows>(), state[3].cast<Rows>()};
                      }));
  py::class_<PyRobotCell>(module, "RobotCell", "A robot and what stands around it, prepared for many questions.")
      .def(py::init(&make_cell), py::arg("robot"), py::arg("world") = py::none(), py::kw_only(), py::arg("ignore") = Ignored{},
           py::arg("srdf") = py::none(), py::arg("base") = py::none(), py::arg("ignore_adjacent") = true,
           py::arg("self_collision") = true,
           "world: {name: body or list of bodies}. ignore: [(a, b), ...] names of links or objects.")
      .def("first_contact", &check, py::arg("trajectory"), py::kw_only(), py::arg("tolerance") = py::none(),
           py::arg("clearance") = 0.0, py::arg("all") = false, py::arg("ignore_initial") = false, py::arg("want_clearance") = false,
           py::arg("max_evaluations") = RobotCheckOptions{}.max_evaluations,
           "Is there contact at any instant? Certified: nothing is missed, no contact before t_lo.")
      .def("check_edges", &check_edges, py::arg("start"), py::arg("end"), py::kw_only(), py::arg("want_fraction") = false,
           py::arg("clearance") = 0.0, py::arg("threads") = 0,
           "(k,) records valid, finished, fraction: straight lines in joint space from (k, drivers) to (k, drivers).")
      .def(
          "is_free",
          [](const PyRobotCell& c, py::handle positions, double clearance) {
            return value_or_raise(c.cell.is_free(as_positions(c.cell.robot(), positions, "positions"), clearance));
          },
          py::arg("positions"), py::arg("clearance") = 0.0,
          "Does nothing touch anything with the joints at these positions, or come within the clearance?")
      .def(
          "touching",
          [](const PyRobotCell& c, py::handle positions, double within) {
            return pairs_in_words(value_or_raise(c.cell.touching(as_positions(c.cell.robot(), positions, "positions"), within)));
          },
          py::arg("positions"), py::arg("within") = 0.0,
          "[(a, b, reason), ...]: pairs no farther apart than that in a pose; [(a, b), ...] of them can be ignored.")
      .def_property_readonly(
          "robot", [](const PyRobotCell& c) { return c.cell.robot(); }, "the robot of the cell")
      .def_property_readonly(
          "ignored", [](const PyRobotCell& c) { return pairs_in_words(c.cell.ignored()); },
          "[(a, b, reason), ...]: every pair that is not checked")
      .def("__repr__", [](const PyRobotCell& c) { return "<graze.RobotCell: " + std::to_string(c.cell.pair_count()) + " pairs>"; })
      .def(py::pickle(&state_of_cell, &cell_from));
  module.def("load_robot", &load_robot, py::arg("path"), py::arg("packages") = std::vector<std::filesystem::path>{},
             py::arg("solid") = true, "A robot from a URDF file with its collision meshes.");
  module.def(
      "load_trajectory", [](const std::filesystem::path& path) { return value_or_raise(read_trajectory(path)); }, py::arg("path"),
      "Way-points from JSON, ROS-shaped JSON or CSV.");
}

}  // namespace graze::python
