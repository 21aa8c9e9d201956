/// Containment of points and rounded points in slabs and quadrics: filtered numbers first, then exact.

#include "contains/convex.h"

#include <algorithm>
#include <variant>

#include "contains/curved.h"
#include "numbers/kept_blocks.h"
#include "rounded/plane/plane_support.h"
#include "views/implicit_form.h"

namespace graze::distance {
namespace {

/// Yes, no, or nothing when the number type cannot tell.
using Decision = std::optional<bool>;

Decision not_positive(Sign sign) {
  if (sign == Sign::unknown) return std::nullopt;
  return sign != Sign::positive;
}

/// A certain no outweighs a doubt.
template <class Range, class Ask>
Decision all_of(const Range& range, Ask ask) {
  bool doubt = false;
  for (const auto& item : range) {
    const Decision one = ask(item);
    if (one && !*one) return false;
    doubt = doubt || !one;
  }
  return doubt ? std::nullopt : Decision(true);
}

/// A certain yes outweighs a doubt.
template <class Range, class Ask>
Decision any_of(const Range& range, Ask ask) {
  const Decision none = all_of(range, [&](const auto& item) -> Decision {
    const Decision one = ask(item);
    return one ? Decision(!*one) : std::nullopt;
  });
  return none ? Decision(!*none) : std::nullopt;
}

Decision both(const Decision& x, const Decision& y) {
  if ((x && !*x) || (y && !*y)) return false;
  return x && y ? Decision(true) : std::nullopt;
}

template <class N>
Decision within(const Slab<N>& slab, const SpanningPoints<N>& inner) {
  const Decision below = slab.upper ? not_positive(reach_beyond(inner, slab.axis, *slab.upper)) : true;
  const Decision above = slab.lower ? not_positive(reach_beyond(inner, -slab.axis, -*slab.lower)) : true;
  return both(below, above);
}

template <class N>
Decision within(const Quadric<N>& quadric, const Vector3<N>& x) {
  const Vector3<N> from_center = x - quadric.center;
  return not_positive(sign_of(quadric.form(from_center, from_center) - quadric.level));
}

template <class N>
Decision within(const Piece<N>& piece, const Vector3<N>& x) {
  SpanningPoints<N> point;
  point.points.push_back(x);
  const Decision planes = all_of(piece.slabs, [&](const Slab<N>& slab) { return within(slab, point); });
  return piece.quadric ? both(planes, within(*piece.quadric, x)) : planes;
}

template <class N>
Decision within(const Conditions<N>& body, const Vector3<N>& x) {
  return any_of(body.pieces, [&](const Piece<N>& piece) { return within(piece, x); });
}

template <class N>
Decision within(const Conditions<N>& body, const KeptList<Vector3<N>>& points) {
  return all_of(points, [&](const Vector3<N>& x) { return within(body, x); });
}

/// The radius of shapes whose curved side, moved inward, is again one of its kind.
std::optional<double> inset_radius(const Shape& shape) {
  if (const auto* s = std::get_if<Sphere>(&shape.value)) return s->radius;
  if (const auto* s = std::get_if<Capsule>(&shape.value)) return s->radius;
  if (const auto* s = std::get_if<Cylinder>(&shape.value)) return s->radius;
  return std::nullopt;
}

std::optional<double> ball_radius(const Shape& shape) {
  if (const auto* s = std::get_if<Sphere>(&shape.value)) return s->radius;
  if (const auto* s = std::get_if<Capsule>(&shape.value)) return s->radius;
  return std::nullopt;
}

/// Whether the curved side of the outer shape has to be held against rounded points numerically.
bool needs_curved(const PlacedShape& outer, const PlacedShape& inner) {
  return !(inset_radius(outer.shape()) && ball_radius(inner.shape()));
}

/// Balls about points: the points against the outer shape moved inward by their radius.
template <class N>
Decision holds_balls(const PlacedShape& outer, const PlacedShape& inner, const KeptList<Vector3<N>>& centers, const Vec3& from) {
  const double radius = *ball_radius(inner.shape());
  if (*inset_radius(outer.shape()) < radius) return false;
  const auto smaller = conditions<N>(outer, from, radius);
  return smaller ? within(*smaller, centers) : std::nullopt;
}

/// Everything that is decided by polynomials: all of it but rounded points against a quadric that is no ball and no cylinder.
template <class N>
Decision holds_in(const PlacedShape& outer, const PlacedShape& inner) {
  const Vec3& from = inner.pose().translation;
  const auto body = conditions<N>(outer, from);
  if (!body) return std::nullopt;
  const auto parts = generators<N>(inner.shape(), inner.pose(), from);
  if (!parts.recession.empty() && !body->is_unbounded) return false;
  if (body->pieces.size() == 1) {
    const Decision planes = all_of(body->pieces[0].slabs, [&](const Slab<N>& slab) { return within(slab, parts); });
    if (!body->pieces[0].quadric || (planes && !*planes)) return planes;
    if (!planes) return planes;
  }
  const Decision points = within(*body, parts.points);
  if (parts.rounded.empty() || needs_curved(outer, inner)) return points;
  return both(points, holds_balls(outer, inner, parts.rounded, from));
}

bool is_curved(const Shape& shape) {
  return std::holds_alternative<Sphere>(shape.value) || std::holds_alternative<Capsule>(shape.value) ||
         std::holds_alternative<Cylinder>(shape.value) || std::holds_alternative<Cone>(shape.value) ||
         std::holds_alternative<Ellipsoid>(shape.value);
}

/// Whether holds_in() has left the curved sides of the two to holds_rounded_points().
bool is_curved_pair(const PlacedShape& outer, const PlacedShape& inner) {
  if (!is_curved(outer.shape()) || !is_curved(inner.shape()) || !needs_curved(outer, inner)) return false;
  const auto body = conditions<Dyadic>(outer, inner.pose().translation);
  const bool is_rounded = !generators<Dyadic>(inner.shape(), inner.pose(), inner.pose().translation).rounded.empty();
  return is_rounded && body->pieces[0].quadric;
}

bool holds(const PlacedShape& outer, const PlacedShape& inner) {
  Decision exact = holds_in<Bounded>(outer, inner);
  if (!exact) exact = holds_in<Dyadic>(outer, inner);
  if (!*exact || !is_curved_pair(outer, inner)) return *exact;
  return holds_rounded_points(outer.shape(), outer.pose(), inner.shape(), inner.pose());
}

/// One point after the other, so that exact numbers are needed only for those on the boundary.
class PointHolder {
 public:
  PointHolder(const PlacedShape& outer, const Pose& points_pose)
      : outer_(outer), pose_(points_pose), filtered_(conditions<Bounded>(outer, points_pose.translation)) {}

