/// Words and numbers that the answers of several commands share.

#include "answer_text.h"

#include <fmt/format.h>

namespace graze::cli {

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : plural);
}

std::string point_text(const Vec3& p) { return fmt::format("({}, {}, {})", p.x(), p.y(), p.z()); }

}  // namespace graze::cli
