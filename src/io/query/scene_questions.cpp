/// Answers questions about whole scenes as JSON, bodies by their names.

#include "io/query/scene_questions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include <fmt/format.h>

#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "io/query/answer.h"
#include "io/query/question_scenes.h"

namespace graze {
namespace {

/// Lines are answered side by side already, so each by one thread.
SceneOptions scene_options(const Question& q) {
  return {.at = q.options.at, .threads = 1, .ignore_initial = q.options.ignore_initial};
}

/// The body of the question, as one of the scene could be.
SceneBody probe_of(const Question& q) {
  SceneBody probe;
  probe.parts.push_back({q.a->geometry, {}, q.a->solid, {}});
  probe.pose = q.a->pose;
  if (q.path_a)
    probe.motion = *q.path_a;
  else
    probe.motion = q.a->motion;
  return probe;
}

Error of_probe(const Error& error) { return at("a", error); }

/// Writes pairs: which bodies, and where in them.
class PairWriter {
 public:
  explicit PairWriter(const Question& q) : scene_(q.scene->scene) {}

  [[nodiscard]] OrderedJson name(BodyId id) const {
    const Result<const SceneBody*> body = scene_.body(id);
    if (!body) return nullptr;
    return (*body)->name.empty() ? fmt::format("body{}", id.index) : (*body)->name;
  }

  /// A body that is not in the scene has no name.
  [[nodiscard]] OrderedJson pair(const ScenePair& pair) const {
    OrderedJson json = OrderedJson::object();
    if (pair.a != BodyId{}) json["a"] = name(pair.a);
    json["b"] = name(pair.b);
    return json;
  }

  [[nodiscard]] OrderedJson pair(const ScenePair& of, const std::array<PartPlace, 2>& places) const {
    OrderedJson json = pair(of);
    add_places(json, of, places);
    return json;
  }

  /// Parts where a body has several, triangles where one is named.
  void add_places(OrderedJson& json, const ScenePair& of, const std::array<PartPlace, 2>& places) const {
    if (part_count(of.a) > 1 || part_count(of.b) > 1) json["parts"] = {places[0].part, places[1].part};
    if (places[0].triangle >= 0 || places[1].triangle >= 0) json["triangles"] = {places[0].triangle, places[1].triangle};
  }

 private:
  [[nodiscard]] std::size_t part_count(BodyId id) const {
    const Result<const SceneBody*> body = scene_.body(id);
    return body ? (*body)->parts.size() : 1;
  }

