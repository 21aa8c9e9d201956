/// Reads an edge from a line, and words what was found.

#include "commands/edge_lines.h"

#include <map>
#include <string>

#include <fmt/format.h>

#include <graze/sweep.h>

#include "answer/answer.h"

namespace graze::cli {
namespace {

/// Counts the fields of the line itself; of those with one name the parser takes the last.
class NameCounter final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool key(string_t& name) override {
    if (depth_ == 1) ++counts_[name];
    return true;
  }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t) override { return ++depth_ > 0; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  [[nodiscard]] std::size_t count(const std::string& name) const {
    const auto found = counts_.find(name);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  int depth_ = 0;
  std::map<std::string, std::size_t> counts_;
};

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
  NameCounter counter;
  Json::sax_parse(text, &counter);
  for (const char* name : {"from", "to"})
    if (counter.count(name) > 1) return fail(ErrorCode::bad_json, fmt::format("{}: field given twice", name));
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
