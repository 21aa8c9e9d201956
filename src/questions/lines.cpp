/// Two lines, rays or segments: their case, both parameters, what they share.

#include <graze/distance.h>

#include "body/pair.h"
#include "ray/lines.h"

namespace graze {
std::string_view name_of(LineRelation relation) {
  switch (relation) {
    case LineRelation::crossing: return "crossing";
    case LineRelation::skew: return "skew";
    case LineRelation::parallel: return "parallel";
    case LineRelation::collinear: return "collinear";
    case LineRelation::degenerate: return "degenerate";
  }
  return "degenerate";
}

Result<LineReport> lines(const Body& a, const Body& b) {
  if (const auto ok = query::check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const auto first = distance::as_probe(a.geometry.shape(), a.pose);
  const auto second = distance::as_probe(b.geometry.shape(), b.pose);
  if (!first || !second)
    return fail(ErrorCode::bad_shape, std::string(first ? "b" : "a") + ": lines are asked about a line, ray or segment");
  const distance::LinePair pair = distance::nearest(*first, *second);
  LineReport report{pair.relation, pair.intersect, 0, pair.parameters, pair.points, {}};
  if (pair.common) report.common = {pair.common->first, pair.common->last};
  return closest_points(a, b).map([&](const Closest& closest) {
    report.distance = closest.distance;
    return report;
  });
}

}  // namespace graze
