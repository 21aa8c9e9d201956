#pragma once
/// Scenes as JSON.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/files/source.h"
#include "io/json/line.h"
#include "io/scene/json_bodies.h"

namespace graze::io {

[[nodiscard]] Result<SceneFile> read_json_scene(const MeshSource& source, const SceneReadOptions& options);

/// One that stands within another document. Files it names are relative to `folder`; errors have the path to the culprit, and no
/// file.
[[nodiscard]] Result<SceneFile> scene_from_json(const Json& root, const std::filesystem::path& folder,
                                                const SceneReadOptions& options);

/// Shows the entries of the list of bodies one after the other, up to the first error.
using JsonEntries = std::function<Result<void>(const std::function<Result<void>(const Json& entry, std::size_t number)>& use)>;

/// What a scene has to know of an entry that somebody has looked at.
struct SceneEntry {
  std::string name;
  bool is_robot = false;
  double end = 0;  ///< of what moves the body
};
using TakeEntry = std::function<Result<void>(SceneEntry entry, std::size_t number)>;

/// A scene whose bodies stay text: only one at a time is a tree of JSON values, which take ten times the room.
class JsonSceneText {
 public:
  /// Nothing where the text is not JSON of that form. `text` must outlive this; see JsonBodies.
  [[nodiscard]] static std::optional<JsonSceneText> cut(std::string_view text, const std::filesystem::path& folder,
                                                        const SceneReadOptions& options,
                                                        std::size_t most_triangles = QuestionMeshes::most_kept_triangles);

  /// All of it, to be called once; with `take` all but the bodies. Of several errors it may not be the first one that is told.
  [[nodiscard]] Result<SceneFile> read();
  /// All but the bodies, likewise; entries(take) shows all of them in order, as they were found.
  [[nodiscard]] Result<SceneFile> read_rest(const std::function<Result<void>(const TakeEntry& take)>& entries);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::string_view text_of(std::size_t number) const { return entries_[number]; }
  /// Reads entries from `first` to before `end`, within read_rest(), which judges their names.
  [[nodiscard]] Result<void> look_at(std::size_t first, std::size_t end, const TakeEntry& take) const;

  // From any thread, when the scene was read without an error.

  [[nodiscard]] Result<Json> entry(std::size_t number) const;
  [[nodiscard]] Result<SceneBody> body(std::size_t number, const std::string& name) const {
    return entry(number).and_then([&](const Json& object) { return bodies_->body(object, name); });
  }

 private:
  JsonSceneText() = default;

  Json root_;  ///< without bodies
  std::vector<std::string_view> entries_;
  std::unique_ptr<JsonBodies> bodies_;
};

}  // namespace graze::io
