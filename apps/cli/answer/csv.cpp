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

void add_line(std::string& table, const std::vector<std::string>& columns, const Cells& cells) {
  for (const std::string& column : columns) {
    const auto found = std::ranges::find(cells, column, &Cells::value_type::first);
    table += (&column == &columns.front() ? "" : ",") + (found == cells.end() ? std::string() : csv_cell(found->second, true));
  }
  table += "\n";
}

}  // namespace

std::string csv_of(const std::vector<Json>& rows) {
  std::vector<Cells> lines;
  std::vector<std::string> columns;
  for (const Json& row : rows) {
    flatten("", row, lines.emplace_back());
    for (const auto& [column, value] : lines.back())
      if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  }
  std::string table;
  for (const std::string& column : columns) table += (table.empty() ? "" : ",") + csv_cell(column, false);
  if (!columns.empty()) table += "\n";
  for (const Cells& cells : lines) add_line(table, columns, cells);
  return table;
}

}  // namespace graze::cli
