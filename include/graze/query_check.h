#pragma once
/// Does an answer meet the expectation its line carries?

#include <optional>
#include <string>
#include <string_view>

#include <graze/export.h>

namespace graze {

/// What differs between the "expect" object of a line and the answer to it (both JSON text), nothing when they agree.
///
/// Booleans (intersect, contains, contact) and counts (pair_count) must be equal. Numbers (distance, depth, first, last, t) may
/// differ by tol * max(1, |expected|), tol being the expectation's own or 1e-9; points of a set by the same in each coordinate, in
/// any order. A "first_exact" (a fraction, "7/4") must not be exceeded at all, and not be undercut by more than two units in the
/// last place. A "bracket" [lo, hi] must hold the first contact, which may be reported a little early and never late. A "volume" is
/// the best known: smaller is better, larger by more than 1e-7 of it is wrong.
[[nodiscard]] GRAZE_API std::optional<std::string> unmet_expectation(std::string_view expect, std::string_view answer);

}  // namespace graze
