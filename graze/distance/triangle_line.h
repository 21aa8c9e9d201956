#pragma once
/// Where lines, rays and segments meet triangles, decided by exact signs: what passes through a shared edge or corner never slips
/// between the triangles, and is known to pass through them at one and the same parameter.
///
/// Everything means its stored numbers in real arithmetic, poses included. The filter works in the frame of the triangles' body,
/// where their corners are stored numbers and only the line is rounded.

#include <array>
#include <limits>
#include <optional>

#include <graze/core/export.h>
#include <graze/core/pose.h>
#include <graze/distance/raycast.h>
#include <graze/distance/triangle_exact.h>
#include <graze/shapes/shapes.h>

namespace graze::distance {

/// A Probe whose numbers are exact and of the world.
struct ExactLine {
  Vector3<Dyadic> origin;
  Vector3<Dyadic> direction;
  double least = 0;
  double greatest = std::numeric_limits<double>::infinity();
};

/// Doubles not above and not below a parameter.
struct ParameterBracket {
  double low = 0;
  double high = 0;
  double nearest = 0;  ///< within 2^-40 of the exact parameter, relative
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

/// A line ready to meet triangles of one posed body. Its direction must not be zero.
class GRAZE_API LineProbe {
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
  [[nodiscard]] const Vec3& world_origin() const { return rounded_.origin; }
  [[nodiscard]] const Vec3& world_direction() const { return rounded_.direction; }
  [[nodiscard]] double world_error() const { return rounded_.origin_error; }  ///< of each coordinate of the origin
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double greatest() const { return greatest_; }

 private:
  /// Origin and direction with what each coordinate may be off by.
  struct Rounded {
    Vec3 origin, direction;
    double origin_error = 0, direction_error = 0;
  };
  struct Interval {
    Fraction first, last;
  };
  struct Doubles;

  [[nodiscard]] static Rounded rounded_world(const Probe& line);
  [[nodiscard]] static Rounded in_body(const Rounded& world, const Pose& body);
  [[nodiscard]] const ExactLine& exact() const;
  [[nodiscard]] ExactCorners exact_corners(const Triangle& triangle) const;
  [[nodiscard]] std::array<int, 3> exact_sides(const ExactCorners& w) const;
  [[nodiscard]] int perturbed_crossing(std::array<int, 3> sides, const Triangle& triangle) const;
  [[nodiscard]] Fraction exact_parameter(const ExactCorners& w) const;
  [[nodiscard]] std::optional<Interval> interval_in_plane(const ExactCorners& w) const;
  [[nodiscard]] Interval exact_interval(const Triangle& triangle) const;
  [[nodiscard]] std::optional<LineContact> contact_in_plane(const Triangle& triangle) const;
  [[nodiscard]] std::optional<ParameterBracket> trusted_parameter_of(const Triangle& triangle) const;
  [[nodiscard]] std::optional<ParameterBracket> parameter_in_domain(const Triangle& triangle) const;
  [[nodiscard]] bool in_domain(const ParameterBracket& first, const ParameterBracket& last) const;

  Probe line_;
  Pose body_;
  double least_, greatest_;
  Rounded rounded_;  ///< in the world
  Rounded local_;    ///< in the frame of the body
  mutable std::optional<ExactLine> exact_;
};

}  // namespace graze::distance
