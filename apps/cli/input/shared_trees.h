#pragma once
/// Meshes that the processes of a machine read once and build the trees of once: the first that needs one saves it, and all of them
/// map that file.

#include <filesystem>
#include <string>

#include <graze/error.h>
#include <graze/geometry.h>

namespace graze::cli {

class SharedTrees {
 public:
  /// In a folder that goes away with these processes.
  explicit SharedTrees(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// As read_geometry(path). Whoever comes while another one builds it waits.
  [[nodiscard]] Result<Geometry> get(const std::filesystem::path& path) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace graze::cli
