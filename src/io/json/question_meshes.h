#pragma once
/// The meshes that questions name by file, each loaded once. Internal to the sources of io.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

class QuestionMeshes {
 public:
  explicit QuestionMeshes(std::filesystem::path directory) : directory_(std::move(directory)) {}

  /// The mesh with its coordinates multiplied by `scale`, under a tree built by these options if any. Callers wait for one that is
  /// being loaded.
  [[nodiscard]] Result<Geometry> get(const std::string& file, const Vec3& scale, const std::optional<BuildOptions>& options);

  /// Those of a mesh file, which is read each time.
  [[nodiscard]] Result<std::vector<Vec3>> vertices(const std::string& file) const;

 private:
  /// Path, scale, and what tells options apart.
  using Key = std::tuple<std::string, std::array<double, 3>, std::array<std::uint32_t, 7>>;

  void forget_all_when_full(std::size_t added_triangles);

  std::filesystem::path directory_;
  std::mutex mutex_;
  std::map<Key, std::shared_future<Result<Geometry>>> loaded_;
  std::size_t kept_triangles_ = 0;
};

}  // namespace graze
