#pragma once
/// One box against eight on the brink of touching it.

#include <array>
#include <cmath>

#include "box/box_cases.h"
#include "box/box_oracle.h"
#include "box/lane_boxes.h"

namespace graze::test {

/// Eight boxes around one that is placed by a pose, each lane nudged to the brink of touching it.
struct LaneCase {
  Obb one;
  Pose pose;
  std::array<Obb, 8> eight;

  explicit LaneCase(unsigned seed) {
    Engine random(seed);
    one = in_single_precision(box_with(random_rotation(random), random_vector(random, 1), random_half_extents(random)));
    pose = {random_rotation(random).unaryExpr([](double x) { return without_dust(x); }), random_vector(random, 1)};
    for (Obb& box : eight) box = brink_box(random);
  }

  Obb brink_box(Engine& random) const {
    BoxCase c{one, {}, pose, {}};
    Mat3 axes = random_rotation(random);
    if (below(random, 3) == 0) {
      for (int i = 0; i < 3; ++i) axes.col(i) = pose.rotation * one.axes[static_cast<std::size_t>(i)];
      axes = small_rotation(random) * axes;
    }
    c.b = in_single_precision(box_with(axes, Vec3::Zero(), random_half_extents(random)));
    const Vec3 direction = random_direction(random, c);
    const double nudge = std::copysign(std::pow(10.0, uniform(random, -9, -3)), uniform(random, -1, 1));
    put_b_at(c, (parting_distance(c, direction) + nudge * size_of(c)) * direction);
    c.b.center = in_single_precision(c.pose_b.translation);
    return c.b;
  }

  sat::EightBoxes stored() const {
    sat::EightBoxes boxes;
    for (std::size_t k = 0; k < 8; ++k) store(boxes, k, eight[k]);
    return boxes;
  }

  /// Which of the eight meet the one, in exact arithmetic.
  unsigned meeting() const {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 8; ++k) bits |= (oracle::disjoint(one, pose, eight[k], Pose{}) ? 0U : 1U) << k;
    return bits;
  }
};

}  // namespace graze::test
