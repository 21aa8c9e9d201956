/// Scenes: bodies added, moved and removed, and questions about all of them.

#include <algorithm>

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "answers.h"
#include "arrays.h"
#include "body.h"
#include "errors.h"

namespace graze::python {
namespace {

// A body's id is one whole number in Python: hashable, sortable, fit for arrays. 0 names none.
using PyId = std::uint64_t;
PyId to_python(BodyId id) { return PyId{id.generation} << 32 | id.index; }
BodyId from_python(PyId id) { return {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32)}; }

/// A part is a geometry, or (geometry, pose); the body says whether meshes are solids.
BodyPart as_part(py::handle part, bool solid, const std::string& name) {
  if (py::isinstance<py::tuple>(part) && py::len(part) == 2) {
    const auto pair = py::reinterpret_borrow<py::tuple>(part);
    return {as_geometry(pair[0], name).geometry, as_pose(pair[1], name), solid, ""};
  }
  return {as_geometry(part, name).geometry, {}, solid, ""};
}

std::vector<BodyPart> as_parts(py::handle geometry, bool solid) {
  std::vector<BodyPart> parts;
  if (!py::isinstance<py::list>(geometry)) return {as_part(geometry, solid, "geometry")};
  for (const py::handle part : py::iter(geometry))
    parts.push_back(as_part(part, solid, "parts[" + std::to_string(parts.size()) + "]"));
  return parts;
}

/// A graze.Body brings its place, motion and solidity along; anything else is a geometry or a list of parts.
SceneBody as_scene_body(py::handle body, py::handle pose, bool solid) {
  SceneBody made;
  if (py::isinstance<PyBody>(body)) {
    const auto& given = body.cast<const PyBody&>();
    made.parts = {{given.body.geometry, {}, given.body.solid || solid, ""}};
    made.pose = given.body.pose;
    made.motion = given.body.motion;
    if (given.path) made.motion = *given.path;
    if (!pose.is_none()) raise(ErrorCode::bad_option, "pose: the body has one already");
    return made;
  }
  made.parts = as_parts(body, solid);
  made.pose = as_pose(pose, "pose");
  return made;
}

PyId add(Scene& scene, py::handle body, py::handle pose, const std::string& name, bool solid, double scale, std::uint64_t group,
         std::uint64_t mask) {
  SceneBody made = as_scene_body(body, pose, solid);
  made.name = name;
  made.scale = scale;
  made.group = group;
  made.mask = mask;
  return to_python(value_or_raise(scene.add(std::move(made))));
}

void set_velocity(Scene& scene, PyId id, py::handle velocity, py::handle angular_velocity, py::handle center) {
  Motion motion;
  motion.velocity = as_vec3(velocity, "velocity");
  if (!angular_velocity.is_none()) motion.angular_velocity = as_vec3(angular_velocity, "angular_velocity");
  if (!center.is_none()) motion.center = as_vec3(center, "center");
  value_or_raise(scene.set_motion(from_python(id), motion));
}

/// Ctrl-C is looked for whenever the question reports progress.
SceneOptions as_options(double at, std::size_t threads, bool ignore_initial, bool& interrupted) {
  SceneOptions options;
  options.at = at;
  options.threads = threads;
  options.ignore_initial = ignore_initial;
  options.progress = [&interrupted](double) {
    const py::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();
      interrupted = true;
    }
    return !interrupted;
  };
  return options;
}

template <class Question>
auto ask_scene(double at, std::size_t threads, bool ignore_initial, const Question& question) {
  bool interrupted = false;
  const SceneOptions options = as_options(at, threads, ignore_initial, interrupted);
  auto answer = [&] {
    const py::gil_scoped_release released;
    return question(options);
  }();
  if (interrupted) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
  return value_or_raise(std::move(answer));
}

