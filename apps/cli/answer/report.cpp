/// The options of reports, and the writing of them.

#include "answer/report.h"

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "grammar/bindings.h"

namespace graze::cli {

namespace {

/// A file of that format alone: page.pdf would not be what its name says.
Option only_as(const std::string& ending, Option option) {
  option.set = [ending, set = option.set](const std::string& word) -> Result<void> {
    const std::string given = std::filesystem::path(word).extension().string();
    if (!given.empty() && given != ending)
      return fail(ErrorCode::bad_option, fmt::format("is written as {}, not as {}", ending, given));
    return set(word);
  };
  return option;
}

}  // namespace

OptionGroup report_options(ReportFiles& into) {
  return {"To look at",
          {only_as(".html",
                   file_to_write("--report", "FILE.html",
                                 "Write a report to look at in a browser: one file with table and 3D view, which needs no network",
                                 into.report)),
           only_as(".png", file_to_write("--image", "FILE.png", "Write a picture of the answer", into.image))}};
}

Result<void> write_wanted(const ReportFiles& files, const ReportMaker& maker) {
  if (!files.wanted()) return {};
  if (!maker)
    return fail(ErrorCode::bad_option, fmt::format("{}: this answer is not about two bodies or more, and has no report",
                                                   files.report.empty() ? "--image" : "--report"));
  const Result<ReportData> data = maker();
  if (!data) return tl::make_unexpected(data.error());
  if (!files.report.empty())
    if (Result<void> written = write_report(files.report, *data); !written) return written;
  if (!files.image.empty()) return write_image(files.image, *data);
  return {};
}

}  // namespace graze::cli
