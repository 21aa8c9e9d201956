#pragma once
/// The body of quick_first_hit, compiled once for each instruction set.

#include <limits>

#include "mesh/kernels.h"
#include "tree/walk/ray_lanes_kernel.h"
#include "triangle/line_plane.h"

namespace graze::query::GRAZE_SIMD_TARGET {

/// What the triangles seen so far say.
class FirstOf {
 public:
  GRAZE_FORCE_INLINE FirstOf(const tree::MeshInTree& mesh, const tree::LinePart& part) : mesh_(mesh), part_(part) {}

  /// Returns up to where the line is of interest from now on.
  GRAZE_FORCE_INLINE double see(const tree::TrianglesAhead& ahead) {
    const distance::TwoSides& sides = ahead.sides;
    if ((sides.may_meet & ~sides.within) != 0) return give_up();
    for (unsigned left = sides.may_meet; left != 0; left &= left - 1) {
      const bool is_first = (left & 1U) != 0;
      const unsigned bit = is_first ? 1U : 2U;
      see(is_first ? ahead.numbers[0] : ahead.numbers[1], (sides.entered & bit) != 0);
    }
    return first_.high;
  }

  GRAZE_FORCE_INLINE QuickHit found() const {
    using Kind = QuickHit::Kind;
    if (doubtful_from_ <= first_.high && doubtful_from_ != infinity) return {Kind::unsure};
    if (first_.high == infinity) return {};
    const bool is_entered = first_.net >= 0;  // what is passed both ways is come to from outside
    const std::uint32_t triangle = first_.net == 0 ? smaller_of(first_.least_left, first_.least_entered)
                                   : is_entered    ? first_.least_entered
                                                   : first_.least_left;
    const double sense = (triangle == first_.least_entered) == first_.normal_is_of_entered ? 1 : -1;
    return {Kind::one, is_entered, triangle, first_.t, {sense * first_.normal.x, sense * first_.normal.y, sense * first_.normal.z}};
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr std::uint32_t no_triangle = std::numeric_limits<std::uint32_t>::max();

  /// With a triangle, or with several in the same plane: faces that are there twice, or lie on each other.
  struct Contact {
    double low, high, t;     ///< as in ParameterBracket
    distance::Three normal;  ///< of one of them
    bool normal_is_of_entered;
    int net;                                  ///< how many of them are entered, less how many are left
    std::uint32_t least_left, least_entered;  ///< of their numbers
  };

  static GRAZE_FORCE_INLINE std::uint32_t smaller_of(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

  /// A triangle whose edges the line passes within.
  GRAZE_FORCE_INLINE void see(std::uint32_t i, bool entered) {
    const double *a = mesh_.corner(i, 0), *b = mesh_.corner(i, 1), *c = mesh_.corner(i, 2);
    const distance::PlaneCrossing crossing = distance::plane_crossing(part_.line, a, b, c);
    distance::PlaneParameter at = crossing.at;
    if (!at.is_trusted) [[unlikely]]
      at = distance::looked_closer(part_.line, a, b, c);
    if (!at.is_trusted) [[unlikely]] {
      give_up();
      return;
    }
    const Contact contact{.low = at.t - at.error,
                          .high = at.t + at.error,
                          .t = at.t,
                          .normal = crossing.normal,
                          .normal_is_of_entered = entered,
                          .net = entered ? 1 : -1,
                          .least_left = entered ? no_triangle : i,
                          .least_entered = entered ? i : no_triangle};
    if ((contact.high < part_.least) | (contact.low > part_.greatest) | (contact.low > first_.high)) return;
    if (!((contact.low >= part_.least) & (contact.high <= part_.greatest))) {
      give_up();
      return;
    }
    if (contact.high >= first_.low) [[unlikely]] {
      if (are_in_one_plane(mesh_, i, smaller_of(first_.least_left, first_.least_entered))) return join(i, entered);
      doubt(contact.low < first_.low ? contact.low : first_.low);
    }
    if (contact.high < first_.high) first_ = contact;
  }

  /// One more triangle in the plane of the first.
  GRAZE_FORCE_INLINE void join(std::uint32_t i, bool entered) {
    first_.net += entered ? 1 : -1;
    std::uint32_t& least = entered ? first_.least_entered : first_.least_left;
    least = smaller_of(least, i);
  }

  /// Doubles cannot tell what is met first among some triangles, which are not met before t.
  GRAZE_FORCE_INLINE void doubt(double t) { doubtful_from_ = t < doubtful_from_ ? t : doubtful_from_; }
  /// Nothing that is yet to come can help.
  GRAZE_FORCE_INLINE double give_up() {
    doubtful_from_ = -infinity;
    first_.high = first_.low = -infinity;
    return -infinity;
  }

  const tree::MeshInTree& mesh_;
  const tree::LinePart& part_;
  Contact first_{infinity, infinity, infinity, {0, 0, 0}, false, 0, no_triangle, no_triangle};
  double doubtful_from_ = infinity;
};

GRAZE_FORCE_INLINE QuickHit first_along(const tree::MeshInTree& mesh, const tree::LinePart& part,
                                        const tree::GRAZE_SIMD_TARGET::PartInTree& line) {
  FirstOf first(mesh, part);
  tree::GRAZE_SIMD_TARGET::Walk<FirstOf>(mesh, part.line, line, first).run();
  return first.found();
}

/// Apart: it would take registers from those that begin nearby.
[[gnu::noinline, gnu::cold]] inline QuickHit first_from_afar(const tree::MeshInTree& mesh, const tree::LinePart& part) {
  tree::GRAZE_SIMD_TARGET::PartInTree line;
  switch (cut_to_tree(line, *mesh.tree, part)) {
    case tree::RayReach::misses: return {};
    case tree::RayReach::unknown: return {QuickHit::Kind::unsure};
    case tree::RayReach::passes: break;
  }
  return first_along(mesh, part, line);
}

GRAZE_FORCE_INLINE QuickHit quick_first_hit_lanes(const tree::MeshInTree& mesh, const tree::LinePart& part) {
  tree::GRAZE_SIMD_TARGET::PartInTree line;
  return begins_nearby(line, *mesh.tree, part) ? first_along(mesh, part, line) : first_from_afar(mesh, part);
}

}  // namespace graze::query::GRAZE_SIMD_TARGET
