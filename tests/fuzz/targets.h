#pragma once
/// The parts of the list of targets.

#include <vector>

#include "fuzz/target.h"

namespace graze::fuzz {

[[nodiscard]] std::vector<Target> mesh_targets();
[[nodiscard]] std::vector<Target> text_targets();
[[nodiscard]] std::vector<Target> oracle_targets();

}  // namespace graze::fuzz
