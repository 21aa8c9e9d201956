#pragma once
/// "Did you mean": the known word nearest to a misspelt one.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::cli {

/// The word that differs least, case and punctuation aside, if it differs by no more than a slip or two of the hand.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view wrong, const std::vector<std::string>& known);

/// " (did you mean WORD?)", or nothing.
[[nodiscard]] std::string suggestion(std::string_view wrong, const std::vector<std::string>& known);

}  // namespace graze::cli
