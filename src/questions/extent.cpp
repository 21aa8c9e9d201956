/// Projections of bodies on a direction: exact ends, rounded outward, and whether two of them leave a gap.

#include <graze/extent.h>

#include <limits>

#include "body/pair.h"
#include "polytope/contact/contact_set.h"
#include "polytope/convex.h"
#include "questions/body_end.h"

namespace graze {
namespace {

using namespace query;
using distance::FarEnd;

constexpr double endless = std::numeric_limits<double>::infinity();

std::optional<Feature> feature_at(const Body& body, const FarEnd& end) {
  if (is_mesh(body) || end.corners.empty()) return std::nullopt;
  const auto outline = sat::as_outline(body.geometry.shape(), body.pose);
  if (!outline) return std::nullopt;
  return named_in_plane(sat::feature_of(*outline, end.corners), body);
}

double value_up(const std::optional<FarEnd>& end, const Dyadic& squared_length) {
  return end ? distance::beyond_up(*end, 0, squared_length) : endless;
}

/// The longest way that `behind` can go along the direction before it has left the other, or minus the gap there is already.
struct Passage {
  std::optional<Radical> way;  ///< nothing where no way is long enough
  [[nodiscard]] int sign() const { return way ? sign_of(*way) : 1; }
  [[nodiscard]] double length() const { return way ? nearly(*way) : endless; }
};

Passage passage(const std::optional<FarEnd>& end_a, const std::optional<FarEnd>& end_b, const Dyadic& squared_length) {
  if (!end_a || !end_b) return {};
  return {distance::sum(*end_a, *end_b, squared_length)};
}

}  // namespace

Result<ExtentAlong> extent(const Body& body, const Vec3& direction) {
  if (const auto ok = check_body(body); !ok) return tl::make_unexpected(at("a", ok.error()));
  if (const auto ok = check_direction(direction, body.geometry.is_planar()); !ok) return tl::make_unexpected(ok.error());
  ExtentAlong found;
  found.is_empty = has_no_points(body);
  if (found.is_empty) return found;
  const Vector3<Dyadic> along = lifted<Dyadic>(direction);
  const Dyadic squared = dot(along, along);
  found.direction = sat::length_along(along, 0).direction;
  for (const int k : {0, 1}) {
    const auto end = far_end(body, k == 0 ? -along : along);
    const double sign = k == 0 ? -1 : 1;
    (k == 0 ? found.min : found.max) = sign * value_up(end, squared) + 0.0;  // no negative zero
    found.products[k] = sign * value_up(end, 1) + 0.0;
    if (!end) continue;
    found.points[k] = end->point;
    found.features[k] = feature_at(body, *end);
  }
  return found;
}

Result<AxisTest> separates(const Body& a, const Body& b, const Vec3& direction) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_direction(direction, a.geometry.is_planar()); !ok) return tl::make_unexpected(ok.error());
  const Vector3<Dyadic> along = lifted<Dyadic>(direction);
  const Dyadic squared = dot(along, along);
  const Vec3 unit = sat::length_along(along, 0).direction;
  if (has_no_points(a) || has_no_points(b)) return AxisTest{true, false, endless, unit};
  const auto far_a = far_end(a, along), far_b = far_end(b, along), near_a = far_end(a, -along), near_b = far_end(b, -along);
  if ((far_a && near_b && !can_be_added(*far_a, *near_b)) || (near_a && far_b && !can_be_added(*near_a, *far_b)))
    return unsupported("separates", a, b);
  const Passage up = passage(far_a, near_b, squared);    // b goes along the direction
  const Passage down = passage(near_a, far_b, squared);  // b goes against it
  const bool is_up = up.length() <= down.length();
  const Passage& shorter = is_up ? up : down;
  return AxisTest{shorter.sign() < 0, shorter.sign() == 0, 0.0 - shorter.length(), is_up ? unit : Vec3(Vec3::Zero() - unit)};
}

}  // namespace graze
