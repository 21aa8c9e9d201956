/// Watches whether bodies stay in their fat boxes, and keeps the list of pairs while they do.

#include "broad/kept_pairs.h"

#include <algorithm>
#include <utility>

#include "broad/crew.h"
#include "broad/widened.h"
#include "simd/float_four.h"

namespace graze::broad {
namespace {

/// Of the mean side of a box, on every side: of 0.03, 0.1 and 0.3, measured on boxes that move 1 % of their size a step, this cost
/// the least.
constexpr float share_of_margin = 0.1F;

/// Where more than one of so many bodies has left its fat box, a search costs less than mending the list.
constexpr std::size_t share_of_strays = 12;

/// More pairs of fat boxes a body are not kept, for the memory they take. With 13 (cubes that touch, trembling) a step costs 0.23
/// of one that searches, with 1.5 it costs 0.16.
constexpr std::size_t most_pairs_a_body = 16;

/// The list costs about two searches: it is made when bodies have been seen to stay where they are. Not tuned.
constexpr std::size_t calm_steps_before = 4;

/// Who did not keep still is watched again after a pause, twice as long each time: watching costs a twentieth of a search.
constexpr std::size_t longest_pause = 64;

/// A list that has answered so many questions was worth it, whatever came before.
constexpr std::size_t worthwhile_answers = 16;

constexpr Box32 none = {{nowhere, nowhere, nowhere, 0}, {-nowhere, -nowhere, -nowhere, 0}};

constexpr unsigned all_four = 0xf;

Box32 fattened(const Box32& box) {
  if (is_empty(box)) return none;
  float sides = 0;
  for (std::size_t k = 0; k < 3; ++k) sides += box.hi[k] - box.lo[k];
  return widened(box, bounded(sides / 3 * share_of_margin));
}

/// Nothing is within everything.
bool is_within(const Box32& box, const Box32& fat) {
  return simd::bits_of_four((simd::four_of(fat.lo) <= simd::four_of(box.lo)) & (simd::four_of(box.hi) <= simd::four_of(fat.hi))) ==
         all_four;
}

bool do_meet(const Box32& a, const Box32& b) {
  return simd::bits_of_four((simd::four_of(a.lo) <= simd::four_of(b.hi)) & (simd::four_of(b.lo) <= simd::four_of(a.hi))) ==
         all_four;
}

/// Copies pairs whose boxes meet; returns how many.
std::size_t copy_meeting(std::span<const Box32> boxes, std::span<const IndexPair> pairs, IndexPair* to) {
  constexpr std::size_t ahead = 16;  // the second box may lie anywhere in memory
  IndexPair* const begin = to;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i + ahead < pairs.size()) __builtin_prefetch(&boxes[pairs[i + ahead].second]);
    *to = pairs[i];
    to += do_meet(boxes[pairs[i].first], boxes[pairs[i].second]) ? 1 : 0;
  }
  return static_cast<std::size_t>(to - begin);
}

}  // namespace

KeptPairs::KeptPairs(std::shared_ptr<Crew> crew) : crew_(std::move(crew)), tree_(crew_) {}

void KeptPairs::start_over() {
  if (!is_watching_) return;
  is_watching_ = is_kept_ = false;
  calm_steps_ = answers_ = 0;
  pause_ = next_pause_;
  next_pause_ = std::min(2 * next_pause_, longest_pause);
}

void KeptPairs::give_up() {
  is_stray_.clear();
  tree_.give_up();
  start_over();
}

void KeptPairs::set_filter(std::uint32_t body, const Filter& filter) {
  if (!is_kept_) return;
  tree_.set_filter(body, filter);
  if (body < fat_.size()) fat_[body] = none;  // its pairs are looked for anew
}

bool KeptPairs::find(std::span<const Box32> boxes, std::span<const Filter> filters, std::vector<IndexPair>& found) {
  if (pause_ > 0) return --pause_, false;
  if (!is_watching_) return fatten(boxes), false;
  find_strays(boxes);
  const std::size_t most_pairs = most_pairs_a_body * boxes.size();
  if (strays_.size() > boxes.size() / share_of_strays || (!is_kept_ && pairs_searched_ > most_pairs)) return start_over(), false;
  if (!is_kept_) {
    if (++calm_steps_ < calm_steps_before) return false;
    list_all(boxes, filters);
  } else if (!strays_.empty()) {
    list_strays(boxes);
  }
  if (list_.size() > most_pairs) {
    next_pause_ = longest_pause;
    return start_over(), false;
  }
  find_in_list(boxes, found);
  if (++answers_ == worthwhile_answers) next_pause_ = 1;
  return true;
}

