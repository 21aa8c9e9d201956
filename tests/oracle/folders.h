#pragma once
/// Where tests find files of the project, and data that lies beside it.

#include <cstdlib>
#include <filesystem>

namespace graze::testing {

/// Said by the build: compiler caches make __FILE__ relative.
inline std::filesystem::path project_folder() { return GRAZE_PROJECT_FOLDER; }

/// Questions with right answers and real meshes, where they are there: tests that use them are skipped elsewhere.
inline std::filesystem::path shared_folder() {
  const char* given = std::getenv("GRAZE_SHARED");
  return given != nullptr ? std::filesystem::path(given) : project_folder().parent_path() / "shared";
}

}  // namespace graze::testing
