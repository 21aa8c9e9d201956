/// The levels of a broad phase's tree: made for a number of bodies, and filled with their boxes.

#include <algorithm>

#include "broad/broad_phase.h"
#include "broad/crew.h"

namespace graze::broad {
namespace {

void empty_out(Node& node) {
  for (std::size_t k = 0; k < 3; ++k) {
    std::fill(std::begin(node.planes[k]), std::end(node.planes[k]), nowhere);
    std::fill(std::begin(node.planes[k + 3]), std::end(node.planes[k + 3]), -nowhere);
  }
}

/// Lanes that no child fills have to be empty: those of new nodes, and of what has become the last one.
void resize_level(std::vector<Node>& level, std::size_t count) {
  const std::size_t before = level.size();
  level.resize(count);
  for (std::size_t i = before; i < count; ++i) empty_out(level[i]);
  if (count < before) empty_out(level.back());
}

bool is_within(const Box32& box, const Node& node, std::size_t lane) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (box.lo[k] < node.planes[k][lane] || box.hi[k] > node.planes[k + 3][lane]) return false;
  }
  return true;
}

void to_parents(std::vector<std::uint32_t>& nodes) {
  for (std::uint32_t& node : nodes) node /= std::uint32_t{lane_count};
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace

Levels BroadPhase::levels() const {
  Levels view{};
  view.count = levels_.size();
  for (std::size_t level = 0; level < levels_.size(); ++level) view.nodes[level] = levels_[level].data();
  view.order = order_.data();
  return view;
}

void BroadPhase::make_levels() {
  std::size_t used = 0;
  for (std::size_t count = placed_; count > 1 || used < 2;) {
    count = (count + lane_count - 1) / lane_count;
    if (count == 0) break;
    if (levels_.size() == used) levels_.emplace_back();
    resize_level(levels_[used++], count);
  }
  levels_.resize(used);
}

void BroadPhase::refit_all() {
  if (levels_.empty()) return;
  for (auto& level : levels_) empty_out(level.back());
  const BroadKernels& kernels = broad_kernels();
  crew_->each_chunk(levels_[0].size(), lane_count, [&](std::size_t first, std::size_t last, std::size_t) {
    kernels.fill_leaves(boxes_.data(), order_.data(), placed_, first, last, levels_[0].data(), levels_[1].data());
  });
  for (std::size_t level = 1; level + 1 < levels_.size(); ++level) {
    kernels.fill_above(levels_[level].data(), 0, levels_[level].size(), levels_[level + 1].data());
  }
}

/// Against the lanes as they were before.
void BroadPhase::count_changes() {
  for (const std::uint32_t body : changed_) {
    const std::size_t place = position_[body], leaf = place / lane_count;
    if (place >= placed_) continue;
    const bool was_empty = levels_[0][leaf].planes[0][place % lane_count] > unbounded;
    const bool now_empty = is_empty(boxes_[body]);
    removed_ = removed_ + (now_empty ? 1 : 0) - (was_empty ? 1 : 0);
    if (!now_empty && !is_within(boxes_[body], levels_[1][leaf / lane_count], leaf % lane_count)) ++strayed_;
  }
}

void BroadPhase::refit_changed() {
  touched_.clear();
  for (const std::uint32_t body : changed_) {
    if (position_[body] < placed_) touched_.push_back(position_[body]);
  }
  std::sort(touched_.begin(), touched_.end());
  const BroadKernels& kernels = broad_kernels();
  to_parents(touched_);
  for (const std::uint32_t leaf : touched_) {
    kernels.fill_leaves(boxes_.data(), order_.data(), placed_, leaf, std::size_t{leaf} + 1, levels_[0].data(), levels_[1].data());
  }
  for (std::size_t level = 1; level + 1 < levels_.size(); ++level) {
    to_parents(touched_);
    for (const std::uint32_t node : touched_) {
      kernels.fill_above(levels_[level].data(), node, std::size_t{node} + 1, levels_[level + 1].data());
    }
  }
}

}  // namespace graze::broad
