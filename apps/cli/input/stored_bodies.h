#pragma once
/// Bodies of an assembly that stay in their files.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/scene.h>
#include <graze/scene_file.h>

#include "input/load.h"

namespace graze::cli {

/// First those of scene files, then those of mesh files and shapes.
class StoredBodies {
 public:
  /// The bodies of a scene, with all lengths multiplied.
  void add(StoredScene scene, double factor, std::string file);
  void add(BodyLoader files) { files_ = std::move(files); }

  [[nodiscard]] std::size_t size() const { return in_scenes() + (files_ ? files_->size() : 0); }
  /// As its file names it.
  [[nodiscard]] const std::string& name(std::size_t i) const;
  /// The file that it is in.
  [[nodiscard]] const std::string& file(std::size_t i) const;
  /// How many from i on are better loaded together: of a scene, which share meshes.
  [[nodiscard]] std::size_t neighbours(std::size_t i) const;
  /// From any thread.
  [[nodiscard]] Result<SceneBody> load(std::size_t i) const;

 private:
  struct ConvertedScene {
    StoredScene scene;
    double factor = 1;
    std::string file;
    std::size_t first = 0;  ///< number of its first body
  };

  [[nodiscard]] std::size_t in_scenes() const { return scenes_.empty() ? 0 : scenes_.back().first + scenes_.back().scene.size(); }
  [[nodiscard]] const ConvertedScene& scene_of(std::size_t i) const;

  std::vector<ConvertedScene> scenes_;
  std::optional<BodyLoader> files_;
};

}  // namespace graze::cli
