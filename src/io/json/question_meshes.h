#pragma once
/// The meshes that questions name by file, each loaded once. Internal to the sources of io.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
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
  /// Gives the mesh of a file under its usual tree, as read_geometry() would.
  using Source = std::function<Result<Geometry>(const std::filesystem::path& path)>;

  /// Triangles that are kept: beyond, all are dropped, and loaded again when needed. With their trees about 4 GB.
  static constexpr std::size_t most_kept_triangles = 20'000'000;

  explicit QuestionMeshes(std::filesystem::path directory, std::size_t most_triangles = most_kept_triangles)
      : directory_(std::move(directory)), most_triangles_(most_triangles) {}

  /// Instead of read_geometry(), where nothing is scaled and no options are given. Before anything is read.
  void use(Source source) { source_ = std::move(source); }

  /// The mesh with its coordinates multiplied by `scale`, under a tree built by these options if any. Callers wait for one that is
  /// being loaded.
  [[nodiscard]] Result<Geometry> get(const std::string& file, const Vec3& scale, const std::optional<BuildOptions>& options);

  /// Those of a mesh file, which is read each time.
  [[nodiscard]] Result<std::vector<Vec3>> vertices(const std::string& file) const;

 private:
  /// Path, scale, and what tells options apart.
  using Key = std::tuple<std::string, std::array<double, 3>, std::array<std::uint32_t, 7>>;

  [[nodiscard]] Result<Geometry> load(const std::filesystem::path& path, const Vec3& scale,
                                      const std::optional<BuildOptions>& options) const;
  void forget_all_when_full(std::size_t added_triangles);

  std::filesystem::path directory_;
  Source source_;
  std::mutex mutex_;
  std::map<Key, std::shared_future<Result<Geometry>>> loaded_;
  std::size_t most_triangles_;
  std::size_t kept_triangles_ = 0;
};

}  // namespace graze
