/// Looks at times and sizes, which is enough for files that programs write whole.

#include "view/watched_files.h"

#include <system_error>

namespace graze::cli {
namespace {

void add_file(FileStates& states, const std::filesystem::path& path) {
  std::error_code problem;
  const FileState state{std::filesystem::last_write_time(path, problem), std::filesystem::file_size(path, problem)};
  if (!problem) states.emplace(path, state);
}

}  // namespace

FileStates states_of(const std::vector<std::string>& sources) {
  FileStates states;
  for (const std::string& source : sources) {
    std::error_code problem;
    if (std::filesystem::is_directory(source, problem)) {
      for (std::filesystem::directory_iterator at(source, problem), end; !problem && at != end; at.increment(problem))
        if (at->is_regular_file(problem)) add_file(states, at->path());
    } else if (std::filesystem::is_regular_file(source, problem)) {
      add_file(states, source);
    }
  }
  return states;
}

}  // namespace graze::cli
