#include "tree/walk/turning_lanes.h"

namespace graze::tree {

FreeTimes free_times() {
  static const FreeTimes chosen = sat::has_avx2() ? free_times_avx2 : free_times_baseline;
  return chosen;
}

}  // namespace graze::tree