py::array overlapping(const Scene& scene, double at, std::size_t threads, bool ignore_initial) {
  const auto pairs = ask_scene(at, threads, ignore_initial, [&](const SceneOptions& o) { return overlapping_pairs(scene, o); });
  py::array_t<PyId> ids({static_cast<py::ssize_t>(pairs.size()), py::ssize_t{2}});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ids.mutable_at(i, 0) = to_python(pairs[i].a);
    ids.mutable_at(i, 1) = to_python(pairs[i].b);
  }
  return read_only(ids);
}

/// A body that is in the scene for one question only.
class Visitor {
 public:
  Visitor(Scene& scene, py::handle body)
      : scene_(scene), id_(value_or_raise(scene.add(as_scene_body(body, py::none(), false)), "body")) {}
  ~Visitor() { (void)scene_.remove(id_); }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  /// Questions about pairs with the visitor only, some bodies left out. Others must not see it: the lock stays held.
  [[nodiscard]] SceneOptions options(std::vector<BodyId> left_out = {}) const {
    SceneOptions asked;
    asked.threads = 1;
    asked.may_meet = [id = id_, left_out = std::move(left_out)](BodyId a, BodyId b) {
      const BodyId other = a == id ? b : a;
      return (a == id || b == id) && std::find(left_out.begin(), left_out.end(), other) == left_out.end();
    };
    return asked;
  }
  [[nodiscard]] BodyId other(const ScenePair& pair) const { return pair.a == id_ ? pair.b : pair.a; }

 private:
  Scene& scene_;
  BodyId id_;
};

std::vector<PyId> overlapping_body(const Scene& scene, py::handle body, double at) {
  const SceneBody probe = as_scene_body(body, py::none(), false);
  std::vector<PyId> ids;
  for (const BodyId id : ask_scene(at, 1, false, [&](const SceneOptions& o) { return overlapping_bodies(scene, probe, o); }))
    ids.push_back(to_python(id));
  return ids;
}

std::vector<SceneHit> cast(const Scene& scene, py::handle origin, py::handle direction, double t_max, bool first_only, double at) {
  const Ray ray{as_vec3(origin, "origin"), as_vec3(direction, "direction")};
  auto hits = [&] {
    const py::gil_scoped_release released;
    return raycast(scene, ray, {.t_max = t_max, .first_only = first_only}, {.at = at});
  }();
  return value_or_raise(std::move(hits));
}

/// The nearest body and its distance; of several that meet the given one all, at 0.
std::vector<std::pair<PyId, double>> nearest_bodies(Scene& scene, py::handle body, const std::vector<PyId>& left_out) {
  const Visitor visitor(scene, body);
  std::vector<BodyId> out;
  for (const PyId id : left_out) out.push_back(from_python(id));
  const SceneOptions options = visitor.options(std::move(out));
  const auto closest = value_or_raise(closest_pairs(scene, 1, options));
  if (closest.empty()) return {};
  if (closest[0].distance > 0) return {{to_python(visitor.other(closest[0].pair)), closest[0].distance}};
  std::vector<std::pair<PyId, double>> meeting;
  for (const ScenePair& pair : value_or_raise(overlapping_pairs(scene, options)))
    meeting.emplace_back(to_python(visitor.other(pair)), 0.0);
  return meeting;
}

py::tuple pair_of(const ScenePair& pair) { return py::make_tuple(to_python(pair.a), to_python(pair.b)); }
py::tuple triangles_of(const std::array<PartPlace, 2>& places) { return py::make_tuple(places[0].triangle, places[1].triangle); }
py::tuple parts_of(const std::array<PartPlace, 2>& places) { return py::make_tuple(places[0].part, places[1].part); }
py::tuple points_of(const std::array<Vec3, 2>& points) { return py::make_tuple(to_array(points[0]), to_array(points[1])); }

