#pragma once
/// Letters drawn as lines, so that pictures need no font.

#include <string_view>

#include "report/canvas.h"

namespace graze::report {

/// Of one letter with the space after it, in units of a quarter of the width of a letter.
constexpr float letter_advance = 6;

/// From the left end of the base line, in samples; `unit` is a sixth of the height of a capital. Characters outside ASCII are drawn
/// as boxes.
void draw_text(Canvas& canvas, float left, float base, float unit, std::string_view text, const Colour& colour);

/// How many characters that takes: bytes, less those that continue one.
[[nodiscard]] std::size_t letter_count(std::string_view text);

}  // namespace graze::report
