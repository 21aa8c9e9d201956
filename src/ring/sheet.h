#pragma once
/// Whether surfaces of revolution, circles and segments are inside a body: patches, split until the corners of a polytope around
/// each decide.

#include <array>
#include <functional>
#include <numbers>
#include <vector>

#include <graze/vec.h>

namespace graze::ring {

/// A segment or an arc in the plane (distance from an axis, height along it); both may shrink to a point.
struct Outline {
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();  ///< of a segment
  Vec2 center = Vec2::Zero();                   ///< of an arc
  double radius = 0;
  double from_angle = 0, to_angle = 0;  ///< of an arc, where they differ; 0 is away from the axis
};

/// The outline, turned about the axis by each angle from 0 to `turn`.
struct Sheet {
  Outline outline;
  Vec3 center = Vec3::Zero();
  std::array<Vec3, 3> axes;  ///< along the axis, and two across it, of any length: an ellipsoid is the image of a ball
  double turn = 2 * std::numbers::pi;
};

[[nodiscard]] Sheet segment(const Vec3& from, const Vec3& to);

/// How far a point sticks out of a body: not positive in it, a length. `near` is a point in whose neighbourhood the answer is close
/// to the truth, and the truth where both are the same; for every `near` it is convex in the point and not below the truth.
using SticksOut = std::function<double(const Vec3& point, const Vec3& near)>;

/// How far a sheet may stick out of a body, relative to the size of both. No unit. Patches of extent x overestimate by about x^2 /
/// 2, so this needs 2^-15 of a turn: a sheet that touches along a circle takes 2^17 of them.
/// TorusContains.AnInscribedBodyIsInsideAndOneThatSticksOutByAMillionthIsNot
inline constexpr double sheet_slack = 0x1p-30;

/// Whether no point of the sheets sticks out by more than `limit`, a length that holds the slack. Where more patches than can be
/// looked at stay undecided (surfaces that fit each other closely) points of them decide.
[[nodiscard]] bool are_inside(const std::vector<Sheet>& sheets, const SticksOut& sticks_out, double limit);

}  // namespace graze::ring
