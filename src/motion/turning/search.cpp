/// Best-first search over pairs of boxes and triangles for the first contact of turning bodies.

#include "motion/turning/search.h"

#include <algorithm>
#include <cmath>

#include <graze/options.h>

#include "motion/turning/leaves.h"
#include "tree/walk/soonest_first.h"

namespace graze::query {
namespace {

using tree::BoxRef;
using tree::Siblings;
using tree::Slot;
using tree::SoonestFirst;
using tree::TimedPair;
using tree::WideTree;

/// Radians; beyond it angles have lost the digits that single precision needs. A search gives up there.
constexpr double longest_turn = 0x1p20;
/// Radians. Bounds on a gap say little about what lies beyond such a turn, but boxes were opened for them: a longer motion is
/// searched in parts, each from the roots. SweepTurningMeshes.FollowManyTurns
constexpr double longest_part = 1;
/// Times are rounded down by this part of them. No unit.
constexpr double time_rounding = 0x1p-51;
/// Ticks that do not fit into a float any more.
constexpr double longest_horizon = 0x1p120;

double tick_for(double speed, const WideTree& tree) { return std::ldexp(1.0, -std::ilogb(speed) - tree.exponent); }

/// Nodes is tree::NodesView, or tree::WideNodes where neither tree is compact.
template <class Nodes, class Leaves>
class TurningSearch {
 public:
  TurningSearch(const Leaves& leaves, const TurningTask& task)
      : leaves_(leaves),
        a_(leaves.tree_a()),
        b_(leaves.tree_b()),
        nodes_a_(a_.wide()),
        nodes_b_(b_.wide()),
        task_(task),
        size_(a_.size() + b_.size()),
        speed_(a_.speed() + b_.speed()),
        last_(std::min(task.to, time_to_turn(longest_turn))),
        end_(last_),
        tick_(tick_for(speed_, a_.wide())),
        a_in_b_(a_.wide(), b_.wide(), b_.state(), a_.turn(), b_.turn(), bounds()),
        b_in_a_(b_.wide(), a_.wide(), a_.state(), b_.turn(), a_.turn(), bounds()),
        queue_(SoonestFirst::of_this_thread()) {}

  TurningContact run() {
    double from = task_.from;
    do {
      end_ = std::min(last_, from + time_to_turn(longest_part));
      if (const auto found = search_from(from)) return *found;
      from = end_;
      if (is_at_limit()) return {TurningStatus::unfinished, from, {}, {}};
    } while (from < last_);
    if (last_ < task_.to) return {TurningStatus::unfinished, last_, {}, {}};
    return {};
  }

