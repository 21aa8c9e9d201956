/// Puts a page together: template, style, tables, pictures, data, script.

#include <algorithm>

#include <fmt/format.h>
#include <graze/report.h>

#include "io/files/fence.h"
#include "io/files/write.h"
#include "report/finding.h"
#include "report/page.h"
#include "report/page_data.h"
#include "report/page_tables.h"
#include "report/page_text.h"
#include "report/picture.h"

namespace graze {
namespace report {
namespace {

/// What stands for a {{name}} of the template.
struct Filling {
  std::string_view name;
  std::string text;
};

/// In one pass, so that nothing that is filled in is looked at again.
std::string filled(std::string_view page, const std::vector<Filling>& fillings) {
  std::string result;
  for (;;) {
    const std::size_t open = page.find("{{");
    result += page.substr(0, open);
    if (open == std::string_view::npos) return result;
    const std::size_t close = page.find("}}", open);
    const std::string_view name = page.substr(open + 2, close - open - 2);
    for (const Filling& filling : fillings)
      if (filling.name == name) result += filling.text;
    page.remove_prefix(close + 2);
  }
}

std::string bytes_of_hex(std::string_view hex) {
  std::string bytes;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) bytes.push_back(static_cast<char>(16 * digit(hex[i]) + digit(hex[i + 1])));
  return bytes;
}

/// Nothing is loaded from anywhere, and no script runs but ours.
std::string policy(bool live) {
  const std::string script =
      page_script().empty() ? "'none'" : fmt::format("'sha256-{}'", base64(bytes_of_hex(page_script_sha256())));
  return fmt::format(
      "default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data: blob:; connect-src {}; base-uri 'none'; "
      "form-action 'none'",
      script, live ? "'self'" : "'none'");
}

std::string figure(const std::string& png, const std::string& caption) {
  return fmt::format(R"(<figure><img alt="{0}" src="data:image/png;base64,{1}"><figcaption>{0}</figcaption></figure>)"
                     "\n",
                     html_text(caption), base64(png));
}

/// All bodies, then the gravest findings that have a place.
std::string pictures_html(const ReportData& data, const Display& display, const std::vector<std::size_t>& listed,
                          std::size_t most) {
  const ImageOptions small{.width = 960, .height = 600};
  if (most == 0 || data.bodies.empty()) return {};
  std::string html = figure(png_of(data, display, small), data.title);
  for (std::size_t i = 0; i < listed.size() && i + 1 < most; ++i) {
    ImageOptions options = small;
    options.finding = listed[i];
    if (place_of(data.findings[listed[i]]))
      html += figure(png_of(data, display, options), sentence(data, data.findings[listed[i]]));
  }
  return html;
}

std::vector<std::string> all_notes(const ReportData& data, const Display& display, std::size_t listed) {
  std::vector<std::string> notes = data.notes;
  std::size_t shown = 0, original = 0;
  for (const DisplayMesh& mesh : display.meshes) {
    shown += mesh.triangles.size();
    original += mesh.original_triangles;
  }
  const bool is_thinned = std::any_of(display.meshes.begin(), display.meshes.end(), [](const auto& m) { return m.is_thinned(); });
  if (is_thinned)
    notes.push_back(fmt::format(
        "Shown with {} of {} triangles: meshes are thinned out for display. The answers are about all of them.", shown, original));
  if (listed < data.findings.size())
    notes.push_back(fmt::format("The {} gravest of {} findings are listed.", listed, data.findings.size()));
  if (page_script().empty())
    notes.emplace_back("This graze was built without the 3D view; the pictures show the gravest findings.");
  return notes;
}

std::string page_of(const ReportData& data, const Display& display, const ReportOptions& options) {
  std::vector<std::size_t> listed = by_gravity(data);
  listed.resize(std::min(listed.size(), options.max_findings));
  const PageData numbers = page_data(data, display, listed);
  const std::string notes = notes_html(all_notes(data, display, listed.size()));
  return filled(page_template(), {{"policy", policy(options.live)},
                                  {"live", options.live ? "yes" : "no"},
                                  {"title", html_text(data.title)},
                                  {"style", std::string(page_style())},
                                  {"summary", summary_html(data)},
                                  {"findings", findings_table(data, listed)},
                                  {"bodies", bodies_table(data, display)},
                                  {"ignored", ignored_table(data)},
                                  {"notes", notes},
                                  {"pictures", pictures_html(data, display, listed, options.pictures)},
                                  {"data", script_json(numbers.json)},
                                  {"numbers", base64(numbers.blob.bytes())},
                                  {"script", std::string(page_script())}});
}

}  // namespace
}  // namespace report

bool has_report_view() { return !report::page_script().empty(); }

Result<std::string> report_html(const ReportData& data, const ReportOptions& options) {
  if (const Result<void> fine = report::check_report(data); !fine) return tl::make_unexpected(fine.error());
  const Result<report::Display> display = report::displayed(data, {options.max_triangles, options.max_tree_boxes});
  if (!display) return tl::make_unexpected(display.error());
  return report::page_of(data, *display, options);
}

Result<void> write_report(const std::filesystem::path& path, const ReportData& data, const ReportOptions& options) {
  return io::fenced(path, [&] {
    return report_html(data, options).and_then([&](const std::string& page) { return io::replace_file(path, page); });
  });
}

}  // namespace graze
