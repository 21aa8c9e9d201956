/// Answers the questions of the geometer's tools as JSON.

#include "io/query/tool_questions.h"

#include <graze/distance.h>
#include <graze/extent.h>
#include <graze/raycast.h>

#include "io/query/answer.h"

namespace graze {
namespace {

tl::unexpected<Error> without_direction() { return fail(ErrorCode::bad_option, "direction: missing"); }

/// A plane, a half-space or a line of the plane.
bool has_sides(const Body& body) {
  const auto& shape = body.geometry.shape().value;
  return std::holds_alternative<Plane>(shape) || std::holds_alternative<HalfSpace>(shape) ||
         (body.geometry.is_planar() && std::holds_alternative<Line>(shape));
}

OrderedJson extent_json(const ExtentAlong& found, bool is_planar) {
  if (found.is_empty) return {{"empty", true}};
  OrderedJson json{{"direction", graze::to_json(found.direction, is_planar)}, {"min", found.min}, {"max", found.max}};
  json["products"] = found.products;
  json["points"] = OrderedJson::array();
  for (const auto& point : found.points) json["points"].push_back(point ? graze::to_json(*point, is_planar) : OrderedJson());
  if (!found.features[0] && !found.features[1]) return json;
  json["features"] = OrderedJson::array();
  for (const auto& feature : found.features) json["features"].push_back(feature ? graze::to_json(*feature) : OrderedJson());
  return json;
}

OrderedJson axis_json(const AxisTest& found, bool is_planar) {
  OrderedJson json{{"separates", found.separates}, {"touches", found.touches}};
  if (found.separates) {
    json["gap"] = found.separation;
  } else {
    json["overlap"] = 0.0 - found.separation;
  }
  json["normal"] = graze::to_json(found.normal, is_planar);
  return json;
}

}  // namespace

Result<OrderedJson> answer_extent(const Question& q) {
  if (!q.options.direction) return without_direction();
  return extent(*q.a, *q.options.direction).map([&](const ExtentAlong& found) {
    return extent_json(found, q.a->geometry.is_planar());
  });
}

Result<OrderedJson> answer_separates(const Question& q) {
  if (!q.options.direction) return without_direction();
  return separates(*q.a, *q.b, *q.options.direction).map([&](const AxisTest& found) {
    return axis_json(found, q.a->geometry.is_planar());
  });
}

Result<OrderedJson> answer_lines(const Question& q) {
  return lines(*q.a, *q.b).map([&](const LineReport& report) {
    OrderedJson json{{"relation", name_of(report.relation)}, {"intersect", report.intersect}, {"distance", report.distance}};
    json["parameters"] = report.parameters;
    const bool is_planar = q.a->geometry.is_planar();
    json["closest"] = OrderedJson::array({to_json(report.points[0], is_planar), to_json(report.points[1], is_planar)});
    if (report.common) json["common"] = *report.common;
    return json;
  });
}

Result<OrderedJson> answer_signed_distance(const Question& q) {
  return signed_distance(*q.a, *q.b).map([&](const SignedDistance& found) {
    OrderedJson json{{"signed_distance", found.distance}, {"inside", found.distance < 0}};
    const bool is_planar = q.a->geometry.is_planar();
    if (found.points)
      json["closest"] = OrderedJson::array({to_json((*found.points)[0], is_planar), to_json((*found.points)[1], is_planar)});
    if (found.normal) json["normal"] = to_json(*found.normal, is_planar);
    return json;
  });
}

Result<OrderedJson> answer_raycast(const Question& q) {
  const RaycastOptions options{q.options.t_max, q.options.first_only, q.options.front_only};
  return raycast(*q.a, *q.b, options).map([&](const Raycast& found) {
    OrderedJson json = to_json(found, q.a->geometry.is_planar());
    for (std::size_t i = 0; i < found.crossings.size(); ++i) {
      if (const auto weights = barycentric(*q.a, *q.b, found.crossings[i])) json["hits"][i]["barycentric"] = *weights;
    }
    return json;
  });
}

/// The plane may be given first where only that one has sides.
Result<OrderedJson> answer_side(const Question& q) {
  const bool is_reversed = has_sides(*q.a) && !has_sides(*q.b);
  return side(is_reversed ? *q.b : *q.a, is_reversed ? *q.a : *q.b).map([](const SideReport& report) {
    return OrderedJson{{"side", name_of(report.side)},
                       {"front", report.reaches_front},
                       {"back", report.reaches_back},
                       {"heights", {report.min, report.max}}};
  });
}

}  // namespace graze
