#pragma once
/// The pairs of triangles of two moving meshes that meet first: all that do so at the same instant exactly, not within a tolerance.

#include <optional>
#include <vector>

#include "mesh/moving_triangles.h"

namespace graze::query {

/// Looks at pairs one by one and keeps those that may be the earliest. Bounds of their times order most of them; pairs that meet by
/// the same corner or the same edges meet at the same time; what is left is compared in exact arithmetic.
class EarliestPairs {
 public:
  /// Empty, but with the capacity it once needed: queries of a thread allocate nothing once it has grown. Belongs to one question
  /// at a time; refers to the pairs.
  [[nodiscard]] static EarliestPairs& of_this_thread(MovingTrianglePairs& moving, double t_max);

  void look_at(TrianglePair pair);
  /// At all pairs of the meshes that may meet soon enough.
  void look_at_all();

  /// Pairs that meet later are of no interest.
  [[nodiscard]] double horizon() const { return horizon_; }

  /// The pairs that share the earliest time, unordered; empty when none has met.
  [[nodiscard]] std::vector<TrianglePair>& earliest();

  /// Whether all the pairs found are known to meet by one corner in one triangle, or by one edge of each: in one point.
  [[nodiscard]] bool is_one_point() const;
  /// Whether some pair is known to pass through each other at time 0.
  [[nodiscard]] bool crosses_at_start() const;

 private:
  struct Plain {
    TrianglePair pair;
    sat::FirstContact contact;
  };

  void add_exact(TrianglePair pair, const sat::ExactTime& first);
  [[nodiscard]] sat::ExactTime exact_time(const Plain& plain) const;
  [[nodiscard]] bool meet_at_the_same_time(const Plain& x, const Plain& y) const;
  void drop_later_pairs();
  void compare_exactly();

  MovingTrianglePairs* moving_ = nullptr;
  double t_max_ = 0;
  double horizon_ = 0;
  bool at_once_ = false;             ///< all the pairs found are plain, and of one corner or of the same edges
  std::vector<Plain> plain_;         ///< meet for certain, at a time within the bounds of their contacts
  std::vector<TrianglePair> exact_;  ///< all meet at first_
  sat::ExactTime first_;
};

}  // namespace graze::query
