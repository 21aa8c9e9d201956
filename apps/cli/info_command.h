#pragma once
/// graze info: the contents and defects of a mesh file, and its tree.

#include <cstddef>
#include <optional>
#include <string>

#include "outcome.h"
#include "tree_argument.h"

namespace graze::cli {

struct InfoArguments {
  std::string file;
  bool json = false;
  std::optional<std::size_t> boxes;  ///< level of the tree whose boxes are written to `out`
  std::string out;
  TreeArgument tree;  ///< when absent, the tree of a saved one is described
};

[[nodiscard]] ExitCode run_info(const InfoArguments& arguments);

}  // namespace graze::cli
