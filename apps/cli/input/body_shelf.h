#pragma once
/// Bodies of an assembly that is larger than memory: loaded when they are needed, forgotten when others need the room.

#include <array>
#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <graze/error.h>
#include <graze/scene.h>

#include "input/stored_bodies.h"

namespace graze::cli {

/// What is known of a body that is not loaded: all that a process keeps of the bodies of others.
struct BodyOutline {
  Aabb box;                               ///< as a scene bounds it
  std::array<std::uint64_t, 2> digest{};  ///< of its meshes
  std::uint64_t group = every_group, mask = every_group;
  std::uint32_t triangles = 0;
  std::uint8_t kind = 0;  ///< see kind_name()
  bool is_against = false;
};

/// "solid", "surface", "shape" or "compound", as a number of few bytes.
[[nodiscard]] std::uint8_t kind_number(std::string_view name);
[[nodiscard]] std::string_view kind_name(std::uint8_t number);

/// Outlines of bodies that are loaded. A mesh that many of them use is read once for its digest.
[[nodiscard]] Result<std::vector<BodyOutline>> outlines_of(const std::vector<SceneBody>& bodies);

class BodyShelf {
 public:
  explicit BodyShelf(StoredBodies bodies) : stored_(std::move(bodies)) {}

  [[nodiscard]] const StoredBodies& stored() const { return stored_; }
  /// Loads the bodies from `first` to before `end`, neighbours of a scene together, else one a thread at a time.
  [[nodiscard]] Result<std::vector<BodyOutline>> outlines(std::size_t first, std::size_t end, std::size_t threads) const;
  /// The body, which must be what it was when it was outlined. From any thread, of which only one loads it.
  [[nodiscard]] Result<SceneBody> get(std::size_t i, const BodyOutline& outline);

 private:
  struct Shelved {
    std::shared_future<Result<SceneBody>> body;
    std::size_t room = 0;
    std::uint64_t used = 0;  ///< when it was asked for last, as the number of that question
  };

  [[nodiscard]] Result<std::vector<BodyOutline>> outlines_together(std::size_t first, std::size_t end) const;
  [[nodiscard]] Result<SceneBody> load_again(std::size_t i, const BodyOutline& outline) const;
  void forget_oldest();

  StoredBodies stored_;
  std::mutex mutex_;
  std::map<std::size_t, Shelved> loaded_;
  std::map<std::uint64_t, std::size_t> by_use_;  ///< those that are loaded, the oldest first
  std::uint64_t questions_ = 0;
  std::size_t room_ = 0;
};

}  // namespace graze::cli
