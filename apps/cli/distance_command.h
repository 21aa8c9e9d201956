#pragma once
/// graze distance A B: how far are two meshes apart?

#include <cstddef>
#include <optional>

#include "mesh_argument.h"
#include "outcome.h"

namespace graze::cli {

struct DistanceArguments {
  MeshArgument a;
  MeshArgument b;
  bool solid = false;
  double relative_error = 0;
  double absolute_error = 0;
  std::optional<double> within;  ///< only whether they are at most this far apart
  bool pairs = false;            ///< with `within`: count the triangle pairs that are, and list them in JSON
  std::size_t max_pairs = 1000;
  bool json = false;
};

[[nodiscard]] ExitCode run_distance(const DistanceArguments& arguments);

}  // namespace graze::cli
