/// Closest points of shapes whose kinds are known at compile time or looked up in a table of pairs.

#include "geometry/mirrored.h"
#include "methods/known_dispatch.h"
#include "methods/rounded_closest.h"
#include "quick/closed_form.h"
#include "quick/zonotope.h"
#include "views/round_feature.h"

namespace graze {
namespace {

using namespace distance;

template <SimpleShape A, SimpleShape B>
GRAZE_FORCE_INLINE Closest certified_or_searched(const A& a, const B& b) {
  return certified_closely<Closest>(a, Unposed{}, b, Unposed{}, [&] {
    const Pose none;
    return *searched_closest({a}, none, {b}, none);
  });
}

/// Apart from the quick answer, whose numbers stay in registers as long as nothing here sees them.
template <SimpleShape A, SimpleShape B>
[[gnu::noinline]] Closest asked_closely(const A& a, const B& b) {
  return certified_or_searched(a, b);
}
template <SimpleShape A, SimpleShape B>
[[gnu::noinline, gnu::cold]] Closest asked_seldom(const A& a, const B& b) {
  return certified_or_searched(a, b);
}

template <class A, class B>
struct ClosestOf {
  using Answer = std::optional<Closest>;

  static Answer ask(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    if constexpr (generator_count<A> > generator_count<B>) {
      Answer out = ClosestOf<B, A>::ask(b, pose_b, a, pose_a);
      mirror(*out);
      return out;
    } else {
      constexpr bool is_short = generator_count<B> == 0;  // a call would take longer than it saves
      if (!are_unmoved(pose_a, pose_b)) return is_short ? posed(a, pose_a, b, pose_b) : ask_posed(a, pose_a, b, pose_b);
      return certified_at_once<Answer>(known<A>(a), Unposed{}, known<B>(b), Unposed{},
                                       [&]() __attribute__((always_inline)) { return ask_closely(a, pose_a, b, pose_b); });
    }
  }

 private:
  GRAZE_FORCE_INLINE static Answer posed(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    return certified_at_once<Answer>(known<A>(a), pose_a, known<B>(b), pose_b,
                                     [&]() __attribute__((always_inline)) { return ask_closely(a, pose_a, b, pose_b); });
  }

  /// Apart from shapes in the world: the registers of both together would not do.
  [[gnu::noinline]] static Answer ask_posed(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    return posed(a, pose_a, b, pose_b);
  }

  [[gnu::noinline]] static Answer ask_closely(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    const auto otherwise = [&] { return searched_closest(a, pose_a, b, pose_b); };
    if (are_unmoved(pose_a, pose_b)) return certified_closely<Answer>(known<A>(a), Unposed{}, known<B>(b), Unposed{}, otherwise);
    return certified_closely<Answer>(known<A>(a), pose_a, known<B>(b), pose_b, otherwise);
  }
};

template <class S>
constexpr bool is_rolled_around = std::same_as<S, Sphere> || std::same_as<S, Capsule>;

/// The surface around what was found by cores: names only, but where bodies meet.
template <SimpleShape S>
GRAZE_FORCE_INLINE void name_surface(const S& shape, Closest& closest, int k) {
  if constexpr (is_rolled_around<S>) {
    if (closest.distance > 0) {
      closest.features[k] = around_core(shape, closest.features[k]);
    } else {
      const bool is_inside = is_clearly_inside(shape, closest.points[k]);
      closest.features[k] = is_inside ? Feature{} : round_feature_at({shape}, closest.points[k], false);
    }
  }
}

/// Features are those of the cores.
template <SimpleShape A, SimpleShape B>
GRAZE_FORCE_INLINE Closest closest_by_cores(const A& a, const B& b) {
  if constexpr (generator_count<A> > generator_count<B>) {
    Closest out = closest_by_cores(b, a);
    mirror(out);
    return out;
  } else {
    // Two segments or capsules often need a second look, boxes always, all others seldom.
    return certified_at_once<Closest>(a, Unposed{}, b, Unposed{}, [&]() __attribute__((always_inline)) {
      if constexpr (are_segments<A, B>) return asked_closely(a, b);
      if constexpr (!are_segments<A, B>) return asked_seldom(a, b);
    });
  }
}

}  // namespace

template <SimpleShape A, SimpleShape B>
Closest closest_points(const A& a, const B& b) {
  Closest out = closest_by_cores(a, b);
  name_surface(a, out, 0);
  name_surface(b, out, 1);
  return out;
}

std::optional<Closest> distance::closest_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return PairTable<ClosestOf, &searched_closest>::find(a, b)(a, pose_a, b, pose_b);
}

#define GRAZE_INSTANTIATE(A, B) template GRAZE_API Closest closest_points<A, B>(const A&, const B&);
GRAZE_FOR_EACH_SIMPLE_PAIR(GRAZE_INSTANTIATE)
#undef GRAZE_INSTANTIATE

}  // namespace graze
