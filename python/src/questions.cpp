/// One function a question. Arguments are bodies, geometries or anything with vertices and faces.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/fit.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/penetration.h>
#include <graze/query_format.h>
#include <graze/raycast.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"
#include "interruption.h"

namespace graze::python {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

/// Asks a question about two bodies, with other threads running where meshes are involved.
template <class Question>
auto ask(py::handle a, py::handle b, const Question& question) {
  const BodyArgument first(a, "a"), second(b, "b");
  return value_or_raise(ask_about(*first, *second, question));
}

bool ask_overlap(py::handle a, py::handle b) {
  return ask(a, b, [](const Body& x, const Body& y) { return overlap(x, y); });
}

Closest ask_closest(py::handle a, py::handle b, double relative_error, double absolute_error) {
  return ask(a, b, [&](const Body& x, const Body& y) { return closest_points(x, y, {relative_error, absolute_error}); });
}

double ask_distance(py::handle a, py::handle b) { return ask_closest(a, b, 0, 0).distance; }

/// Keyframes are followed by sweep_along(); all else is sweep()'s business. One answer type for both.
std::optional<Impact> ask_sweep(py::handle a, py::handle b, double t_max, std::optional<double> tolerance, double margin,
                                bool last) {
  const BodyArgument first(a, "a"), second(b, "b");
  const SweepOptions options{.t_max = t_max, .want_last = last, .tolerance = tolerance, .margin = margin};
  if (!first.path() && !second.path()) {
    if (first->motion.rotates() || second->motion.rotates() || margin > 0)
      return value_or_raise(interruptible([&] { return sweep(*first, *second, options); }));
    return ask(a, b, [&](const Body& x, const Body& y) { return sweep(x, y, options); });
  }
  const TurningOptions turning{.t_max = t_max, .tolerance = tolerance, .margin = margin};
  const std::array<bool, 2> solid{first->solid, second->solid};
  const TurningImpact found = value_or_raise(
      interruptible([&] { return sweep_along(first->geometry, first.way(), second->geometry, second.way(), turning, solid); }));
  if (found.status == TurningStatus::clear) return std::nullopt;
  Impact impact;
  impact.first = found.t_lo;
  impact.initial = found.initial;
  impact.features = found.closest.features;
  impact.certainty = found.status == TurningStatus::contact ? Certainty::certified : Certainty::bound;
  impact.meets_by = found.t_hi;
  impact.set = found.set;
  if (found.status == TurningStatus::contact && impact.set.points.empty()) impact.set.points.push_back(found.closest.points[0]);
  const Vec3 between = found.closest.points[1] - found.closest.points[0];
  if (found.closest.distance > 0) impact.normal = between.normalized();
  if (last)
    impact.last = value_or_raise(interruptible(
        [&] { return last_contact_along(first->geometry, first.way(), second->geometry, second.way(), turning, solid); }));
  return impact;
}

TurningImpact ask_sweep_turning(py::handle a, py::handle b, double t_max, std::optional<double> tolerance, double margin,
                                std::size_t max_evaluations, std::size_t sub_steps) {
  const BodyArgument first(a, "a"), second(b, "b");
  const TurningOptions options{
      .t_max = t_max, .tolerance = tolerance, .margin = margin, .max_evaluations = max_evaluations, .sub_steps = sub_steps};
  return value_or_raise(interruptible([&] {
    if (first.path() || second.path())
      return sweep_along(first->geometry, first.way(), second->geometry, second.way(), options, {first->solid, second->solid});
    return sweep_turning(*first, *second, options);
  }));
}

Raycast ask_raycast(py::handle origin, py::handle direction, py::handle body, double t_max, bool first_only, bool front_only) {
  const Ray ray{as_vec3(origin, "origin"), as_vec3(direction, "direction")};
  const BodyArgument b(body, "body");
  const RaycastOptions options{.t_max = t_max, .first_only = first_only, .front_only = front_only};
  return value_or_raise(ask_about(*b, *b, [&](const Body& asked, const Body&) { return raycast(ray, asked, options); }));
}

Frame as_axes(py::handle axes) {
  const std::vector<Vec3> rows = as_points(axes, "axes");
  if (rows.size() != 3) raise(ErrorCode::bad_shape, "axes: expected a (3,3) array");
  return {rows[0], rows[1], rows[2]};
}

/// The points themselves, each checked.
std::vector<Vec3> as_finite_points(py::handle argument) {
  std::vector<Vec3> points = as_points(argument, "points");
  if (points.empty()) raise(ErrorCode::bad_shape, "points: none");
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].allFinite()) raise(ErrorCode::not_finite, "points[" + std::to_string(i) + "]: not finite");
  return points;
}

