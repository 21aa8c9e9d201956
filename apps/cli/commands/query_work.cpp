/// Questions as shared work: what a line may cost, how its answer is kept, and how the answers are written at the end.

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "commands/query_lines.h"
#include "input/shared_trees.h"
#include "shard/line_items.h"
#include "shard/quoted.h"

namespace graze::cli {
namespace {

struct KindCost {
  std::string_view word;  ///< in the line
  double cost;            ///< nanoseconds
};

/// Medians on one core of 2020, to one digit: only their ratios matter, and they need not be good. What turns, or follows
/// keyframes, is searched for.
constexpr double motion_cost = 1e6;
constexpr std::array kind_costs{
    KindCost{"sweep", 3e4},         KindCost{"closest_approach", 3e5},  KindCost{"penetration", 3e4},
    KindCost{"intersection", 3e4},  KindCost{"self_intersection", 1e6}, KindCost{"fit", 1e6},
    KindCost{"omega", motion_cost}, KindCost{"keyframes", motion_cost}, KindCost{"integrate", motion_cost}};
constexpr double plain_cost = 5e3;
constexpr double cost_a_byte = 20;  ///< of reading the line
/// Of a question about a mesh: grows as the surface that comes near the other body does, with the root of the triangles.
constexpr double bytes_a_triangle = 50;  ///< of binary STL, and roughly of all formats
constexpr double cost_a_root = 500;

std::string unescaped(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string(quoted);
  const Json text = Json::parse(fmt::format("\"{}\"", quoted), nullptr, false);
  return text.is_string() ? text.get<std::string>() : std::string(quoted);
}

/// A question, and the mesh files that it names, which become part of the input.
class LineCosts {
 public:
  LineCosts(std::filesystem::path directory, Digest& digest, InputFiles& files)
      : directory_(std::move(directory)), digest_(digest), files_(files) {}

  double operator()(std::string_view line) {
    double cost = plain_cost + cost_a_byte * static_cast<double>(line.size());
    for_each_quoted(line, [&](std::string_view text, std::string_view name) {
      constexpr std::size_t shortest = 3;
      if (name == "file" && !text.empty()) cost += mesh_cost(unescaped(text));
      if (text.size() < shortest) return;  // most names are
      for (const KindCost& kind : kind_costs) {
        if (text == kind.word) cost += kind.cost;  // adding zeros would wait for one sum after the other
      }
    });
    return cost;
  }

 private:
  double mesh_cost(const std::string& name) {
    const auto known = costs_.find(name);
    if (known != costs_.end()) return known->second;
    const std::string path = (directory_ / name).lexically_normal().string();
    files_.add(path, digest_);
    const double cost = cost_a_root * std::sqrt(static_cast<double>(files_.size_of(path)) / bytes_a_triangle);
    costs_.emplace(name, cost);
    return cost;
  }

  std::filesystem::path directory_;
  Digest& digest_;
  InputFiles& files_;
  std::map<std::string, double, std::less<>> costs_;
};

constexpr char ok_mark = 'o', error_mark = 'e', met_mark = 'm', unmet_mark = 'u', no_mark = '-';

/// "o-{…}", "em\"7: reason\"\t{…}": whether it is an answer, whether it met what was expected, why not, the line.
std::string recorded(const AnsweredLine& line) {
  std::string text{line.answer.ok ? ok_mark : error_mark, line.is_unmet ? unmet_mark : line.has_expectation ? met_mark : no_mark};
  if (!line.answer.ok) text += Json(line.reason).dump(-1, ' ', true, Json::error_handler_t::replace) + "\t";
  return text + line.answer.line + "\n";
}

Result<AnsweredLine> line_in(std::string_view text) {
  AnsweredLine line;
  const std::size_t tab = text.starts_with(error_mark) ? text.find('\t') : 1;
  if (text.size() < 2 || tab == std::string_view::npos) return fail(ErrorCode::file, "a record is not what was written");
  line.answer.ok = text[0] == ok_mark;
  line.has_expectation = text[1] != no_mark;
  line.is_unmet = text[1] == unmet_mark;
  line.answer.line = text.substr(tab + 1);
  if (!line.answer.ok) line.reason = Json::parse(text.substr(2, tab - 2), nullptr, false).get<std::string>();
  return line;
}

Result<std::string> answered_piece(const std::string& file, const Piece& piece, const QuestionReader& reader, bool check) {
  return lines_of(file, piece).map([&](const std::vector<InputLine>& lines) {
    std::string record;
    for (const InputLine& line : lines) record += recorded(answered(line, reader, check));
    return record;
  });
}

}  // namespace

Result<Work> query_work(const QueryArguments& arguments, const Neighbours& neighbours) {
  if (arguments.file == "-") return fail(ErrorCode::bad_option, "standard input: only files can be shared");
  const std::filesystem::path directory = std::filesystem::path(arguments.file).parent_path();
  Work work{.head = {.command = "query",
                     .options = {{"check", arguments.check}, {"strict", arguments.strict}},
                     .subject = arguments.file},
            .item = "question"};
  work.files.watch(arguments.file);
  Result<CutLines> cut = cut_once(neighbours, [&]() -> Result<CutLines> {
    Digest digest;
    Result<std::vector<Piece>> pieces = cut_lines(arguments.file, digest, LineCosts(directory, digest, work.files));
    if (!pieces) return tl::make_unexpected(pieces.error());
    return CutLines{*std::move(pieces), digest.text(), work.files.names()};
  });
  if (!cut) return tl::make_unexpected(cut.error());
  take_cut(*std::move(cut), work);
  const auto reader = std::make_shared<QuestionReader>(directory, arguments.strict);
  if (!neighbours.folder.empty())
    reader->use_meshes([trees = SharedTrees(neighbours.folder)](const std::filesystem::path& path) { return trees.get(path); });
  work.run = [file = arguments.file, check = arguments.check, reader](const Piece& piece) {
    return answered_piece(file, piece, *reader, check);
  };
  return work;
}

Delivery finish_query(const Findings& findings, const OutputOptions& output) {
  AnswerWriter writer(findings.head.subject, output);
  const Result<void> done = findings.for_each([&](std::string_view record) -> Result<void> {
    for (std::size_t end = record.find('\n'); end != std::string_view::npos; end = record.find('\n')) {
      const Result<AnsweredLine> line = line_in(record.substr(0, end));
      if (!line) return tl::make_unexpected(line.error());
      writer.write(*line);
      record.remove_prefix(end + 1);
    }
    writer.flush();
    return {};
  });
  if (!done) return {fail_with(done.error())};
  const ExitCode code = writer.finished();
  return {code, !writer.is_lost()};
}

}  // namespace graze::cli
