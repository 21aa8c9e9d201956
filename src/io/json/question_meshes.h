#pragma once
/// The meshes that questions name by file, each loaded once. Internal to the sources of io.

#include <array>
#include <cstddef>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <graze/geometry.h>

namespace graze {

class QuestionMeshes {
 public:
  explicit QuestionMeshes(std::filesystem::path directory) : directory_(std::move(directory)) {}

  /// The mesh with its coordinates multiplied by `scale`. Callers wait for one that is being loaded.
  [[nodiscard]] Result<Geometry> get(const std::string& file, const Vec3& scale);

 private:
  using Key = std::pair<std::string, std::array<double, 3>>;

  void forget_all_when_full(std::size_t added_triangles);

  std::filesystem::path directory_;
  std::mutex mutex_;
  std::map<Key, std::shared_future<Result<Geometry>>> loaded_;
  std::size_t kept_triangles_ = 0;
};

}  // namespace graze
