#pragma once
/// Does a mesh run through itself? Asked by `graze self`, and by `graze check` of one file.

#include <cstddef>
#include <string>

#include <graze/error.h>

#include "answer/answer.h"
#include "input/body_argument.h"

namespace graze::cli {

struct SelfOptions {
  OutputOptions output;
  bool pairs = false;  ///< count all pairs of triangles, not only whether there is one
  std::size_t max_pairs = 1000;
};

[[nodiscard]] Result<AnswerForms> self_checked(const BodyArgument& argument, const SelfOptions& options,
                                               const std::string& command);

}  // namespace graze::cli
