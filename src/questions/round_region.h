#pragma once
/// What balls and discs share with planes and with each other.

#include <optional>

#include <graze/geometry.h>
#include <graze/intersection.h>

namespace graze::query {

/// The circle of a ball and a plane that meet, the lens of two balls or discs that do, or the one that the other holds. Nothing of
/// others.
[[nodiscard]] std::optional<Region> round_region(const Body& a, const Body& b);

}  // namespace graze::query