bool are_points(py::handle argument) { return py::isinstance<py::array>(argument) || py::isinstance<py::list>(argument); }

py::object ask_fit_axes(py::handle body, py::handle axes) {
  const Frame frame = as_axes(axes);
  if (are_points(body)) return py::cast(value_or_raise(fit(as_finite_points(body), frame), "axes"));
  const BodyArgument given(body, "body");
  return std::visit([](const auto& one) { return py::cast(one); }, value_or_raise(fit(*given, frame)));
}

/// ((2,) center, (2,2) axes, (2,) half extents) or ((2,) center, radius).
py::tuple numbers_of(const BoundingArea& area) {
  const auto pair = [](const Vec2& v) { return read_only(py::array_t<double>(2, v.data())); };
  if (const auto* disc = std::get_if<Circle>(&area)) return py::make_tuple(pair(disc->center), disc->radius);
  const auto& box = std::get<Obb2>(area);
  return py::make_tuple(pair(box.center), py::make_tuple(pair(box.axes[0]), pair(box.axes[1])), pair(box.half_extents));
}

py::tuple ask_fit_in_plane(py::handle body, const std::string& method) {
  const auto found = method_named(method, plane_fit_methods);
  if (!found) raise(ErrorCode::bad_option, "method: '" + method + "' is none of " + names_of(plane_fit_methods));
  if (!are_points(body)) return numbers_of(value_or_raise(fit(*BodyArgument(body, "body"), *found)));
  const Doubles array = as_doubles(body, "points");
  if (array.ndim() != 2 || array.shape(1) != 2 || array.shape(0) == 0)
    raise(ErrorCode::bad_shape, "points: expected an (n,2) array with at least one row");
  std::vector<Vec2> points;
  for (py::ssize_t i = 0; i < array.shape(0); ++i) {
    points.emplace_back(array.data()[2 * i], array.data()[2 * i + 1]);
    if (!points.back().allFinite()) raise(ErrorCode::not_finite, "points[" + std::to_string(i) + "]: not finite");
  }
  return numbers_of(fit(points, *found));
}

py::object ask_fit(py::handle body, const std::string& method) {
  const auto found = method_named(method, fit_methods);
  if (!found) raise(ErrorCode::bad_option, "method: '" + method + "' is none of " + names_of(fit_methods));
  BoundingVolume volume;
  if (are_points(body)) {
    const std::vector<Vec3> points = as_finite_points(body);
    volume = interruptible([&] { return fit(points, *found); });
  } else {
    const BodyArgument given(body, "body");
    auto answer = interruptible([&] { return fit(*given, *found); });
    volume = value_or_raise(std::move(answer));
  }
  return std::visit([](const auto& one) { return py::cast(one); }, volume);
}

/// Answers a line of the query format.
std::string answer_line(const QuestionReader& reader, const std::string& line) {
  return interruptible([&] { return answer(reader.read(line)).line; });
}

