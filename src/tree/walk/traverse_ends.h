#pragma once
/// Walks two mesh trees at once down to boxes that a callable calls ends, leaves or not: for trees whose leaves are boxes.

#include <bit>
#include <cstdint>
#include <vector>

#include "tree/walk/traverse.h"

namespace graze::tree {

/// Two placed trees; is_end_of_a(box) and is_end_of_b(box) say where walks end, at leaves at the latest.
template <class IsEndOfA, class IsEndOfB>
class EndPairs {
 public:
  EndPairs(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, const IsEndOfA& is_end_of_a,
           const IsEndOfB& is_end_of_b)
      : a_(a.wide()),
        b_(b.wide()),
        a_in_b_(a.wide(), pose_a, b.wide(), pose_b, 0),
        b_in_a_(b.wide(), pose_b, a.wide(), pose_a, 0),
        is_end_of_a_(is_end_of_a),
        is_end_of_b_(is_end_of_b) {}

  /// on_ends(BoxRefPair) -> bool, "go on?", for ends whose boxes may meet. False if it did.
  template <class OnEnds>
  bool walk(OnEnds&& on_ends) {
    float far[8];
    sat::EightBoxes buffer_a, buffer_b;
    if ((a_in_b_.test(a_.open(BoxRef{}, buffer_a), 0, b_.open(0U, buffer_b), far) & 1U) == 0) return true;
    stack_.push_back({BoxRef{}, BoxRef{}});
    Lookout lookout;
    while (!stack_.empty() && !lookout.is_called_off()) {
      const BoxRefPair pair = stack_.back();
      stack_.pop_back();
      const bool ends_a = is_end_of_a_(pair.a), ends_b = is_end_of_b_(pair.b);
      if (ends_a && ends_b) {
        if (!on_ends(pair)) return false;
      } else if (!ends_a && (ends_b || a_.size(pair.a) * a_in_b_.scale() >= b_.size(pair.b))) {
        open<true>(pair);
      } else {
        open<false>(pair);
      }
    }
    return true;
  }

 private:
  template <bool opens_a>
  void open(const BoxRefPair& pair) {
    const NodesView& opened = opens_a ? a_ : b_;
    const NodesView& other = opens_a ? b_ : a_;
    const BoxRef kept = opens_a ? pair.b : pair.a;
    const std::uint32_t node = opened.slot(opens_a ? pair.a : pair.b).node();
    float far[8];
    sat::EightBoxes buffer_kept, buffer_node;
    const OverlapPlacement& placement = opens_a ? b_in_a_ : a_in_b_;
    unsigned left = placement.test(other.open(kept, buffer_kept), kept.lane(), opened.open(node, buffer_node), far);
    for (; left != 0; left &= left - 1) {
      const BoxRef child(node, std::countr_zero(left));
      if (!opened.slot(child).is_empty()) stack_.push_back(opens_a ? BoxRefPair{child, kept} : BoxRefPair{kept, child});
    }
  }

  NodesView a_, b_;
  OverlapPlacement a_in_b_, b_in_a_;
  const IsEndOfA& is_end_of_a_;
  const IsEndOfB& is_end_of_b_;
  std::vector<BoxRefPair> stack_;
};

}  // namespace graze::tree
