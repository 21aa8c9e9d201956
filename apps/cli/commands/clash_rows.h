#pragma once
/// Rows of clashes in the order of an answer, and what is to be said about all of them.

#include <array>
#include <cstddef>
#include <functional>

#include "answer/answer.h"
#include "answer/sorted_rows.h"

namespace graze::cli {

/// A pair each, as in the JSON answer.
class ClashRows {
 public:
  /// Sorted as the form that is asked for lists them: by names, or in text the gravest or earliest first.
  ClashRows(const OutputOptions& output, bool motion);

  [[nodiscard]] Result<void> add(Json row);
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] Result<void> for_each(const std::function<void(const Json& row)>& take) { return rows_.for_each(take); }

  /// At rest: how many overlap, are duplicates, are contained, touch, are near; a pair counts once.
  [[nodiscard]] const std::array<std::size_t, 5>& by_gravity() const { return by_gravity_; }
  /// At rest: as the JSON answer tells them.
  [[nodiscard]] const Json& totals() const { return totals_; }
  /// In motion: the earliest one, or null.
  [[nodiscard]] const Json& first() const { return first_; }

 private:
  SortedRows rows_;
  bool is_motion_;
  std::array<std::size_t, 5> by_gravity_{};
  Json totals_{{"overlapping", 0}, {"touching", 0}, {"contained", 0}, {"near", 0}, {"duplicate", 0}};
  Json first_ = nullptr;
};

/// The order of rows in tables and JSON.
[[nodiscard]] bool by_names(const Json& x, const Json& y);

}  // namespace graze::cli
