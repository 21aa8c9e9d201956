#pragma once
/// The tables of a page, as HTML that reads without any script.

#include <string>
#include <vector>

#include "report/display.h"

namespace graze::report {

/// Counts by kind, totals, units: one line.
[[nodiscard]] std::string summary_html(const ReportData& data);
[[nodiscard]] std::string findings_table(const ReportData& data, const std::vector<std::size_t>& listed);
[[nodiscard]] std::string bodies_table(const ReportData& data, const Display& display);
/// Empty where there is nothing to tell.
[[nodiscard]] std::string ignored_table(const ReportData& data);
[[nodiscard]] std::string notes_html(const std::vector<std::string>& notes);

}  // namespace graze::report
