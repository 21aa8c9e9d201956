#pragma once
/// How answers are worded.

#include <cstddef>
#include <string>
#include <string_view>

#include <graze/vec.h>

namespace graze::cli {

/// "1 triangle", "2 triangles".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun, std::string_view plural = "s");

/// "(x, y, z)", with the shortest decimals that read back as the same doubles.
[[nodiscard]] std::string point_text(const Vec3& p);

}  // namespace graze::cli
