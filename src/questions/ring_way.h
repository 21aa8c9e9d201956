#pragma once
/// How far a body has to go along a direction until it leaves a torus, and which direction is the shortest.

#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/geometry.h>

#include "ring/nearest.h"

namespace graze::query {

/// A torus and another body, at rest, whose meshes are solids. A torus is the union of the balls around the points of its circle,
/// so the way out is that of the balls, one after the other.
class RingWay {
 public:
  RingWay(const Body& torus, const Body& other);
  RingWay(const RingWay&) = delete;
  RingWay& operator=(const RingWay&) = delete;
  ~RingWay() = default;

  /// What of the way out is longer than the limit is of no interest: its depth is infinite then.
  [[nodiscard]] Penetration along(const Vec3& direction, double limit);

  /// Asks along a direction of any length, and keeps the answer if it is the shortest so far.
  void look_along(const Vec3& direction);
  /// The axes of the world and of the torus, and the way out of the deepest point.
  void look_around();
  /// Turns the best direction a little, less and less, as long as that helps.
  void improve();
  [[nodiscard]] const Penetration& best() const { return best_; }

  /// How far the centre of the tube at an angle, less its radius, is from the other body moved by `way`: negative where the ball
  /// there meets it, by how much at least.
  [[nodiscard]] double gap_at(double angle, const Vec3& way);
  /// The same at the best angle that a few looks find: within `half` of a first one, or all around.
  struct Deepest {
    double angle = 0;
    double gap = 0;
  };
  [[nodiscard]] Deepest deepest_near(double angle, double half, const Vec3& way);
  [[nodiscard]] Deepest deepest(double first_angle, const Vec3& way);
  /// What gaps may be off by.
  [[nodiscard]] double gap_error(double gap) const;

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] int looks() const { return looks_; }
  [[nodiscard]] double radius() const { return ring_.major; }

 private:
  [[nodiscard]] ring::PlacedRing moved(const Vec3& way) const;
  [[nodiscard]] double angle_of(const Vec3& point) const;
  [[nodiscard]] std::optional<double> angle_in_contact(const Vec3& way) const;
  [[nodiscard]] double ball_exit(double angle, const Vec3& way, const Vec3& direction);
  [[nodiscard]] double longest_exit(double angle, double half, const Vec3& way, const Vec3& direction);
  void leave_wholly(Penetration& found);
  void name_contact(Penetration& found) const;

  Body other_;
  ring::PlacedRing ring_;
  std::optional<ring::PlacedRing> other_ring_;
  ring::Partner partner_;
  double size_ = 0;
  int looks_ = 0;
  Penetration best_;
  std::optional<Error> error_;
};

}  // namespace graze::query
