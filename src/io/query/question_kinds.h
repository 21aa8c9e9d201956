#pragma once
/// The questions of the format, one row each. Internal to the sources of io.

#include <span>
#include <string_view>
#include <vector>

#include <graze/query_format.h>

#include "io/json/line.h"

namespace graze {

struct QuestionKind {
  std::string_view name;
  int bodies = 2;                             ///< that it must have
  std::span<const std::string_view> options;  ///< that it takes
  Result<OrderedJson> (*answer)(const Question& question) = nullptr;
  /// Beside bodies: nothing; a scene, and perhaps a body a that is not in it; a robot.
  enum class About { bodies, scene, robot } about = About::bodies;
  bool is_about_motion = false;  ///< of scenes: about a stretch of time, not an instant
  bool takes_probe = false;      ///< of scenes: a may be a body that is not in it
};

/// Null when there is no such question.
[[nodiscard]] const QuestionKind* find_question_kind(std::string_view name);

[[nodiscard]] std::vector<std::string_view> question_names();

}  // namespace graze
