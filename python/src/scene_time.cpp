/// Scenes over time: closest approach, begin and end of contacts; where bodies meet; bodies that are not in the scene. Answers that
/// are tuples get their names from graze/questions.py.

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>

#include "arrays.h"
#include "scene.h"

namespace graze::python {
namespace {

py::tuple both(const std::array<PartPlace, 2>& places, std::int32_t PartPlace::* field) {
  return py::make_tuple(places[0].*field, places[1].*field);
}
py::object or_none(const std::optional<Vec3>& v) { return v ? py::object(to_array(*v)) : py::none(); }

py::object closest_in_time(const PyScene& scene, double t_max, std::optional<double> tolerance, std::size_t threads) {
  const SceneApproachOptions question{.t_max = t_max, .tolerance = tolerance};
  const auto found =
      ask_scene(scene, 0, threads, false, [&](const Scene& s, const SceneOptions& o) { return closest_approach(s, question, o); });
  if (!found) return py::none();
  return py::make_tuple(to_python(found->pair), found->distance, found->distance_at_least, found->at,
                        py::make_tuple(to_array(found->points[0]), to_array(found->points[1])));
}

py::list spans(const PyScene& scene, double t_max, double resolution, std::optional<double> tolerance, std::size_t threads) {
  const SceneTimelineOptions question{.t_max = t_max, .resolution = resolution, .tolerance = tolerance};
  py::list told;
  for (const PairTimeline& pair :
       ask_scene(scene, 0, threads, false, [&](const Scene& s, const SceneOptions& o) { return timeline(s, question, o); })) {
    py::list list;
    for (const ContactSpan& span : pair.spans) list.append(py::make_tuple(span.begin, span.end, span.initial, span.lasts));
    told.append(py::make_tuple(to_python(pair.pair), list, pair.finished));
  }
  return told;
}

py::list places_of_contact(const PyScene& scene, std::size_t max_contacts, double at, std::size_t threads) {
  py::list told;
  for (const PairContacts& pair : ask_scene(scene, at, threads, false, [&](const Scene& s, const SceneOptions& o) {
         return contacts(s, {.max_contacts = max_contacts}, o);
       })) {
    py::list list;
    for (const PartContact& contact : pair.contacts)
      list.append(py::make_tuple(to_array(contact.set.points.data(), contact.set.points.size()), or_none(contact.normal),
                                 contact.depth, parts_of(contact.places), both(contact.places, &PartPlace::triangle)));
    told.append(py::make_tuple(to_python(pair.pair), list, pair.truncated));
  }
  return told;
}

SceneSearchOptions search_options(double t_max, std::optional<std::uint32_t> max_depth, std::optional<double> tolerance) {
  return {.t_max = t_max, .max_depth = max_depth, .tolerance = tolerance};
}

bool any_contact(const PyScene& scene, double t_max, std::optional<std::uint32_t> max_depth, std::optional<double> tolerance) {
  return ask_scene(scene, 0, 0, false, [&](const Scene& s, const SceneOptions& o) {
    return test_contacts(s, search_options(t_max, max_depth, tolerance), o);
  });
}

py::tuple to_tuple(const ContactNotice& notice) {
  return py::make_tuple(py::make_tuple(to_python(notice.self), to_python(notice.other)), notice.time, to_array(notice.point),
                        py::make_tuple(to_array(notice.self_normal), to_array(notice.other_normal)),
                        parts_of({notice.self_place, notice.other_place}),
                        both({notice.self_place, notice.other_place}, &PartPlace::triangle),
                        py::make_tuple(notice.self_data, notice.other_data));
}

/// Calls on_contact until it returns False or raises.
bool tell_contacts(const PyScene& scene, const py::function& on_contact, double t_max, std::optional<std::uint32_t> max_depth,
                   std::optional<double> tolerance) {
  std::exception_ptr raised;
  const auto tell = [&](const ContactNotice& notice) {
    const py::gil_scoped_acquire acquired;
    try {
      const py::object answer = on_contact(to_tuple(notice));
      return answer.is_none() || answer.cast<bool>();
    } catch (...) {
      raised = std::current_exception();
      return false;
    }
  };
  SignalWatch watch;
  const SceneOptions options = as_options(0, 1, false, watch);
  auto answer = scene.ask([&](const Scene& s) {
    const PyScene::Telling telling(scene);
    return find_contacts(s, search_options(t_max, max_depth, tolerance), tell, options);
  });
  if (raised) std::rethrow_exception(raised);
  watch.rethrow_if_any();
  return value_or_raise(std::move(answer));
}

SceneTimeOptions until(double t_max, std::optional<double> tolerance, double margin) {
  SceneTimeOptions options;
  options.t_max = t_max;
  options.tolerance = tolerance;
  options.margin = margin;
  return options;
}

}  // namespace

void register_scene_time(PySceneClass& scene, py::module_& /*module*/) {
  const auto body = py::arg("body");
  const auto threads = py::arg("threads") = 0;
  const auto tolerance = py::arg("tolerance") = py::none();
  const auto endless = py::arg("t_max") = std::numeric_limits<double>::infinity();
  const auto max_depth = py::arg("max_depth") = py::none();
  const auto now = py::arg("t_max") = 0.0;
  scene.def("_closest_approach", &closest_in_time, py::arg("t_max"), py::arg("tolerance"), py::arg("threads"))
      .def("_timeline", &spans, py::arg("t_max"), py::arg("resolution"), py::arg("tolerance"), py::arg("threads"))
      .def("_contacts", &places_of_contact, py::arg("max_contacts"), py::arg("at"), py::arg("threads"))
      .def("test_contacts", &any_contact, py::kw_only(), now, max_depth, tolerance,
           "Does anything meet in [0, t_max], searched to a depth of the trees? False is certain.")
      .def("_find_contacts", &tell_contacts, py::arg("on_contact"), py::arg("t_max"), py::arg("max_depth"), py::arg("tolerance"))
      .def(
          "statuses_of",
          [](const PyScene& s, py::handle other, double t, double clearance, double at, std::size_t n) {
            const SceneBody probe = as_scene_body(other, py::none(), false);
            return ask_scene(s, at, n, false,
                             [&](const Scene& x, const SceneOptions& o) { return statuses(x, probe, {t, clearance}, o); })
                .pairs;
          },
          body, py::kw_only(), py::arg("tolerance") = 0.0, py::arg("clearance") = 0.0, py::arg("at") = 0.0, threads,
          "How bodies lie to one that is not in the scene; in the pairs that has the id 0.")
      .def(
          "first_contact_of",
          [](const PyScene& s, py::handle other, double t_max, std::optional<double> t, double margin, std::size_t n) {
            const SceneBody probe = as_scene_body(other, py::none(), false);
            return ask_scene(s, 0, n, false, [&](const Scene& x, const SceneOptions& o) {
              return first_contact(x, probe, until(t_max, t, margin), o);
            });
          },
          body, py::kw_only(), endless, tolerance, py::arg("margin") = 0.0, threads,
          "What a body that is not in the scene meets first while all move; in the pairs that has the id 0.")
      .def(
          "first_contacts_of",
          [](const PyScene& s, py::handle other, double t_max, std::optional<double> t, double margin, std::size_t n) {
            const SceneBody probe = as_scene_body(other, py::none(), false);
            return ask_scene(
                       s, 0, n, false,
                       [&](const Scene& x, const SceneOptions& o) { return first_contacts(x, probe, until(t_max, t, margin), o); })
                .pairs;
          },
          body, py::kw_only(), endless, tolerance, py::arg("margin") = 0.0, threads,
          "When a body that is not in the scene meets each of the bodies that it meets.");
}

}  // namespace graze::python
