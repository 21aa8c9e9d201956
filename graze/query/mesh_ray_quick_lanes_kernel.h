#pragma once
/// The body of quick_first_hit, compiled once for each instruction set.

#include <limits>

#include <graze/distance/triangle_line_plane.h>
#include <graze/query/mesh_ray_quick_lanes.h>
#include <graze/tree/ray_lanes_kernel.h>

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

  GRAZE_FORCE_INLINE QuickHit found(tree::RayReach reach) const {
    using Kind = QuickHit::Kind;
    if (reach == tree::RayReach::unknown || (doubtful_from_ <= first_.high && doubtful_from_ != infinity)) return {Kind::unsure};
    if (first_.high == infinity) return {};
    return {Kind::one, first_.entered, first_.triangle, first_.t, {first_.normal.x, first_.normal.y, first_.normal.z}};
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  struct Contact {
    double low, high, t;  ///< as in ParameterBracket
    distance::Three normal;
    std::uint32_t triangle;
    bool entered;
  };

  /// A triangle whose edges the line passes within.
  GRAZE_FORCE_INLINE void see(std::uint32_t i, bool entered) {
    const double *a = mesh_.corner(i, 0), *b = mesh_.corner(i, 1), *c = mesh_.corner(i, 2);
    distance::PlaneCrossing at = distance::plane_crossing(part_.line, a, b, c);
    if (!at.is_trusted) [[unlikely]]
      look_closer(at, part_.line, a, b, c);
    if (!at.is_trusted) [[unlikely]] {
      give_up();
      return;
    }
    const Contact contact{at.t - at.room, at.t + at.room, at.t, at.normal, i, entered};
    if ((contact.high < part_.least) | (contact.low > part_.greatest) | (contact.low > first_.high)) return;
    if (!((contact.low >= part_.least) & (contact.high <= part_.greatest))) {
      give_up();
      return;
    }
    if (contact.high >= first_.low) doubt(contact.low < first_.low ? contact.low : first_.low);
    if (contact.high < first_.high) first_ = contact;
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
  Contact first_{infinity, infinity, infinity, {0, 0, 0}, 0, false};
  double doubtful_from_ = infinity;
};

GRAZE_FORCE_INLINE QuickHit quick_first_hit_lanes(const tree::MeshInTree& mesh, const tree::LinePart& part) {
  FirstOf first(mesh, part);
  const tree::RayReach reach = tree::GRAZE_SIMD_TARGET::walk_in_lanes(mesh, part, first);
  return first.found(reach);
}

}  // namespace graze::query::GRAZE_SIMD_TARGET
