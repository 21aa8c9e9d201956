#pragma once
/// graze sweep A B: when and where do two moving meshes first touch?

#include <cstddef>
#include <optional>

#include "mesh_argument.h"
#include "outcome.h"

namespace graze::cli {

struct SweepArguments {
  MeshArgument a;
  MeshArgument b;
  std::optional<double> t_max;
  std::optional<double> tol;
  double margin = 0;  ///< length: the first time within this distance
  bool json = false;
  bool pairs = false;  ///< of meshes that do not turn: all pairs of triangles that touch first
  bool last = false;   ///< of meshes that do not turn: the last time of contact
  std::size_t max_pairs = 1000;
};

[[nodiscard]] ExitCode run_sweep(const SweepArguments& arguments);

}  // namespace graze::cli
