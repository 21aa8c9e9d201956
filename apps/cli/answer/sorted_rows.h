#pragma once
/// Rows of an answer in their order, of which some thousands are in memory at a time.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <graze/error.h>

#include "answer/json.h"

namespace graze::cli {

/// The others wait, sorted in runs, in a file without a name in TMPDIR, or /tmp.
class SortedRows {
 public:
  using Before = std::function<bool(const Json& x, const Json& y)>;

  explicit SortedRows(Before before) : before_(std::move(before)) {}
  ~SortedRows();
  SortedRows(const SortedRows&) = delete;
  SortedRows& operator=(const SortedRows&) = delete;

  [[nodiscard]] Result<void> add(Json row);
  [[nodiscard]] std::size_t size() const { return size_; }
  /// In order, as often as wanted.
  [[nodiscard]] Result<void> for_each(const std::function<void(const Json& row)>& take);

 private:
  /// Rows that follow one another in the file, sorted.
  struct Run {
    std::uint64_t begin = 0, end = 0;
  };
  class Reader;

  [[nodiscard]] Result<void> put_aside();
  [[nodiscard]] Result<void> write(const std::vector<std::uint8_t>& bytes);

  Before before_;
  std::vector<Json> held_;
  std::vector<Run> runs_;
  int file_ = -1;
  std::uint64_t bytes_ = 0;  ///< of the file
  std::size_t size_ = 0;
};

}  // namespace graze::cli
