#pragma once
/// One of eight boxes, moved into the frame of another tree in the widest registers of the processor.

#include <cstddef>

#include "box/eight_lanes.h"

namespace graze::tree {

/// x -> rotation * x, and for centres scale * rotation * x + translation. Columns are filled up with zeros.
template <class Number>
struct BoxMap {
  alignas(4 * sizeof(Number)) Number rotation[3][4];         ///< [k]: column k
  alignas(4 * sizeof(Number)) Number scaled_rotation[3][4];  ///< likewise
  alignas(4 * sizeof(Number)) Number translation[4];
  Number scale;
};

/// The image of one of eight boxes, rounded to single precision from double. All variants round alike.
using PlaceBox = sat::OneBox (*)(const BoxMap<double>& map, const sat::EightBoxes& boxes, std::size_t lane);

}  // namespace graze::tree
