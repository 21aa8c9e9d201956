#pragma once
/// Bodies of an assembly that is larger than memory: loaded when they are needed, forgotten when others need the room.

#include <cstddef>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <graze/error.h>
#include <graze/scene.h>

#include "input/load.h"

namespace graze::cli {

/// What is known of a body that is not loaded.
struct BodyOutline {
  std::string name;
  std::string kind;
  SceneBody stand_in;   ///< a box in the place of a mesh, with the same bounds in a scene; of a shape the shape itself
  bool is_box = false;  ///< whether it is one
  std::size_t triangles = 0;
  std::string digest;  ///< of the mesh
};

class BodyShelf {
 public:
  explicit BodyShelf(BodyLoader loader) : loader_(std::move(loader)) {}

  [[nodiscard]] const BodyLoader& loader() const { return loader_; }
  /// Loads all of them, a few at a time.
  [[nodiscard]] Result<std::vector<BodyOutline>> outlines(std::size_t threads) const;
  /// The body. From any thread, of which only one loads it.
  [[nodiscard]] Result<SceneBody> get(std::size_t i);

 private:
  void forget_all_when_full(std::size_t added_triangles);

  BodyLoader loader_;
  std::mutex mutex_;
  std::map<std::size_t, std::shared_future<Result<SceneBody>>> loaded_;
  std::size_t kept_triangles_ = 0;
};

}  // namespace graze::cli
