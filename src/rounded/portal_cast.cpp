/// Portal refinement along a line in both directions, with exact signs and a symbolic perturbation against ties.

#include "rounded/portal_cast.h"

#include <array>

#include "numbers/kept_blocks.h"
#include "rounded/exact_corner.h"
#include "rounded/extreme_corners.h"

namespace graze::distance {
namespace {

/// Three corners whose triangle the line pierces, turning by the right hand around it.
using Portal = std::array<ExactCorner, 3>;

/// The direction in which the line leaves the difference.
enum class CastDirection : int { backward = -1, forward = 1 };

class PortalCast {
 public:
  PortalCast(const MinkowskiDifference& difference, const Vector3<Dyadic>& direction)
      : difference_(&difference), direction_(direction) {
    const auto rough = [](double x) { return Bounded(x, ray_error); };
    rough_ = {rough(direction_.rounded.x), rough(direction_.rounded.y), rough(direction_.rounded.z)};
  }

  [[nodiscard]] std::optional<Portal> first_portal(const Generators& around) const {
    KeptList<ExactCorner> pool;
    for (const Generator& id : around) {
      if (!id.is_ray()) pool.emplace_back(*difference_, id);
    }
    if (auto portal = portal_among(pool)) return portal;
    add_corners_across(pool);
    return portal_among(pool);
  }

  [[nodiscard]] Piercing pierced(const Portal& first, CastDirection towards) const {
    Portal portal = first;
    while (const auto next = corner_beyond(portal, towards)) portal = through(portal, *next, first);
    const Vector3<Dyadic> normal = outward<Dyadic>(portal, towards);
    const Dyadic speed = dot(normal, direction_.exact);
    const Dyadic height = dot(normal, portal[0].at<Dyadic>());
    const bool is_generic = side(portal[0], portal[1]) * side(portal[1], portal[2]) * side(portal[2], portal[0]) > 0;
    if (towards == CastDirection::forward) return {{height, speed}, normal, is_generic};
    return {{-height, -speed}, normal, is_generic};
  }

 private:
  template <class N>
  [[nodiscard]] const Vector3<N>& direction() const {
    if constexpr (std::is_same_v<N, Bounded>) {
      return rough_;
    } else {
      return direction_.exact;
    }
  }

  /// On which side of the line the segment from u to v passes it: 1 when it turns by the right hand around it.
  [[nodiscard]] int side(const ExactCorner& u, const ExactCorner& v) const {
    return decided_sign([&]<class N>() { return dot(direction<N>(), cross(u.at<N>(), v.at<N>())); });
  }

  /// Likewise for the parallel line through x.
  [[nodiscard]] int side(const ExactCorner& u, const ExactCorner& v, const ExactCorner& x) const {
    return decided_sign([&]<class N>() { return dot(direction<N>(), cross(u.at<N>() - x.at<N>(), v.at<N>() - x.at<N>())); });
  }

  /// Likewise for the line moved a little towards the first corner of a portal, much less towards the second, still less towards
  /// the third. Zero only where u and v lie behind each other along the line.
  [[nodiscard]] int moved_side(const ExactCorner& u, const ExactCorner& v, const Portal& first) const {
    int s = side(u, v);
    for (int k = 0; s == 0 && k < 3; ++k) s = side(u, v, first[k]);
    return s;
  }

  [[nodiscard]] std::optional<Portal> portal_of(const ExactCorner& p, const ExactCorner& q, const ExactCorner& r) const {
    const int turn = side(q, r, p);
    if (turn == 0 || side(p, q) * turn < 0 || side(q, r) * turn < 0 || side(r, p) * turn < 0) return std::nullopt;
    return turn > 0 ? Portal{p, q, r} : Portal{p, r, q};
  }

