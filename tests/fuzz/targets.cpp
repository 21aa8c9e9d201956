/// All targets in one list.

#include "fuzz/targets.h"

#include <algorithm>

namespace graze::fuzz {

std::span<const Target> all_targets() {
  static const std::vector<Target> all = [] {
    std::vector<Target> list = mesh_targets();
    for (const auto& more : {text_targets(), oracle_targets()}) list.insert(list.end(), more.begin(), more.end());
    return list;
  }();
  return all;
}

const Target* find_target(std::string_view name) {
  const auto all = all_targets();
  const auto found = std::ranges::find(all, name, &Target::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace graze::fuzz
