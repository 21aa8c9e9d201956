#pragma once
/// graze build: a mesh with its tree, saved so that later commands need not build it.

#include <string>

#include "outcome.h"

namespace graze::cli {

struct BuildArguments {
  std::string file;
  std::string out;       ///< empty: the name of the file with .graze in place of its ending
  bool compact = false;  ///< a tree of a third of the size, for somewhat slower queries
};

[[nodiscard]] ExitCode run_build(const BuildArguments& arguments);

}  // namespace graze::cli
