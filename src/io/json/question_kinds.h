#pragma once
/// The questions of the format, one row each. Internal to the sources of io.

#include <span>
#include <string_view>

#include <graze/query_format.h>

#include "io/json/line.h"

namespace graze {

struct QuestionKind {
  std::string_view name;
  int bodies = 2;
  std::span<const std::string_view> options;  ///< that it takes
  Result<OrderedJson> (*answer)(const Question& question) = nullptr;
};

/// Null when there is no such question.
[[nodiscard]] const QuestionKind* find_question_kind(std::string_view name);

}  // namespace graze