  [[nodiscard]] std::optional<Portal> portal_among(const KeptList<ExactCorner>& pool) const {
    for (std::size_t i = 0; i < pool.size(); ++i) {
      for (std::size_t j = i + 1; j < pool.size(); ++j) {
        for (std::size_t k = j + 1; k < pool.size(); ++k) {
          if (auto portal = portal_of(pool[i], pool[j], pool[k])) return portal;
        }
      }
    }
    return std::nullopt;
  }

  void add_both_ends(KeptList<ExactCorner>& pool, const Vector3<double>& across) const {
    if (!(dot(across, across) > 0)) return;
    pool.emplace_back(*difference_, probably_farthest(*difference_, across));
    pool.emplace_back(*difference_, probably_farthest(*difference_, -across));
  }

  /// For a line that passes through a corner or through the segment of two: corners beside all lines through two of them. One that
  /// is missed costs the caller a slower method, never a wrong answer.
  void add_corners_across(KeptList<ExactCorner>& pool) const {
    const Vector3<double>& along = direction_.rounded;
    for (int k = 0; k < 3; ++k) {
      add_both_ends(pool, cross(along, {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}));
    }
    const std::size_t count = pool.size();
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) {
        add_both_ends(pool, cross(along, values_of(pool[j].at<Bounded>() - pool[i].at<Bounded>())));
      }
    }
  }

  template <class N>
  [[nodiscard]] static Vector3<N> outward(const Portal& p, CastDirection towards) {
    return towards == CastDirection::forward ? normal_of<N>(p[0], p[1], p[2]) : normal_of<N>(p[0], p[2], p[1]);
  }

  [[nodiscard]] static bool is_beyond(const Portal& p, CastDirection towards, const ExactCorner& x) {
    return side_of_plane(p[0], p[1], p[2], x) * static_cast<int>(towards) > 0;
  }

  [[nodiscard]] static bool holds(const Portal& portal, const Generator& id) {
    return portal[0].id() == id || portal[1].id() == id || portal[2].id() == id;
  }

  /// A corner beyond the portal's plane, far beyond it if possible; nothing when there is none.
  [[nodiscard]] std::optional<ExactCorner> corner_beyond(const Portal& portal, CastDirection towards) const {
    const Generator guess = probably_farthest(*difference_, values_of(outward<Bounded>(portal, towards)));
    if (!holds(portal, guess)) {
      const ExactCorner corner(*difference_, guess);
      if (is_beyond(portal, towards, corner)) return corner;
    }
    const Generator farthest = least_generator(*difference_, ExactDirection(-outward<Dyadic>(portal, towards)));
    if (farthest == guess || holds(portal, farthest)) return std::nullopt;
    const ExactCorner corner(*difference_, farthest);
    return is_beyond(portal, towards, corner) ? std::optional(corner) : std::nullopt;
  }

  /// The portal with the corner `next` and two of the old ones.
  [[nodiscard]] Portal through(const Portal& old, const ExactCorner& next, const Portal& first) const {
    std::array<int, 3> turn{};
    for (int k = 0; k < 3; ++k) {
      turn[k] = moved_side(old[k], next, first);
      if (turn[k] != 0) continue;
      Portal portal = old;
      portal[k] = next;
      return portal;
    }
    for (int k = 0; k < 2; ++k) {
      if (turn[k] < 0 && turn[k + 1] > 0) return {old[k], old[k + 1], next};
    }
    return {old[2], old[0], next};
  }

  const MinkowskiDifference* difference_;
  ExactDirection direction_;
  Vector3<Bounded> rough_;
};

}  // namespace

std::optional<PortalPassage> portal_cast(const MinkowskiDifference& difference, const Vector3<Dyadic>& direction,
                                         const Generators& around) {
  const PortalCast cast(difference, direction);
  const auto portal = cast.first_portal(around);
  if (!portal) return std::nullopt;
  return PortalPassage{cast.pierced(*portal, CastDirection::backward), cast.pierced(*portal, CastDirection::forward)};
}

}  // namespace graze::distance