 private:
  /// Until end_. Nothing when there is no contact.
  std::optional<TurningContact> search_from(double from) {
    go_to(from);
    std::optional<TimedPair> next = queue_.pop_after_adding(test_in_b({from, {}}, 0));
    for (++looks_; next; ++looks_) {
      if (is_at_limit()) return TurningContact{TurningStatus::unfinished, next->enter, {}, {}};
      go_to(next->enter);
      if (is_leaf(*next)) {
        if (const auto contact = look_at_triangles(*next)) return contact;
        next = queue_.pop();
      } else {
        next = queue_.pop_after_adding(open(*next));
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_at_limit() const { return looks_ > task_.max_evaluations || Interrupt::is_asked_for(); }

  /// Of the faster body, by an angle in radians.
  [[nodiscard]] double time_to_turn(double angle) const {
    const double turn_speed = std::max(a_.turn_speed(), b_.turn_speed());
    return turn_speed > 0 ? angle / turn_speed : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] tree::TurningBounds bounds() const { return {leaves_.shear(), speed_, task_.clearance, tick_, task_.is_linear}; }

  void go_to(double t) {
    if (t == time_) return;
    time_ = t;
    a_.go_to(t);
    b_.go_to(t);
    is_seen_in_a_ = is_seen_in_b_ = false;
    const double coordinates = size_ + speed_ * t;
    error_ = rounding_of_poses * coordinates;
    tolerance_ = std::max(task_.tolerance, least_turning_tolerance * coordinates);
  }

  [[nodiscard]] Moment moment() const {
    const double rate_error = rounding_of_poses * speed_ + (a_.turn_speed() + b_.turn_speed()) * error_;
    return {a_, b_, time_, tolerance_, error_, {error_, rate_error, task_.clearance, end_ - time_, task_.is_linear}};
  }

  [[nodiscard]] bool is_leaf(const TimedPair& item) const {
    return item.is_triangles || (nodes_a_.slot(item.boxes.a).is_leaf() && nodes_b_.slot(item.boxes.b).is_leaf());
  }

  [[nodiscard]] Siblings open(const TimedPair& item) {
    const auto [box_a, box_b] = item.boxes;
    [[maybe_unused]] double known = time_;
    if constexpr (Leaves::knows_more_than_boxes) {
      known = later(leaves_.free_time(moment(), box_a));
      if (!is_in_time(known)) return {};
    }
    const tree::SlotPair slots{nodes_a_.slot(box_a), nodes_b_.slot(box_b)};
    const bool opens_a = tree::opens_first(nodes_a_, nodes_b_, item.boxes, slots, a_in_b_.scale());
    Siblings found = opens_a ? test_in_a(item, slots.a.node()) : test_in_b(item, slots.b.node());
    if constexpr (Leaves::knows_more_than_boxes) {
      for (double& enter : found.enter) enter = std::max(enter, known);
    }
    return found;
  }

  [[nodiscard]] Siblings test_in_a(const TimedPair& item, std::uint32_t node) {
    if (!is_seen_in_a_) b_in_a_.look(b_.state(), a_.state(), error_);
    is_seen_in_a_ = true;
    return test(b_in_a_, nodes_b_, item.boxes.b, nodes_a_, node, true);
  }
  [[nodiscard]] Siblings test_in_b(const TimedPair& item, std::uint32_t node) {
    if (!is_seen_in_b_) a_in_b_.look(a_.state(), b_.state(), error_);
    is_seen_in_b_ = true;
    return test(a_in_b_, nodes_a_, item.boxes.a, nodes_b_, node, false);
  }

  [[nodiscard]] Siblings test(const tree::TurningView& view, const Nodes& from, BoxRef kept, const Nodes& to, std::uint32_t node,
                              bool opened_a) const {
    Siblings found{kept, node, opened_a, 0, {}};
    float free[8];
    sat::EightBoxes buffer_kept, buffer_opened;
    found.left = view.test(from.open(kept, buffer_kept), kept.lane(), to.open(node, buffer_opened), ticks_left(), free);
    for (unsigned rest = found.left; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      found.enter[lane] = later(tick_ * static_cast<double>(free[lane]));
      if (!is_in_time(found.enter[lane])) found.left &= ~(1U << static_cast<unsigned>(lane));
    }
    return found;
  }

  [[nodiscard]] std::optional<TurningContact> look_at_triangles(const TimedPair& item) {
    std::optional<TurningContact> contact;
    const auto look = [&](std::uint32_t i, std::uint32_t j) {
      contact = look_at_pair(i, j);
      return !contact;
    };
    if (item.is_triangles) {
      look(item.i, item.j);
    } else {
      leaves_.each_pair(nodes_a_.slot(item.boxes.a), nodes_b_.slot(item.boxes.b), look);
    }
    return contact;
  }

  /// Either they are in contact now, or they come back when they may be. They must not be forgotten, nor examined before others
  /// that may meet sooner.
  [[nodiscard]] std::optional<TurningContact> look_at_pair(std::uint32_t i, std::uint32_t j) {
    const LeafAnswer answer = leaves_.look(moment(), i, j);
    if (answer.contact) return TurningContact{TurningStatus::contact, time_, {i, j}, *answer.contact};
    const double enter = later(answer.free);
    if (is_in_time(enter)) queue_.push_triangles(enter, i, j);
    return std::nullopt;
  }

  /// Rounded down, but not below now.
  [[nodiscard]] double later(double step) const {
    return std::max(time_, (time_ + step * (1 - time_rounding)) * (1 - time_rounding));
  }
  [[nodiscard]] bool is_in_time(double t) const { return t <= end_ && std::isfinite(t); }
  /// Rounded up.
  [[nodiscard]] float ticks_left() const {
    constexpr double up = 1 + 4 * tolerance::float_rounding;
    const double ticks = (end_ - time_) / tick_ * up + static_cast<double>(std::numeric_limits<float>::min());
    return ticks < longest_horizon ? static_cast<float>(ticks) : std::numeric_limits<float>::infinity();
  }

  const Leaves& leaves_;
  TurningTree a_, b_;
  Nodes nodes_a_, nodes_b_;
  TurningTask task_;
  double size_, speed_, last_, end_, tick_;
  tree::TurningView a_in_b_, b_in_a_;
  SoonestFirst& queue_;
  double time_ = -1, error_ = 0, tolerance_ = 0;
  std::size_t looks_ = 0;
  bool is_seen_in_a_ = false, is_seen_in_b_ = false;
};

template <class Leaves>
TurningContact search(const Leaves& leaves, const TurningTask& task) {
  if (leaves.wide_a().is_compact() || leaves.wide_b().is_compact())
    return TurningSearch<tree::NodesView, Leaves>(leaves, task).run();
  return TurningSearch<tree::WideNodes, Leaves>(leaves, task).run();
}

/// Lengths and speeds whose fourth powers are far from the limits of double, and with them those of their digits.
constexpr double least_number = 0x1p-150, greatest_number = 0x1p150;
bool is_ordinary(double x) { return x > least_number && x < greatest_number; }

/// Ratio of coordinates to sizes beyond which nothing is left of the digits of the latter.
/// SweepTurningMeshes.AnswerFarFromTheOriginAndForVeryDifferentSizes
constexpr double max_coordinate_ratio = 0x1p40;

bool suit_each_other(const TurningTree& a, const TurningTree& b) {
  const int exponent_a = a.wide().exponent, exponent_b = b.wide().exponent;
  if (std::abs(exponent_a - exponent_b) > most_different) return false;
  const double smaller = std::ldexp(1.0, -std::max(exponent_a, exponent_b));
  return is_ordinary(smaller) && is_ordinary(a.size() + b.size()) && is_ordinary(a.speed() + b.speed()) &&
         a.size() + b.size() < max_coordinate_ratio * smaller;
}

}  // namespace

bool suits_turning_search(const TurningMesh& a, const TurningMesh& b) {
  const TwoMeshes leaves(a, b);
  return suit_each_other(leaves.tree_a(), leaves.tree_b());
}

bool suits_turning_search(const TurningMesh& a, const TurningConvex& b) {
  const MeshAndConvex leaves(a, b);
  return suit_each_other(leaves.tree_a(), leaves.tree_b());
}

TurningContact search_turning(const TurningMesh& a, const TurningMesh& b, const TurningTask& task) {
  return search(TwoMeshes(a, b), task);
}

TurningContact search_turning(const TurningMesh& a, const TurningConvex& b, const TurningTask& task) {
  return search(MeshAndConvex(a, b), task);
}

}  // namespace graze::query
