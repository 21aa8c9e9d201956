#pragma once
/// How long parts of two bodies certainly stay apart while the bodies move and turn, in double. [Mirtich96] with the actual
/// velocities of points and a bound of second order, along axes that can separate the parts.

#include <algorithm>
#include <array>
#include <optional>

#include <graze/vec.h>

namespace graze::query {

/// Of a part of a body.
struct PartMotion {
  Vec3 body_velocity = Vec3::Zero();  ///< of the centre that the body turns about
  Vec3 turn = Vec3::Zero();           ///< angular velocity
  double rim_speed = 0;               ///< bounds |turn x (point - axis)| over its points
  double radius = 0;                  ///< bounds the distance of its points from the axis; 0 when the body does not turn
};

/// A triangle of a turning body at one moment, in the world.
struct MovingTriangle : PartMotion {
  std::array<Vec3, 3> v;
  std::array<Vec3, 3> velocity;
};

/// Margins for rounding, and what counts as contact.
struct LeafMargins {
  double position = 0;     ///< bounds the error of differences of coordinates, length
  double rate = 0;         ///< bounds the error of differences of velocities
  double clearance = 0;    ///< parts within it meet, length
  double horizon = 0;      ///< longer free times are of no interest
  bool is_linear = false;  ///< points keep their velocities
};

/// When g + r s - k s^2 / 2 first vanishes, g > 0 and k >= 0.
[[nodiscard]] double first_root(double g, double r, double k);

/// What is the same for all kinds of parts. Of b as seen from a.
class FreeParts {
 public:
  /// Needs no direction: for parts known to be this far apart.
  void try_distance(double distance);

  /// They do not meet for this long.
  [[nodiscard]] double time() const;
  /// They are apart by more than this beyond the clearance.
  [[nodiscard]] double gap() const { return gap_; }

 protected:
  FreeParts(const PartMotion& a, const PartMotion& b, const LeafMargins& margins) : motion_a_(a), motion_b_(b), margins_(margins) {}

  /// One over its length; 0 for directions that vanish.
  [[nodiscard]] static double inverse_length(const Vec3& direction);
  /// The margin subtracted from differences of heights.
  [[nodiscard]] double lift() const;
  /// What bounds the gap along a direction at all times.
  struct Bounds {
    double speed = 0;      ///< of b sinking towards a
    double curvature = 0;  ///< the second derivative of heights
  };
  [[nodiscard]] Bounds bounds_along(const Vec3& n) const;
  /// b is above a by this gap. Returns whether a bound of second order may still help.
  bool try_first_order(double gap, double speed);
  void add(double time) { time_ = std::max(time_, time); }
  [[nodiscard]] double time_so_far() const { return time_; }
  [[nodiscard]] const LeafMargins& margins() const { return margins_; }

 private:
  const PartMotion& motion_a_;
  const PartMotion& motion_b_;
  LeafMargins margins_;
  double time_ = 0;
  double gap_ = 0;
};

class FreeTriangles : public FreeParts {
 public:
  FreeTriangles(const MovingTriangle& a, const MovingTriangle& b, const LeafMargins& margins)
      : FreeParts(a, b, margins), a_(a), b_(b) {}

  /// Normals and products of edges. Directions that vanish, of degenerate triangles, give no bound.
  void try_all_axes();
  /// Those of them that promise the longest time. They tell as much about it, but may tell less about the gap.
  void try_best_axes();
  /// Any direction gives a valid bound. Need not be unit.
  void try_axis(const Vec3& direction);

 private:
  /// By the numbers of axis_lanes.h.
  [[nodiscard]] Vec3 axis(int k) const;

  using Heights = std::array<double, 3>;
  struct Side {
    Heights height, rate;
  };
  [[nodiscard]] double time_of_second_order(const Side& upper, const Side& lower, double curvature) const;
  [[nodiscard]] static int lowest_after(double s, const Side& corners, double side);

  const MovingTriangle& a_;
  const MovingTriangle& b_;
};

}  // namespace graze::query