void register_still(py::module_& module) {
  const auto a = py::arg("a"), b = py::arg("b");
  module.def("overlap", &ask_overlap, a, b, "Do they meet? Touching counts. A mesh is a surface unless Body(solid=True).");
  module.def("distance", &ask_distance, a, b, "The shortest distance, 0 exactly when they meet.");
  module.def("closest", &ask_closest, a, b, py::kw_only(), py::arg("relative_error") = 0.0, py::arg("absolute_error") = 0.0,
             "The shortest distance with the points that are so far apart.");
  module.def(
      "within",
      [](py::handle x, py::handle y, double d) { return ask(x, y, [&](const Body& p, const Body& q) { return within(p, q, d); }); },
      a, b, py::arg("distance"), "Is the distance at most `distance`? Stops as soon as that is known.");
  module.def(
      "contains", [](py::handle x, py::handle y) { return ask(x, y, [](const Body& p, const Body& q) { return contains(p, q); }); },
      a, b, "Is b wholly inside a? As a container a mesh is the solid it bounds.");
  module.def(
      "_penetration",
      [](py::handle x, py::handle y) { return ask(x, y, [](const Body& p, const Body& q) { return penetration(p, q); }); }, a, b);
  module.def(
      "signed_distance",
      [](py::handle x, py::handle y) { return ask(x, y, [](const Body& p, const Body& q) { return signed_distance(p, q); }); }, a,
      b, "Of a from the boundary of the solid b (a plane, a convex body, a closed mesh): negative inside.");
  module.def(
      "status",
      [](py::handle x, py::handle y, double tolerance, double clearance) {
        return ask(x, y, [&](const Body& p, const Body& q) { return status(p, q, {tolerance, clearance}); });
      },
      a, b, py::kw_only(), py::arg("tolerance") = 0.0, py::arg("clearance") = 0.0, "One word for it all.");
  module.def(
      "intersection",
      [](py::handle x, py::handle y, std::size_t max_pairs, bool curves) {
        return ask(x, y, [&](const Body& p, const Body& q) { return intersection(p, q, {max_pairs, curves}); });
      },
      a, b, py::kw_only(), py::arg("max_pairs") = 1000, py::arg("curves") = false, "What they have in common.");
}

void register_lists_and_rays(py::module_& module) {
  const auto a = py::arg("a"), b = py::arg("b");
  module.def(
      "pairs_within",
      [](py::handle x, py::handle y, double d, std::size_t max_pairs) {
        return ask(x, y, [&](const Body& p, const Body& q) { return pairs_within(p, q, d, {max_pairs}); });
      },
      a, b, py::arg("distance"), py::kw_only(), py::arg("max_pairs") = 1000, "Triangles of two meshes no farther apart than that.");
  module.def(
      "self_intersection",
      [](py::handle x, std::size_t max_pairs) {
        return ask(x, x, [&](const Body& p, const Body&) { return self_intersection(p, {max_pairs}); });
      },
      py::arg("mesh"), py::kw_only(), py::arg("max_pairs") = 1000, "Triangles of a mesh that run through each other.");
  module.def("raycast", &ask_raycast, py::arg("origin"), py::arg("direction"), py::arg("body"), py::kw_only(),
             py::arg("t_max") = forever, py::arg("first_only") = false, py::arg("front_only") = false,
             "Where the ray passes through the body; t counts in lengths of the direction.");
  module.def("_fit", &ask_fit, py::arg("body"), py::arg("method"));
  module.def("_fit_axes", &ask_fit_axes, py::arg("body"), py::arg("axes"));
  module.def("_fit_in_plane", &ask_fit_in_plane, py::arg("body"), py::arg("method"));
  py::class_<QuestionReader>(
      module, "QuestionReader",
      "Answers lines of the query format (docs/query.md); mesh files, relative to `directory`, are loaded once.")
      .def(py::init<std::filesystem::path, bool>(), py::arg("directory") = "", py::arg("strict") = false)
      .def("answer", &answer_line, py::arg("line"), "One line of JSON in, one out. Safe from several threads.");
}

}  // namespace

void register_questions(py::module_& module) {
  register_still(module);
  register_lists_and_rays(module);
  const auto a = py::arg("a"), b = py::arg("b");
  module.def("sweep", &ask_sweep, a, b, py::kw_only(), py::arg("t_max") = forever, py::arg("tolerance") = py::none(),
             py::arg("margin") = 0.0, py::arg("last") = false,
             "First contact in [0, t_max], or None. Exact where no body turns, certified where one does; never late.");
  module.def("sweep_turning", &ask_sweep_turning, a, b, py::kw_only(), py::arg("t_max") = forever,
             py::arg("tolerance") = py::none(), py::arg("margin") = 0.0, py::arg("max_evaluations") = 100000,
             py::arg("sub_steps") = 0, "The same with all that the certified search knows.");
}

}  // namespace graze::python
