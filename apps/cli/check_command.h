#pragma once
/// graze check: do two mesh files overlap, or does one intersect itself?

#include <cstddef>

#include "mesh_argument.h"
#include "outcome.h"

namespace graze::cli {

struct CheckArguments {
  MeshArgument a;
  MeshArgument b;  ///< without a file the question is about `a` alone
  bool json = false;
  bool pairs = false;   ///< count the intersecting triangle pairs, and list them in JSON
  bool curves = false;  ///< count the curves in which the meshes meet, and list them in JSON
  std::size_t max_pairs = 1000;
  TreeArgument tree;  ///< of both
};

[[nodiscard]] ExitCode run_check(const CheckArguments& arguments);

}  // namespace graze::cli