  [[nodiscard]] bool holds(const Vec3& point) {
    if (filtered_) {
      if (const Decision sure = within(*filtered_, placed<Bounded>(pose_, point, pose_.translation))) return *sure;
    }
    if (!exact_) exact_ = conditions<Dyadic>(outer_, pose_.translation);
    return *within(*exact_, placed<Dyadic>(pose_, point, pose_.translation));
  }

 private:
  PlacedShape outer_;
  const Pose& pose_;
  std::optional<Conditions<Bounded>> filtered_;
  std::optional<Conditions<Dyadic>> exact_;
};

}  // namespace

std::optional<bool> contains(const Shape& outer, const Pose& outer_pose, std::span<const Vec3> points, const Pose& points_pose) {
  if (!has_conditions(outer)) return std::nullopt;
  PointHolder holder(PlacedShape(outer, outer_pose), points_pose);
  return std::all_of(points.begin(), points.end(), [&](const Vec3& p) { return holder.holds(p); });
}

std::optional<bool> contains(const Shape& outer, const Pose& outer_pose, const Shape& inner, const Pose& inner_pose) {
  if (!has_conditions(outer)) return std::nullopt;
  if (const auto points = listed_points(inner)) return contains(outer, outer_pose, *points, inner_pose);
  return holds(PlacedShape(outer, outer_pose), PlacedShape(inner, inner_pose));
}

}  // namespace graze::distance
