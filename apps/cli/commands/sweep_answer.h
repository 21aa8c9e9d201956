#pragma once
/// First contact of two moving bodies: the question, and what was found.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>

#include "answer/answer.h"
#include "input/load.h"

namespace graze::cli {

struct SweepArguments {
  BodyArgument a, b;
  SolidityFlags solidity;
  std::optional<double> t_max;
  std::optional<double> tolerance;  ///< length
  double margin = 0;                ///< length: the first time within this distance
  bool pairs = false;               ///< of meshes that do not turn: all pairs of triangles that touch first
  bool last = false;                ///< of meshes that do not turn: the last time of contact
  std::size_t max_pairs = 1000;
  TreeArgument tree;
  OutputOptions output;
};

/// How near two bodies come that do not meet.
struct Approach {
  double at_least = 0;  ///< certified: never nearer
  double at_most = 0;   ///< they are this near at the time below
  double time = 0;
};

/// The answer for all kinds of motion.
struct SweepFinding {
  TurningStatus status = TurningStatus::clear;
  double time = 0;                 ///< no contact before
  std::optional<double> meets_by;  ///< a time at which they meet
  bool is_exact = false;
  bool initial = false;
  std::vector<Vec3> points;
  std::optional<Vec3> normal;
  std::array<Feature, 2> features;
  bool box_leaves = false;  ///< about boxes around parts, which may touch before the meshes do
  std::optional<Approach> nearest{};
};

[[nodiscard]] Result<SweepFinding> sweep_bodies(const SweepArguments& arguments, const LoadedBodies& loaded);

}  // namespace graze::cli
