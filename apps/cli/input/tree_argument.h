#pragma once
/// How the tree of a mesh is built, on the command line.

#include <cstdint>
#include <optional>
#include <string>

#include <graze/error.h>
#include <graze/options.h>

namespace graze::cli {

/// Words as given; empty means absent.
struct TreeArgument {
  std::string kind;  ///< of tree_kinds
  std::string rule;  ///< of split_rules
  std::string fit;   ///< of node_fits
  std::optional<std::uint32_t> leaf;
  std::optional<std::uint32_t> depth;
  bool box_leaves = false;
  bool compact = false;
};

/// Nothing where all is absent. Errors name the option.
[[nodiscard]] Result<std::optional<BuildOptions>> build_options(const TreeArgument& tree);

}  // namespace graze::cli
