#pragma once
/// Units of length: what files are in, and what answers are in.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::cli {

/// The words that --units takes: um, mm, cm, m, in, ft.
[[nodiscard]] std::vector<std::string> unit_names();

/// Of one of these words.
[[nodiscard]] double metres_in(std::string_view unit);

/// The word for so many metres, nothing where there is none.
[[nodiscard]] std::optional<std::string> unit_of_metres(double metres);

/// 10, 25.4 or 1000 where the larger of the sizes is about that many times the smaller: then one of two files that do not tell
/// their unit may be in another one.
[[nodiscard]] std::optional<double> suspicious_ratio(double size_a, double size_b);

}  // namespace graze::cli
