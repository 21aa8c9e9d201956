#include "tree/walk/placement_lanes.h"
#include "tree/walk/placement_lanes_kernel.h"

namespace graze::tree {

sat::OneBox place_box_baseline(const BoxMap<double>& map, const sat::EightBoxes& boxes, std::size_t lane) {
  return GRAZE_SIMD_TARGET::place_box_lanes(map, boxes, lane);
}

}  // namespace graze::tree