  const Scene& scene_;
};

OrderedJson points_json(const std::array<Vec3, 2>& points) {
  return OrderedJson::array({graze::to_json(points[0], false), graze::to_json(points[1], false)});
}

/// "pair_count", "pairs" up to max_pairs, "truncated".
template <class List, class Write>
void add_pairs(OrderedJson& json, const Question& q, const List& list, const Write& write) {
  json["pair_count"] = list.size();
  json["pairs"] = OrderedJson::array();
  for (std::size_t i = 0; i < std::min(list.size(), q.options.max_pairs); ++i) json["pairs"].push_back(write(list[i]));
  if (list.size() > q.options.max_pairs) json["truncated"] = true;
}

OrderedJson contact_json(const PairWriter& writer, const PairContact& found) {
  OrderedJson json = writer.pair(found.pair, found.places);
  json["status"] = name_of(found.status);
  json["t_lo"] = found.t_lo;
  if (found.t_hi) json["t_hi"] = *found.t_hi;
  if (found.status != TurningStatus::contact) return json;
  json["initial"] = found.initial;
  json["certainty"] = name_of(found.certainty);
  if (!found.set.points.empty()) json["set"] = graze::to_json(found.set, false);
  if (found.points[0].allFinite()) json["closest"] = points_json(found.points);
  if (found.normal) json["normal"] = graze::to_json(*found.normal, false);
  return json;
}

/// Of the question, or where the keyframes of the scene end.
double end_of(const Question& q) { return std::isfinite(q.options.t_max) || q.scene->end == 0 ? q.options.t_max : q.scene->end; }

SceneTimeOptions time_options(const Question& q) {
  return {.t_max = end_of(q), .tolerance = q.options.tolerance, .margin = q.options.margin};
}

tl::unexpected<Error> without_end() { return fail(ErrorCode::bad_option, "t_max: missing, and nothing in the scene has an end"); }

}  // namespace

Result<OrderedJson> answer_scene_overlaps(const Question& q) {
  const PairWriter writer(q);
  OrderedJson json;
  if (q.a) {
    const auto met = overlapping_bodies(q.scene->scene, probe_of(q), scene_options(q));
    if (!met) return tl::make_unexpected(of_probe(met.error()));
    json["intersect"] = !met->empty();
    add_pairs(json, q, *met, [&](BodyId id) { return OrderedJson{{"b", writer.name(id)}}; });
    return json;
  }
  const auto pairs = overlapping_pairs(q.scene->scene, scene_options(q));
  if (!pairs) return tl::make_unexpected(pairs.error());
  json["intersect"] = !pairs->empty();
  add_pairs(json, q, *pairs, [&](const ScenePair& pair) { return writer.pair(pair); });
  return json;
}

Result<OrderedJson> answer_scene_status(const Question& q) {
  const SceneStatusOptions wanted{q.options.tolerance.value_or(0), q.options.clearance.value_or(0)};
  const auto found = q.a ? statuses(q.scene->scene, probe_of(q), wanted, scene_options(q)).map_error(of_probe)
                         : statuses(q.scene->scene, wanted, scene_options(q));
  if (!found) return tl::make_unexpected(found.error());
  const PairWriter writer(q);
  OrderedJson json;
  add_pairs(json, q, found->pairs, [&](const PairStatus& status) {
    OrderedJson one = writer.pair(status.pair, status.places);
    one["status"] = name_of(status.status);
    one["distance"] = status.distance;
    if (status.depth) one["depth"] = *status.depth;
    if (status.points[0].allFinite()) one["closest"] = points_json(status.points);
    return one;
  });
  return json;
}

Result<OrderedJson> answer_scene_contacts(const Question& q) {
  const auto found = contacts(q.scene->scene, {.max_contacts = q.options.max_pairs}, scene_options(q));
  if (!found) return tl::make_unexpected(found.error());
  const PairWriter writer(q);
  OrderedJson json;
  add_pairs(json, q, *found, [&](const PairContacts& pair) {
    OrderedJson one = writer.pair(pair.pair);
    one["contacts"] = OrderedJson::array();
    for (const PartContact& contact : pair.contacts) {
      OrderedJson place{{"set", graze::to_json(contact.set, false)}};
      writer.add_places(place, pair.pair, contact.places);
      if (contact.normal) place["normal"] = graze::to_json(*contact.normal, false);
      if (contact.depth) place["depth"] = *contact.depth;
      one["contacts"].push_back(std::move(place));
    }
    if (pair.truncated) one["truncated"] = true;
    return one;
  });
  return json;
}

Result<OrderedJson> answer_scene_closest_pairs(const Question& q) {
  constexpr double everywhere = std::numeric_limits<double>::infinity();
  const auto found = closest_pairs(q.scene->scene, q.options.count, scene_options(q), q.options.distance.value_or(everywhere));
  if (!found) return tl::make_unexpected(found.error());
  const PairWriter writer(q);
  OrderedJson json{{"pairs", OrderedJson::array()}};
  for (const ClosestPair& near : *found) {
    json["pairs"].push_back(writer.pair(near.pair, near.places));
    json["pairs"].back()["distance"] = near.distance;
    json["pairs"].back()["closest"] = points_json(near.points);
  }
  return json;
}

Result<OrderedJson> answer_scene_first_contact(const Question& q) {
  const auto found = q.a ? first_contact(q.scene->scene, probe_of(q), time_options(q), scene_options(q)).map_error(of_probe)
                         : first_contact(q.scene->scene, time_options(q), scene_options(q));
  if (!found) return tl::make_unexpected(found.error());
  OrderedJson json{{"contact", found->status == TurningStatus::contact}, {"status", name_of(found->status)}};
  if (found->status == TurningStatus::clear) return json;
  json["t_lo"] = found->t_lo;
  if (found->t_hi) json["t_hi"] = *found->t_hi;
  const PairWriter writer(q);
  add_pairs(json, q, found->pairs, [&](const PairContact& contact) { return contact_json(writer, contact); });
  return json;
}

Result<OrderedJson> answer_scene_first_contacts(const Question& q) {
  const auto found = q.a ? first_contacts(q.scene->scene, probe_of(q), time_options(q), scene_options(q)).map_error(of_probe)
                         : first_contacts(q.scene->scene, time_options(q), scene_options(q));
  if (!found) return tl::make_unexpected(found.error());
  OrderedJson json{{"contact", !found->pairs.empty()}};
  const PairWriter writer(q);
  add_pairs(json, q, found->pairs, [&](const PairContact& contact) { return contact_json(writer, contact); });
  return json;
}

Result<OrderedJson> answer_scene_closest_approach(const Question& q) {
  const double end = end_of(q);
  if (!std::isfinite(end)) return without_end();
  const auto found = closest_approach(q.scene->scene, {.t_max = end, .tolerance = q.options.tolerance}, scene_options(q));
  if (!found) return tl::make_unexpected(found.error());
  if (!*found) return OrderedJson{{"distance", nullptr}};
  const SceneApproach& near = **found;
  OrderedJson json = PairWriter(q).pair(near.pair, near.places);
  json.update(
      {{"intersect", near.distance == 0}, {"distance", near.distance}, {"least", near.distance_at_least}, {"time", near.at}});
  json["closest"] = points_json(near.points);
  return json;
}

Result<OrderedJson> answer_scene_timeline(const Question& q) {
  const double end = end_of(q);
  if (!std::isfinite(end)) return without_end();
  const auto found = timeline(q.scene->scene, {.t_max = end, .resolution = q.options.resolution, .tolerance = q.options.tolerance},
                              scene_options(q));
  if (!found) return tl::make_unexpected(found.error());
  const PairWriter writer(q);
  OrderedJson json{{"contact", !found->empty()}};
  add_pairs(json, q, *found, [&](const PairTimeline& line) {
    OrderedJson one = writer.pair(line.pair);
    one["spans"] = OrderedJson::array();
    for (const ContactSpan& span : line.spans)
      one["spans"].push_back({{"begin", span.begin}, {"end", span.end}, {"initial", span.initial}, {"lasts", span.lasts}});
    if (!line.finished) one["status"] = "unfinished";
    return one;
  });
  return json;
}

Result<OrderedJson> answer_scene_raycast(const Question& q) {
  const Ray* ray = std::get_if<Ray>(&q.a->geometry.shape().value);
  if (ray == nullptr || q.a->geometry.is_planar()) return fail(ErrorCode::bad_option, "a: expected a ray in space");
  const Pose& pose = q.a->pose;
  if (q.path_a || q.a->motion.moves() || pose.rotation != Mat3::Identity() || pose.translation != Vec3::Zero())
    return fail(ErrorCode::bad_option, "a: a ray against a scene has neither pose nor motion; give its own o and d");
  const RaycastOptions wanted{.t_max = q.options.t_max, .first_only = q.options.first_only, .front_only = q.options.front_only};
  const auto found = raycast(q.scene->scene, *ray, wanted, {.at = q.options.at});
  if (!found) return tl::make_unexpected(found.error());
  const PairWriter writer(q);
  OrderedJson json{{"intersect", !found->empty()}, {"hit_count", found->size()}, {"hits", OrderedJson::array()}};
  for (const SceneHit& hit : *found) {
    OrderedJson one{{"body", writer.name(hit.body)}, {"t", hit.t}, {"point", graze::to_json(hit.point, false)}};
    if (hit.place.part > 0) one["part"] = hit.place.part;
    if (hit.place.triangle >= 0) one["triangle"] = hit.place.triangle;
    if (!hit.crossings.empty()) one["normal"] = graze::to_json(hit.crossings.front().normal, false);
    json["hits"].push_back(std::move(one));
  }
  return json;
}

}  // namespace graze
