#pragma once
/// What is wrong with the options of a status, if anything is.

#include <string>
#include <utility>

#include <graze/error.h>
#include <graze/scene_questions.h>

namespace graze::scenes {

[[nodiscard]] inline Result<void> check_status_options(const SceneStatusOptions& question) {
  for (const auto& [value, name] : {std::pair{question.tolerance, "tolerance"}, std::pair{question.clearance, "clearance"}}) {
    if (!(value >= 0)) return fail(ErrorCode::bad_option, std::string(name) + ": must be >= 0");
  }
  return {};
}

}  // namespace graze::scenes
