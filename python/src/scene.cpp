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
#include "scene.h"

namespace graze::python {
namespace {

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

PyId add(PyScene& scene, py::handle body, py::handle pose, const std::string& name, bool solid, double scale, std::uint64_t group,
         std::uint64_t mask, std::uint64_t user_data) {
  SceneBody made = as_scene_body(body, pose, solid);
  made.name = name;
  made.scale = scale;
  made.group = group;
  made.mask = mask;
  made.user_data = user_data;
  return to_python(value_or_raise(scene.change([&](Scene& changed) { return changed.add(std::move(made)); })));
}

void set_velocity(PyScene& scene, PyId id, py::handle velocity, py::handle angular_velocity, py::handle center) {
  Motion motion;
  motion.velocity = as_vec3(velocity, "velocity");
  if (!angular_velocity.is_none()) motion.angular_velocity = as_vec3(angular_velocity, "angular_velocity");
  if (!center.is_none()) motion.center = as_vec3(center, "center");
  value_or_raise(scene.change([&](Scene& changed) { return changed.set_motion(from_python(id), motion); }));
}

void set_excluded(PyScene& scene, PyId a, PyId b, bool excluded) {
  const BodyId x = from_python(a), y = from_python(b);
  value_or_raise(scene.change([&](Scene& changed) { return excluded ? changed.exclude(x, y) : changed.include(x, y); }));
  const ScenePair pair{std::min(x, y), std::max(x, y)};
  if (excluded)
    scene.excluded.insert(pair);
  else
    scene.excluded.erase(pair);
}

std::vector<PyId> to_ids(const std::vector<BodyId>& bodies) {
  std::vector<PyId> ids;
  for (const BodyId one : bodies) ids.push_back(to_python(one));
  return ids;
}

py::array overlapping(const PyScene& scene, double at, std::size_t threads, bool ignore_initial) {
  const auto pairs =
      ask_scene(scene, at, threads, ignore_initial, [](const Scene& s, const SceneOptions& o) { return overlapping_pairs(s, o); });
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
  Visitor(Scene& scene, BodyId id) : scene_(scene), id_(id) {}
  ~Visitor() { static_cast<void>(scene_.remove(id_)); }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  /// Questions about pairs with the visitor only, some bodies left out.
  [[nodiscard]] SceneOptions options(std::vector<BodyId> left_out) const {
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

using Nearest = std::vector<std::pair<PyId, double>>;

Result<Nearest> nearest_to(Scene& scene, SceneBody body, std::vector<BodyId> left_out) {
  const Result<BodyId> id = scene.add(std::move(body));
  if (!id) return tl::make_unexpected(at("body", id.error()));
  const Visitor visitor(scene, *id);
  const SceneOptions options = visitor.options(std::move(left_out));
  const auto closest = closest_pairs(scene, 1, options);
  if (!closest) return tl::make_unexpected(closest.error());
  if (closest->empty()) return Nearest{};
  if ((*closest)[0].distance > 0) return Nearest{{to_python(visitor.other((*closest)[0].pair)), (*closest)[0].distance}};
  return overlapping_pairs(scene, options).map([&](const std::vector<ScenePair>& pairs) {
    Nearest meeting;
    for (const ScenePair& pair : pairs) meeting.emplace_back(to_python(visitor.other(pair)), 0.0);
    return meeting;
  });
}

std::vector<PyId> overlapping_body(const PyScene& scene, py::handle body, double at) {
  const SceneBody probe = as_scene_body(body, py::none(), false);
  return to_ids(
      ask_scene(scene, at, 1, false, [&](const Scene& s, const SceneOptions& o) { return overlapping_bodies(s, probe, o); }));
}

std::vector<SceneHit> cast(const PyScene& scene, py::handle origin, py::handle direction, double t_max, bool first_only,
                           double at) {
  const Ray ray{as_vec3(origin, "origin"), as_vec3(direction, "direction")};
  return value_or_raise(
      scene.ask([&](const Scene& s) { return raycast(s, ray, {.t_max = t_max, .first_only = first_only}, {.at = at}); }));
}

/// The nearest body and its distance; of several that meet the given one all, at 0.
Nearest nearest_bodies(PyScene& scene, py::handle body, const std::vector<PyId>& left_out) {
  SceneBody visitor = as_scene_body(body, py::none(), false);
  std::vector<BodyId> out;
  for (const PyId id : left_out) out.push_back(from_python(id));
  return value_or_raise(scene.change([&](Scene& s) { return nearest_to(s, std::move(visitor), std::move(out)); }));
}

SceneTimeOptions time_options(double t_max, std::optional<double> tolerance, double margin) {
  SceneTimeOptions options;
  options.t_max = t_max;
  options.tolerance = tolerance;
  options.margin = margin;
  return options;
}

void def_changes(PySceneClass& scene) {
  const auto id = py::arg("id");
  scene
      .def("add", &add, py::arg("body"), py::arg("pose") = py::none(), py::kw_only(), py::arg("name") = "",
           py::arg("solid") = false, py::arg("scale") = 1.0, py::arg("group") = every_group, py::arg("mask") = every_group,
           py::arg("user_data") = 0,
           "A graze.Body, a geometry, or a list of geometries or (geometry, pose): parts that move as one. Returns its id. A pair "
           "counts when each body is in a group (bits) that the other's mask has.")
      .def(
          "remove",
          [](PyScene& s, PyId x) {
            const BodyId gone = from_python(x);
            value_or_raise(s.change([&](Scene& c) { return c.remove(gone); }));
            s.removed[gone.index] = gone.generation;
          },
          id, "Takes the body out; its id is never given again.")
      .def(
          "set_pose",
          [](PyScene& s, PyId x, py::handle pose) {
            const Pose placed = as_pose(pose, "pose");
            value_or_raise(s.change([&](Scene& c) { return c.set_pose(from_python(x), placed); }));
          },
          id, py::arg("pose"), "Takes effect at once.")
      .def("set_velocity", &set_velocity, id, py::arg("velocity"), py::arg("angular_velocity") = py::none(),
           py::arg("center") = py::none(),
           "Of a body that stands or has constant velocities: length and radians per time, about `center` (world, at time 0; "
           "default: its origin).")
      .def(
          "set_groups",
          [](PyScene& s, PyId x, std::uint64_t group, std::uint64_t mask) {
            value_or_raise(s.change([&](Scene& c) { return c.set_groups(from_python(x), group, mask); }));
          },
          id, py::arg("group"), py::arg("mask"), "Bits: the groups it belongs to, and those it meets.")
      .def(
          "set_user_data",
          [](PyScene& s, PyId x, std::uint64_t data) {
            value_or_raise(s.change([&](Scene& c) { return c.set_user_data(from_python(x), data); }));
          },
          id, py::arg("user_data"), "A number of yours, which find_contacts() hands back.")
      .def(
          "exclude", [](PyScene& s, PyId x, PyId y) { set_excluded(s, x, y, true); }, py::arg("a"), py::arg("b"),
          "Leaves the pair out of every question.")
      .def(
          "include", [](PyScene& s, PyId x, PyId y) { set_excluded(s, x, y, false); }, py::arg("a"), py::arg("b"),
          "Takes it in again.");
}

void def_reads(PySceneClass& scene) {
  const auto id = py::arg("id");
  scene
      .def(
          "name",
          [](const PyScene& s, PyId x) {
            return value_or_raise(
                s.read([&](const Scene& r) { return r.body(from_python(x)).map([](const SceneBody* b) { return b->name; }); }));
          },
          id, "as it was given")
      .def(
          "user_data",
          [](const PyScene& s, PyId x) {
            return value_or_raise(s.read(
                [&](const Scene& r) { return r.body(from_python(x)).map([](const SceneBody* b) { return b->user_data; }); }));
          },
          id, "the number that was given, or 0")
      .def(
          "counts",
          [](const PyScene& s, PyId x, PyId y) {
            return value_or_raise(s.read([&](const Scene& r) { return r.counts(from_python(x), from_python(y)); }));
          },
          py::arg("a"), py::arg("b"), "Whether groups and exclude() let the pair meet.")
      .def(
          "pose_at",
          [](const PyScene& s, PyId x, double t) {
            return to_array(value_or_raise(s.read([&](const Scene& r) { return r.pose_at(from_python(x), t); })));
          },
          id, py::arg("t") = 0.0, "(4,4)")
      .def(
          "bounds",
          [](const PyScene& s, PyId x) {
            const Aabb box = value_or_raise(s.read([&](const Scene& r) { return r.box(from_python(x)); }));
            return py::make_tuple(to_array(box.min), to_array(box.max));
          },
          id, "(min, max): a box around the body at time 0")
      .def(
          "find",
          [](const PyScene& s, const std::string& name) { return to_ids(s.read([&](const Scene& r) { return r.find(name); })); },
          py::arg("name"), "the ids of all bodies of that name")
      .def("__contains__",
           [](const PyScene& s, PyId x) { return s.read([&](const Scene& r) { return r.contains(from_python(x)); }); })
      .def("__len__", [](const PyScene& s) { return s.read([](const Scene& r) { return r.size(); }); })
      .def("__repr__",
           [](const PyScene& s) {
             return "<graze.Scene: " + std::to_string(s.read([](const Scene& r) { return r.size(); })) + " bodies>";
           })
      .def_property_readonly(
          "ids", [](const PyScene& s) { return to_ids(s.read([](const Scene& r) { return r.ids(); })); }, "of all bodies, sorted");
}

void def_questions(PySceneClass& scene) {
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
          [](const PyScene& s, double time, std::size_t n) {
            return ask_scene(s, time, n, false, [](const Scene& x, const SceneOptions& o) { return any_overlap(x, o); });
          },
          py::kw_only(), at, threads, "Do any two bodies meet? Stops soon after the first.")
      .def(
          "statuses",
          [](const PyScene& s, double tolerance, double clearance, bool triangle_pairs, double time, std::size_t n) {
            return ask_scene(s, time, n, false,
                             [&](const Scene& x, const SceneOptions& o) {
                               return statuses(x, {tolerance, clearance, triangle_pairs}, o);
                             })
                .pairs;
          },
          py::kw_only(), py::arg("tolerance") = 0.0, py::arg("clearance") = 0.0, py::arg("triangle_pairs") = false, at, threads,
          "How all pairs lie that meet or are within the clearance.")
      .def(
          "closest_pairs",
          [](const PyScene& s, std::size_t k, double max_distance, double time, std::size_t n) {
            return ask_scene(s, time, n, false,
                             [&](const Scene& x, const SceneOptions& o) { return closest_pairs(x, k, o, max_distance); });
          },
          py::arg("k") = 1, py::kw_only(), py::arg("max_distance") = std::numeric_limits<double>::infinity(), at, threads,
          "The k pairs with the least distances, nearest first.")
      .def(
          "first_contact",
          [](const PyScene& s, double end, std::optional<double> tolerance, double margin, bool ignore, std::size_t n) {
            return ask_scene(s, 0, n, ignore, [&](const Scene& x, const SceneOptions& o) {
              return first_contact(x, time_options(end, tolerance, margin), o);
            });
          },
          py::kw_only(), t_max, py::arg("tolerance") = py::none(), py::arg("margin") = 0.0, ignore_initial, threads,
          "When do any two bodies first meet in [0, t_max]? Never late, nothing missed.")
      .def(
          "first_contacts",
          [](const PyScene& s, double end, std::optional<double> tolerance, double margin, bool ignore, std::size_t n) {
            return ask_scene(s, 0, n, ignore,
                             [&](const Scene& x, const SceneOptions& o) {
                               return first_contacts(x, time_options(end, tolerance, margin), o);
                             })
                .pairs;
          },
          py::kw_only(), t_max, py::arg("tolerance") = py::none(), py::arg("margin") = 0.0, ignore_initial, threads,
          "The first contact of each pair that meets in [0, t_max].");
}

}  // namespace

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

void register_scenes(py::module_& module) {
  register_scene_answers(module);
  PySceneClass scene(module, "Scene",
                     "Many bodies, asked all against all. Bodies are added, moved and removed at any time; ids are whole "
                     "numbers that are never given twice.");
  scene.def(py::init<>())
      .def("copy", [](const PyScene& s) { return PyScene(s); }, "An independent scene with the same bodies and ids.");
  def_changes(scene);
  def_reads(scene);
  def_questions(scene);
  register_scene_time(scene, module);
  register_scene_files(scene, module);
  register_simulation(module);
}

}  // namespace graze::python
