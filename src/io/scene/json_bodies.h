#pragma once
/// The entries of the list of bodies of a JSON scene: bodies and robots.

#include <cstddef>
#include <filesystem>
#include <string>

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/json/line.h"
#include "io/json/question_meshes.h"
#include "io/scene/json_shapes.h"

namespace graze::io {

class JsonBodies {
 public:
  /// `root` is that of the scene, for its "shapes"; it must live until check_shapes() is done. Of mesh files that
  /// bodies name, so many triangles are kept for the next ones.
  JsonBodies(const Json& root, std::filesystem::path folder, SceneReadOptions options,
             std::size_t most_triangles = QuestionMeshes::most_kept_triangles);
  JsonBodies(const JsonBodies&) = delete;
  JsonBodies& operator=(const JsonBodies&) = delete;

  /// Reads every named shape, used or not; to be called once, before the others.
  [[nodiscard]] Result<void> check_shapes() { return shapes_.check_all(); }

  // From any thread.

  /// As given, or "body3".
  [[nodiscard]] static Result<std::string> name(const Json& object, std::size_t number);
  [[nodiscard]] static bool is_robot(const Json& object) { return object.contains("robot"); }
  [[nodiscard]] Result<SceneRobot> robot(const Json& object, const std::string& name) const;
  [[nodiscard]] Result<SceneBody> body(const Json& object, const std::string& name);

 private:
  std::filesystem::path folder_;
  SceneReadOptions options_;
  QuestionMeshes meshes_;
  JsonShapes shapes_;
};

}  // namespace graze::io
