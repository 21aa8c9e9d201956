/// graze robot: does a robot touch itself or its surroundings at any instant of a trajectory?

#include <memory>

#include <fmt/format.h>

#include "answer/progress.h"
#include "answer/report.h"
#include "commands/commands.h"
#include "commands/robot_answer.h"
#include "grammar/bindings.h"
#include "shard/shard.h"

namespace graze::cli {
namespace {

ExitCode run_robot(const RobotArguments& arguments, const Engine& engine, const ShardOptions& shard) {
  if (!arguments.write_srdf.empty()) return run_write_srdf(arguments);
  const Result<RobotCell> cell = [&] {
    const Progress progress("loading", arguments.output);
    return load_cell(arguments);
  }();
  if (!cell) return fail_with(cell.error());
  if (engine) return run_with(engine, edge_work(arguments, *cell, engine.neighbours), shard, arguments.output);
  if (!arguments.edges.empty()) return run_edges(arguments, *cell);
  const Result<AnswerForms> answer = [&] {
    const Progress progress("checking", arguments.output);
    return arguments.trajectory.empty() ? robot_at_rest(arguments, *cell) : robot_along_trajectory(arguments, *cell);
  }();
  return answer ? deliver(arguments.output, *answer) : fail_with(answer.error());
}

}  // namespace

Command robot_command(const Engine& engine) {
  const auto own = std::make_shared<RobotArguments>();
  const auto shard = std::make_shared<ShardOptions>();
  RobotArguments& all = *own;
  Option packages =
      texts("--packages", "FOLDER", "Where package://NAME/... is looked for. May be given several times", all.packages);
  packages.completes = Completes::folders;
  OptionGroup question{
      "Question",
      {excluding(
           file("--trajectory", "FILE", "Joint way-points, .json or .csv; without it the pose at rest is checked", all.trajectory),
           {"--edges", "--write-srdf"}),
       file("--world", "FILE", "What stands around the robot: a scene file", all.world), packages,
       file("--srdf", "FILE", "Pairs of links that are not checked", all.srdf),
       texts("--ignore", "A,B", "Leave this pair out. May be given several times", all.ignore),
       flag("--ignore-initial", "Leave out pairs that meet in the zero pose; the answer says which", all.ignore_initial),
       flag("--surface", "Meshes are surfaces, closed ones too", all.surface),
       number("--tol", "LENGTH", "How finely contact is resolved: no farther apart than this counts as contact", all.tolerance,
              Numbers::positive),
       number("--clearance", "LENGTH", "No farther apart than this counts as contact: a safety distance", all.clearance,
              Numbers::not_negative),
       flag("--all", "The first contact of every pair that meets, each as if nothing else were in the way", all.all)}};
  OptionGroup more{
      "Other questions",
      {excluding(file("--edges", "FILE", "Edges of a roadmap, a line {\"from\": [...], \"to\": [...]} each; a line of answer each",
                      all.edges),
                 {"--write-srdf"}),
       file("--write-srdf", "FILE",
            "Compute which pairs of links need no check, by sampling, and write them as SRDF; -: to standard output",
            all.write_srdf),
       needing(count("--samples", "N", "How many random poses that takes; default: 10000", all.samples, 1), {"--write-srdf"})}};
  OptionGroup looks = report_options(all.output.reports);
  for (Option& option : looks.options) option = excluding(std::move(option), {"--edges", "--write-srdf"});
  return {.name = "robot",
          .summary = "does a robot touch itself or its surroundings at any instant of a trajectory?",
          .description =
              "Certified, not sampled: no contact happens before the time that is told, and a trajectory that is clear is clear at "
              "every instant, with the "
              "clearance that is told. Links joined by a joint, or rigidly, are not checked against each other. Way-points are "
              "joined in joint space: "
              "straight, or cubic where the file has velocities. Joints that the trajectory does not name stay at 0, or at the "
              "limit nearest to it. Lengths are "
              "in metres, as in URDF.",
          .positionals = {argument("ROBOT", "URDF file", all.urdf)},
          .groups = {question, more, shard_options(*shard), looks, without(output_options(all.output), {"--units"})},
          .examples = {{"graze robot arm.urdf --trajectory swing.json --world cell.json",
                        "Is the swing free of contact at every instant?"},
                       {"graze robot arm.urdf --trajectory swing.csv --packages ros/share --all --json",
                        "Every pair that meets, for a program"},
                       {"graze robot arm.urdf --trajectory swing.json --report swing.html", "To watch in a browser"},
                       {"graze robot arm.urdf --edges roadmap.jsonl --world cell.json", "Which edges of a roadmap are valid?"},
                       {"graze robot arm.urdf --edges roadmap.jsonl --shard 2/7 --out part2 --resume",
                        "The second of seven parts, each on a machine of its own"},
                       {"graze robot arm.urdf --write-srdf arm.srdf", "Which pairs need no check?"}},
          .exits = exit_meanings("clear at every instant (or every edge valid)",
                                 "contact, or the limit of work was reached before that was known"),
          .run = [own, shard, engine] { return run_robot(*own, shard->wanted() ? engine.or_shards() : engine, *shard); }};
}

}  // namespace graze::cli