/// Fields that every answer about a pair has.
template <class Answer>
py::class_<Answer> pair_answer(py::module_& module, const char* name, const char* doc) {
  return py::class_<Answer>(module, name, doc)
      .def_property_readonly(
          "pair", [](const Answer& x) { return pair_of(x.pair); }, "the ids of the two bodies, smaller first")
      .def_property_readonly(
          "points", [](const Answer& x) { return points_of(x.points); }, "one of each body")
      .def_property_readonly(
          "parts", [](const Answer& x) { return parts_of(x.places); }, "which part of each body")
      .def_property_readonly("triangles", [](const Answer& x) { return triangles_of(x.places); }, "which triangle of it, or -1");
}

void register_pair_answers(py::module_& module) {
  pair_answer<PairStatus>(module, "PairStatus", "How two bodies of a scene lie.")
      .def_property_readonly(
          "status", [](const PairStatus& x) { return std::string(name_of(x.status)); },
          "'near', 'touching', 'overlapping', 'contains' or 'inside'")
      .def_readonly("distance", &PairStatus::distance, "0 where they meet")
      .def_readonly("depth", &PairStatus::depth, "the largest of convex parts that meet, or None")
      .def_readonly("triangle_pairs", &PairStatus::triangle_pairs, "how many triangles meet, on request, or None")
      .def("__repr__", [](const PairStatus& x) { return "<graze.PairStatus: " + std::string(name_of(x.status)) + ">"; });
  pair_answer<ClosestPair>(module, "ClosestPair", "Two bodies of a scene and how far apart they are.")
      .def_readonly("distance", &ClosestPair::distance, "0 where they meet")
      .def("__repr__", [](const ClosestPair& x) { return "<graze.ClosestPair: distance " + std::to_string(x.distance) + ">"; });
  pair_answer<PairContact>(module, "PairContact", "When two bodies of a scene first meet.")
      .def_property_readonly(
          "status", [](const PairContact& x) { return std::string(name_of(x.status)); }, "'contact' or 'unfinished'")
      .def_readonly("t_lo", &PairContact::t_lo, "no contact before, guaranteed")
      .def_readonly("t_hi", &PairContact::t_hi, "a time at which they meet, or None")
      .def_readonly("initial", &PairContact::initial, "they meet at time 0 already")
      .def_property_readonly(
          "normal", [](const PairContact& x) { return x.normal ? py::object(to_array(*x.normal)) : py::none(); },
          "unit, from the first to the second, or None")
      .def_property_readonly(
          "contact_points", [](const PairContact& x) { return to_array(x.set.points.data(), x.set.points.size()); },
          "(k,3): where they touch")
      .def("__repr__", [](const PairContact& x) {
        return "<graze.PairContact: " + std::string(name_of(x.status)) + ", t_lo " + std::to_string(x.t_lo) + ">";
      });
  py::class_<SceneHit>(module, "SceneHit", "A part of a body that a ray meets.")
      .def_property_readonly(
          "body", [](const SceneHit& x) { return to_python(x.body); }, "its id")
      .def_property_readonly(
          "part", [](const SceneHit& x) { return x.place.part; }, "which part of the body")
      .def_property_readonly(
          "triangle", [](const SceneHit& x) { return x.place.triangle; }, "of the first crossing, or -1")
      .def_readonly("t", &SceneHit::t, "in lengths of the direction")
      .def_property_readonly(
          "point", [](const SceneHit& x) { return to_array(x.point); }, "where that is")
      .def_readonly("crossings", &SceneHit::crossings, "where the ray passes through the boundary, in order")
      .def("__repr__", [](const SceneHit& x) { return "<graze.SceneHit: t " + std::to_string(x.t) + ">"; });
  py::class_<SceneContact>(module, "SceneContact", "The first contact of a scene.")
      .def_property_readonly(
          "status", [](const SceneContact& x) { return std::string(name_of(x.status)); }, "'clear', 'contact' or 'unfinished'")
      .def_readonly("t_lo", &SceneContact::t_lo, "no pair meets before, guaranteed")
      .def_readonly("t_hi", &SceneContact::t_hi, "a time by which some pair meets, or None")
      .def_readonly("pairs", &SceneContact::pairs, "the first, and all that may be as early")
      .def_readonly("pairs_considered", &SceneContact::pairs_considered, "how many pairs had boxes that come together")
      .def("__repr__", [](const SceneContact& x) {
        return "<graze.SceneContact: " + std::string(name_of(x.status)) + ", t_lo " + std::to_string(x.t_lo) + ">";
      });
}

