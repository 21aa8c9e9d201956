/// What questions about scenes answer, as small read-only objects.

#include <pybind11/stl.h>

#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "arrays.h"
#include "scene.h"

namespace graze::python {
namespace {

py::tuple triangles_of(const std::array<PartPlace, 2>& places) { return py::make_tuple(places[0].triangle, places[1].triangle); }
py::tuple points_of(const std::array<Vec3, 2>& points) { return py::make_tuple(to_array(points[0]), to_array(points[1])); }

/// Fields that every answer about a pair has.
template <class Answer>
py::class_<Answer> pair_answer(py::module_& module, const char* name, const char* doc) {
  return py::class_<Answer>(module, name, doc)
      .def_property_readonly(
          "pair", [](const Answer& x) { return to_python(x.pair); }, "the ids of the two bodies, smaller first")
      .def_property_readonly(
          "points", [](const Answer& x) { return points_of(x.points); }, "one of each body")
      .def_property_readonly(
          "parts", [](const Answer& x) { return parts_of(x.places); }, "which part of each body")
      .def_property_readonly("triangles", [](const Answer& x) { return triangles_of(x.places); }, "which triangle of it, or -1");
}

}  // namespace

void register_scene_answers(py::module_& module) {
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

}  // namespace graze::python
