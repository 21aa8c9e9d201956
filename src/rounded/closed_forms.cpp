/// Distances of segments, and of points and boxes, in closed form and with proven bounds.

#include "rounded/closed_forms.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::distance {
namespace {

using DoubleVector = Vector3<double>;

bool is_unmoved_segment(const BodyView& c) {
  return c.box_axes == nullptr && c.vertices.size() <= 2 && c.rays.empty() && c.pose->is_identity();
}

double clamped(double x) { return std::min(std::max(x, 0.0), 1.0); }

/// Two segments relative to the start of the first, which runs along u; the second runs from s along v. Points are segments of no
/// length.
struct SegmentsFromStart {
  DoubleVector u;
  DoubleVector v;
  DoubleVector s;
};

/// Parameters of the nearest points of two segments, 0 at the start, 1 at the end.
struct SegmentParameters {
  double on_u = 0;
  double on_v = 0;
};

/// The nearest points of the lines, the first of them moved into its segment; then that of the second for it; then, if that had to
/// be moved too, that of the first again.
SegmentParameters nearest_parameters(const SegmentsFromStart& k) {
  const double uu = dot(k.u, k.u);
  const double vv = dot(k.v, k.v);
  const double uv = dot(k.u, k.v);
  const double us = dot(k.u, k.s);
  const double vs = dot(k.v, k.s);
  const auto on_u_for = [&](double on_v) { return uu > 0 ? clamped((us + on_v * uv) / uu) : 0; };
  if (!(vv > 0)) return {on_u_for(0), 0};
  const double spread = uu * vv - uv * uv;
  const double on_u = spread > 0 ? clamped((us * vv - vs * uv) / spread) : 0;
  const double on_v = (on_u * uv - vs) / vv;
  if (on_v >= 0 && on_v <= 1) return {on_u, on_v};
  return {on_u_for(clamped(on_v)), clamped(on_v)};
}

void add_members(NearestBounds& e, const SegmentParameters& p, bool segment_a, bool segment_b) {
  const auto ends = [](double at, bool segment) {  // bit 0: the start counts, bit 1: the end
    return !segment || at == 0 ? 1 : at == 1 ? 2 : 3;
  };
  const int a = ends(p.on_u, segment_a);
  const int b = ends(p.on_v, segment_b);
  const std::int32_t first_a = a == 2 ? 1 : 0;
  const std::int32_t first_b = b == 2 ? 1 : 0;
  e.generators.push_back({first_a, first_b});
  if (a == 3) e.generators.push_back({1, first_b});
  if (b == 3) e.generators.push_back({first_a, 1});
}

/// Every coordinate below is a difference of stored numbers or a sum of two such, off by 3 roundings of at most `size`.
NearestBounds bounds_of(const SegmentsFromStart& k, double size, bool segment_a, bool segment_b) {
  const SegmentParameters p = nearest_parameters(k);
  NearestBounds e;
  e.on_a = p.on_u * k.u;
  e.on_b = k.s + p.on_v * k.v;
  const DoubleVector x = e.on_a - e.on_b;
  const double length = std::sqrt(dot(x, x));
  const double along_u = dot(x, k.u);
  const double along_v = dot(x, k.v);
  const double nearest = std::min(0.0, along_u) - dot(x, k.s) - std::max(0.0, along_v);  // of a - b along x
  constexpr double hidden = 32 * tolerance::rounding;  // three products, each off by 4 roundings of size, and five sums
  e.upper = length * (1 + 8 * tolerance::rounding) + hidden * size;
  e.lower = length > 0 ? std::max(0.0, nearest / length * (1 - 8 * tolerance::rounding) - hidden * size) : 0;
  add_members(e, p, segment_a, segment_b);
  return e;
}

/// Makes numbers of this size fit for products of four; the length that they count from then on. Nothing when they are not to be
/// trusted at all.
template <class... Vectors>
std::optional<double> scaled_unit(double& size, Vectors&... vectors) {
  if (!can_be_placed(size)) return std::nullopt;
  if (keeps_products(size)) return 1;
  const int exponent = std::ilogb(size);
  const double factor = std::ldexp(1.0, -exponent);
  ((vectors = factor * vectors), ...);
  size *= factor;
  return std::ldexp(1.0, exponent);
}

std::optional<PlacedBounds> between_segments(const BodyView& a, const BodyView& b) {
  const Vec3& start = a.vertices[0];
  const bool segment_a = a.vertices.size() == 2;
  const bool segment_b = b.vertices.size() == 2;
  SegmentsFromStart k;
  k.s = lifted<double>(b.vertices[0]) - lifted<double>(start);
  if (segment_a) k.u = lifted<double>(a.vertices[1]) - lifted<double>(start);
  if (segment_b) k.v = lifted<double>(b.vertices[1]) - lifted<double>(b.vertices[0]);
  double size = largest_component(k.s) + largest_component(k.u) + largest_component(k.v);
  const auto unit = scaled_unit(size, k.u, k.v, k.s);
  if (!unit) return std::nullopt;
  return PlacedBounds{bounds_of(k, size, segment_a, segment_b), start, *unit};
}

bool is_box(const BodyView& c) { return (c.box_axes != nullptr || c.is_aligned_box) && c.pose->is_identity(); }

/// A box seen from a point.
struct BoxFromPoint {
  DoubleVector center;
  DoubleVector half[3];

