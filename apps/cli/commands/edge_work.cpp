/// Edges of a roadmap as shared work.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "answer/output.h"
#include "commands/edge_lines.h"
#include "commands/robot_answer.h"
#include "shard/line_items.h"

namespace graze::cli {
namespace {

/// Nanoseconds: lines do not tell how far an edge goes before it meets something, so that all count the same.
constexpr double edge_cost = 1e5;

/// What a record of a piece begins with: lines of answers, or an error of one line. The whole file is read before edges are
/// checked, so that a line that cannot be read comes before one that cannot be checked.
constexpr char answers_mark = 'a', unread_mark = 'r', unchecked_mark = 'c';
constexpr char valid_mark = 'v', invalid_mark = 'i';

/// The error of an edge by its number in the piece, as one by its number in the file.
std::string renumbered(const std::string& message, std::size_t first) {
  constexpr std::string_view start = "edges[";
  const std::size_t close = message.find(']');
  if (!message.starts_with(start) || close == std::string::npos) return message;
  const std::size_t number = std::stoul(message.substr(start.size(), close - start.size()));
  return fmt::format("{}{}{}", start, first + number, message.substr(close));
}

Result<std::string> checked_piece(const RobotArguments& arguments, const RobotCell& cell, const Piece& piece) {
  const Result<std::vector<InputLine>> lines = lines_of(arguments.edges, piece);
  if (!lines) return tl::make_unexpected(lines.error());
  std::vector<JointEdge> edges;
  for (const InputLine& line : *lines) {
    Result<JointEdge> edge = edge_in(line.text, cell.robot().drivers().size());
    if (!edge) return fmt::format("{}{}:{}: {}", unread_mark, arguments.edges, line.number, edge.error().message);
    edges.push_back(*std::move(edge));
  }
  const Result<std::vector<EdgeAnswer>> answers = cell.check_edges(edges, edge_options(arguments, 1));
  if (!answers) return fmt::format("{}{}: {}", unchecked_mark, arguments.edges, renumbered(answers.error().message, piece.first));
  std::string record(1, answers_mark);
  for (std::size_t i = 0; i < edges.size(); ++i)
    record += ((*answers)[i].valid() ? valid_mark : invalid_mark) + edge_line((*lines)[i].number, (*answers)[i]);
  return record;
}

Json edge_options_json(const RobotArguments& arguments) {
  Json options{{"ignore", arguments.ignore},
               {"ignore_initial", arguments.ignore_initial},
               {"surface", arguments.surface},
               {"clearance", arguments.clearance},
               {"all", arguments.all},
               {"srdf", !arguments.srdf.empty()},
               {"world", !arguments.world.empty()}};
  if (arguments.tolerance) options["tol"] = *arguments.tolerance;
  return options;
}

void add_robot_input(const RobotArguments& arguments, const RobotCell& cell, Digest& digest, InputFiles& files) {
  for (const std::string& file : {arguments.urdf, arguments.srdf, arguments.world})
    if (!file.empty()) files.add(file, digest);
  for (const RobotLink& link : cell.robot().model().links)
    for (const LinkShape& shape : link.shapes) add_mesh(shape.geometry, digest);
  for (const WorldObject& object : cell.world())
    for (const Body& part : object.parts) add_mesh(part.geometry, digest);
}

/// The first error of either kind among the records.
Result<void> check_records(const Findings& findings) {
  std::string unread, unchecked;
  const Result<void> done = findings.for_each([&](std::string_view record) -> Result<void> {
    if (record.starts_with(unread_mark) && unread.empty()) unread = record.substr(1);
    if (record.starts_with(unchecked_mark) && unchecked.empty()) unchecked = record.substr(1);
    return {};
  });
  if (!done || (unread.empty() && unchecked.empty())) return done;
  return fail(ErrorCode::bad_json, unread.empty() ? unchecked : unread);
}

}  // namespace

Result<Work> edge_work(const RobotArguments& arguments, const RobotCell& cell, const Neighbours& neighbours) {
  if (arguments.edges.empty())
    return fail(ErrorCode::bad_option, "robot: only edges of a roadmap can be shared; say which with --edges");
  if (arguments.edges == "-") return fail(ErrorCode::bad_option, "standard input: only files can be shared");
  const Result<std::vector<EdgeAnswer>> none = cell.check_edges({}, edge_options(arguments, 1));
  if (!none) return fail(none.error().code, fmt::format("{}: {}", arguments.edges, none.error().message));
  Work work{.head = {.command = "robot", .options = edge_options_json(arguments), .subject = arguments.edges}, .item = "edge"};
  work.files.watch(arguments.edges);
  Result<CutLines> cut = cut_once(neighbours, [&]() -> Result<CutLines> {
    Digest digest;
    add_robot_input(arguments, cell, digest, work.files);
    Result<std::vector<Piece>> pieces = cut_lines(arguments.edges, digest, [](std::string_view) { return edge_cost; });
    if (!pieces) return tl::make_unexpected(pieces.error());
    return CutLines{*std::move(pieces), digest.text(), work.files.names()};
  });
  if (!cut) return tl::make_unexpected(cut.error());
  take_cut(*std::move(cut), work);
  work.run = [arguments, cell](const Piece& piece) { return checked_piece(arguments, cell, piece); };
  return work;
}

Delivery finish_edges(const Findings& findings, const OutputOptions& options) {
  if (const Result<void> fine = check_records(findings); !fine) return {fail_with(fine.error())};
  Output output(options.out);
  bool all_valid = true;
  const Result<void> done = findings.for_each([&](std::string_view record) -> Result<void> {
    record.remove_prefix(1);
    for (std::size_t end = record.find('\n'); end != std::string_view::npos; end = record.find('\n')) {
      all_valid = all_valid && record.front() == valid_mark;
      if (!options.quiet || !options.out.empty()) output.write(record.substr(1, end));
      record.remove_prefix(end + 1);
    }
    return {};
  });
  if (!done) return {fail_with(done.error())};
  const ExitCode code = output.finished(all_valid ? clear : hit);
  return {code, !output.is_lost()};
}

}  // namespace graze::cli
