/// The boxes of a broad phase, and when its tree takes them in.

#include "broad/broad_phase.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "broad/crew.h"
#include "broad/kept_pairs.h"

namespace graze::broad {
namespace {

constexpr std::uint32_t no_position = ~std::uint32_t{0};

/// New bodies are put behind the sorted ones, where their leaves meet nearly all others. Not tuned: some
/// eight leaves of them are cheap to ask again.
constexpr std::size_t longest_tail = 64;

/// So many lanes may be empty, beside a part of all: each is looked at as if it were there.
constexpr std::size_t few_removed = 64;
constexpr std::size_t share_of_removed = 4;

/// Where more than one of so many bodies has changed, refitting everything is faster than finding the nodes they are in.
constexpr std::size_t share_for_refit = 8;

/// Bodies that have left their leaves widen these; sorting again costs less than what n / 8 of them cost to search. Not tuned.
constexpr std::size_t share_of_strayed = 8;
constexpr std::size_t few_strayed = 64;

/// A search that opens so many times the nodes it opened after sorting takes as much longer as sorting would.
constexpr double worn_ratio = 1.3;

/// Without a search that tells, everything is sorted after so many refits: a sixteenth of their time.
constexpr std::size_t most_unwatched = 16;

static_assert(sizeof(Aabb) == 6 * sizeof(double));

}  // namespace

BroadPhase::BroadPhase(unsigned threads) : crew_(std::make_shared<Crew>(threads)), kept_(std::make_unique<KeptPairs>(crew_)) {}
BroadPhase::BroadPhase(std::shared_ptr<Crew> crew) : crew_(std::move(crew)) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

/// The boxes last: by their number the others are known to be long enough.
void BroadPhase::make_room(std::size_t size) {
  if (size <= boxes_.size()) return;
  constexpr Box32 none = {{nowhere, nowhere, nowhere, 0}, {-nowhere, -nowhere, -nowhere, 0}};
  position_.resize(size, no_position);
  is_marked_.resize(size, 0);
  if (!filters_.empty()) filters_.resize(size);
  if (changed_.capacity() < size) changed_.reserve(is_marked_.capacity());
  boxes_.resize(size, none);
}

void BroadPhase::give_up() {
  std::fill(is_marked_.begin(), is_marked_.end(), std::uint8_t{0});
  changed_.clear();
  all_changed_ = all_are_there_ = false;
  order_is_due_ = true;
  if (kept_) kept_->give_up();
}

void BroadPhase::mark(std::uint32_t body) {
  if (all_changed_ || is_marked_[body] != 0) return;
  changed_.push_back(body);
  is_marked_[body] = 1;
}

void BroadPhase::forget_changes() {
  for (const std::uint32_t body : changed_) is_marked_[body] = 0;
  changed_.clear();
  all_changed_ = false;
}

void BroadPhase::make_room_for_all(std::size_t count) {
  if (count != boxes_.size()) order_is_due_ = true;
  make_room(count);
}

void BroadPhase::assign(std::span<const Aabb> boxes) {
  make_room_for_all(boxes.size());
  std::atomic<std::size_t> empty = 0;
  crew_->each_chunk(boxes.size(), 1, [&](std::size_t first, std::size_t last, std::size_t) {
    if (first == last) return;
    empty += broad_kernels().round_boxes(boxes[first].min.data(), last - first, boxes_.data() + first);
  });
  all_were_assigned(boxes.size(), empty);
}

void BroadPhase::assign(std::span<const Box32> boxes) {
  make_room_for_all(boxes.size());
  std::copy(boxes.begin(), boxes.end(), boxes_.begin());
  all_were_assigned(boxes.size(), static_cast<std::size_t>(std::count_if(boxes.begin(), boxes.end(), is_empty)));
}

/// Of the first bodies, some of which are not there; the others are gone.
void BroadPhase::all_were_assigned(std::size_t count, std::size_t empty) {
  const std::size_t known = boxes_.size();
  for (std::size_t i = count; i < known; ++i) remove(static_cast<std::uint32_t>(i));
  forget_changes();
  all_changed_ = true;
  all_are_there_ = empty == 0 && count == known;
}

void BroadPhase::set(std::uint32_t body, const Aabb& box) {
  Box32 rounded;
  broad_kernels().round_boxes(box.min.data(), 1, &rounded);
  set(body, rounded);
}

void BroadPhase::set(std::uint32_t body, const Box32& box) {
  make_room(std::size_t{body} + 1);
  mark(body);
  boxes_[body] = box;
  if (is_empty(box)) all_are_there_ = false;
}

void BroadPhase::remove(std::uint32_t body) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (body < boxes_.size()) set(body, Aabb{Vec3::Constant(infinite), Vec3::Constant(-infinite)});
}

