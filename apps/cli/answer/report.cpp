/// The options of reports, and the writing of them.

#include "answer/report.h"

#include <utility>

#include <fmt/format.h>

#include "grammar/bindings.h"

namespace graze::cli {

OptionGroup report_options(ReportFiles& into) {
  return {"To look at",
          {file_to_write("--report", "FILE.html",
                         "Write a report to look at in a browser: one file with table and 3D view, which needs no network",
                         into.report),
           file_to_write("--image", "FILE.png", "Write a picture of the answer", into.image)}};
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
