#pragma once
/// Where lines, rays and segments meet triangles, decided by exact signs: what passes through a shared edge or corner never slips
/// between the triangles, and is known to pass through them at one and the same parameter.
///
/// Everything means its stored numbers in real arithmetic, poses included. The filter works in the frame of the triangles' body,
/// where their corners are stored numbers and only the line is rounded.

#include <array>
#include <limits>
#include <optional>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "ray/convex.h"
#include "triangle/closest_exact.h"
#include "triangle/line_filter.h"

namespace graze::distance {

/// A Probe whose numbers are exact and of the world.
struct ExactLine {
  Vector3<Dyadic> origin;
  Vector3<Dyadic> direction;
  double least = 0;
  double greatest = std::numeric_limits<double>::infinity();
};

/// What a line and a triangle share: a point, or an interval where the line lies in the triangle's plane.
struct LineContact {
  ParameterBracket first;
  ParameterBracket last;
  bool in_plane = false;  ///< the triangle, perhaps degenerate, lies in a plane with the line

  /// 1 where the line enters the side that the normal points away from, -1 where it leaves it, 0 where it does neither: decided for
  /// the line moved by (e, e^2, e^3) with e -> 0, so that a line through an edge or corner crosses just the triangles that a
  /// generic line beside it crosses. Sums of it over closed surfaces are those of a generic line. [EdelsbrunnerMucke90]
  int crossing = 0;
};

/// The line in the world, rounded.
[[nodiscard]] RoundedLine rounded_world(const Probe& line);

/// And in the frame of a body.
[[nodiscard]] RoundedLine rounded_in_body(const RoundedLine& world, const Pose& body);

/// A line ready to meet triangles of one posed body. Its direction must not be zero.
class LineProbe {
 public:
  LineProbe(const Probe& line, const Pose& body);
  LineProbe(const ExactLine& line, const Pose& body);

  /// The part of the line's domain that belongs to the triangle, given in the frame of its body.
  [[nodiscard]] std::optional<LineContact> contact(const Triangle& triangle) const;

  enum class End { first, last };
  /// Compares exact parameters of contacts: -1 when that of x is the smaller one, 0 when they are equal.
  [[nodiscard]] int compare(const Triangle& x, End end_of_x, const Triangle& y, End end_of_y) const;

  /// Of one contact against a double.
  [[nodiscard]] int compare(const Triangle& x, End end_of_x, double t) const;

  [[nodiscard]] Vec3 world_point(double t) const { return rounded_.origin + t * rounded_.direction; }
  [[nodiscard]] const Vec3& world_direction() const { return rounded_.direction; }
  [[nodiscard]] const RoundedLine& in_body() const { return local_; }
  [[nodiscard]] const ParameterRange& range() const { return range_; }

 private:
  struct Interval {
    Fraction first, last;
  };

  [[nodiscard]] const ExactLine& exact() const;
  [[nodiscard]] ExactCorners exact_corners(const Triangle& triangle) const;
  [[nodiscard]] std::array<int, 3> exact_sides(const ExactCorners& w) const;
  [[nodiscard]] int perturbed_crossing(std::array<int, 3> sides, const Triangle& triangle) const;
  [[nodiscard]] Fraction exact_parameter(const ExactCorners& w) const;
  [[nodiscard]] std::optional<Interval> interval_in_plane(const ExactCorners& w) const;
  [[nodiscard]] Interval exact_interval(const Triangle& triangle) const;
  [[nodiscard]] std::optional<LineContact> contact_in_plane(const Triangle& triangle) const;
  [[nodiscard]] std::optional<ParameterBracket> parameter_in_domain(const Triangle& triangle) const;
  [[nodiscard]] std::optional<LineContact> exact_contact(const Triangle& triangle) const;

  Probe line_;
  Pose body_;
  ParameterRange range_;
  RoundedLine rounded_;  ///< in the world
  RoundedLine local_;    ///< in the frame of the body
  mutable std::optional<ExactLine> exact_;
};

}  // namespace graze::distance
