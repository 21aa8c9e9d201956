/// Points of zonotopes and the offset between them in double-doubles.

#include "quick/zonotope_fine.h"

#include "numbers/bounded_double_double.h"
#include "quick/fine_rows.h"
#include "quick/zonotope_placed.h"

namespace graze::distance {
namespace {

using namespace GRAZE_SIMD_TARGET;

/// The point in the body frame.
struct FinePoint {
  RowPair at;
  Row rounded;  ///< how far that is off, in roundings
};

/// From the first end to the other, in each coordinate a part of the distance from -1 to 1.
GRAZE_FORCE_INLINE FinePoint between(const Vec3& first, const Vec3& last, const Row& parameter) {
  LongSum sum;
  sum.add(row(first));
  sum.add_product(all(0.5) + all(0.5) * parameter, exact_sum(row(last), -row(first)));
  return {sum.value(), sum.rounded()};
}

GRAZE_FORCE_INLINE FinePoint in_oriented_box(const Zonotope& body, std::span<const double> p) {
  LongSum sum;
  sum.add(row(*body.first));
  for (std::size_t i = 0; i < 3; ++i) {
    const RowPair length = exact_product(all(p[i]), all((*body.half_extents)[static_cast<Eigen::Index>(i)]));
    sum.add_product(row((*body.axes)[i]), length);
  }
  return {sum.value(), sum.rounded()};
}

GRAZE_FORCE_INLINE FinePoint fine_point(const Zonotope& body, std::span<const double> p) {
  switch (body.kind) {
    case Zonotope::Kind::point: return {{row(*body.first), Row{}}, Row{}};
    case Zonotope::Kind::segment: return between(*body.first, *body.last, all(p[0]));
    case Zonotope::Kind::aligned_box: return between(*body.first, *body.last, Row{p[0], p[1], p[2], 0});
    default: return in_oriented_box(body, p);
  }
}

/// Adds the point in the world, times `sign`.
GRAZE_FORCE_INLINE void add_to(LongSum& sum, const Zonotope& body, const FinePoint& point, double sign) {
  const Pose& pose = *body.pose;
  if (is_unmoved(pose)) {
    sum.add({all(sign) * point.at.hi, all(sign) * point.at.lo});
    sum.add_rounded(point.rounded);
    return;
  }
  sum.add(all(sign) * row(pose.translation));
  for (int i = 0; i < 3; ++i) {
    const Row column = all(sign) * row(pose.rotation.col(i));
    sum.add_rounded(size_of(column) * all(point.rounded[i]));
    if (point.at.hi[i] != 0) sum.add_product(column, {all(point.at.hi[i]), all(point.at.lo[i])});
  }
}

using BoundedNumber = BoundedDoubleDouble;
using BoundedVector = Vector3<BoundedNumber>;

BoundedVector bounded(const Vec3& v) { return lifted<BoundedNumber>(v); }

/// The point in the body frame.
BoundedVector bounded_point(const Zonotope& body, std::span<const double> p) {
  const BoundedVector first = bounded(*body.first);
  if (body.kind == Zonotope::Kind::point) return first;
  if (body.kind == Zonotope::Kind::oriented_box) {
    const auto along = [&](std::size_t i) {
      return BoundedNumber(p[i]) * BoundedNumber((*body.half_extents)[static_cast<Eigen::Index>(i)]) * bounded((*body.axes)[i]);
    };
    return first + along(0) + along(1) + along(2);
  }
  const bool has_one_parameter = body.kind == Zonotope::Kind::segment;
  const auto part = [&](std::size_t i) {
    return BoundedNumber(0.5) + BoundedNumber(0.5) * BoundedNumber(p[has_one_parameter ? 0 : i]);
  };
  const BoundedVector diagonal = bounded(*body.last) - first;
  return first + BoundedVector{part(0) * diagonal.x, part(1) * diagonal.y, part(2) * diagonal.z};
}

BoundedVector in_world(const Zonotope& body, const BoundedVector& v) {
  const Mat3& r = body.pose->rotation;
  return v.x * bounded(r.col(0)) + v.y * bounded(r.col(1)) + v.z * bounded(r.col(2)) + bounded(body.pose->translation);
}

}  // namespace

bool surely_meet(const Zonotope& a, std::span<const double> on_a, const Zonotope& b, std::span<const double> on_b) {
  const BoundedVector x = in_world(b, bounded_point(b, on_b)) - in_world(a, bounded_point(a, on_a));
  const BoundedNumber radii = BoundedNumber(a.radius) + BoundedNumber(b.radius);
  const Sign excess = sign_of(dot(x, x) - radii * radii);
  return excess == Sign::negative || excess == Sign::zero;
}

FineOffset fine_offset(const Zonotope& a, std::span<const double> on_a, const Zonotope& b, std::span<const double> on_b) {
  LongSum sum;
  add_to(sum, b, fine_point(b, on_b), 1);
  add_to(sum, a, fine_point(a, on_a), -1);
  const RowPair x = sum.value();
  return {{{x.hi[0], x.lo[0]}, {x.hi[1], x.lo[1]}, {x.hi[2], x.lo[2]}}, error_of(sum)};
}

}  // namespace graze::distance
