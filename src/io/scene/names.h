#pragma once
/// Names that differ: the second "wheel" becomes "wheel#2".

#include <string>
#include <unordered_set>

namespace graze::io {

class DistinctNames {
 public:
  /// The name, or the first of NAME#2, NAME#3, … that is free.
  [[nodiscard]] std::string taken(const std::string& name) {
    std::string wanted = name;
    for (std::size_t number = 2; !used_.insert(wanted).second; ++number) wanted = name + "#" + std::to_string(number);
    return wanted;
  }
  [[nodiscard]] bool has(const std::string& name) const { return used_.contains(name); }
  /// False when somebody has it.
  [[nodiscard]] bool take(const std::string& name) { return used_.insert(name).second; }

 private:
  std::unordered_set<std::string> used_;
};

}  // namespace graze::io