  BoxFromPoint(const BodyView& box, const Vec3& point) {
    if (box.box_axes != nullptr) {
      center = lifted<double>(box.vertices[0]) - lifted<double>(point);
      for (int k = 0; k < 3; ++k) half[k] = box.half_extents[k] * lifted<double>((*box.box_axes)[k]);
      return;
    }
    const DoubleVector low = lifted<double>(box.vertices[0]) - lifted<double>(point);
    const DoubleVector high = lifted<double>(box.vertices[7]) - lifted<double>(point);
    center = 0.5 * (low + high);
    half[0] = {0.5 * (high.x - low.x), 0, 0};
    half[1] = {0, 0.5 * (high.y - low.y), 0};
    half[2] = {0, 0, 0.5 * (high.z - low.z)};
  }
  [[nodiscard]] double size() const {
    return largest_component(center) + largest_component(half[0]) + largest_component(half[1]) + largest_component(half[2]);
  }
};

/// The corners of the box that span the part of it where the parameter along each axis is not at an end.
boost::container::static_vector<std::int32_t, 8> corners_of_part(const double (&parameter)[3]) {
  boost::container::static_vector<std::int32_t, 8> corners{0};
  for (int k = 0; k < 3; ++k) {
    const std::size_t n = corners.size();
    const std::int32_t bit = 1 << k;
    const bool between = std::fabs(parameter[k]) < 1;
    for (std::size_t i = 0; i < n; ++i) {
      if (between) corners.push_back(corners[i] | bit);
      if (parameter[k] >= 1) corners[i] |= bit;
    }
  }
  return corners;
}

/// The point's parameter along each axis, clamped to the box: the nearest point of a box with right angles, some point of any.
std::optional<PlacedBounds> point_and_box(const Vec3& point, const BodyView& box, bool box_is_b) {
  BoxFromPoint k(box, point);
  double size = k.size();
  const auto unit = scaled_unit(size, k.center, k.half[0], k.half[1], k.half[2]);
  if (!unit) return std::nullopt;
  double parameter[3];
  DoubleVector on_box = k.center;
  for (int i = 0; i < 3; ++i) {
    const double squared = dot(k.half[i], k.half[i]);
    parameter[i] = squared > 0 ? std::clamp(-dot(k.center, k.half[i]) / squared, -1.0, 1.0) : 0;
    on_box = on_box + parameter[i] * k.half[i];
  }
  const double length = std::sqrt(dot(on_box, on_box));
  double nearest = dot(on_box, k.center);
  for (const DoubleVector& half : k.half) nearest -= std::fabs(dot(on_box, half));
  const auto corners = corners_of_part(parameter);
  if (!(length > 0) || corners.size() > 4) return std::nullopt;
  constexpr double hidden = 64 * tolerance::rounding;  // four products of three terms, each off by 5 roundings of size, and sums
  PlacedBounds out{{}, point, *unit};
  out.bounds.upper = length * (1 + 8 * tolerance::rounding) + hidden * size;
  out.bounds.lower = std::max(0.0, nearest / length * (1 - 8 * tolerance::rounding) - hidden * size);
  (box_is_b ? out.bounds.on_b : out.bounds.on_a) = on_box;
  for (const std::int32_t c : corners) out.bounds.generators.push_back(box_is_b ? Generator{0, c} : Generator{c, 0});
  return out;
}

bool is_point(const BodyView& c) { return c.vertices.size() == 1 && is_unmoved_segment(c); }

}  // namespace

std::optional<PlacedBounds> closed_form(const BodyView& a, const BodyView& b) {
  if (is_unmoved_segment(a) && is_unmoved_segment(b)) return between_segments(a, b);
  if (is_point(a) && is_box(b)) return point_and_box(a.vertices[0], b, true);
  if (is_box(a) && is_point(b)) return point_and_box(b.vertices[0], a, false);
  return std::nullopt;
}

}  // namespace graze::distance
