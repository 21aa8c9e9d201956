/// Fields between commas; one in double quotes may hold commas, and a quote as two of them.

#include "io/robot/trajectory_csv.h"

#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/files/source.h"
#include "io/mesh/text.h"
#include "io/robot/trajectory_check.h"

namespace graze::io {

namespace {

std::string_view unpadded(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Empty when a quote is not closed.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  if (quoted) return {};
  for (std::string& field : fields) field = std::string(unpadded(field));
  return fields;
}

class CsvReader {
 public:
  CsvReader(const std::filesystem::path& path, std::string_view text) : path_(path), cursor_(without_mark(text)) {}

  Result<JointTrajectory> read() {
    do {
      if (cursor_.line_is_over()) continue;
      const std::uint64_t line = cursor_.line();
      const std::vector<std::string> fields = fields_of(cursor_.rest_of_line());
      if (fields.empty()) return failure(line, "a quote is not closed");
      std::string reason = has_header_ ? row(fields) : header(fields);
      if (!reason.empty()) return failure(line, reason);
    } while (cursor_.next_line());
    if (!has_header_) return tl::make_unexpected(error_in(path_, "holds no header"));
    if (const std::string trouble = trajectory_trouble(trajectory_); !trouble.empty())
      return tl::make_unexpected(error_in(path_, trouble));
    return std::move(trajectory_);
  }

 private:
  std::string header(const std::vector<std::string>& fields) {
    has_header_ = true;
    if (!same_word(fields.front(), "time") && !same_word(fields.front(), "t")) {
      return fmt::format("the header must begin with time, this one with \"{}\"", printable(fields.front()));
    }
    trajectory_.joints.assign(std::next(fields.begin()), fields.end());
    return {};
  }

  std::string row(const std::vector<std::string>& fields) {
    if (fields.size() != trajectory_.joints.size() + 1)
      return fmt::format("expected {} numbers, found {}", trajectory_.joints.size() + 1, fields.size());
    std::vector<double> numbers;
    for (const std::string& field : fields) {
      const auto number = to_number(field);
      if (!number) return fmt::format("\"{}\" is not a finite number", printable(field));
      numbers.push_back(*number);
    }
    if (!trajectory_.times.empty() && !(numbers.front() > trajectory_.times.back()))
      return fmt::format("time {} is not after {}", numbers.front(), trajectory_.times.back());
    trajectory_.times.push_back(numbers.front());
    numbers.erase(numbers.begin());
    trajectory_.positions.push_back(std::move(numbers));
    return {};
  }

  [[nodiscard]] tl::unexpected<Error> failure(std::uint64_t line, const std::string& reason) const {
    return tl::make_unexpected(error_at_line(path_, line, reason));
  }

  const std::filesystem::path& path_;
  TextCursor cursor_;
  JointTrajectory trajectory_;
  bool has_header_ = false;
};

std::string field_of(const std::string& name) {
  if (name.find_first_of(",\"") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

Result<JointTrajectory> trajectory_from_csv(const std::filesystem::path& path, std::string_view text) {
  return CsvReader(path, text).read();
}

std::string csv_of(const JointTrajectory& trajectory) {
  std::string text = "time";
  for (const std::string& joint : trajectory.joints) text += "," + field_of(joint);
  text += '\n';
  for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
    text += fmt::format("{}", trajectory.times[i]);
    for (const double position : trajectory.positions[i]) text += fmt::format(",{}", position);
    text += '\n';
  }
  return text;
}

}  // namespace graze::io
