/// Asks Linux for free memory: /proc/meminfo, the control group (version 2) and the limit of addresses.

#include "input/free_memory.h"

#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <string>

#include <sys/resource.h>

namespace graze::cli {
namespace {

using Bytes = std::optional<std::uint64_t>;

Bytes of_machine() {
  constexpr std::uint64_t kilobyte = 1024;
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    std::uint64_t value = 0;
    if (name == "MemAvailable:" && file >> value) return value * kilobyte;
    std::getline(file, name);
  }
  return std::nullopt;
}

Bytes number_in(const std::string& path) {
  std::uint64_t value = 0;
  std::ifstream file(path);
  return file >> value ? Bytes(value) : std::nullopt;  // "max" is no number
}

/// Of the group that this process sees as the root, as processes in containers do.
Bytes of_group() {
  const Bytes limit = number_in("/sys/fs/cgroup/memory.max"), used = number_in("/sys/fs/cgroup/memory.current");
  if (!limit || !used) return std::nullopt;
  return *limit - std::min(*limit, *used);
}

Bytes of_process() {
  struct ::rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  const Bytes pages = number_in("/proc/self/statm");
  const std::uint64_t used = pages.value_or(0) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

}  // namespace

std::optional<std::uint64_t> free_memory() {
  Bytes least;
  for (const Bytes& bytes : {of_machine(), of_group(), of_process()})
    if (bytes) least = std::min(least.value_or(*bytes), *bytes);
  return least;
}

}  // namespace graze::cli
