#pragma once
/// graze info: what a mesh file holds.

#include <string>

#include "outcome.h"

namespace graze::cli {

struct InfoArguments {
  std::string file;
  bool json = false;
};

[[nodiscard]] ExitCode run_info(const InfoArguments& arguments);

}  // namespace graze::cli
