/// Overlap of shapes whose kinds are known at compile time or looked up in a table of pairs.

#include "methods/known_dispatch.h"
#include "methods/rounded_closest.h"
#include "quick/ball_ball.h"
#include "quick/ball_box.h"
#include "quick/ball_touching.h"
#include "quick/box_box.h"
#include "quick/closed_form.h"
#include "quick/placed.h"
#include "quick/zonotope_question.h"

namespace graze {
namespace {

using namespace distance;

template <SimpleShape A, SimpleShape B>
[[gnu::noinline, gnu::cold]] bool searched(const A& a, const B& b) {
  const Pose none;
  return *searched_overlap({a}, none, {b}, none);
}

/// In doubles. The kernels want the body with fewer generators first.
template <SimpleShape A, class PoseA, SimpleShape B, class PoseB>
GRAZE_FORCE_INLINE Known relation(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b) {
  constexpr std::size_t na = generator_count<A>;
  constexpr std::size_t nb = generator_count<B>;
  if constexpr (nb == 0) {
    return with_centers(a, pose_a, b, pose_b, [&](const auto& at_a, const auto& at_b) __attribute__((always_inline)) {
      return BallQuestion(at_a, radius_of(a), at_b, radius_of(b)).relation();
    });
  } else if constexpr (na == 0 && nb == 3) {
    const PlacedCenter<PoseA> at_a(a, pose_a);
    const PlacedBox at_b = placed_box(b, pose_b);
    return BallBoxQuestion(at_a, radius_of(a), at_b).relation();
  } else if constexpr (na == 3) {
    const std::optional<bool> known = boxes_meet(a, pose_a, b, pose_b);
    return !known ? Known::nothing : *known ? Known::overlapping : Known::apart;
  } else {
    const PlacedZonotope<na> at_a = placed(a, pose_a);
    const PlacedZonotope<nb> at_b = placed(b, pose_b);
    return ZonotopeQuestion<na, nb>(at_a, radius_of(a), at_b, radius_of(b)).quick_relation();
  }
}

/// Where doubles do not certify it. Seldom and not inlined.
template <SimpleShape A, class PoseA, SimpleShape B, class PoseB>
[[gnu::noinline, gnu::cold]] Known closer_relation(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b) {
  if constexpr (generator_count<B> == 0) {
    const auto ask = [](const TouchingBalls& balls) { return balls.relation(); };
    return with_touching_balls(a, pose_a, b, pose_b, ask, [] { return Known::nothing; });
  } else if constexpr (are_segments<A, B>) {
    const auto nearest = certified_closely<std::optional<Closest>>(a, pose_a, b, pose_b, [] { return std::optional<Closest>(); });
    return !nearest ? Known::nothing : nearest->distance > 0 ? Known::apart : Known::overlapping;
  } else {
    return Known::nothing;
  }
}

template <SimpleShape A, class PoseA, SimpleShape B, class PoseB, class Otherwise>
GRAZE_FORCE_INLINE bool meet(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b, const Otherwise& otherwise) {
  Known known = relation(a, pose_a, b, pose_b);
  constexpr bool has_closer_form = generator_count<B> == 0 || are_segments<A, B>;
  if (has_closer_form && known == Known::nothing) known = closer_relation(a, pose_a, b, pose_b);
  if (known == Known::nothing) return otherwise();
  return known == Known::overlapping;
}

template <class A, class B>
struct OverlapOf {
  static std::optional<bool> ask(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    if constexpr (generator_count<A> > generator_count<B>) {
      return OverlapOf<B, A>::ask(b, pose_b, a, pose_a);
    } else {
      const A& shape_a = *std::get_if<A>(&a.value);
      const B& shape_b = *std::get_if<B>(&b.value);
      const auto otherwise = [&] { return *searched_overlap(a, pose_a, b, pose_b); };
      if (are_unmoved(pose_a, pose_b)) return meet(shape_a, Unposed{}, shape_b, Unposed{}, otherwise);
      return meet(shape_a, pose_a, shape_b, pose_b, otherwise);
    }
  }
};

}  // namespace

template <SimpleShape A, SimpleShape B>
bool overlap(const A& a, const B& b) {
  if constexpr (generator_count<A> > generator_count<B>) {
    return overlap(b, a);
  } else if constexpr (std::is_same_v<A, Aabb> && std::is_same_v<B, Aabb>) {
    return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
  } else {
    return meet(a, Unposed{}, b, Unposed{}, [&] { return searched(a, b); });
  }
}

std::optional<bool> distance::overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return PairTable<OverlapOf, &searched_overlap>::find(a, b)(a, pose_a, b, pose_b);
}

#define GRAZE_INSTANTIATE(A, B) template GRAZE_API bool overlap<A, B>(const A&, const B&);
GRAZE_FOR_EACH_SIMPLE_PAIR(GRAZE_INSTANTIATE)
#undef GRAZE_INSTANTIATE

}  // namespace graze
