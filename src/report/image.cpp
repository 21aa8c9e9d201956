/// Checks what is asked of a picture, draws it, writes it.

#include <fmt/format.h>
#include <graze/report.h>

#include "io/files/fence.h"
#include "io/files/write.h"
#include "report/display.h"
#include "report/picture.h"

namespace graze {
namespace {

Result<void> check_image(const ReportData& data, const ImageOptions& options) {
  constexpr int least = 16, most = 8192;
  for (const int side : {options.width, options.height})
    if (side < least || side > most)
      return fail(ErrorCode::bad_option, fmt::format("image: {} pixels are not between {} and {}", side, least, most));
  if (options.finding && *options.finding >= data.findings.size())
    return fail(ErrorCode::bad_option, fmt::format("image.finding: {} of {}", *options.finding, data.findings.size()));
  const Vec3 from = options.view_from.value_or(Vec3::UnitX());
  if (!from.allFinite() || from == Vec3::Zero() || !options.up.allFinite())
    return fail(ErrorCode::bad_option, "image.view_from: not a direction");
  if (options.time && !std::isfinite(*options.time)) return fail(ErrorCode::not_finite, "image.time: not finite");
  return report::check_report(data);
}

}  // namespace

Result<std::string> render_png(const ReportData& data, const ImageOptions& options) {
  if (const Result<void> fine = check_image(data, options); !fine) return tl::make_unexpected(fine.error());
  return report::displayed(data, {options.max_triangles, 0}).map([&](const report::Display& display) {
    return report::png_of(data, display, options);
  });
}

Result<void> write_image(const std::filesystem::path& path, const ReportData& data, const ImageOptions& options) {
  return io::fenced(path, [&] {
    return render_png(data, options).and_then([&](const std::string& bytes) { return io::replace_file(path, bytes); });
  });
}

}  // namespace graze
