#pragma once
/// Threads of the command's own, for work that may wait: those of the library's parallel loops must not.

#include <cstddef>
#include <functional>

namespace graze::cli {

/// How many threads a command uses: as many as were asked for, 0 standing for what the machine has.
[[nodiscard]] std::size_t thread_count(std::size_t asked);

/// Calls work() on so many threads at once, this one among them: fewer where the system gives no more. It must not throw.
void on_threads(std::size_t count, const std::function<void()>& work);

}  // namespace graze::cli
