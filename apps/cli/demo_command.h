#pragma once
/// graze demo: two meshes made by graze itself, one flying into the other.

#include <string>

#include "outcome.h"

namespace graze::cli {

struct DemoArguments {
  std::string out;  ///< directory for the two meshes at the moment of contact; nothing is written when empty
};

[[nodiscard]] ExitCode run_demo(const DemoArguments& arguments);

}  // namespace graze::cli
