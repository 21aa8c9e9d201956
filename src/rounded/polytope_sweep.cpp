/// Sweeps of polytopes with many corners by portal casts through their difference, of others by separating axes.

#include "rounded/polytope_sweep.h"

#include <cassert>
#include <cmath>

#include "numbers/kept_blocks.h"
#include "numbers/magnitude.h"
#include "polytope/contact/contact_times.h"
#include "rounded/nearest_exact.h"
#include "rounded/polytope_pair.h"
#include "rounded/portal_cast.h"
#include "rounded/spanning_tetrahedron.h"

namespace graze::distance {
namespace {

/// Separating axes answer what a search among the corners leaves undecided.
enum class CornerSearch : std::uint8_t { hit, miss, undecided };

struct PolytopeContact {
  CornerSearch search = CornerSearch::undecided;
  sat::ExactContact times;
  std::optional<Vector3<Dyadic>> normal;  ///< from a to b; absent when they overlap in every direction
};

bool is_zero(const Vector3<Dyadic>& v) { return sat::zeroness(v) == Sign::zero; }

Generators generators_of(const ExactNearest& nearest) {
  Generators ids;
  for (const auto& member : nearest.wolfe_set) ids.push_back(member.id);
  return ids;
}

/// Generators with the origin between or on them; nothing when there are none.
std::optional<Generators> around_origin(const MinkowskiDifference& d, const NearestBounds& e) {
  if (e.lower > 0) return std::nullopt;
  if (e.upper == 0) return e.generators;
  const ExactNearest found = nearest_exact(d, e.generators);
  return found.meets() ? std::optional(generators_of(found)) : std::nullopt;
}

/// Likewise seen along a direction: the difference at all times.
std::optional<Generators> around_line(const MinkowskiDifference& d, const Vector3<Dyadic>& direction) {
  MinkowskiDifference at_all_times = d;
  at_all_times.sweep(direction);
  at_all_times.sweep(-direction);
  const ExactNearest found = nearest_exact(at_all_times, nearest_bounds(at_all_times).generators);
  return found.meets() ? std::optional(generators_of(found)) : std::nullopt;
}

class PolytopeSweep {
 public:
  PolytopeSweep(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities)
      : a_(&a),
        b_(&b),
        core_a_(body_view(a)),
        core_b_(body_view(b)),
        difference_(core_a_, core_b_),
        velocity_(lifted<Dyadic>(velocities.b) - lifted<Dyadic>(velocities.a)) {}

  [[nodiscard]] const MinkowskiDifference& difference() const { return difference_; }

  [[nodiscard]] PolytopeContact contact(double t_max) const {
    if (!spanning_tetrahedron(difference_)) return {};
    const NearestBounds now = nearest_bounds(difference_);
    if (is_out_of_reach(now, t_max)) return {CornerSearch::miss, {}, {}};
    const auto around = around_origin(difference_, now);
    return around ? initial_contact(*around) : later_contact(t_max);
  }

  /// Whether neither body can have an intersection with the other that is flat though they overlap.
  [[nodiscard]] bool are_solid() const {
    return is_surely_solid(difference_.a, difference_.error) && is_surely_solid(difference_.b, difference_.error);
  }

 private:
  /// Whether the bodies are farther apart than they can move until t_max.
  [[nodiscard]] bool is_out_of_reach(const NearestBounds& now, double t_max) const {
    if (!(now.lower > 0) || !std::isfinite(t_max)) return false;
    const double speed = root(Magnitude(dot(velocity_, velocity_))).to_double();
    return now.lower * difference_.unit * (1 - 16 * tolerance::rounding) > speed * t_max;
  }

  [[nodiscard]] PolytopeContact later_contact(double t_max) const {
    const PolytopeContact miss{CornerSearch::miss, {}, {}};
    if (is_zero(velocity_)) return miss;
    const auto around = around_line(difference_, velocity_);
    if (!around) return miss;
    const auto found = portal_cast(difference_, velocity_, *around);
    if (!found) return {};
    const sat::ExactTime& first = found->entry.time;
    if (first.numerator.sign() < 0 || (std::isfinite(t_max) && sat::ExactTime{t_max, 1} < first)) return miss;
    return {CornerSearch::hit, {first, found->exit.time, false, {}}, normal_at(found->entry)};
  }

  [[nodiscard]] Vector3<Dyadic> normal_at(const Piercing& p) const {
    if (p.is_generic) return p.normal;
    return preferred_normal(difference_, *a_, *b_, {p.normal, p.time.numerator * velocity_, p.time.denominator, velocity_});
  }

