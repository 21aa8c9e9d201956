/// Writes answers as JSON objects with their fields in a fixed order.

#include "io/query/answer.h"

#include <cmath>
#include <span>
#include <vector>

#include <graze/status.h>
#include <graze/sweep.h>

namespace graze {
namespace {

std::string_view name_of(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::vertex: return "vertex";
    case FeatureKind::edge: return "edge";
    case FeatureKind::face: return "face";
    case FeatureKind::interior: return "interior";
  }
  return "interior";
}

std::string_view type_of(const ContactSet& set) {
  if (set.radius > 0) return set.points.size() > 1 ? "disc_part" : "disc";
  switch (set.points.size()) {
    case 0: return "empty";
    case 1: return "point";
    case 2: return "segment";
    default: return "polygon";
  }
}

OrderedJson to_json(std::span<const Vec3> points, bool is_planar) {
  OrderedJson json = OrderedJson::array();
  for (const Vec3& p : points) json.push_back(graze::to_json(p, is_planar));
  return json;
}

OrderedJson to_json(const Obb& box) {
  const std::vector<Vec3> axes(box.axes.begin(), box.axes.end());
  return {{"c", graze::to_json(box.center, false)}, {"axes", to_json(axes, false)}, {"h", graze::to_json(box.half_extents, false)}};
}

OrderedJson to_json(const std::array<Feature, 2>& features) {
  return OrderedJson::array({graze::to_json(features[0]), graze::to_json(features[1])});
}

}  // namespace

OrderedJson to_json(const Vec3& v, bool is_planar) {
  return is_planar ? OrderedJson::array({v.x(), v.y()}) : OrderedJson::array({v.x(), v.y(), v.z()});
}

OrderedJson to_json(const Feature& feature) {
  OrderedJson json{{"kind", name_of(feature.kind)}, {"index", feature.index}};
  if (feature.triangle >= 0) json["triangle"] = feature.triangle;
  return json;
}

OrderedJson to_json(const ContactSet& set, bool is_planar) {
  const bool is_part = set.radius > 0 && set.points.size() > 1;
  const std::span<const Vec3> points(set.points);
  OrderedJson json{{"type", type_of(set)}, {"points", to_json(is_part ? points.subspan(1) : points, is_planar)}};
  if (is_part) json["center"] = to_json(set.points[0], is_planar);
  if (set.radius > 0) json["radius"] = set.radius;
  if (!set.convex) json["convex"] = false;
  return json;
}

void add_curves(OrderedJson& answer, const IntersectionCurves& found) {
  answer["curves"] = OrderedJson::array();
  for (const IntersectionCurve& c : found.curves)
    answer["curves"].push_back({{"closed", c.closed}, {"points", to_json(c.points, false)}, {"pairs", c.pairs}});
  answer["patches"] = OrderedJson::array();
  for (const IntersectionPatch& p : found.patches)
    answer["patches"].push_back({{"pair", p.pair}, {"points", to_json(p.points, false)}});
}

OrderedJson to_json(const OverlapReport& report, bool is_planar) {
  OrderedJson json{{"intersect", report.intersect}};
  if (!report.separating) return json;
  const SeparatingAxis& axis = *report.separating;
  json["separating"] = {{"axis", axis.kind}, {"i", axis.i}, {"j", axis.j}};
  json["separating"]["direction"] = to_json(axis.direction, is_planar);
  json["separating"]["gap"] = axis.gap;
  json["separating"]["axes_tested"] = report.axes_tested.value_or(0);
  return json;
}

OrderedJson to_json(const Intersection& found, bool is_planar) {
  OrderedJson json{{"intersect", found.intersect}};
  if (found.set) json["set"] = to_json(*found.set, is_planar);
  if (!found.pair_count) return json;
  json.update(to_json(TrianglePairs{*found.pair_count, found.pairs}));
  if (found.curves) add_curves(json, *found.curves);
  return json;
}

