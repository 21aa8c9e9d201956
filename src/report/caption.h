#pragma once
/// Words in a picture.

#include "report/canvas.h"
#include "report/display.h"
#include "report/palette.h"

namespace graze::report {

/// What of a picture is left above the caption, in samples.
[[nodiscard]] int free_height(int width, int height);

/// Says at the bottom what the picture shows.
void draw_caption(Canvas& canvas, const ReportData& data, const ImageOptions& options, const Palette& palette);

}  // namespace graze::report
