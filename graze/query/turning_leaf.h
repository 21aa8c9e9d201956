#pragma once
/// How long two triangles certainly stay apart while their bodies move and turn, in double. [Mirtich96] with the actual velocities
/// of the corners and a bound of second order, along the axes that can separate two triangles.

#include <array>

#include <graze/core/vec.h>

namespace graze::query {

/// A triangle of a turning body at one moment, in the world.
struct MovingTriangle {
  std::array<Vec3, 3> v;
  std::array<Vec3, 3> velocity;
  Vec3 body_velocity;    ///< of the centre that the body turns about
  Vec3 turn;             ///< angular velocity
  double rim_speed = 0;  ///< bounds |turn x (point - axis)|
  double radius = 0;     ///< bounds the distance of its points from the axis; 0 when the body does not turn
};

/// What is granted to roundings, and what counts as contact.
struct LeafRoom {
  double position = 0;     ///< bounds the error of differences of coordinates, length
  double rate = 0;         ///< bounds the error of differences of velocities
  double clearance = 0;    ///< triangles within it meet, length
  double horizon = 0;      ///< longer free times are of no interest
  bool is_linear = false;  ///< corners keep their velocities
};

class FreeTriangles {
 public:
  FreeTriangles(const MovingTriangle& a, const MovingTriangle& b, const LeafRoom& room) : a_(a), b_(b), room_(room) {}

  /// Normals and products of edges. Directions that vanish, of degenerate triangles, tell nothing.
  void try_all_axes();
  /// Any direction bounds, so it need not be the right one. Need not be unit.
  void try_axis(const Vec3& direction);
  /// Needs no direction: for triangles known to be this far apart.
  void try_distance(double distance);

  /// They do not meet for this long.
  [[nodiscard]] double time() const;
  /// They are apart by more than this beyond the clearance.
  [[nodiscard]] double gap() const { return gap_; }

 private:
  using Heights = std::array<double, 3>;
  struct Side {
    Heights height, rate;
  };
  [[nodiscard]] double speed_along(const Vec3& n) const;
  [[nodiscard]] double curvature_along(const Vec3& n) const;
  [[nodiscard]] double time_of_first_order(const Vec3& n, double gap) const;
  [[nodiscard]] double time_of_second_order(const Side& upper, const Side& lower, double lift, double curvature) const;

  const MovingTriangle& a_;
  const MovingTriangle& b_;
  LeafRoom room_;
  double time_ = 0;
  double gap_ = 0;
};

}  // namespace graze::query