OrderedJson to_json(const TrianglePairs& found) {
  OrderedJson json{{"pair_count", found.pair_count}, {"pairs", found.pairs}};
  if (found.truncated()) json["truncated"] = true;
  return json;
}

OrderedJson to_json(const Closest& closest, bool is_planar) {
  OrderedJson json{{"intersect", closest.distance == 0}, {"distance", closest.distance}};
  if (!std::isfinite(closest.distance)) return json;  // an empty mesh has no nearest point
  json["closest"] = OrderedJson::array({to_json(closest.points[0], is_planar), to_json(closest.points[1], is_planar)});
  json["features"] = to_json(closest.features);
  return json;
}

OrderedJson to_json(const Raycast& found, bool is_planar) {
  OrderedJson json{{"intersect", found.intersect}};
  if (!found.intersect) return json;
  json["t"] = found.t;
  json["point"] = to_json(found.point, is_planar);
  if (!found.crossings.empty()) json["normal"] = to_json(found.crossings.front().normal, is_planar);
  json["hits"] = OrderedJson::array();
  for (const Crossing& c : found.crossings) {
    OrderedJson hit{{"t", c.t}, {"point", to_json(c.point, is_planar)}, {"normal", to_json(c.normal, is_planar)}};
    hit["entering"] = c.entering;
    hit["feature"] = to_json(c.feature);
    json["hits"].push_back(std::move(hit));
  }
  return json;
}

OrderedJson to_json(const StatusReport& report) {
  OrderedJson json{{"status", name_of(report.status)}, {"distance", report.distance}};
  if (report.depth) json["depth"] = *report.depth;
  return json;
}

OrderedJson to_json(const std::optional<Impact>& impact, bool is_planar) {
  OrderedJson json{{"contact", impact.has_value()}};
  if (!impact) return json;
  json["first"] = impact->first;
  if (impact->last) json["last"] = *impact->last;  // JSON has no infinity: it becomes null
  json["initial"] = impact->initial;
  json["approaching"] = impact->approaching;
  if (!impact->set.points.empty()) json["set"] = to_json(impact->set, is_planar);
  if (impact->normal) json["normal"] = to_json(*impact->normal, is_planar);
  json["features"] = to_json(impact->features);
  for (const ContactRegion& region : impact->regions) {
    OrderedJson one{{"set", to_json(region.set, is_planar)}};
    if (region.normal) one["normal"] = to_json(*region.normal, is_planar);
    json["regions"].push_back(std::move(one));
  }
  if (impact->truncated) json["truncated"] = true;
  if (impact->certainty == Certainty::certified) json["certainty"] = name_of(impact->certainty);
  return json;
}

OrderedJson to_json(const std::optional<FirstContacts>& found) {
  OrderedJson json{{"contact", found.has_value()}};
  if (!found) return json;
  json["first"] = found->first;
  if (found->last) json["last"] = *found->last;
  json["initial"] = found->initial;
  json["pair_count"] = found->pair_count;
  json["pairs"] = OrderedJson::array();
  for (const TouchingPair& pair : found->pairs) {
    OrderedJson touching{{"triangles", pair.triangles}, {"set", to_json(pair.set, false)}};
    if (pair.normal) touching["normal"] = to_json(*pair.normal, false);
    touching["features"] = to_json(pair.features);
    json["pairs"].push_back(std::move(touching));
  }
  if (found->truncated()) json["truncated"] = true;
  return json;
}

OrderedJson to_json(const DepthContact& contact) {
  OrderedJson json{{"time", contact.time}, {"point", to_json(contact.point, false)}, {"parts", OrderedJson::array()}};
  for (const DepthPart& part : contact.parts) {
    OrderedJson one;
    if (part.triangle >= 0) {
      one["triangle"] = part.triangle;
    } else {
      one["box"] = to_json(part.box);
    }
    one["normal"] = to_json(part.normal, false);
    json["parts"].push_back(std::move(one));
  }
  return json;
}

