/// The closed forms of simple shapes for bodies whose kind is known only when they are asked about, in any unit.

#include <array>
#include <cmath>

#include "geometry/mirrored.h"
#include "quick/closed_form.h"
#include "quick/zonotope.h"
#include "quick/zonotope_units.h"

namespace graze::distance {
namespace {

using Kind = Zonotope::Kind;

template <class A, class B>
std::optional<Closest> asked(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b) {
  const auto otherwise = []() -> std::optional<Closest> { return std::nullopt; };
  if (are_unmoved(pose_a, pose_b)) return certified<std::optional<Closest>>(a, Unposed{}, b, Unposed{}, otherwise);
  return certified<std::optional<Closest>>(a, pose_a, b, pose_b, otherwise);
}

/// Of a ball and another body, or of two segments.
std::optional<Closest> asked(const InUnits& a, const InUnits& b) {
  const Pose pose_a = a.pose();
  const Pose pose_b = b.pose();
  if (a.body.kind == Kind::segment) return asked(a.capsule(), pose_a, b.capsule(), pose_b);
  switch (b.body.kind) {
    case Kind::point: return asked(a.ball(), pose_a, b.ball(), pose_b);
    case Kind::segment: return asked(a.ball(), pose_a, b.capsule(), pose_b);
    case Kind::aligned_box: return asked(a.ball(), pose_a, b.aligned_box(), pose_b);
    default: return asked(a.ball(), pose_a, b.oriented_box(), pose_b);
  }
}

bool has_closed_form(const Zonotope& a, const Zonotope& b) {
  const bool is_rounded_box = b.kind >= Kind::aligned_box && b.radius > 0;
  return (a.kind == Kind::point && !is_rounded_box) || (a.kind == Kind::segment && b.kind == Kind::segment);
}

}  // namespace

std::optional<Closest> certified_closest(const Zonotope& a, const Zonotope& b, double unit) {
  const bool is_mirrored = a.kind > b.kind;
  const InUnits first{is_mirrored ? b : a, 1 / unit};
  const InUnits second{is_mirrored ? a : b, 1 / unit};
  if (!has_closed_form(first.body, second.body)) return std::nullopt;
  std::optional<Closest> found = asked(first, second);
  if (!found) return found;
  found->distance *= unit;
  for (Vec3& point : found->points) point *= unit;
  if (is_mirrored) mirror(*found);
  return found;
}

}  // namespace graze::distance
