/// Splits sheets, all patches of a size before smaller ones: so that points everywhere are looked at before the search gives up.

#include "ring/sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace graze::ring {
namespace {

/// Of one round: surfaces that coincide would be split without end. With more, no point outside having been found counts as inside.
constexpr std::size_t most_patches = std::size_t{1} << 18;

/// Tangents at the ends of a longer arc meet too far away.
constexpr double longest_arc = std::numbers::pi / 2;

bool is_arc(const Outline& outline) { return outline.from_angle != outline.to_angle; }

Vec2 on_arc(const Outline& arc, double angle, double radius) {
  return arc.center + radius * Vec2(std::cos(angle), std::sin(angle));
}

/// `along` runs from 0 to 1.
Vec2 at(const Outline& outline, double along) {
  if (!is_arc(outline)) return outline.from + along * (outline.to - outline.from);
  return on_arc(outline, outline.from_angle + along * (outline.to_angle - outline.from_angle), outline.radius);
}

struct Range {
  double from = 0, to = 1;

  [[nodiscard]] double middle() const { return from + (to - from) / 2; }
  [[nodiscard]] double half() const { return (to - from) / 2; }
  [[nodiscard]] std::array<Range, 2> halves() const { return {Range{from, middle()}, Range{middle(), to}}; }
};

struct Patch {
  const Sheet* sheet;
  Range along;   ///< of the outline
  Range around;  ///< angle about the axis

  [[nodiscard]] Vec3 point(const Vec2& in_outline, double angle) const {
    const auto& [axis, x, y] = sheet->axes;
    return sheet->center + in_outline.y() * axis + in_outline.x() * (std::cos(angle) * x + std::sin(angle) * y);
  }
  [[nodiscard]] Vec3 at(double along_outline, double angle) const { return point(ring::at(sheet->outline, along_outline), angle); }
  [[nodiscard]] Vec3 middle() const { return at(along.middle(), around.middle()); }
};

/// The ends of a piece of an outline and, of an arc, where its tangents there meet: a hull around it.
std::array<Vec2, 3> corners(const Outline& outline, const Range& along) {
  const Vec2 from = at(outline, along.from), to = at(outline, along.to);
  if (!is_arc(outline)) return {from, to, to};
  const double length = outline.to_angle - outline.from_angle;
  const double beyond = outline.radius / std::cos(along.half() * length);
  return {from, to, on_arc(outline, outline.from_angle + along.middle() * length, beyond)};
}

class PatchSplitter {
 public:
  PatchSplitter(const SticksOut& sticks_out, double limit) : sticks_out_(sticks_out), limit_(limit) {}

  [[nodiscard]] bool are_inside(std::vector<Patch> patches) const {
    while (!patches.empty() && patches.size() <= most_patches) {
      std::vector<Patch> undecided;
      for (const Patch& patch : patches) {
        if (shows_point_outside(patch)) return false;
        if (!is_certainly_inside(patch)) split(patch, undecided);
      }
      patches = std::move(undecided);
    }
    return true;
  }

 private:
  [[nodiscard]] bool shows_point_outside(const Patch& patch) const {
    const auto is_outside = [&](const Vec3& point) { return !(sticks_out_(point, point) <= limit_); };
    return is_outside(patch.middle()) || is_outside(patch.at(patch.along.from, patch.around.from)) ||
           is_outside(patch.at(patch.along.to, patch.around.to));
  }

  [[nodiscard]] bool is_certainly_inside(const Patch& patch) const {
    const Vec3 near = patch.middle();
    const double half = patch.around.half();
    for (const Vec2& corner : corners(patch.sheet->outline, patch.along)) {
      const Vec2 beyond(corner.x() / std::cos(half), corner.y());
      const bool is_in = sticks_out_(patch.point(corner, patch.around.from), near) <= limit_ &&
                         sticks_out_(patch.point(corner, patch.around.to), near) <= limit_ &&
                         sticks_out_(patch.point(beyond, patch.around.middle()), near) <= limit_;
      if (!is_in) return false;
    }
    return true;
  }

  /// The longer way; numbers that cannot be halved any more are left to what their points said.
  static void split(const Patch& patch, std::vector<Patch>& into) {
    const double along =
        (patch.at(patch.along.from, patch.around.middle()) - patch.at(patch.along.to, patch.around.middle())).norm();
    const Vec3 middle = patch.middle();
    const double around = (patch.at(patch.along.middle(), patch.around.from) - middle).norm() +
                          (patch.at(patch.along.middle(), patch.around.to) - middle).norm();
    const Range& longer = along >= around ? patch.along : patch.around;
    if (!(longer.from < longer.middle() && longer.middle() < longer.to)) return;
    for (const Range& half : longer.halves()) {
      into.push_back(patch);
      (along >= around ? into.back().along : into.back().around) = half;
    }
  }

  const SticksOut& sticks_out_;
  double limit_;
};

/// Cut so that tangents meet.
void add_patches(const Sheet& sheet, std::vector<Patch>& patches) {
  const auto pieces = [](double angle) { return std::max(1, static_cast<int>(std::ceil(std::abs(angle) / longest_arc))); };
  const int outlines = pieces(sheet.outline.to_angle - sheet.outline.from_angle), turns = pieces(sheet.turn);
  for (int i = 0; i < outlines; ++i) {
    const Range along{static_cast<double>(i) / outlines, static_cast<double>(i + 1) / outlines};
    for (int k = 0; k < turns; ++k) patches.push_back({&sheet, along, {sheet.turn * k / turns, sheet.turn * (k + 1) / turns}});
  }
}

}  // namespace

Sheet segment(const Vec3& from, const Vec3& to) {
  return {{Vec2::Zero(), Vec2(0, 1), Vec2::Zero(), 0, 0, 0}, from, {Vec3(to - from), Vec3::Zero(), Vec3::Zero()}, 0};
}

bool are_inside(const std::vector<Sheet>& sheets, const SticksOut& sticks_out, double limit) {
  std::vector<Patch> patches;
  for (const Sheet& sheet : sheets) add_patches(sheet, patches);
  return PatchSplitter(sticks_out, limit).are_inside(std::move(patches));
}

}  // namespace graze::ring
