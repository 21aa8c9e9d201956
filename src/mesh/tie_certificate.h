#pragma once
/// A proof that many pairs of triangles are no nearer to each other than one of them: all of them are separated by the slab across
/// the segment between its nearest points. Needles that meet in one corner, and faces that lie opposite in parallel, tie in a
/// number that grows with its square; boxes in single precision cannot exclude them, heights along one direction can.

#include <optional>

#include "mesh/overlap.h"
#include "tree/walk/box_reaches.h"

namespace graze::query {

/// A pair that may be nearer by no more than this part is as good as not nearer. No unit. With what a measured distance may be off
/// by, 2^-41, it is less than the 1e-12 promised. MeshDistance.OfFansWhoseTipsAreNearestIsThatOfTheTips
inline constexpr double negligible_part = 0x1p-42;

class TieCertificate {
 public:
  /// From nearest points at a positive distance.
  TieCertificate(const PlacedMesh& a, const PlacedMesh& b, const Closest& nearest);

  /// Whether no triangle below the one box is nearer to one below the other than the points are, up to negligible_part.
  [[nodiscard]] bool keeps_apart(tree::BoxRefPair pair) const { return -back_[pair.b] - front_[pair.a] >= width_; }

 private:
  Vec3 origin_;
  Vec3 direction_;
  double width_;            ///< times the length of the direction
  tree::BoxReaches front_;  ///< of a along the direction
  tree::BoxReaches back_;   ///< of b against it
};

/// A certificate that is made when a walk has visited more pairs of boxes than making one costs, and made anew when it has visited
/// many more.
class LazyTieCertificate {
 public:
  LazyTieCertificate(const PlacedMesh& a, const PlacedMesh& b);

  /// TieCertificate::keeps_apart(), if there is one; `measure` returns the nearest points of two disjoint triangles.
  template <class Measure>
  [[nodiscard]] bool keeps_apart(tree::BoxRefPair pair, const Measure& measure) {
    if (--looks_left_ == 0) {
      looks_left_ = next_looks_ *= 8;
      if (const auto triangles = likely_nearest(pair)) certificate_.emplace(*a_, *b_, measure(*triangles));
    }
    return certificate_ && certificate_->keeps_apart(pair);
  }

 private:
  /// Triangles below the boxes or elsewhere that are nearer to each other than anything near by: found by alternating projections,
  /// from each mesh to the nearest point of the other. Nothing where nearest_to_point() has no answer.
  [[nodiscard]] std::optional<TrianglePair> likely_nearest(tree::BoxRefPair pair) const;

  const PlacedMesh* a_;
  const PlacedMesh* b_;
  std::uint64_t next_looks_;
  std::uint64_t looks_left_;
  std::optional<TieCertificate> certificate_;
};

}  // namespace graze::query
