#pragma once
/// The questions of the format, one row each. Internal to the sources of io.

#include <string_view>

#include "io/json/line.h"
#include <graze/query_format.h>

namespace graze {

struct QuestionKind {
  std::string_view name;
  int bodies = 2;
  Result<OrderedJson> (*answer)(const Question& question) = nullptr;
};

/// Null when there is no such question.
[[nodiscard]] const QuestionKind* find_question_kind(std::string_view name);

}  // namespace graze
