#pragma once
/// Closest points of simple shapes where doubles can certify it without a search: which closed form a pair has.

#include "quick/ball_ball.h"
#include "quick/ball_box.h"
#include "quick/ball_touching.h"
#include "quick/placed.h"
#include "quick/segment_segment.h"
#include "quick/segment_signs.h"
#include "quick/zonotope_question.h"

namespace graze::distance {

/// Of segments or capsules, both. There is no body with two generators.
template <class A, class B>
inline constexpr bool are_segments = generator_count<A> + generator_count<B> == 2;

/// The pose of a shape in world coordinates is the identity.
inline const Pose unmoved_pose{};
[[nodiscard]] GRAZE_FORCE_INLINE const Pose& pose_of(const Pose& pose) { return pose; }
[[nodiscard]] GRAZE_FORCE_INLINE const Pose& pose_of(const Unposed&) { return unmoved_pose; }

/// otherwise() where it is not certified at once. The body with fewer generators must be the first.
template <class Answer, SimpleShape A, class PoseA, SimpleShape B, class PoseB, class Otherwise>
GRAZE_FORCE_INLINE Answer certified_at_once(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b,
                                            const Otherwise& otherwise) {
  constexpr std::size_t na = generator_count<A>;
  constexpr std::size_t nb = generator_count<B>;
  if constexpr (nb == 0) {
    return with_centers(a, pose_a, b, pose_b, [&](const auto& at_a, const auto& at_b) __attribute__((always_inline)) {
      return BallQuestion(at_a, radius_of(a), at_b, radius_of(b)).template answer<Answer>(otherwise);
    });
  } else if constexpr (na == 0 && nb == 3) {
    const PlacedCenter<PoseA> at_a(a, pose_a);
    const PlacedBox at_b = placed_box(b, pose_b);
    return BallBoxQuestion(at_a, radius_of(a), at_b).template answer<Answer>(otherwise);
  } else if constexpr (na == 1 && nb == 1) {
    return SignsQuestion<A, B, PoseA>(a, pose_a, b, pose_b).template answer<Answer>(otherwise);
  } else {
    const PlacedZonotope<na> at_a = placed(a, pose_a);
    const PlacedZonotope<nb> at_b = placed(b, pose_b);
    const ZonotopeQuestion<na, nb> question(at_a, radius_of(a), at_b, radius_of(b));
    Parameters<na + nb> p;
    Measure m;
    if (!question.certifies(p, m)) return otherwise();
    return question.template answer<Answer>(p, m);
  }
}

/// otherwise() where it is not certified, for what certified_at_once() leaves over. Seldom, and from the start again, so that the
/// quick path keeps nothing in memory.
template <class Answer, SimpleShape A, class PoseA, SimpleShape B, class PoseB, class Otherwise>
Answer certified_closely(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b, const Otherwise& otherwise) {
  if constexpr (are_segments<A, B>) {
    const PlacedSegments<PoseA> at(a, pose_a, b, pose_b);
    SegmentQuestion question(at, radius_of(a), radius_of(b));
    if (!question.certifies()) return seen_from_nearer_ends<Answer>(question.parameters(), a, pose_a, b, pose_b, otherwise);
    return question.template answer<Answer>();
  } else if constexpr (generator_count<B> == 0) {
    const auto ask = [&](const TouchingBalls& balls) { return balls.template answer<Answer>(otherwise); };
    return with_touching_balls(a, pose_a, b, pose_b, ask, otherwise);
  } else if constexpr (generator_count<A> == 3) {
    const std::optional<Closest> found = closest_points(as_zonotope(a, pose_of(pose_a)), as_zonotope(b, pose_of(pose_b)));
    return found ? Answer(*found) : otherwise();
  } else {
    return otherwise();
  }
}

/// Both of these, one after the other.
template <class Answer, SimpleShape A, class PoseA, SimpleShape B, class PoseB, class Otherwise>
Answer certified(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b, const Otherwise& otherwise) {
  return certified_at_once<Answer>(a, pose_a, b, pose_b,
                                   [&] { return certified_closely<Answer>(a, pose_a, b, pose_b, otherwise); });
}

}  // namespace graze::distance
