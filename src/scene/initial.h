#pragma once
/// Pairs that meet at time 0, which a question may be told to ignore.

#include "scene/box_pairs.h"
#include "scene/pair_overlap.h"
#include "scene/scene_data.h"

namespace graze::scenes {

[[nodiscard]] inline Result<bool> met_at_start(const Scene::Data& data, const IndexPair& pair) {
  return parts_meet(data.records[pair[0]].placed, data.records[pair[1]].placed);
}

}  // namespace graze::scenes
