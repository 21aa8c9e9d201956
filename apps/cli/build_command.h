#pragma once
/// graze build: a mesh with its tree, saved so that later commands need not build it.

#include <string>

#include "outcome.h"
#include "tree_argument.h"

namespace graze::cli {

struct BuildArguments {
  std::string file;
  std::string out;    ///< empty: the name of the file with .graze in place of its ending
  std::string refit;  ///< a mesh file whose vertices replace those of the first, under the same tree
  TreeArgument tree;
};

[[nodiscard]] ExitCode run_build(const BuildArguments& arguments);

}  // namespace graze::cli
