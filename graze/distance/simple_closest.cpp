#include <utility>

#include <graze/distance/simple_dispatch.h>
#include <graze/distance/simple_placed.h>
#include <graze/distance/zonotope.h>
#include <graze/distance/zonotope_question.h>

namespace graze {
namespace {

using namespace distance;

void turn(Closest& c) {
  std::swap(c.points[0], c.points[1]);
  std::swap(c.features[0], c.features[1]);
}

/// Apart from the quick answer, whose numbers stay in registers as long as nothing here sees them.
template <SimpleShape A, SimpleShape B>
[[gnu::noinline, gnu::cold]] Closest searched(const A& a, const B& b) {
  const Pose none;
  if (const auto simple = distance::closest_points(as_zonotope(a, none), as_zonotope(b, none))) return *simple;
  return *searched_closest({a}, none, {b}, none);
}

/// In doubles where they settle it. The kernels want the body with fewer generators first.
template <class Answer, SimpleShape A, class PoseA, SimpleShape B, class PoseB, class Otherwise>
GRAZE_FORCE_INLINE Answer closest(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b, const Otherwise& otherwise) {
  constexpr std::size_t na = generator_count<A>;
  constexpr std::size_t nb = generator_count<B>;
  const Placed<na> at_a = placed(a, pose_a);
  const Placed<nb> at_b = placed(b, pose_b);
  const Question<na, nb> question(at_a, radius_of(a), at_b, radius_of(b));
  Places<na + nb> p;
  Measure m;
  if (!question.settles(p, m)) return otherwise();
  return question.template answer<Answer>(p, m);
}

template <class A, class B>
struct ClosestOf {
  static std::optional<Closest> ask(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    if constexpr (generator_count<A> > generator_count<B>) {
      std::optional<Closest> out = ClosestOf<B, A>::ask(b, pose_b, a, pose_a);
      turn(*out);
      return out;
    } else {
      const A& shape_a = *std::get_if<A>(&a.value);
      const B& shape_b = *std::get_if<B>(&b.value);
      const auto otherwise = [&] { return searched_closest(a, pose_a, b, pose_b); };
      if (are_unmoved(pose_a, pose_b)) return closest<std::optional<Closest>>(shape_a, Unposed{}, shape_b, Unposed{}, otherwise);
      return closest<std::optional<Closest>>(shape_a, pose_a, shape_b, pose_b, otherwise);
    }
  }
};

}  // namespace

template <SimpleShape A, SimpleShape B>
Closest closest_points(const A& a, const B& b) {
  if constexpr (generator_count<A> > generator_count<B>) {
    Closest out = closest_points(b, a);
    turn(out);
    return out;
  } else {
    return closest<Closest>(a, Unposed{}, b, Unposed{}, [&] { return searched(a, b); });
  }
}

std::optional<Closest> distance::simple_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return SimpleTable<ClosestOf>::find(a, b)(a, pose_a, b, pose_b);
}

#define GRAZE_INSTANTIATE(A, B) template Closest closest_points<A, B>(const A&, const B&);
GRAZE_FOR_EACH_SIMPLE_PAIR(GRAZE_INSTANTIATE)
#undef GRAZE_INSTANTIATE

}  // namespace graze
