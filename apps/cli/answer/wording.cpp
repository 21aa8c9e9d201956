/// Words and numbers of answers.

#include "answer/wording.h"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr int readable_digits = 6;

/// The text with `digits` digits; "-0" is "0".
std::string with_digits(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value, digits);
  return text == "-0" ? "0" : text;
}

}  // namespace

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : plural);
}

std::string number_text(double value, const Wording& wording) {
  return wording.precise ? fmt::format("{}", value) : with_digits(value, readable_digits);
}

std::string floor_text(double value, const Wording& wording) {
  if (wording.precise || !std::isfinite(value) || value == 0) return number_text(value, wording);
  const std::string nearest = with_digits(value, readable_digits);
  if (std::strtod(nearest.c_str(), nullptr) <= value) return nearest;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1 - readable_digits);
  return with_digits(value - unit, readable_digits);
}

std::string length_text(double value, const Wording& wording) {
  return wording.unit.empty() ? number_text(value, wording) : number_text(value, wording) + " " + wording.unit;
}

std::string point_text(const Vec3& p, const Wording& wording) {
  return fmt::format("({}, {}, {})", number_text(p.x(), wording), number_text(p.y(), wording), number_text(p.z(), wording));
}

std::string painted(std::string_view text, Color color, const Wording& wording) {
  if (!wording.color || color == Color::none) return std::string(text);
  const int code = color == Color::red ? 31 : color == Color::yellow ? 33 : color == Color::green ? 32 : 1;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string shown(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    // U+0080 to U+009F are control characters too; in UTF-8 they begin with the byte c2.
    const bool is_second_control = c == 0xc2 && i + 1 < name.size() && static_cast<unsigned char>(name[i + 1]) < 0xa0;
    if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else if (c < ' ' || c == 0x7f)
      text += fmt::format("\\x{:02x}", c);
    else if (is_second_control)
      text += fmt::format("\\u{:04x}", static_cast<unsigned char>(name[++i]));
    else
      text += name[i];
  }
  return text;
}

}  // namespace graze::cli
