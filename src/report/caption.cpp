/// A pale band with a sentence and the meaning of the colours.

#include "report/caption.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "report/finding.h"
#include "report/lettering.h"
#include "report/page_text.h"

namespace graze::report {
namespace {

/// Cut where it would be longer than that many letters.
std::string shortened(const std::string& text, std::size_t most) {
  std::string fitting;
  std::size_t count = 0;
  if (letter_count(text) <= most) return text;
  for (const char c : valid_utf8(text)) {
    count += letter_count(std::string_view(&c, 1));
    if (count + 3 > most) break;
    fitting += c;
  }
  return fitting + "...";
}

struct Legend {
  Colour colour;
  std::string text;
};

std::optional<ShownPair> caption_pair(const ReportData& data, const ImageOptions& options) {
  if (options.finding) return ShownPair{data.findings[*options.finding].a, data.findings[*options.finding].b};
  if (data.bodies.size() == 2) return ShownPair{0, 1};
  return std::nullopt;
}

std::vector<Legend> legend_of(const ReportData& data, const ImageOptions& options, const Palette& palette) {
  if (const std::optional<ShownPair> pair = caption_pair(data, options)) {
    std::vector<Legend> legend;
    for (const std::size_t body : {pair->a, pair->b})
      legend.push_back({body_colour(palette, data, pair, body), shortened(data.bodies[body].name, 28)});
    return legend;
  }
  std::vector<Legend> legend;
  const std::vector<FindingKind> kinds = kinds_of_bodies(data);
  for (int kind = static_cast<int>(FindingKind::overlapping); kind >= 0; --kind) {
    const auto count = std::count(kinds.begin(), kinds.end(), static_cast<FindingKind>(kind));
    if (count > 0)
      legend.push_back(
          {kind_colour(static_cast<FindingKind>(kind)), fmt::format("{} {}", count, name_of(static_cast<FindingKind>(kind)))});
  }
  return legend;
}

std::string headline(const ReportData& data, const ImageOptions& options) {
  if (options.finding) return sentence(data, data.findings[*options.finding]);
  if (data.findings.size() == 1) return sentence(data, data.findings.front());
  return data.title;
}

/// Of the letters: 300 of them in the shorter side of the picture.
float letter_unit(int width, int height) { return static_cast<float>(std::min(width, height)) / 300; }

constexpr float margin_units = 6, line_units = 12;

}  // namespace

int free_height(int width, int height) {
  return height - static_cast<int>((2 * line_units + margin_units) * letter_unit(width, height));
}

void draw_caption(Canvas& canvas, const ReportData& data, const ImageOptions& options, const Palette& palette) {
  const float unit = letter_unit(canvas.width(), canvas.height());
  const float margin = margin_units * unit, line = line_units * unit, width = static_cast<float>(canvas.width());
  const auto most = static_cast<std::size_t>(std::max(8.0F, (width - 2 * margin) / (letter_advance * unit)));
  const auto top = static_cast<float>(free_height(canvas.width(), canvas.height()));
  canvas.rectangle(0, static_cast<int>(top), canvas.width(), canvas.height(), palette.paper, 0.8F);
  const Colour text = options.dark ? palette.rim : palette.ink;
  draw_text(canvas, margin, top + line, unit, shortened(headline(data, options), most), text);
  float left = margin;
  const float base = top + 2 * line + 0.5F * unit;
  for (const Legend& entry : legend_of(data, options, palette)) {
    const int x = static_cast<int>(left), y = static_cast<int>(base);
    canvas.rectangle(x, y - static_cast<int>(6 * unit), x + static_cast<int>(6 * unit), y, entry.colour, 1);
    draw_text(canvas, left + 9 * unit, base, 0.85F * unit, entry.text, text);
    left += (9 + 0.85F * letter_advance * static_cast<float>(letter_count(entry.text)) + 9) * unit;
    if (left > width) break;
  }
}

}  // namespace graze::report
