#pragma once
/// Answers as a table for spreadsheets.

#include <string>
#include <vector>

#include "answer/json.h"

namespace graze::cli {

/// A header and a line an object, as RFC 4180 says. Columns are all fields that occur, in order; points become three columns
/// (point_x, point_y, point_z), objects a column a field, other lists stay JSON.
[[nodiscard]] std::string csv_of(const std::vector<Json>& rows);

/// The same for rows that are looked at twice, one after the other: first all for their columns, then all for their lines.
class CsvTable {
 public:
  void add_columns(const Json& row);
  /// Empty where there are no columns.
  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string line(const Json& row) const;

 private:
  std::vector<std::string> columns_;
};

}  // namespace graze::cli
