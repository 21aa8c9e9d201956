/// Asks the parts of two bodies whose boxes meet.

#include "scene/pair_overlap.h"

#include <graze/distance.h>
#include <graze/overlap.h>

#include "scene/box.h"

namespace graze::scenes {

Result<bool> parts_meet(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b) {
  for (const PlacedPart& in_a : a) {
    for (const PlacedPart& in_b : b) {
      if (!meet(in_a.box, in_b.box)) continue;
      const auto found = overlap(in_a.body, in_b.body);
      if (!found || *found) return found;
    }
  }
  return false;
}

Result<bool> parts_within(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b, double distance) {
  for (const PlacedPart& in_a : a) {
    for (const PlacedPart& in_b : b) {
      if (gap(in_a.box, in_b.box) > distance) continue;
      const auto found = within(in_a.body, in_b.body, distance);
      if (!found || *found) return found;
    }
  }
  return false;
}

}  // namespace graze::scenes
