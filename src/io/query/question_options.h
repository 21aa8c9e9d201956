#pragma once
/// The options of the question format: which question takes which, and what a misspelt one was meant to be.

#include <optional>
#include <span>
#include <string_view>

#include <graze/error.h>
#include <graze/query_format.h>

#include "io/json/line.h"

namespace graze {

/// The options among the fields of a question that takes those named in `taken`. An option that it does not take, or a near miss of
/// any option (one slip away, two in long words, case and underscores aside), is an error that says what was meant; with `strict`
/// so is every field that is not part of the format. `tol` is another spelling of `tolerance`.
[[nodiscard]] Result<QuestionOptions> options_from_json(const Json& root, std::string_view query,
                                                        std::span<const std::string_view> taken, bool strict);

/// The one of these words that the name nearly is.
[[nodiscard]] std::optional<std::string_view> meant_by(std::string_view name, std::span<const std::string_view> words);

}  // namespace graze
