#pragma once
/// The bodies of a scene, by their indices.

#include <cstdint>
#include <vector>

#include <graze/scene.h>

#include "scene/box_index.h"
#include "scene/last_instant.h"
#include "scene/record.h"

namespace graze {

struct Scene::Data {
  std::vector<scenes::Record> records;  ///< those of removed bodies stay, without parts, and with boxes that meet nothing
  std::vector<std::uint32_t> free;      ///< indices of removed bodies, to be used again with another generation
  scenes::SharedShapes shapes;
  scenes::BoxIndex boxes;  ///< at time 0
  scenes::LastInstant last_instant;
  std::vector<char> is_moving;  ///< by index: whether the body is elsewhere at other times
  std::size_t size = 0;
  bool is_planar = false;         ///< the bodies are shapes of the plane
  bool has_excluded_any = false;  ///< some pair was excluded once
};

}  // namespace graze

namespace graze::scenes {

/// The error says whether the id never was one, or is that of a body that was removed.
[[nodiscard]] Result<void> check_id(const Scene::Data& data, BodyId id);

/// Whether groups and excluded pairs let two bodies of the scene meet.
[[nodiscard]] bool may_meet(const Record& a, const Record& b);

}  // namespace graze::scenes
