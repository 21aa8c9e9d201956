#pragma once
/// How answers are worded: numbers a person reads, units, plurals, names of files that may hold anything.

#include <cstddef>
#include <string>
#include <string_view>

#include <graze/vec.h>

namespace graze::cli {

/// What the words of an answer depend on.
struct Wording {
  bool precise = false;  ///< all digits of a number
  bool color = false;
  std::string unit{};  ///< behind lengths: "mm"; empty where nobody knows it
};

enum class Color { none, red, yellow, green, bold };

/// "1 triangle", "2 triangles".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun, std::string_view plural = "s");

/// Six digits, or with `precise` the shortest decimals that read back as the same double.
[[nodiscard]] std::string number_text(double value, const Wording& wording);
/// The same, never above the value: of times and clearances that are promised.
[[nodiscard]] std::string floor_text(double value, const Wording& wording);
/// "2.5 mm"
[[nodiscard]] std::string length_text(double value, const Wording& wording);
/// "(x, y, z)"
[[nodiscard]] std::string point_text(const Vec3& p, const Wording& wording);

[[nodiscard]] std::string painted(std::string_view text, Color color, const Wording& wording);

/// Names of files and bodies may hold anything: control characters are written as \n, \x1b, so that none reaches a terminal.
[[nodiscard]] std::string shown(std::string_view name);

}  // namespace graze::cli
