/// Colours that stay apart for people who see few: blue and orange for two bodies, crimson marks with a pale rim.

#include "report/palette.h"

#include "report/finding.h"

namespace graze::report {
namespace {

constexpr Colour rgb(unsigned hex) {
  constexpr float most = 255;
  return {static_cast<float>(hex >> 16U & 0xffU) / most, static_cast<float>(hex >> 8U & 0xffU) / most,
          static_cast<float>(hex & 0xffU) / most};
}

}  // namespace

Palette palette(bool dark) {
  const Colour crimson = rgb(0xe5194b), green = rgb(0x0f8a5f);
  if (dark)
    return {rgb(0x1b2330), rgb(0x0e131b), rgb(0x05080c), rgb(0x0e131b), rgb(0xff4d73), rgb(0xffffff), rgb(0x3ddc97), rgb(0xffd166)};
  return {rgb(0xf7f9fc), rgb(0xdfe6ee), rgb(0x18222f), rgb(0xffffff), crimson, rgb(0xffffff), green, rgb(0xb45309)};
}

Colour kind_colour(FindingKind kind) {
  switch (kind) {
    case FindingKind::separated: return rgb(0xa9b8c9);
    case FindingKind::unfinished: return rgb(0xb5a68f);
    case FindingKind::near: return rgb(0xf3cd52);
    case FindingKind::touching: return rgb(0xf39a3d);
    case FindingKind::contact: return rgb(0xee5d5d);
    case FindingKind::inside:
    case FindingKind::contains: return rgb(0xa184e6);
    case FindingKind::duplicate: return rgb(0xe06bb4);
    case FindingKind::overlapping: return rgb(0xe5484d);
  }
  return rgb(0xa9b8c9);
}

Colour body_colour(const Palette& palette, const ReportData& data, const std::optional<ShownPair>& pair, std::size_t body) {
  if (pair && body == pair->a) return rgb(0x6fa3f5);
  if (pair && body == pair->b) return rgb(0xf6b04d);
  if (pair) return palette.ink;
  const Colour colour = kind_colour(kinds_of_bodies(data)[body]);
  constexpr float step = 0.06F;  // neighbours of one colour can be told apart
  return (1 - step * static_cast<float>(body % 4)) * colour;
}

}  // namespace graze::report
