#pragma once
/// graze distance A B: how far are two meshes apart?

#include "mesh_argument.h"
#include "outcome.h"

namespace graze::cli {

struct DistanceArguments {
  MeshArgument a;
  MeshArgument b;
  bool solid = false;
  bool json = false;
};

[[nodiscard]] ExitCode run_distance(const DistanceArguments& arguments);

}  // namespace graze::cli
