/// Reads an edge from a line, and words what was found.

#include "commands/edge_lines.h"

#include <fmt/format.h>

#include <graze/sweep.h>

#include "answer/answer.h"

namespace graze::cli {
namespace {

Result<std::vector<double>> row_of(const Json& line, const char* field, std::size_t drivers) {
  if (!line.contains(field) || !line[field].is_array() || line[field].size() != drivers)
    return fail(ErrorCode::bad_json, fmt::format("{}: expected {}", field, counted(drivers, "number")));
  std::vector<double> row;
  for (const Json& value : line[field]) {
    if (!value.is_number()) return fail(ErrorCode::bad_json, fmt::format("{}: not a number", field));
    row.push_back(value.get<double>());
  }
  return row;
}

}  // namespace

Result<JointEdge> edge_in(const std::string& text, std::size_t drivers) {
  const Json line = Json::parse(text, nullptr, false);
  if (!line.is_object()) return fail(ErrorCode::bad_json, "not a JSON object");
  const Result<std::vector<double>> from = row_of(line, "from", drivers), to = row_of(line, "to", drivers);
  if (!from) return tl::make_unexpected(from.error());
  if (!to) return tl::make_unexpected(to.error());
  return JointEdge{*from, *to};
}

std::string edge_line(std::size_t line, const EdgeAnswer& answer) {
  Json json{{"line", line}, {"valid", answer.valid()}, {"status", name_of(answer.status)}};
  if (!answer.valid()) json["free"] = answer.fraction;
  if (!answer.a.empty()) json.update(Json{{"a", answer.a}, {"b", answer.b}});
  return json_line(json);
}

}  // namespace graze::cli
