#pragma once
/// Cuts work into pieces of about equal cost, and pieces into shares.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graze::cli {

/// Neighbouring items that one worker does at a time.
struct Piece {
  std::size_t first = 0;         ///< number of the first item
  std::size_t end = 0;           ///< number after the last
  std::uint64_t offset = 0;      ///< where the items begin in the input file, where there is one
  std::uint64_t bytes = 0;       ///< how long they are there
  std::size_t lines_before = 0;  ///< in that file
  double cost = 0;               ///< estimated, in nanoseconds
};

/// Takes items in order and joins them to pieces, by their costs alone: the same for any number of shards and threads, and
/// in a room that does not grow with the number of items.
class PieceCutter {
 public:
  /// An item that ends at this offset and line of the input.
  void add(double cost, std::uint64_t end_offset = 0, std::size_t end_line = 0);

  [[nodiscard]] std::vector<Piece> pieces() &&;

 private:
  void join(double least_cost);

  std::vector<Piece> pieces_;
  double least_cost_ = 0;
  double total_ = 0;
  std::size_t last_line_ = 0;
};

/// The pieces of share `index` of `count`, from 0 on, as a range [first, second): neighbours, so that what they need is loaded by
/// few, with as even a cost as whole pieces allow.
[[nodiscard]] std::pair<std::size_t, std::size_t> share_of(std::span<const Piece> pieces, std::size_t index, std::size_t count);

}  // namespace graze::cli
