#pragma once
/// The shapes of a JSON scene: those with names, and those written where they are used.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/json/line.h"
#include "io/json/question_meshes.h"

namespace graze::io {

/// Comparing JSON with text itself would make JSON of the text, in a function that must not throw: without memory left, an end of
/// the program.
[[nodiscard]] bool is_of_type(const Json& object, std::string_view type);

class JsonShapes {
 public:
  /// `shapes` is the object of that name, or null where there is none. It must live until check_all() is done.
  JsonShapes(const Json* shapes, QuestionMeshes& meshes, Solids solids) : shapes_(shapes), meshes_(meshes), solids_(solids) {}

  /// Reads every named shape, used or not; to be called once, first.
  [[nodiscard]] Result<void> check_all();

  /// A name, or an object with a "type": the parts that the shape is made of, one unless it is a compound. From any thread.
  [[nodiscard]] Result<std::vector<BodyPart>> parts(const Json& shape) { return parts(shape, 0); }

 private:
  using Parts = std::vector<BodyPart>;

  [[nodiscard]] Result<Parts> parts(const Json& shape, std::size_t depth);
  [[nodiscard]] Result<Parts> named(const std::string& name, std::size_t depth);
  [[nodiscard]] Result<Parts> compound(const Json& object, std::size_t depth);
  [[nodiscard]] Result<Parts> simple(const Json& object);

  const Json* shapes_;
  QuestionMeshes& meshes_;
  Solids solids_;
  std::map<std::string, std::optional<Parts>> known_;  ///< none while a shape is being read: it would contain itself
};

/// The fields of an object that say what its shape is, where the shape is written into a body or a part.
[[nodiscard]] Json shape_fields(const Json& object);
/// Whether a field belongs to the shape that is written into the object: all but those of a place, a body or a part.
[[nodiscard]] bool is_shape_field(const Json& object, std::string_view name);

}  // namespace graze::io
