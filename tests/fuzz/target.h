#pragma once
/// What is attacked: functions that take any bytes whatever, with small inputs to begin from.

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace graze::fuzz {

/// A promise that an input broke. Anything else that leaves a target is a bug as well: the library throws nothing.
struct Violation : std::logic_error {
  using std::logic_error::logic_error;
};

inline void expect(bool promise_kept, const std::string& promise) {
  if (!promise_kept) throw Violation(promise);
}

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);  ///< throws where a promise is broken
  std::vector<std::string> (*seeds)();  ///< inputs of which most are sound
  unsigned rounds;                      ///< how many changed inputs the short run tries
};

[[nodiscard]] std::span<const Target> all_targets();
/// Null where there is none of that name.
[[nodiscard]] const Target* find_target(std::string_view name);

}  // namespace graze::fuzz
