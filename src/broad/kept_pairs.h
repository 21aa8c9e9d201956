#pragma once
/// Pairs of bodies that hardly move, kept from step to step.
///
/// Each body has a fat box, larger than its own by a tenth of its size on every side. The pairs of fat boxes are a list; as long as
/// bodies stay in their fat boxes, the pairs of true boxes are those of the list whose true boxes meet. A body that has left its
/// fat box gets a new one, its old pairs leave the list and its new ones come in. Answers are those of a search, to the last pair.
///
/// Whether this is done is decided by counts of the steps before, never by the clock: the same scene takes the same way everywhere.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "broad/broad_phase.h"

namespace graze::broad {

class KeptPairs {
 public:
  explicit KeptPairs(std::shared_ptr<Crew> crew);

  /// All pairs of the boxes that the filters let through, sorted; or false: search for them, and say how many there are.
  [[nodiscard]] bool find(std::span<const Box32> boxes, std::span<const Filter> filters, std::vector<IndexPair>& found);
  void searched(std::size_t pairs) { pairs_searched_ = pairs; }

  void set_filter(std::uint32_t body, const Filter& filter);
  /// What was seen so far says nothing about what will come.
  void start_over();
  /// Nothing that is kept can be relied on: memory ended while it was changed.
  void give_up();

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void fatten(std::span<const Box32> boxes);
  void find_strays(std::span<const Box32> boxes);
  void list_all(std::span<const Box32> boxes, std::span<const Filter> filters);
  void list_strays(std::span<const Box32> boxes);
  void merge_into_list();
  void find_in_list(std::span<const Box32> boxes, std::vector<IndexPair>& found);

  std::shared_ptr<Crew> crew_;
  BroadPhase tree_;                                  ///< of fat boxes, while pairs are kept
  std::vector<Box32> fat_;                           ///< by body; before pairs are kept they only show who moves
  std::vector<IndexPair> list_;                      ///< of fat boxes, sorted
  std::vector<IndexPair> fresh_, merged_;            ///< on the way to the next list
  std::vector<std::uint32_t> strays_;                ///< outside their fat boxes, ascending
  std::vector<std::uint8_t> is_stray_;               ///< by body
  std::vector<std::vector<std::uint32_t>> outside_;  ///< strays, by chunk
  std::vector<std::size_t> meeting_;                 ///< pairs, by chunk

  bool is_watching_ = false;  ///< fat_ is there
  bool is_kept_ = false;      ///< list_ is there
  std::size_t pairs_searched_ = 0;
  std::size_t calm_steps_ = 0;
  std::size_t pause_ = 0;  ///< steps that are not even watched
  std::size_t next_pause_ = 1;
  std::size_t answers_ = 0;  ///< since the list was made
};

}  // namespace graze::broad
