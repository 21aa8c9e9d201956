/// Flattens JSON objects into rows.

#include "answer/csv.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace graze::cli {
namespace {

using Cells = std::vector<std::pair<std::string, std::string>>;

std::string value_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_point(const Json& value) {
  return value.is_array() && value.size() == 3 && std::ranges::all_of(value, [](const Json& v) { return v.is_number(); });
}

void flatten(const std::string& name, const Json& value, Cells& cells) {
  constexpr std::array axes{"_x", "_y", "_z"};
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) flatten(name.empty() ? key : name + "_" + key, inner, cells);
  } else if (is_point(value)) {
    for (std::size_t i = 0; i < 3; ++i) cells.emplace_back(name + axes[i], value_text(value[i]));
  } else {
    cells.emplace_back(name, value_text(value));
  }
}

/// Names of bodies are foreign text: a spreadsheet must not take one for a formula.
std::string csv_cell(std::string text, bool is_text) {
  if (is_text && !text.empty() && std::string_view("=+@\t\r").find(text.front()) != std::string_view::npos) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

Cells cells_of(const Json& row) {
  Cells cells;
  flatten("", row, cells);
  return cells;
}

}  // namespace

void CsvTable::add_columns(const Json& row) {
  for (const auto& [column, value] : cells_of(row))
    if (std::ranges::find(columns_, column) == columns_.end()) columns_.push_back(column);
}

std::string CsvTable::header() const {
  std::string line;
  for (const std::string& column : columns_) line += (line.empty() ? "" : ",") + csv_cell(column, false);
  return columns_.empty() ? line : line + "\n";
}

std::string CsvTable::line(const Json& row) const {
  const Cells cells = cells_of(row);
  std::string line;
  for (const std::string& column : columns_) {
    const auto found = std::ranges::find(cells, column, &Cells::value_type::first);
    line += (&column == &columns_.front() ? "" : ",") + (found == cells.end() ? std::string() : csv_cell(found->second, true));
  }
  return line + "\n";
}

std::string csv_of(const std::vector<Json>& rows) {
  CsvTable csv;
  for (const Json& row : rows) csv.add_columns(row);
  std::string table = csv.header();
  for (const Json& row : rows) table += csv.line(row);
  return table;
}

}  // namespace graze::cli
