/// Edges of a roadmap, a line each, and the computed list of pairs that need no check.

#include <graze/file.h>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "answer/output.h"
#include "answer/progress.h"
#include "commands/edge_lines.h"
#include "commands/robot_answer.h"
#include "input/line_reader.h"

namespace graze::cli {
namespace {

constexpr std::string_view standard_output = "-";

struct EdgeLines {
  std::vector<JointEdge> edges;
  std::vector<std::size_t> lines;
};

Result<EdgeLines> edges_in(const std::string& file, std::size_t drivers) {
  const int descriptor = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(ErrorCode::file, fmt::format("{}: {}", file, system_reason(errno)));
  LineReader reader(descriptor);
  EdgeLines result;
  Result<void> fine;
  for (std::vector<InputLine> batch = reader.next_batch(); fine && !batch.empty(); batch = reader.next_batch()) {
    for (const InputLine& line : batch) {
      if (line.is_blank()) continue;
      const Result<JointEdge> edge = edge_in(line.text, drivers);
      if (!edge) {
        fine = fail(edge.error().code, fmt::format("{}:{}: {}", file, line.number, edge.error().message));
        break;
      }
      result.edges.push_back(*edge);
      result.lines.push_back(line.number);
    }
  }
  if (descriptor != STDIN_FILENO) ::close(descriptor);
  if (!fine) return tl::make_unexpected(fine.error());
  if (reader.error_number() != 0) return fail(ErrorCode::file, fmt::format("{}: {}", file, system_reason(reader.error_number())));
  return result;
}

}  // namespace

EdgeOptions edge_options(const RobotArguments& arguments, std::size_t threads) {
  return {.tolerance = arguments.tolerance, .clearance = arguments.clearance, .want_fraction = arguments.all, .threads = threads};
}

ExitCode run_edges(const RobotArguments& arguments, const RobotCell& cell) {
  const Result<EdgeLines> read = edges_in(arguments.edges, cell.robot().drivers().size());
  if (!read) return fail_with(read.error());
  const Progress progress("checking edges", arguments.output);
  const EdgeOptions options = edge_options(arguments, arguments.output.threads);
  const Result<std::vector<EdgeAnswer>> answers = cell.check_edges(read->edges, options);
  if (!answers) return fail_with(arguments.edges, answers.error().message);
  Output output(arguments.output.out);
  for (std::size_t i = 0; i < answers->size(); ++i)
    if (!arguments.output.quiet || !arguments.output.out.empty()) output.write(edge_line(read->lines[i], (*answers)[i]));
  const bool all_valid = std::ranges::all_of(*answers, [](const EdgeAnswer& a) { return a.valid(); });
  return output.finished(all_valid ? clear : hit);
}

ExitCode run_write_srdf(const RobotArguments& arguments) {
  const bool answers = arguments.output.json || arguments.output.csv;
  if (arguments.write_srdf == standard_output && answers && arguments.output.out.empty())
    return fail_with("--write-srdf", "standard output takes the SRDF; give the answer a file with --out");
  UrdfOptions options{.solid = !arguments.surface};
  for (const std::string& folder : arguments.packages) options.packages.emplace_back(folder);
  Result<RobotModel> model = read_urdf(arguments.urdf, options);
  if (!model) return fail_with(model.error());
  const Result<Robot> robot = Robot::make(*std::move(model));
  if (!robot) return fail_with(arguments.urdf, robot.error().message);
  const Progress progress("sampling poses", arguments.output);
  const Result<IgnoreList> list = default_ignore_list(*robot, {.samples = arguments.samples, .threads = arguments.output.threads});
  if (!list) return fail_with(arguments.urdf, list.error().message);
  if (arguments.write_srdf == standard_output) {
    Output output;
    output.write(srdf_text(robot->model().name, list->pairs));
    if (const ExitCode code = output.finished(clear); code != clear || arguments.output.out.empty()) return code;
  } else if (const Result<void> written = write_srdf(arguments.write_srdf, robot->model().name, list->pairs); !written) {
    return fail_with(written.error());
  }
  AnswerForms answer{.json = json_head("robot")};
  answer.json.update(
      Json{{"robot", robot->model().name}, {"srdf", arguments.write_srdf}, {"samples", list->samples}, {"ignored", Json::array()}});
  for (const IgnoredPair& pair : list->pairs) {
    answer.rows.push_back({{"a", pair.a}, {"b", pair.b}, {"why", pair.reason}});
    answer.json["ignored"].push_back(answer.rows.back());
  }
  answer.text = fmt::format("{}: {} that need no check, by {}\n", shown(arguments.write_srdf), counted(list->pairs.size(), "pair"),
                            counted(list->samples, "sample"));
  return deliver(arguments.output, answer);
}

}  // namespace graze::cli
