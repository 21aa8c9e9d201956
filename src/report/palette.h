#pragma once
/// The colours of pictures; web/src/palette.js has the same for the page.

#include <optional>

#include "report/canvas.h"
#include "report/framing.h"

namespace graze::report {

struct Palette {
  Colour top, bottom;  ///< of the background
  Colour ink;          ///< text and outlines
  Colour paper;        ///< behind text
  Colour mark;         ///< where bodies meet
  Colour rim;          ///< around marks
  Colour normal;
  Colour witness;
};

[[nodiscard]] Palette palette(bool dark);

[[nodiscard]] Colour kind_colour(FindingKind kind);

/// Of the two that a picture is about, one each; else by the gravest finding.
[[nodiscard]] Colour body_colour(const Palette& palette, const ReportData& data, const std::optional<ShownPair>& pair,
                                 std::size_t body);

}  // namespace graze::report
