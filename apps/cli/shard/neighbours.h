#pragma once
/// Processes of one machine that prepare the same work at the same time, and share the effort.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <graze/error.h>

namespace graze::cli {

/// A process alone, unless an engine says otherwise.
struct Neighbours {
  std::size_t index = 0, count = 1;
  /// A folder of this machine for what they build once for all of them; empty where there is none.
  std::string folder{};
  /// What each of them has made, in their order, or the first error. All of them call it equally often.
  std::function<Result<std::vector<std::string>>(Result<std::string> mine)> exchange = [](Result<std::string> mine) {
    return std::move(mine).map([](std::string&& text) { return std::vector{std::move(text)}; });
  };
};

}  // namespace graze::cli
