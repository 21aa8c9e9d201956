/// Fills triangles with a depth buffer, draws lines and discs that hidden surfaces only dim, and averages samples to pixels.

#include "report/canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze::report {
namespace {

constexpr float shine_through = 0.7F;  ///< opacity of marks that are hidden
/// How much nearer marks count than they are, as a part of their distance: they lie in the surfaces they mark.
constexpr float mark_lift = 0.004F;

float edge(const Projected& a, const Projected& b, float x, float y) { return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x); }

struct Range {
  int from = 0;
  int to = 0;  ///< beyond the last
};

/// The samples whose centres lie between, cut to the picture. Comparing before converting keeps huge numbers out of int.
Range samples(float low, float high, int size) {
  const float first = std::clamp(std::ceil(low - 0.5F), 0.0F, static_cast<float>(size));
  const float last = std::clamp(std::floor(high - 0.5F) + 1, 0.0F, static_cast<float>(size));
  return {static_cast<int>(first), static_cast<int>(last)};
}

/// The samples of a row where a number that is `first` at `left` and grows by `step` a sample is not negative, and one more at
/// either end: which of them are inside is decided sample by sample.
Range within_side(Range row, float first, float step, int left) {
  if (step == 0) return first >= 0 ? row : Range{row.from, row.from};
  const auto width = static_cast<float>(row.to - left);
  const auto zero = static_cast<int>(std::clamp(-first / step, -1.0F, width + 1));
  if (step > 0) return {std::max(row.from, left + zero - 1), row.to};
  return {row.from, std::min(row.to, left + zero + 2)};
}

}  // namespace

Canvas::Canvas(int width, int height, const Colour& top, const Colour& bottom)
    : width_(width * samples_per_pixel),
      height_(height * samples_per_pixel),
      colours_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)),
      nearness_(colours_.size(), 0),
      owners_(colours_.size(), 0) {
  for (int y = 0; y < height_; ++y) {
    const Colour colour = mixed(top, bottom, static_cast<float>(y) / static_cast<float>(height_));
    std::fill_n(colours_.begin() + static_cast<std::ptrdiff_t>(index(0, y)), width_, colour);
  }
}

void Canvas::triangle(const std::array<ShadedCorner, 3>& corners, std::uint32_t owner) {
  const auto& [a, b, c] = corners;
  const float area = edge(a.at, b.at, c.at.x, c.at.y);
  if (area == 0 || !std::isfinite(area)) return;
  const auto [left, right] = samples(std::min({a.at.x, b.at.x, c.at.x}), std::max({a.at.x, b.at.x, c.at.x}), width_);
  const auto [top, bottom] = samples(std::min({a.at.y, b.at.y, c.at.y}), std::max({a.at.y, b.at.y, c.at.y}), height_);
  for (int y = top; y < bottom; ++y) {
    Range row{left, right};
    for (const auto& [from, to] : {std::pair(b.at, c.at), std::pair(c.at, a.at), std::pair(a.at, b.at)})
      row = within_side(row, edge(from, to, static_cast<float>(left) + 0.5F, static_cast<float>(y) + 0.5F) / area,
                        (from.y - to.y) / area, left);
    for (int x = row.from; x < row.to; ++x) {
      const float px = static_cast<float>(x) + 0.5F, py = static_cast<float>(y) + 0.5F;
      const float of_a = edge(b.at, c.at, px, py) / area, of_b = edge(c.at, a.at, px, py) / area, of_c = 1 - of_a - of_b;
      if (of_a < 0 || of_b < 0 || of_c < 0) continue;
      const float nearness = of_a * a.at.nearness + of_b * b.at.nearness + of_c * c.at.nearness;
      const std::size_t at = index(x, y);
      if (nearness <= nearness_[at]) continue;
      nearness_[at] = nearness;
      owners_[at] = owner;
      colours_[at] = of_a * a.colour + of_b * b.colour + of_c * c.colour;
    }
  }
}

void Canvas::spot(int x, int y, float nearness, const Colour& colour) {
  const std::size_t at = index(x, y);
  const bool visible = nearness * (1 + mark_lift) >= nearness_[at];
  colours_[at] = mixed(colours_[at], colour, visible ? 1 : shine_through);
  if (visible) owners_[at] = 0;  // no outline over marks
}

void Canvas::line(const Projected& from, const Projected& to, float thickness, const Colour& colour) {
  const float dx = to.x - from.x, dy = to.y - from.y, squared = dx * dx + dy * dy, half = 0.5F * thickness;
  const auto [left, right] = samples(std::min(from.x, to.x) - half, std::max(from.x, to.x) + half, width_);
  const auto [top, bottom] = samples(std::min(from.y, to.y) - half, std::max(from.y, to.y) + half, height_);
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      const float px = static_cast<float>(x) + 0.5F - from.x, py = static_cast<float>(y) + 0.5F - from.y;
      const float s = squared > 0 ? std::clamp((px * dx + py * dy) / squared, 0.0F, 1.0F) : 0;
      const float ex = px - s * dx, ey = py - s * dy;
      if (ex * ex + ey * ey <= half * half) spot(x, y, (1 - s) * from.nearness + s * to.nearness, colour);
    }
  }
}

void Canvas::disc(const Projected& at, float radius, const Colour& colour) { line(at, at, 2 * radius, colour); }

void Canvas::rectangle(int left, int top, int right, int bottom, const Colour& colour, float opacity) {
  for (int y = std::max(top, 0); y < std::min(bottom, height_); ++y) {
    for (int x = std::max(left, 0); x < std::min(right, width_); ++x) {
      const std::size_t at = index(x, y);
      colours_[at] = mixed(colours_[at], colour, opacity);
    }
  }
}

void Canvas::overlay(const Canvas& veil, float opacity) {
  for (std::size_t i = 0; i < colours_.size(); ++i)
    if (veil.nearness_[i] > nearness_[i]) colours_[i] = mixed(colours_[i], veil.colours_[i], opacity);
}

void Canvas::outline(const Colour& colour, float opacity) {
  const auto darken = [&](std::size_t at, std::size_t beside) {
    if (owners_[at] == owners_[beside]) return;
    const std::size_t nearer = nearness_[at] >= nearness_[beside] ? at : beside;
    if (owners_[nearer] != 0) colours_[nearer] = mixed(colours_[nearer], colour, opacity);
  };
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      if (x + 1 < width_) darken(index(x, y), index(x + 1, y));
      if (y + 1 < height_) darken(index(x, y), index(x, y + 1));
    }
  }
}

Pixels Canvas::pixels() const {
  constexpr float most = 255;
  constexpr float share = 1.0F / (samples_per_pixel * samples_per_pixel);
  Pixels result{width_ / samples_per_pixel, height_ / samples_per_pixel, {}};
  result.rgb.reserve(3 * static_cast<std::size_t>(result.width) * static_cast<std::size_t>(result.height));
  const auto byte = [](float x) { return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0.0F, 1.0F) * most)); };
  for (int y = 0; y < height_; y += samples_per_pixel) {
    for (int x = 0; x < width_; x += samples_per_pixel) {
      Colour sum;
      for (int k = 0; k < samples_per_pixel * samples_per_pixel; ++k)
        sum = sum + colours_[index(x + k % samples_per_pixel, y + k / samples_per_pixel)];
      for (const float c : {sum.r, sum.g, sum.b}) result.rgb.push_back(byte(share * c));
    }
  }
  return result;
}

}  // namespace graze::report
