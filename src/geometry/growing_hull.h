#pragma once
/// The surface of a convex polytope in triangles that grows corner by corner. It knows nothing of coordinates: who adds a corner
/// says which triangles see it, exactly, and then every state is the hull of the corners added so far [Barber96 §2].

#include <array>
#include <cstdint>

#include "numbers/kept_blocks.h"

namespace graze::sat {

class GrowingHull {
 public:
  using FacetIndex = std::int32_t;

  struct Facet {
    std::array<std::int32_t, 3> corners{};   ///< by any numbers from 0 on, turning the same way on all facets
    std::array<FacetIndex, 3> neighbours{};  ///< beyond the side from corner k to corner k + 1
    bool is_gone = false;
  };

  /// A tetrahedron whose last corner is not seen by the triangle of the first three.
  explicit GrowingHull(const std::array<std::int32_t, 4>& corners);

  /// All that ever were; later ones never move.
  [[nodiscard]] const KeptList<Facet>& facets() const { return facets_; }
  [[nodiscard]] FacetIndex facet_count() const { return static_cast<FacetIndex>(facets_.size()); }

  /// Adds a corner that the facet `from` sees. Facets see it only if it is strictly beyond their plane: then those that do are one
  /// patch without holes, no new triangle is without area, and triangles in one plane stay triangles. The new facets are the last
  /// ones; answers those that are gone, good until the next call.
  template <class Sees>
  const KeptList<FacetIndex>& add(std::int32_t corner, FacetIndex from, Sees&& sees) {
    patch_.assign(1, from);
    facets_[from].is_gone = true;
    blind_.clear();
    for (std::size_t i = 0; i < patch_.size(); ++i) {
      for (const FacetIndex next : std::array(facets_[patch_[i]].neighbours)) {
        if (facets_[next].is_gone || is_blind(next)) continue;
        if (sees(facets_[next])) {
          facets_[next].is_gone = true;
          patch_.push_back(next);
        } else {
          blind_.push_back(next);
        }
      }
    }
    close_over(corner);
    return patch_;
  }

 private:
  [[nodiscard]] bool is_blind(FacetIndex facet) const;
  void close_over(std::int32_t corner);

  KeptList<Facet> facets_;
  KeptList<FacetIndex> patch_;
  KeptList<FacetIndex> blind_;     ///< around the patch
  KeptList<FacetIndex> by_start_;  ///< by the first corner, of facets that were made last
};

}  // namespace graze::sat
