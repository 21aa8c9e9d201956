#pragma once
/// What `graze robot` asks and finds.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <graze/robot.h>
#include <graze/robot_file.h>

#include "answer/answer.h"
#include "input/body_argument.h"
#include "shard/neighbours.h"
#include "shard/work.h"

namespace graze::cli {

struct RobotArguments {
  std::string urdf;
  std::string trajectory;
  std::string world;
  std::vector<std::string> packages;
  std::string srdf;
  std::vector<std::string> ignore;  ///< "A,B"
  bool ignore_initial = false;      ///< pairs that meet in the zero pose
  bool surface = false;             ///< meshes are surfaces, closed ones too
  std::optional<double> tolerance;  ///< length
  double clearance = 0;             ///< length
  bool all = false;
  std::string edges;
  std::string write_srdf;
  std::size_t samples = 10'000;  ///< of the computed ignore list
  OutputOptions output;
};

/// The robot and its world, with everything that is not checked.
[[nodiscard]] Result<RobotCell> load_cell(const RobotArguments& arguments);

/// Along a trajectory.
[[nodiscard]] Result<AnswerForms> robot_along_trajectory(const RobotArguments& arguments, const RobotCell& cell);
/// The pose in which it rests.
[[nodiscard]] Result<AnswerForms> robot_at_rest(const RobotArguments& arguments, const RobotCell& cell);

/// A line a straight edge of a roadmap in, a line out.
[[nodiscard]] ExitCode run_edges(const RobotArguments& arguments, const RobotCell& cell);
[[nodiscard]] EdgeOptions edge_options(const RobotArguments& arguments, std::size_t threads);
/// The edges as work to share.
[[nodiscard]] Result<Work> edge_work(const RobotArguments& arguments, const RobotCell& cell, const Neighbours& neighbours);
[[nodiscard]] Delivery finish_edges(const Findings& findings, const OutputOptions& output);
/// The computed list of pairs that need no check, as SRDF.
[[nodiscard]] ExitCode run_write_srdf(const RobotArguments& arguments);

[[nodiscard]] Json ignored_json(const RobotCell& cell);

}  // namespace graze::cli
