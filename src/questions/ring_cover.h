#pragma once
/// A proof that no short way parts a torus from another body: cubes of ways, each inside a ball of ways on which they meet.

#include <vector>

#include "questions/ring_way.h"

namespace graze::query {

/// Two bodies whose surfaces go d deep into each other meet still after any way shorter than d. So a cube around a way is refuted
/// if a ball on the circle is deep enough there, and cut in eight if not, those nearest to the start first.
class RingCover {
 public:
  explicit RingCover(RingWay& way) : way_(way) {}

  /// No way shorter than this parts them. Ways that look free on the way there are tried, and may be the best.
  [[nodiscard]] double prove();

 private:
  struct Cube {
    Vec3 center = Vec3::Zero();
    double half = 0;
    double angle = 0;       ///< where the cube around it was deepest
    bool is_known = false;  ///< looked for all around
    double nearest = 0;     ///< no way in it is shorter

    friend bool operator<(const Cube& x, const Cube& y) { return x.nearest > y.nearest; }  // the nearest on top of the heap
  };

  void push(const Vec3& center, double half, double angle, bool is_known);
  [[nodiscard]] bool is_refuted(Cube& cube);
  void try_way(const Vec3& way);

  RingWay& way_;
  std::vector<Cube> heap_;
  int tried_ = 0;
};

}  // namespace graze::query
