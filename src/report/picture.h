#pragma once
/// A picture of what a report shows.

#include <string>

#include "report/display.h"

namespace graze::report {

/// The bytes of a PNG file. Options must be in range.
[[nodiscard]] std::string png_of(const ReportData& data, const Display& display, const ImageOptions& options);

}  // namespace graze::report
