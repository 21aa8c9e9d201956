/// Starts threads as long as the system gives some.

#include "threads.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace graze::cli {

std::size_t thread_count(std::size_t asked) { return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency()); }

void on_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(work);
  } catch (const std::system_error&) {
  }
  work();
}

}  // namespace graze::cli
