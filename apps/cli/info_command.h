#pragma once
/// graze info: what a mesh file holds, what is wrong with it, and what its tree is like.

#include <cstddef>
#include <optional>
#include <string>

#include "outcome.h"

namespace graze::cli {

struct InfoArguments {
  std::string file;
  bool json = false;
  std::optional<std::size_t> boxes;  ///< level of the tree whose boxes are written to `out`
  std::string out;
};

[[nodiscard]] ExitCode run_info(const InfoArguments& arguments);

}  // namespace graze::cli
