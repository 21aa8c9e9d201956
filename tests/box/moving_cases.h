#pragma once
/// When moving boxes meet: the scalar window, the exact answer at an instant, and roughly the first time.

#include <optional>

#include "box/box_cases.h"
#include "box/box_oracle.h"
#include "box/kernels.h"

namespace graze::test {

inline std::optional<sat::TimeWindow> window_of(const BoxCase& c, const Vec3& velocity, double t_max,
                                                sat::MayOverlapDuring variant = sat::box_kernels_baseline.may_overlap_during) {
  const sat::RelativePose relative = sat::relative_pose_with_errors(c.pose_a, c.pose_b);
  return variant(c.a, c.b, relative, sat::margin_of(c.a, c.b, relative), sat::pair_motion(velocity, relative), t_max);
}

inline bool exactly_meet_at(const BoxCase& c, const Vec3& velocity, double t) {
  using oracle::operator*;
  const mpz_class time = oracle::scaled_integer(t);
  return !oracle::disjoint(oracle::exact_box(c.a, c.pose_a), oracle::exact_box(c.b, c.pose_b),
                           time * oracle::scaled_integers(velocity));
}

/// The first time of rough contact when b starts apart and is inside a at `t_inside`.
inline double rough_first_time(BoxCase c, const Vec3& velocity, double t_inside) {
  const Vec3 start = center_offset(c);
  double before = 0, after = t_inside;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (before + after);
    put_b_at(c, start + middle * velocity);
    (roughly_apart(c) ? before : after) = middle;
  }
  return after;
}

}  // namespace graze::test