SceneTimeOptions time_options(double t_max, std::optional<double> tolerance, double margin) {
  SceneTimeOptions options;
  options.t_max = t_max;
  options.tolerance = tolerance;
  options.margin = margin;
  return options;
}

template <class Class>
void def_changes(Class& scene) {
  const auto id = py::arg("id");
  scene
      .def("add", &add, py::arg("body"), py::arg("pose") = py::none(), py::kw_only(), py::arg("name") = "",
           py::arg("solid") = false, py::arg("scale") = 1.0, py::arg("group") = every_group, py::arg("mask") = every_group,
           "A graze.Body, a geometry, or a list of geometries or (geometry, pose): parts that move as one. Returns its id. A pair "
           "counts when each body is in a group (bits) that the other's mask has.")
      .def(
          "remove", [](Scene& s, PyId x) { value_or_raise(s.remove(from_python(x))); }, id,
          "Takes the body out; its id is never given again.")
      .def(
          "set_pose", [](Scene& s, PyId x, py::handle pose) { value_or_raise(s.set_pose(from_python(x), as_pose(pose, "pose"))); },
          id, py::arg("pose"), "Takes effect at once.")
      .def("set_velocity", &set_velocity, id, py::arg("velocity"), py::arg("angular_velocity") = py::none(),
           py::arg("center") = py::none(),
           "Of a body that stands or has constant velocities: length and radians per time, about `center` (world, at time 0; "
           "default: its origin).")
      .def(
          "exclude", [](Scene& s, PyId x, PyId y) { value_or_raise(s.exclude(from_python(x), from_python(y))); }, py::arg("a"),
          py::arg("b"), "Leaves the pair out of every question.")
      .def(
          "include", [](Scene& s, PyId x, PyId y) { value_or_raise(s.include(from_python(x), from_python(y))); }, py::arg("a"),
          py::arg("b"), "Takes it in again.")
      .def(
          "name", [](const Scene& s, PyId x) { return value_or_raise(s.body(from_python(x)))->name; }, id, "as it was given")
      .def(
          "pose_at", [](const Scene& s, PyId x, double t) { return to_array(value_or_raise(s.pose_at(from_python(x), t))); }, id,
          py::arg("t") = 0.0, "(4,4)")
      .def(
          "bounds",
          [](const Scene& s, PyId x) {
            const Aabb box = value_or_raise(s.box(from_python(x)));
            return py::make_tuple(to_array(box.min), to_array(box.max));
          },
          id, "(min, max): a box around the body at time 0")
      .def(
          "find",
          [](const Scene& s, const std::string& name) {
            std::vector<PyId> ids;
            for (const BodyId one : s.find(name)) ids.push_back(to_python(one));
            return ids;
          },
          py::arg("name"), "the ids of all bodies of that name")
      .def("__contains__", [](const Scene& s, PyId x) { return s.contains(from_python(x)); })
      .def("__len__", &Scene::size)
      .def("__repr__", [](const Scene& s) { return "<graze.Scene: " + std::to_string(s.size()) + " bodies>"; })
      .def_property_readonly(
          "ids",
          [](const Scene& s) {
            std::vector<PyId> ids;
            for (const BodyId one : s.ids()) ids.push_back(to_python(one));
            return ids;
          },
          "of all bodies, sorted");
}

