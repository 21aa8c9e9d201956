#pragma once
/// Pairs that meet at time 0, which a question may be told to ignore.

#include "scene/box_index.h"
#include "scene/pair_overlap.h"
#include "scene/scene_data.h"

namespace graze::scenes {

[[nodiscard]] inline Result<bool> met_at_start(const Scene::Data& data, const IndexPair& pair) {
  return parts_meet(data.records[pair.first].placed, data.records[pair.second].placed);
}

}  // namespace graze::scenes
