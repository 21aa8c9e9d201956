#pragma once
/// graze fit: the box or sphere around a mesh.

#include <string>

#include "outcome.h"

namespace graze::cli {

struct FitArguments {
  std::string file;
  std::string method = "min_volume";
  std::string axes;  ///< nine numbers with commas, of the method axes
  bool json = false;
};

[[nodiscard]] ExitCode run_fit(const FitArguments& arguments);

}  // namespace graze::cli