  [[nodiscard]] PolytopeContact initial_contact(const Generators& around) const {
    PolytopeContact out{CornerSearch::hit, {}, {}};
    out.times.initial = true;
    if (!is_zero(velocity_)) {
      const auto found = portal_cast(difference_, velocity_, around);
      if (!found) return {};
      out.times.last = found->exit.time;
    }
    if (is_strictly_around(around)) return out;
    if (!is_zero(velocity_) && find_touching(velocity_, around, out)) return out;
    for (int k = 0; k < 3; ++k) {
      if (find_touching(sat::coordinate_axis<Dyadic>(k), around, out)) return out;
    }
    return out;
  }

  /// Whether the origin is inside a tetrahedron of four corners that has it inside or on its surface.
  [[nodiscard]] bool is_strictly_around(const Generators& around) const {
    if (around.size() < 4) return false;
    KeptList<ExactCorner> p;
    for (const Generator& id : around) p.emplace_back(difference_, id);
    for (int k = 0; k < 4; ++k) {
      const ExactCorner &u = p[(k + 1) % 4], &v = p[(k + 2) % 4], &w = p[(k + 3) % 4];
      if (decided_sign([&]<class N>() { return dot(u.at<N>(), cross(v.at<N>(), w.at<N>())); }) == 0) return false;
    }
    return true;
  }

  /// Whether the search for a plane that has the origin in it and the difference on one side is over. Where the lines along three
  /// independent directions have the origin strictly inside the difference there is none.
  [[nodiscard]] bool find_touching(const Vector3<Dyadic>& direction, const Generators& around, PolytopeContact& out) const {
    const auto found = portal_cast(difference_, direction, around);
    if (!found) {
      out = {};
      return true;
    }
    for (const Piercing* p : {&found->entry, &found->exit}) {
      if (!p->time.numerator.is_zero()) continue;
      out.normal = preferred_normal(difference_, *a_, *b_, {p->normal, {}, 1, {}});
      return true;
    }
    return false;
  }

  const sat::Convex* a_;
  const sat::Convex* b_;
  BodyView core_a_;
  BodyView core_b_;
  MinkowskiDifference difference_;
  Vector3<Dyadic> velocity_;
};

}  // namespace

std::optional<Impact> sweep_by_corners(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities,
                                       double t_max) {
  assert(t_max >= 0);
  const PolytopeSweep search(a, b, velocities);
  const PolytopeContact contact = search.contact(t_max);
  if (contact.search == CornerSearch::undecided) return sat::sweep(sat::completed(a), sat::completed(b), velocities, t_max);
  if (contact.search == CornerSearch::miss) return std::nullopt;
  Impact impact;
  if (contact.normal) {
    const FacingFaces faces = facing_faces(search.difference(), *contact.normal);
    impact = sat::touching_along(a, faces.of_a, b, faces.of_b, *contact.normal, search.difference().origin, velocities,
                                 contact.times.first);
  } else if (!search.are_solid()) {
    const sat::Convex whole_a = sat::completed(a);
    const sat::Convex whole_b = sat::completed(b);
    impact = sat::touching_at({whole_a, whole_b}, velocities, contact.times);
  }
  sat::set_times(impact, contact.times, a, b, t_max);
  return impact;
}

std::optional<Impact> sweep(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities, double t_max) {
  if (has_many_corners(a, b)) return sweep_by_corners(a, b, velocities, t_max);
  return sat::sweep(sat::completed(a), sat::completed(b), velocities, t_max);
}

std::optional<Impact> times_of_contact(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities,
                                       double t_max) {
  std::optional<sat::ExactContact> times;
  PolytopeContact contact;
  if (has_many_corners(a, b)) contact = PolytopeSweep(a, b, velocities).contact(t_max);
  if (contact.search == CornerSearch::hit) times = contact.times;
  if (contact.search == CornerSearch::undecided) {
    const sat::Convex whole_a = sat::completed(a);
    const sat::Convex whole_b = sat::completed(b);
    times = sat::contact_interval({whole_a, whole_b}, velocities, t_max);
  }
  if (!times) return std::nullopt;
  Impact impact;
  sat::set_times(impact, *times, a, b, t_max);
  return impact;
}

std::optional<sat::ExactTime> time_of_touching(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities,
                                               double t_max) {
  PolytopeContact contact;
  if (has_many_corners(a, b)) contact = PolytopeSweep(a, b, velocities).contact(t_max);
  if (contact.search == CornerSearch::hit) return contact.normal ? std::optional(contact.times.first) : std::nullopt;
  if (contact.search == CornerSearch::miss) return std::nullopt;
  const sat::Convex whole_a = sat::completed(a), whole_b = sat::completed(b);
  const auto times = sat::contact_interval({whole_a, whole_b}, velocities, t_max);
  return times && times->axis ? std::optional(times->first) : std::nullopt;
}

}  // namespace graze::distance
