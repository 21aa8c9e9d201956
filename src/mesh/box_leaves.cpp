/// Asks the parts that trees with box leaves end at.

#include "mesh/box_leaves.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "mesh/leaf_parts.h"
#include "methods/rounded_closest.h"
#include "polytope/contact/sweep.h"
#include "tree/walk/traverse_ends.h"
#include "tree/walk/traverse_moving.h"

namespace graze::query {
namespace {

/// on_parts(part of a, part of b) -> bool, "go on?", for all parts at two ends.
template <class OnParts>
bool each_pair_of_parts(const PlacedMesh& a, const PlacedMesh& b, tree::BoxRefPair ends, OnParts&& on_parts) {
  const std::vector<LeafPart> parts_b = parts_at(*b.tree, ends.b);
  for (const LeafPart& part_a : parts_at(*a.tree, ends.a)) {
    for (const LeafPart& part_b : parts_b) {
      if (!on_parts(part_a, part_b)) return false;
    }
  }
  return true;
}

/// Triangles by number, then boxes.
std::array<std::uint32_t, 2> ranks_of(const Impact& impact) {
  return {static_cast<std::uint32_t>(impact.features[0].triangle), static_cast<std::uint32_t>(impact.features[1].triangle)};
}

/// The earliest contact so far; of several at the same time that of the triangles with the smallest numbers, or of boxes the first
/// that was found.
class EarliestPart {
 public:
  explicit EarliestPart(const SweepOptions& options) : wants_last_(options.want_last), horizon_(options.t_max) {}

  void add(Impact impact, const LeafPart& a, const LeafPart& b) {
    impact.features[0].triangle = a.triangle;
    impact.features[1].triangle = b.triangle;
    const std::optional<double> last = impact.last;
    if (wants_last_ && last) last_ = std::max(last_, *last);
    const bool is_as_early = best_ && impact.first == best_->first;
    const bool approaching = impact.approaching || (is_as_early && best_->approaching);
    if (!best_ || impact.first < best_->first || (is_as_early && ranks_of(impact) < ranks_of(*best_))) best_ = impact;
    if (best_->first == impact.first) best_->approaching = approaching;
    if (!wants_last_) horizon_ = std::min(horizon_, best_->first);
  }

  /// Later contacts are of no interest.
  [[nodiscard]] double horizon() const { return horizon_; }

  [[nodiscard]] std::optional<Impact> answer() const {
    std::optional<Impact> impact = best_;
    if (!impact) return impact;
    impact->last = wants_last_ ? std::optional(last_) : std::nullopt;
    impact->certainty = Certainty::bound;
    return impact;
  }

 private:
  bool wants_last_;
  double horizon_;
  double last_ = 0;
  std::optional<Impact> best_;
};

}  // namespace

bool leaves_meet(const PlacedMesh& a, const PlacedMesh& b) {
  if (a.tree->empty() || b.tree->empty()) return false;
  const auto is_end_of_a = [&](tree::BoxRef box) { return is_end(*a.tree, box); };
  const auto is_end_of_b = [&](tree::BoxRef box) { return is_end(*b.tree, box); };
  tree::EndPairs walk(*a.tree, a.pose, *b.tree, b.pose, is_end_of_a, is_end_of_b);
  return !walk.walk([&](tree::BoxRefPair ends) {
    return each_pair_of_parts(a, b, ends, [&](const LeafPart& part_a, const LeafPart& part_b) {
      return !*distance::overlap(part_a.shape, a.pose, part_b.shape, b.pose);
    });
  });
}

std::optional<Impact> first_contact_of_leaves(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options) {
  EarliestPart earliest(options);
  const auto is_end_of_a = [&](tree::BoxRef box) { return is_end(*a.tree, box); };
  const auto is_end_of_b = [&](tree::BoxRef box) { return is_end(*b.tree, box); };
  tree::for_each_ends_by_time(*a.tree, a.pose, *b.tree, b.pose, b.velocity - a.velocity, options.t_max, is_end_of_a, is_end_of_b,
                              [&](const tree::TimedPair& ends) {
                                each_pair_of_parts(a, b, ends.boxes, [&](const LeafPart& part_a, const LeafPart& part_b) {
                                  const sat::Convex convex_a = *sat::as_convex(part_a.shape, a.pose);
                                  const sat::Convex convex_b = *sat::as_convex(part_b.shape, b.pose);
                                  if (auto impact = sat::sweep(convex_a, convex_b, {a.velocity, b.velocity}, earliest.horizon()))
                                    earliest.add(*impact, part_a, part_b);
                                  return true;
                                });
                                return earliest.horizon();
                              });
  return earliest.answer();
}

}  // namespace graze::query
