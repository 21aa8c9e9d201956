/// The table of questions: their names, their options and the functions that answer them.

#include "io/query/question_kinds.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/closest_approach.h>
#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/fit.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/penetration.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "io/query/answer.h"
#include "io/query/scene_questions.h"
#include "io/query/tool_questions.h"

namespace graze {
namespace {

bool is_planar(const Question& q) { return q.a->geometry.is_planar() && q.b->geometry.is_planar(); }

Result<OrderedJson> answer_overlap(const Question& q) {
  return explain_overlap(*q.a, *q.b).map([&](const OverlapReport& report) { return to_json(report, is_planar(q)); });
}

Result<OrderedJson> answer_self_intersection(const Question& q) {
  return self_intersection(*q.a, {.max_pairs = q.options.max_pairs}).map([](const TrianglePairs& found) {
    OrderedJson json{{"intersect", found.pair_count > 0}};
    json.update(to_json(found));
    return json;
  });
}

Result<OrderedJson> answer_distance(const Question& q) {
  const DistanceOptions options{q.options.relative_error, q.options.absolute_error};
  return closest_points(*q.a, *q.b, options).map([&](const Closest& closest) { return to_json(closest, is_planar(q)); });
}

tl::unexpected<Error> without_distance() { return fail(ErrorCode::bad_option, "distance: missing"); }

Result<OrderedJson> answer_within(const Question& q) {
  if (!q.options.distance) return without_distance();
  return within(*q.a, *q.b, *q.options.distance).map([](bool near) { return OrderedJson{{"within", near}}; });
}

Result<OrderedJson> answer_pairs_within(const Question& q) {
  if (!q.options.distance) return without_distance();
  return pairs_within(*q.a, *q.b, *q.options.distance, {q.options.max_pairs}).map([](const TrianglePairs& found) {
    return to_json(found);
  });
}

Result<OrderedJson> answer_contains(const Question& q) {
  return contains(*q.a, *q.b).map([](bool inside) { return OrderedJson{{"contains", inside}}; });
}

Result<OrderedJson> answer_status(const Question& q) {
  const StatusOptions options{q.options.tolerance.value_or(0), q.options.clearance.value_or(0)};
  return status(*q.a, *q.b, options).map([](const StatusReport& report) { return to_json(report); });
}

/// The triangles of two meshes that are as near to each other at t_lo as those that were found to be in contact, or within the
/// tolerance.
Result<OrderedJson> pairs_at(const Question& q, const Path& a, const Path& b, const TurningImpact& impact) {
  const bool contact = impact.status == TurningStatus::contact;
  constexpr double up = 1 + 0x1p-20;  // the found pair is among them whatever rounding does
  const double reach = contact ? std::max(impact.closest.distance, q.options.tolerance.value_or(0)) * up : 0;
  const Body body_a{q.a->geometry, a.pose_at(impact.t_lo), {}}, body_b{q.b->geometry, b.pose_at(impact.t_lo), {}};
  return pairs_within(body_a, body_b, reach, {q.options.max_pairs}).map([&](const TrianglePairs& found) {
    return to_json(contact ? found : TrianglePairs{});
  });
}

/// How far both bodies may be off where their motions were integrated, length.
double integration_error(const Question& q) {
  double error = 0;
  for (const auto* integrated : {&q.integrated_a, &q.integrated_b}) {
    if (*integrated) error += (*integrated)->bound.value_or(0);
  }
  return error;
}

/// With the errors of integrated motions in the margin.
TurningOptions turning_options(const Question& q) {
  TurningOptions options{.t_max = q.options.t_max, .tolerance = q.options.tolerance, .margin = q.options.margin};
  options.sub_steps = q.options.sub_steps;
  options.margin += integration_error(q);
  return options;
}

Path path_of(const std::optional<Path>& given, const Body& body) { return given.value_or(Path(body.pose, body.motion)); }

Result<OrderedJson> answer_turning_sweep(const Question& q) {
  const TurningOptions options = turning_options(q);
  const auto impact = q.path_a || q.path_b ? sweep_along(q.a->geometry, path_of(q.path_a, *q.a), q.b->geometry,
                                                         path_of(q.path_b, *q.b), options, {q.a->solid, q.b->solid})
                                           : sweep_turning(*q.a, *q.b, options);
  if (!impact) return tl::make_unexpected(impact.error());
  OrderedJson json = to_json(*impact, is_planar(q));
  if (q.options.last) {
    const auto last = q.path_a || q.path_b ? last_contact_along(q.a->geometry, path_of(q.path_a, *q.a), q.b->geometry,
                                                                path_of(q.path_b, *q.b), options)
                                           : last_contact(*q.a, *q.b, options);
    if (!last) return tl::make_unexpected(last.error());
    if (*last) json["last"] = **last;
  }
  if (q.options.pairs) {
    const auto pairs = pairs_at(q, path_of(q.path_a, *q.a), path_of(q.path_b, *q.b), *impact);
    if (!pairs) return tl::make_unexpected(pairs.error());
    json.update(*pairs);
  }
  return json;
}

Result<OrderedJson> answer_first_contacts(const Question& q) {
  return first_contacts(*q.a, *q.b, {q.options.t_max, q.options.last, q.options.max_pairs})
      .map([](const std::optional<FirstContacts>& found) { return to_json(found); });
}

Result<OrderedJson> answer_contacts_to_depth(const Question& q) {
  OrderedJson contacts = OrderedJson::array();
  std::size_t count = 0;
  const auto on_contact = [&](const DepthContact& contact) {
    if (count++ < q.options.max_pairs) contacts.push_back(to_json(contact));
    return true;
  };
  return contacts_to_depth(*q.a, *q.b, {q.options.t_max, q.options.max_depths}, on_contact).map([&](bool) {
    OrderedJson json{{"contact", count > 0}, {"contact_count", count}, {"contacts", std::move(contacts)}};
    if (count > q.options.max_pairs) json["truncated"] = true;
    return json;
  });
}

Result<OrderedJson> answer_sweep(const Question& q) {
  const bool turns = q.path_a || q.path_b || q.a->motion.rotates() || q.b->motion.rotates();
  if (turns || q.options.margin > 0) return answer_turning_sweep(q);
  if (q.options.pairs) return answer_first_contacts(q);
  const SweepOptions options{.t_max = q.options.t_max, .want_last = q.options.last, .tolerance = q.options.tolerance};
  return sweep(*q.a, *q.b, options).map([&](const std::optional<Impact>& impact) { return to_json(impact, is_planar(q)); });
}

/// The errors of integrated motions come off what is proven.
Result<OrderedJson> answer_closest_approach(const Question& q) {
  const ApproachOptions options{.t_max = q.options.t_max, .tolerance = q.options.tolerance};
  auto found = q.path_a || q.path_b ? closest_approach_along(q.a->geometry, path_of(q.path_a, *q.a), q.b->geometry,
                                                             path_of(q.path_b, *q.b), options, {q.a->solid, q.b->solid})
                                    : closest_approach(*q.a, *q.b, options);
  if (!found) return tl::make_unexpected(found.error());
  found->least = std::max(0.0, found->least - integration_error(q));
  return to_json(*found, is_planar(q));
}

Result<OrderedJson> answer_penetration(const Question& q) {
  const auto is_searched = [](const Body& body) {
    return body.geometry.is_mesh() || std::holds_alternative<Torus>(body.geometry.shape().value);
  };
  if (!q.options.direction && (is_searched(*q.a) || is_searched(*q.b)))
    return solid_penetration(*q.a, *q.b).map([](const std::optional<SolidPenetration>& found) {
      return found ? to_json(*found) : to_json(std::optional<Penetration>(), false);
    });
  const auto found = q.options.direction ? penetration(*q.a, *q.b, *q.options.direction) : penetration(*q.a, *q.b);
  return found.map([&](const std::optional<Penetration>& depth) { return to_json(depth, is_planar(q)); });
}

template <class Methods>
Result<OrderedJson> answer_fit(const Question& q, const Methods& methods, std::string_view default_name,
                               std::string_view more_names = {}) {
  const std::string name = q.options.method.value_or(std::string(default_name));
  const auto method = method_named(name, methods);
  if (!method)
    return fail(ErrorCode::bad_option,
                fmt::format("method: {} is none of {}", Json(name).dump(), names_of(methods).append(more_names)));
  return fit(*q.a, *method).map([](const auto& fitted) { return to_json(fitted); });
}

/// With given axes, which are a method of their own.
Result<OrderedJson> answer_fit_along(const Question& q) {
  if (!q.options.axes) return fail(ErrorCode::bad_option, "axes: missing, of the method \"axes\"");
  return fit(*q.a, *q.options.axes).map([](const BoundingVolume& fitted) { return to_json(fitted); });
}

Result<OrderedJson> answer_fit(const Question& q) {
  if (!q.a->geometry.is_planar() && q.options.method == "axes") return answer_fit_along(q);
  if (q.options.axes) return fail(ErrorCode::bad_option, "axes: only with the method \"axes\" in space");
  return q.a->geometry.is_planar() ? answer_fit(q, plane_fit_methods, "min_area")
                                   : answer_fit(q, fit_methods, "min_volume", ", axes");
}

/// The options of each question.
constexpr std::string_view overlap_options[] = {"solid"};
constexpr std::string_view intersection_options[] = {"max_pairs", "curves", "triangles", "max_triangles", "bodies"};
constexpr std::string_view self_intersection_options[] = {"max_pairs"};
constexpr std::string_view distance_options[] = {"solid", "relative_error", "absolute_error"};
constexpr std::string_view within_options[] = {"distance", "solid"};
constexpr std::string_view pairs_within_options[] = {"distance", "max_pairs"};
constexpr std::string_view contains_options[] = {"solid"};
constexpr std::string_view status_options[] = {"tolerance", "tol", "clearance", "solid"};
constexpr std::string_view sweep_options[] = {"t_max", "tolerance", "tol",       "solid", "last",
                                              "pairs", "max_pairs", "sub_steps", "margin"};
constexpr std::string_view closest_approach_options[] = {"t_max", "tolerance", "tol", "solid"};
constexpr std::string_view contacts_to_depth_options[] = {"t_max", "max_depth_a", "max_depth_b", "max_pairs"};
constexpr std::string_view raycast_options[] = {"t_max", "solid", "first_only", "front_only"};
constexpr std::string_view fit_options[] = {"method", "axes"};

constexpr std::string_view direction_options[] = {"direction"};

constexpr std::string_view scene_overlaps_options[] = {"scene", "solid", "max_pairs", "ignore_initial"};
constexpr std::string_view scene_status_options[] = {"scene",     "solid",     "tolerance",     "tol",
                                                     "clearance", "max_pairs", "ignore_initial"};
constexpr std::string_view scene_closest_options[] = {"scene", "solid", "count", "distance"};
constexpr std::string_view scene_contact_options[] = {"scene", "solid",  "t_max",     "tolerance",
                                                      "tol",   "margin", "max_pairs", "ignore_initial"};
constexpr std::string_view scene_approach_options[] = {"scene", "solid", "t_max", "tolerance", "tol"};
constexpr std::string_view scene_timeline_options[] = {"scene", "solid", "t_max", "resolution", "tolerance", "tol", "max_pairs"};
constexpr std::string_view scene_raycast_options[] = {"scene", "solid", "t_max", "first_only", "front_only"};
constexpr std::string_view edges_options[] = {"robot",     "world", "solid",     "edges",   "joints",
                                              "tolerance", "tol",   "clearance", "fraction"};
constexpr std::string_view trajectory_options[] = {"robot", "world",     "solid", "trajectory",    "tolerance",
                                                   "tol",   "clearance", "pairs", "ignore_initial"};
constexpr auto about_scene = QuestionKind::About::scene;
constexpr auto about_robot = QuestionKind::About::robot;

constexpr std::array question_kinds{
    QuestionKind{"overlap", 2, overlap_options, answer_overlap},
    QuestionKind{"intersection", 2, intersection_options, answer_intersection},
    QuestionKind{"self_intersection", 1, self_intersection_options, answer_self_intersection},
    QuestionKind{"distance", 2, distance_options, answer_distance},
    QuestionKind{"within", 2, within_options, answer_within},
    QuestionKind{"pairs_within", 2, pairs_within_options, answer_pairs_within},
    QuestionKind{"penetration", 2, direction_options, answer_penetration},
    QuestionKind{"contains", 2, contains_options, answer_contains},
    QuestionKind{"status", 2, status_options, answer_status},
    QuestionKind{"sweep", 2, sweep_options, answer_sweep},
    QuestionKind{"closest_approach", 2, closest_approach_options, answer_closest_approach},
    QuestionKind{"contacts_to_depth", 2, contacts_to_depth_options, answer_contacts_to_depth},
    QuestionKind{"raycast", 2, raycast_options, answer_raycast},
    QuestionKind{"fit", 1, fit_options, answer_fit},
    QuestionKind{"extent", 1, direction_options, answer_extent},
    QuestionKind{"separates", 2, direction_options, answer_separates},
    QuestionKind{"side", 2, {}, answer_side},
    QuestionKind{"lines", 2, {}, answer_lines},
    QuestionKind{"signed_distance", 2, {}, answer_signed_distance},
    QuestionKind{"scene_overlaps", 0, scene_overlaps_options, answer_scene_overlaps, about_scene, false, true},
    QuestionKind{"scene_status", 0, scene_status_options, answer_scene_status, about_scene, false, true},
    QuestionKind{"scene_contacts", 0, scene_overlaps_options, answer_scene_contacts, about_scene},
    QuestionKind{"scene_closest_pairs", 0, scene_closest_options, answer_scene_closest_pairs, about_scene},
    QuestionKind{"scene_first_contact", 0, scene_contact_options, answer_scene_first_contact, about_scene, true, true},
    QuestionKind{"scene_first_contacts", 0, scene_contact_options, answer_scene_first_contacts, about_scene, true, true},
    QuestionKind{"scene_closest_approach", 0, scene_approach_options, answer_scene_closest_approach, about_scene, true},
    QuestionKind{"scene_timeline", 0, scene_timeline_options, answer_scene_timeline, about_scene, true},
    QuestionKind{"scene_raycast", 1, scene_raycast_options, answer_scene_raycast, about_scene},
    QuestionKind{"edges", 0, edges_options, answer_edges, about_robot, true},
    QuestionKind{"trajectory", 0, trajectory_options, answer_trajectory, about_robot, true},
};

}  // namespace

const QuestionKind* find_question_kind(std::string_view name) {
  const auto kind =
      std::find_if(question_kinds.begin(), question_kinds.end(), [&](const QuestionKind& k) { return k.name == name; });
  return kind == question_kinds.end() ? nullptr : &*kind;
}

std::vector<std::string_view> question_names() {
  std::vector<std::string_view> names;
  for (const QuestionKind& kind : question_kinds) names.push_back(kind.name);
  return names;
}

}  // namespace graze
