#pragma once
/// One of eight boxes, moved into the frame of another tree in single precision and held against eight boxes there. All in one
/// call: for walks that ask for nothing but overlap.

#include <cstddef>

#include "box/lane_margin.h"
#include "tree/walk/placement_lanes.h"

namespace graze::tree {

struct OverlapMap {
  BoxMap<float> to_tree;
  sat::LaneMargin margin;  ///< with room for what the lanes round
};

/// Coordinates of a turned axis are sums of three products of rounded factors, off by 4 u each, so axes by sqrt(3) times as much;
/// those of a centre have a fourth term, and 5 u of what they are made of. TreePlacedOverlap.LeavesRoomForTheRoundingsOfACentre
inline constexpr sat::OneBoxRounding rounding_of_overlap_map{7, 5};

/// Bit k is set unless box k of the eight is certainly apart from the image of a lane of `boxes`; far[k] tells how far their
/// centres are from each other, roughly. Variants may round differently.
using MayOverlapPlaced = unsigned (*)(const OverlapMap& map, const sat::EightBoxes& boxes, std::size_t lane,
                                      const sat::EightBoxes& eight, float (&far)[8]);

}  // namespace graze::tree
