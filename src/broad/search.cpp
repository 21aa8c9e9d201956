/// Pairs of a broad phase: the tree against itself, or some of its bodies against the tree.

#include <algorithm>

#include "broad/broad_phase.h"
#include "broad/crew.h"
#include "broad/kept_pairs.h"
#include "broad/widened.h"

namespace graze::broad {
namespace {

/// So many parts of a search keep threads busy until the end. The number does not depend on theirs, so that counts of work do not.
constexpr std::size_t enough_tasks = 128;

constexpr std::size_t least_room = 1024;

/// Twice the room, with what is there.
template <class Item>
void more_room(Sink<Item>& sink) {
  auto& room = *static_cast<std::vector<Item>*>(sink.owner);
  const std::size_t used = sink.at == nullptr ? 0 : static_cast<std::size_t>(sink.at - room.data());
  room.resize(std::max(least_room, 2 * room.size()));
  sink.at = room.data() + used;
  sink.end = room.data() + room.size();
}

template <class Item>
Sink<Item> sink_into(std::vector<Item>& room, std::size_t used = 0) {
  return {room.data() + used, room.data() + room.size(), &room, more_room<Item>};
}

template <class Item>
std::size_t used_of(const Sink<Item>& sink, const std::vector<Item>& room) {
  return static_cast<std::size_t>(sink.at - room.data());
}

std::vector<std::uint32_t>& body_room() {
  thread_local std::vector<std::uint32_t> room;
  return room;
}

/// Bodies in the box, in a room of this thread until it asks again.
std::span<const std::uint32_t> bodies_in(const Levels& levels, const Box32& box) {
  std::vector<std::uint32_t>& room = body_room();
  BodySink sink = sink_into(room);
  if (levels.count != 0) broad_kernels().search_box(levels, box, sink);
  return {room.data(), used_of(sink, room)};
}

bool lets_through(const std::vector<Filter>& filters, std::uint32_t a, std::uint32_t b) {
  return filters.empty() || ((filters[a].group & filters[b].mask) != 0 && (filters[b].group & filters[a].mask) != 0);
}

constexpr std::uint8_t asked_about = 2;

}  // namespace

/// Breadth first until there are enough parts: tasks_, all of the level that is returned.
std::size_t BroadPhase::open_top(PairSearch& search) {
  std::size_t level = levels_.size() - 1;
  tasks_.assign(1, {0, 0});
  for (; level > 0 && tasks_.size() < enough_tasks; --level) {
    NodePairSink children = sink_into(opened_tasks_);
    for (const NodePair& task : tasks_) broad_kernels().open_pair(search, level, task, children);
    tasks_.assign(opened_tasks_.data(), children.at);
  }
  return level;
}

void BroadPhase::search_all(float widening) {
  pair_room_.start(crew_->size());
  work_.opened = 0;
  if (levels_.empty()) return;
  PairSearch search{levels(), widening, filters_.empty() ? nullptr : filters_.data(), {}};
  const std::size_t level = open_top(search);
  work_.opened = search.opened;
  crew_->each(tasks_.size(), [&](std::size_t task, std::size_t worker) {
    PairsOfThread& here = pair_room_.threads[worker];
    PairSearch part = search;
    part.opened = here.opened;
    part.found = sink_into(here.room, here.count);
    broad_kernels().search_pair(part, level, tasks_[task]);
    here.count = used_of(part.found, here.room);
    here.opened = part.opened;
  });
  for (const PairsOfThread& thread : pair_room_.threads) work_.opened += thread.opened;
}

void BroadPhase::pairs(std::vector<IndexPair>& found, double distance) {
  or_give_up([&] { find_pairs(found, widening_of(distance)); });
}

void BroadPhase::find_pairs(std::vector<IndexPair>& found, float widening) {
  if (widening == 0 && kept_ && kept_->find(boxes_, filters_, found)) {
    ++work_.kept;
    return;
  }
  take_in_changes();
  search_all(widening);
  if (widening == 0) watch_order();
  sort_pairs(pair_room_, boxes_.size(), *crew_, found);
  if (widening == 0 && kept_) kept_->searched(found.size());
}

/// Of two bodies that are both asked about, the smaller one reports the pair.
void BroadPhase::search_around(std::uint32_t body, float widening, std::vector<IndexPair>& found, std::size_t& count) const {
  for (const std::uint32_t other : bodies_in(levels(), widened(boxes_[body], widening))) {
    if (other == body || (other < body && (is_marked_[other] & asked_about) != 0) || !lets_through(filters_, body, other)) continue;
    if (count == found.size()) found.resize(std::max(least_room, 2 * count));
    found[count++] = {std::min(body, other), std::max(body, other)};
  }
}

void BroadPhase::pairs_of(std::span<const std::uint32_t> bodies, std::vector<IndexPair>& found, double distance) {
  or_give_up([&] { find_pairs_of(bodies, found, widening_of(distance)); });
}

void BroadPhase::find_pairs_of(std::span<const std::uint32_t> bodies, std::vector<IndexPair>& found, float widening) {
  take_in_changes();
  touched_.clear();
  for (const std::uint32_t body : bodies) {
    if (body >= boxes_.size() || is_marked_[body] != 0) continue;
    is_marked_[body] = asked_about;
    touched_.push_back(body);
  }
  pair_room_.start(crew_->size());
  crew_->each_chunk(touched_.size(), 1, [&](std::size_t first, std::size_t last, std::size_t chunk) {
    PairsOfThread& here = pair_room_.threads[chunk];
    for (std::size_t i = first; i < last; ++i) search_around(touched_[i], widening, here.room, here.count);
  });
  for (const std::uint32_t body : touched_) is_marked_[body] = 0;
  found.clear();
  for (const PairsOfThread& thread : pair_room_.threads) found.insert(found.end(), thread.pairs().begin(), thread.pairs().end());
  std::sort(found.begin(), found.end());
}

void BroadPhase::in_box(const Aabb& box, std::vector<std::uint32_t>& found, double distance) const {
  Box32 rounded;
  broad_kernels().round_boxes(box.min.data(), 1, &rounded);
  const auto bodies = bodies_in(levels(), widened(rounded, widening_of(distance)));
  found.assign(bodies.begin(), bodies.end());
  std::sort(found.begin(), found.end());
}

}  // namespace graze::broad