/// The normal points from a's to b's closest point; left out when they meet at t_lo.
OrderedJson to_json(const IntegratedMotion& motion) {
  OrderedJson json{{"steps", motion.steps}, {"estimate", motion.estimate}};
  if (motion.bound) json["bound"] = *motion.bound;
  json["residual"] = motion.residual;
  return json;
}

OrderedJson to_json(const TurningImpact& impact, bool is_planar) {
  const bool contact = impact.status == TurningStatus::contact;
  OrderedJson json{{"contact", contact}, {"status", name_of(impact.status)}};
  if (impact.status == TurningStatus::clear) return json;
  json["t_lo"] = impact.t_lo;
  if (impact.t_hi) json["t_hi"] = *impact.t_hi;
  if (!contact) return json;
  json["initial"] = impact.initial;
  const auto& points = impact.closest.points;
  json["distance"] = impact.closest.distance;
  json["closest"] = OrderedJson::array({to_json(points[0], is_planar), to_json(points[1], is_planar)});
  if (points[0] != points[1]) json["normal"] = to_json((points[1] - points[0]).stableNormalized(), is_planar);
  json["features"] = to_json(impact.closest.features);
  if (!impact.set.points.empty()) json["set"] = to_json(impact.set, is_planar);
  return json;
}

OrderedJson to_json(const ClosestApproach& found, bool is_planar) {
  OrderedJson json = to_json(found.closest, is_planar);
  json["least"] = found.least;
  json["time"] = found.time;
  if (!found.finished) json["status"] = "unfinished";
  return json;
}

OrderedJson to_json(const std::optional<Penetration>& penetration, bool is_planar) {
  OrderedJson json{{"intersect", penetration.has_value()}};
  if (!penetration) return json;
  json["depth"] = penetration->depth;
  json["normal"] = to_json(penetration->normal, is_planar);
  json["features"] = to_json(penetration->features);
  json["manifold"] = OrderedJson::array();
  for (const ManifoldPoint& m : penetration->manifold) {
    json["manifold"].push_back({{"point", to_json(m.point, is_planar)}, {"depth", m.depth}});
  }
  return json;
}

OrderedJson to_json(const SolidPenetration& penetration) {
  OrderedJson json = to_json(std::optional(penetration.found), false);
  json["at_least"] = penetration.at_least;
  return json;
}

namespace {

template <class Vector>
OrderedJson list_of(const Vector& v) {
  return OrderedJson(std::vector<double>(v.begin(), v.end()));
}

template <class Box>
OrderedJson box_to_json(const Box& box) {
  OrderedJson json{{"c", list_of(box.center)}};
  for (const auto& axis : box.axes) json["axes"].push_back(list_of(axis));
  json["h"] = list_of(box.half_extents);
  return json;
}

template <class Ball>
OrderedJson ball_to_json(const Ball& ball) {
  return {{"c", list_of(ball.center)}, {"r", ball.radius}};
}

}  // namespace

OrderedJson to_json(const BoundingVolume& fitted) {
  OrderedJson json;
  if (const Obb* box = std::get_if<Obb>(&fitted)) json["box"] = box_to_json(*box);
  if (const Sphere* ball = std::get_if<Sphere>(&fitted)) json["sphere"] = ball_to_json(*ball);
  json["volume"] = volume_of(fitted);
  json["area"] = area_of(fitted);
  return json;
}

OrderedJson to_json(const BoundingArea& fitted) {
  OrderedJson json;
  if (const Obb2* box = std::get_if<Obb2>(&fitted)) json["box"] = box_to_json(*box);
  if (const Circle* disc = std::get_if<Circle>(&fitted)) json["circle"] = ball_to_json(*disc);
  json["area"] = area_of(fitted);
  return json;
}

}  // namespace graze
