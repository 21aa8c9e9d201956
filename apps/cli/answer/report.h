#pragma once
/// Answers to look at: --report and --image of commands that ask about bodies.

#include <functional>
#include <string>

#include <graze/error.h>
#include <graze/report.h>

#include "grammar/grammar.h"

namespace graze::cli {

/// Where reports and pictures go; empty: none is asked for.
struct ReportFiles {
  std::string report{};
  std::string image{};

  [[nodiscard]] bool wanted() const { return !report.empty() || !image.empty(); }
};

/// Makes a report when one is asked for; a command that cannot has none.
using ReportMaker = std::function<Result<ReportData>()>;

/// --report and --image.
[[nodiscard]] OptionGroup report_options(ReportFiles& into);

/// Writes what is wanted. An error where a report is wanted and there is no maker.
[[nodiscard]] Result<void> write_wanted(const ReportFiles& files, const ReportMaker& maker);

}  // namespace graze::cli