template <class Class>
void def_questions(Class& scene) {
  const auto at = py::arg("at") = 0.0;
  const auto threads = py::arg("threads") = 0;
  const auto ignore_initial = py::arg("ignore_initial") = false;
  const auto t_max = py::arg("t_max") = std::numeric_limits<double>::infinity();
  scene
      .def("overlapping_pairs", &overlapping, py::kw_only(), at, threads, ignore_initial,
           "(k,2) ids of all pairs that meet, sorted")
      .def("overlapping", &overlapping_body, py::arg("body"), py::kw_only(), at,
           "the ids of all bodies that meet one that is not in the scene")
      .def("raycast", &cast, py::arg("origin"), py::arg("direction"), py::kw_only(),
           py::arg("t_max") = std::numeric_limits<double>::infinity(), py::arg("first_only") = false, at,
           "What a ray meets, by t, which counts in lengths of the direction.")
      .def("nearest", &nearest_bodies, py::arg("body"), py::arg("left_out") = std::vector<PyId>{},
           "[(id, distance)] of the body nearest to one that is not in the scene; all that meet it, at distance 0")
      .def(
          "any_overlap",
          [](const Scene& s, double time, std::size_t n) {
            return ask_scene(time, n, false, [&](const SceneOptions& o) { return any_overlap(s, o); });
          },
          py::kw_only(), at, threads, "Do any two bodies meet? Stops soon after the first.")
      .def(
          "statuses",
          [](const Scene& s, double tolerance, double clearance, bool triangle_pairs, double time, std::size_t n) {
            return ask_scene(time, n, false,
                             [&](const SceneOptions& o) { return statuses(s, {tolerance, clearance, triangle_pairs}, o); })
                .pairs;
          },
          py::kw_only(), py::arg("tolerance") = 0.0, py::arg("clearance") = 0.0, py::arg("triangle_pairs") = false, at, threads,
          "How all pairs lie that meet or are within the clearance.")
      .def(
          "closest_pairs",
          [](const Scene& s, std::size_t k, double max_distance, double time, std::size_t n) {
            return ask_scene(time, n, false, [&](const SceneOptions& o) { return closest_pairs(s, k, o, max_distance); });
          },
          py::arg("k") = 1, py::kw_only(), py::arg("max_distance") = std::numeric_limits<double>::infinity(), at, threads,
          "The k pairs with the least distances, nearest first.")
      .def(
          "first_contact",
          [](const Scene& s, double end, std::optional<double> tolerance, double margin, bool ignore, std::size_t n) {
            return ask_scene(0, n, ignore,
                             [&](const SceneOptions& o) { return first_contact(s, time_options(end, tolerance, margin), o); });
          },
          py::kw_only(), t_max, py::arg("tolerance") = py::none(), py::arg("margin") = 0.0, ignore_initial, threads,
          "When do any two bodies first meet in [0, t_max]? Never late, nothing missed.")
      .def(
          "first_contacts",
          [](const Scene& s, double end, std::optional<double> tolerance, double margin, bool ignore, std::size_t n) {
            return ask_scene(0, n, ignore,
                             [&](const SceneOptions& o) { return first_contacts(s, time_options(end, tolerance, margin), o); })
                .pairs;
          },
          py::kw_only(), t_max, py::arg("tolerance") = py::none(), py::arg("margin") = 0.0, ignore_initial, threads,
          "The first contact of each pair that meets in [0, t_max].");
}

}  // namespace

void register_scenes(py::module_& module) {
  register_pair_answers(module);
  py::class_<Scene> scene(module, "Scene",
                          "Many bodies, asked all against all. Bodies are added, moved and removed at any time; ids are whole "
                          "numbers that are never given twice.");
  scene.def(py::init<>())
      .def("copy", [](const Scene& s) { return Scene(s); }, "An independent scene with the same bodies and ids.");
  def_changes(scene);
  def_questions(scene);
}

}  // namespace graze::python