void KeptPairs::fatten(std::span<const Box32> boxes) {
  fat_.resize(boxes.size());
  crew_->each_chunk(boxes.size(), 1, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t i = first; i < last; ++i) fat_[i] = fattened(boxes[i]);
  });
  is_watching_ = true;
}

void KeptPairs::find_strays(std::span<const Box32> boxes) {
  fat_.resize(boxes.size(), none);
  outside_.resize(crew_->size());
  crew_->each_chunk(boxes.size(), 1, [&](std::size_t first, std::size_t last, std::size_t chunk) {
    outside_[chunk].clear();
    for (std::size_t i = first; i < last; ++i) {
      if (!is_within(boxes[i], fat_[i])) outside_[chunk].push_back(static_cast<std::uint32_t>(i));
    }
  });
  strays_.clear();
  for (const auto& chunk : outside_) strays_.insert(strays_.end(), chunk.begin(), chunk.end());
}

void KeptPairs::list_all(std::span<const Box32> boxes, std::span<const Filter> filters) {
  fatten(boxes);
  for (std::uint32_t body = 0; body < filters.size(); ++body) tree_.set_filter(body, filters[body]);
  tree_.assign(fat_);
  tree_.reorder();
  tree_.pairs(list_);
  is_kept_ = true;
}

void KeptPairs::list_strays(std::span<const Box32> boxes) {
  is_stray_.resize(boxes.size(), 0);
  for (const std::uint32_t body : strays_) {
    is_stray_[body] = 1;
    fat_[body] = fattened(boxes[body]);
    tree_.set(body, fat_[body]);
  }
  tree_.pairs_of(strays_, fresh_);
  merge_into_list();
  for (const std::uint32_t body : strays_) is_stray_[body] = 0;
}

/// The list without the old pairs of strays, and their new ones.
void KeptPairs::merge_into_list() {
  merged_.resize(list_.size() + fresh_.size());
  auto to = merged_.begin();
  auto next = fresh_.cbegin();
  for (const IndexPair& pair : list_) {
    if ((is_stray_[pair.first] | is_stray_[pair.second]) != 0) continue;
    while (next != fresh_.cend() && *next < pair) *to++ = *next++;
    *to++ = pair;
  }
  merged_.erase(std::copy(next, fresh_.cend(), to), merged_.end());
  std::swap(list_, merged_);
}

/// Chunk by chunk, each where its part of the list would be, then moved together.
void KeptPairs::find_in_list(std::span<const Box32> boxes, std::vector<IndexPair>& found) {
  found.resize(list_.size());
  meeting_.assign(2 * crew_->size(), 0);
  crew_->each_chunk(list_.size(), 1, [&](std::size_t first, std::size_t last, std::size_t chunk) {
    meeting_[2 * chunk] = first;
    meeting_[2 * chunk + 1] = copy_meeting(boxes, std::span(list_).subspan(first, last - first), found.data() + first);
  });
  IndexPair* to = found.data() + meeting_[1];
  for (std::size_t chunk = 1; chunk < crew_->size(); ++chunk) {
    const IndexPair* const from = found.data() + meeting_[2 * chunk];
    to = std::copy(from, from + meeting_[2 * chunk + 1], to);
  }
  found.resize(static_cast<std::size_t>(to - found.data()));
}

std::size_t KeptPairs::memory_bytes() const {
  std::size_t bytes = tree_.memory_bytes() + fat_.capacity() * sizeof(Box32) + is_stray_.capacity() +
                      (list_.capacity() + fresh_.capacity() + merged_.capacity()) * sizeof(IndexPair) +
                      strays_.capacity() * sizeof(std::uint32_t) + meeting_.capacity() * sizeof(std::size_t);
  for (const auto& chunk : outside_) bytes += chunk.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace graze::broad
