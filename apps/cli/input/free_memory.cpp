/// Asks Linux for free memory: /proc/meminfo, the control groups that this process is in, and the limit of addresses.

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

/// The names of the files of a kind of control group.
struct GroupFiles {
  const char *limit, *used, *cache;  ///< the last one: in memory.stat
};
constexpr GroupFiles version_2{"memory.max", "memory.current", "inactive_file"};
constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};

/// What the system takes back from files that were read, as soon as somebody needs it.
std::uint64_t cached_in(const std::string& folder, const GroupFiles& names) {
  std::ifstream file(folder + "/memory.stat");
  std::string name;
  for (std::uint64_t value = 0; file >> name >> value;)
    if (name == names.cache) return value;
  return 0;
}

Bytes free_in(const std::string& folder, const GroupFiles& names) {
  const Bytes limit = number_in(folder + "/" + names.limit), used = number_in(folder + "/" + names.used);
  if (!limit || !used) return std::nullopt;
  return *limit - std::min(*limit, *used - std::min(*used, cached_in(folder, names)));
}

/// Of a group and all above it, down from the root, which processes in containers see as their own.
Bytes free_along(const std::string& root, const std::string& path, const GroupFiles& names) {
  Bytes least = free_in(root, names);
  for (std::size_t end = path.find('/', 1); !path.empty(); end = path.find('/', end + 1)) {
    if (const Bytes free = free_in(root + path.substr(0, end), names)) least = std::min(least.value_or(*free), *free);
    if (end == std::string::npos) break;
  }
  return least;
}

/// Lines are "4:memory:/slurm/job_7" of version 1, "0::/slurm/job_7" of version 2.
Bytes of_groups() {
  Bytes least;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string kinds = "," + line.substr(first + 1, second - first - 1) + ",", path = line.substr(second + 1);
    const bool is_version_2 = kinds == ",,";
    if (!is_version_2 && kinds.find(",memory,") == std::string::npos) continue;
    const Bytes free =
        is_version_2 ? free_along("/sys/fs/cgroup", path, version_2) : free_along("/sys/fs/cgroup/memory", path, version_1);
    if (free) least = std::min(least.value_or(*free), *free);
  }
  return least;
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
  for (const Bytes& bytes : {of_machine(), of_groups(), of_process()})
    if (bytes) least = std::min(least.value_or(*bytes), *bytes);
  return least;
}

}  // namespace graze::cli
