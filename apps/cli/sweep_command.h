#pragma once
/// graze sweep A B: when and where do two moving meshes first touch?

#include <optional>

#include "mesh_argument.h"
#include "outcome.h"

namespace graze::cli {

struct SweepArguments {
  MeshArgument a;
  MeshArgument b;
  std::optional<double> t_max;
  std::optional<double> tol;
  bool json = false;
};

[[nodiscard]] ExitCode run_sweep(const SweepArguments& arguments);

}  // namespace graze::cli
