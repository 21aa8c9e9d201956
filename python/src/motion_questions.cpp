/// Questions about bodies that move, and what makes motions. Answers are tuples, which graze/questions.py gives names.

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <graze/closest_approach.h>
#include <graze/integrate.h>
#include <graze/pairs.h>
#include <graze/path.h>
#include <graze/sweep.h>
#include <graze/validate.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"
#include "interruption.h"

namespace graze::python {
namespace {

py::tuple ask_approach(py::handle a, py::handle b, double t_max, std::optional<double> tolerance, std::size_t max_evaluations) {
  const BodyArgument first(a, "a"), second(b, "b");
  const ApproachOptions options{.t_max = t_max, .tolerance = tolerance, .max_evaluations = max_evaluations};
  const ClosestApproach found = value_or_raise(interruptible([&] {
    if (!first.path() && !second.path()) return closest_approach(*first, *second, options);
    return closest_approach_along(first->geometry, first.way(), second->geometry, second.way(), options,
                                  {first->solid, second->solid});
  }));
  return py::make_tuple(found.time, found.closest, found.least, found.finished);
}

std::optional<double> ask_last(py::handle a, py::handle b, double t_max, std::optional<double> tolerance, double margin) {
  const BodyArgument first(a, "a"), second(b, "b");
  const TurningOptions options{.t_max = t_max, .tolerance = tolerance, .margin = margin};
  return value_or_raise(interruptible([&] {
    if (!first.path() && !second.path()) return last_contact(*first, *second, options);
    return last_contact_along(first->geometry, first.way(), second->geometry, second.way(), options, {first->solid, second->solid});
  }));
}

py::object ask_first_contacts(py::handle a, py::handle b, double t_max, bool last, std::size_t max_pairs) {
  const BodyArgument first(a, "a"), second(b, "b");
  auto answer =
      interruptible([&] { return first_contacts(*first, *second, {.t_max = t_max, .want_last = last, .max_pairs = max_pairs}); });
  const auto found = value_or_raise(std::move(answer));
  if (!found) return py::none();
  py::list pairs;
  for (const TouchingPair& pair : found->pairs)
    pairs.append(py::make_tuple(py::make_tuple(pair.triangles[0], pair.triangles[1]),
                                to_array(pair.set.points.data(), pair.set.points.size()),
                                pair.normal ? py::object(to_array(*pair.normal)) : py::none()));
  return py::make_tuple(found->first, found->last, found->initial, found->pair_count, pairs);
}

PyBody ask_at_time(const PyBody& body, double t) {
  if (!(t >= 0) || t > std::numeric_limits<double>::max()) raise(ErrorCode::bad_option, "t: negative or not finite");
  PyBody later = body;
  if (body.path) {
    later.path = body.path->from_time(t);
    later.body.pose = later.path->pose_at(0);
  } else {
    later.body = at_time(body.body, t);
  }
  return later;
}

/// The velocities that a Python function gives. What it raises is kept: the library sees numbers that are none, and ends.
class FieldOfPython {
 public:
  explicit FieldOfPython(py::function field) : field_(std::move(field)) {}

  [[nodiscard]] Twist at(double t, const Pose& pose) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const Twist nothing{Vec3::Constant(none), Vec3::Constant(none)};
    if (raised_) return nothing;
    try {
      const py::object given = field_(t, to_array(pose));
      if (py::isinstance<py::tuple>(given) && py::len(given) == 2) {
        const auto pair = py::reinterpret_borrow<py::tuple>(given);
        return {as_vec3(pair[0], "field()[0]"), as_vec3(pair[1], "field()[1]")};
      }
      return {as_vec3(given, "field()"), Vec3::Zero()};
    } catch (...) {
      raised_ = std::current_exception();
      return nothing;
    }
  }
  void rethrow_if_any() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  py::function field_;
  std::exception_ptr raised_;
};

py::tuple ask_integrate(py::handle geometry, py::handle start, const py::function& field, double t_max, double step,
                        std::optional<double> tolerance, const std::string& method, std::optional<std::array<double, 2>> bounds,
                        std::size_t max_steps) {
  IntegrateOptions options{.t_max = t_max, .step = step, .tolerance = tolerance, .max_steps = max_steps};
  if (method == "euler")
    options.method = Integrator::euler;
  else if (method != "runge_kutta4")
    raise(ErrorCode::bad_option, "method: '" + method + "' is none of euler, runge_kutta4");
  if (bounds) options.bounds = TwistBounds{(*bounds)[0], (*bounds)[1]};
  PyGeometry shape = as_geometry(geometry, "geometry");
  FieldOfPython velocities(field);
  auto made = integrate(
      shape.geometry, as_pose(start, "start"), [&](double t, const Pose& pose) { return velocities.at(t, pose); },
      options);  // the field needs the lock all the time
  velocities.rethrow_if_any();
  const IntegratedMotion motion = value_or_raise(std::move(made));
  PyBody body{{std::move(shape.geometry), motion.path.pose_at(0), {}}, std::move(shape.description), motion.path};
  return py::make_tuple(std::move(body), motion.steps, motion.estimate, motion.bound, motion.residual);
}

py::tuple ask_repair(py::handle pose) {
  const RepairedPose repaired = value_or_raise(repaired_pose(as_pose(pose, "pose")), "pose");
  return py::make_tuple(to_array(repaired.pose), repaired.deviation);
}

}  // namespace

void register_motion_questions(py::module_& module) {
  const auto a = py::arg("a"), b = py::arg("b");
  const auto tolerance = py::arg("tolerance") = py::none();
  module.def("_closest_approach", &ask_approach, a, b, py::arg("t_max"), py::arg("tolerance"), py::arg("max_evaluations"));
  module.def("last_contact", &ask_last, a, b, py::kw_only(), py::arg("t_max"), tolerance, py::arg("margin") = 0.0,
             "A time of [0, t_max] after which the two are not in contact any more, the earliest that was found; None where they "
             "never meet. t_max must be finite.");
  module.def("_first_contacts", &ask_first_contacts, a, b, py::arg("t_max"), py::arg("last"), py::arg("max_pairs"));
  module.def("at_time", &ask_at_time, py::arg("body"), py::arg("t"),
             "The body as it is at time t and goes on from there: times of answers about it count from t.");
  module.def("_integrate", &ask_integrate, py::arg("geometry"), py::arg("start"), py::arg("field"), py::arg("t_max"),
             py::arg("step"), py::arg("tolerance"), py::arg("method"), py::arg("bounds"), py::arg("max_steps"));
  module.def("_repaired_pose", &ask_repair, py::arg("pose"));
}

}  // namespace graze::python