void BroadPhase::set_filter(std::uint32_t body, const Filter& filter) {
  make_room(std::size_t{body} + 1);
  if (filters_.empty()) filters_.resize(boxes_.size());
  if (kept_) kept_->set_filter(body, filter);
  filters_[body] = filter;
}

void BroadPhase::clear() {
  forget_changes();
  boxes_.clear();
  position_.clear();
  is_marked_.clear();
  filters_.clear();
  order_is_due_ = true;
  if (kept_) kept_->start_over();
}

/// By counts alone: the same scene takes the same way on every machine.
bool BroadPhase::needs_new_order() const {
  if (order_is_due_) return true;
  if (is_fresh()) return false;
  if (is_worn_ || unwatched_ >= most_unwatched) return true;
  return strayed_ > placed_ / share_of_strayed + few_strayed || removed_ > placed_ / share_of_removed + few_removed;
}

void BroadPhase::refresh() {
  or_give_up([&] { take_in_changes(); });
}

void BroadPhase::take_in_changes() {
  if (needs_new_order()) return order_anew();
  if (is_fresh()) return;
  place_new_bodies();
  if (order_is_due_) return order_anew();
  count_changes();
  if (all_changed_ || changed_.size() > placed_ / share_for_refit) {
    refit_all();
    ++work_.refits;
    ++unwatched_;
  } else {
    refit_changed();
    ++work_.partial;
  }
  forget_changes();
}

void BroadPhase::reorder() {
  if (kept_) kept_->start_over();
  or_give_up([&] { order_anew(); });
}

void BroadPhase::order_anew() {
  forget_changes();
  order_.resize((boxes_.size() + lane_count - 1) / lane_count * lane_count);
  placed_ = sort_along_curve(boxes_, order_room_, *crew_, order_);
  sorted_ = placed_;
  order_.resize((placed_ + lane_count - 1) / lane_count * lane_count);
  positions_are_known_ = false;
  removed_ = strayed_ = unwatched_ = opened_when_sorted_ = 0;
  is_worn_ = order_is_due_ = false;
  make_levels();
  refit_all();
  ++work_.reorders;
}

/// Only needed once single bodies are set.
void BroadPhase::know_positions() {
  if (positions_are_known_) return;
  std::fill(position_.begin(), position_.end(), no_position);
  for (std::size_t i = 0; i < placed_; ++i) position_[order_[i]] = static_cast<std::uint32_t>(i);
  positions_are_known_ = true;
}

/// Where everything was set, who is new has to be looked for, unless all have been there and still are.
void BroadPhase::look_for_new_bodies() {
  if (all_are_there_ && placed_ == boxes_.size() && removed_ == 0) return;
  know_positions();
  std::size_t there = 0;
  for (std::size_t body = 0; body < boxes_.size(); ++body) {
    if (is_empty(boxes_[body])) continue;
    ++there;
    order_is_due_ = order_is_due_ || position_[body] == no_position;
  }
  removed_ = placed_ - std::min(there, placed_);
}

/// Behind the others. Sorts instead where that would be too many, or take another level.
void BroadPhase::place_new_bodies() {
  if (all_changed_) return look_for_new_bodies();
  know_positions();
  const std::size_t levels_before = levels_.size();
  for (const std::uint32_t body : changed_) {
    if (is_empty(boxes_[body]) || position_[body] != no_position) continue;
    if (placed_ - sorted_ == longest_tail || levels_.empty()) {
      order_is_due_ = true;
      return;
    }
    position_[body] = static_cast<std::uint32_t>(placed_);
    if (placed_ == order_.size()) order_.resize(placed_ + lane_count, 0);
    order_[placed_++] = body;
    ++removed_;  // its lane is empty until it is filled in
  }
  make_levels();
  order_is_due_ = levels_.size() != levels_before;
}

void BroadPhase::watch_order() {
  unwatched_ = 0;
  if (opened_when_sorted_ == 0) opened_when_sorted_ = work_.opened;
  is_worn_ = static_cast<double>(work_.opened) > worn_ratio * static_cast<double>(opened_when_sorted_);
}

std::size_t BroadPhase::memory_bytes() const {
  std::size_t bytes =
      boxes_.capacity() * sizeof(Box32) + filters_.capacity() * sizeof(Filter) + is_marked_.capacity() +
      (position_.capacity() + order_.capacity() + changed_.capacity() + touched_.capacity()) * sizeof(std::uint32_t) +
      (tasks_.capacity() + opened_tasks_.capacity()) * sizeof(NodePair);
  for (const auto& level : levels_) bytes += level.capacity() * sizeof(Node);
  return bytes + order_room_.memory_bytes() + pair_room_.memory_bytes() + (kept_ ? kept_->memory_bytes() : 0);
}

}  // namespace graze::broad
