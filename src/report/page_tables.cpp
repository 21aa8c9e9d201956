/// Words findings, bodies and ignored pairs as rows. Every foreign text goes through html_text().

#include "report/page_tables.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/finding.h"
#include "report/page_text.h"

namespace graze::report {
namespace {

std::string kind_html(FindingKind kind) { return fmt::format(R"(<span class="kind {0}">{0}</span>)", name_of(kind)); }

std::string body_name(const ReportBody& body, std::size_t index) {
  return body.name.empty() ? fmt::format("body {}", index + 1) : body.name;
}

/// Which columns have something in them.
struct Columns {
  bool time = false, depth = false, distance = false, place = false;
};

Columns columns_of(const ReportData& data, const std::vector<std::size_t>& listed) {
  Columns columns;
  for (const std::size_t i : listed) {
    const Finding& finding = data.findings[i];
    columns.time |= finding.time.has_value();
    columns.depth |= finding.depth.has_value();
    columns.distance |= finding.distance.has_value();
    columns.place |= place_of(finding).has_value();
  }
  return columns;
}

std::string heading(std::string_view text, std::string_view style = "") {
  return fmt::format(R"(<th scope="col" class="{}">{}</th>)", style, text);
}

std::string cell(const std::optional<double>& number) {
  return number ? fmt::format(R"(<td class="number">{:.6g}</td>)", *number) : R"(<td class="number">–</td>)";
}

std::string head(const Columns& columns, const std::string& units) {
  const std::string in = units.empty() ? "" : fmt::format(" ({})", html_text(units));
  std::string row = heading("Result") + heading("Bodies");
  if (columns.depth) row += heading("Depth" + in, "number");
  if (columns.distance) row += heading("Distance" + in, "number");
  if (columns.time) row += heading("Time", "number");
  if (columns.place) row += heading("Where" + in, "place");
  return row;
}

std::string pair_text(const ReportData& data, const Finding& finding) {
  const auto one = [&](std::size_t body, std::size_t side) {
    const std::string& part = finding.parts[side];
    const std::string name = html_text(body_name(data.bodies[body], body));
    return part.empty() ? name : fmt::format(R"({} <span class="part">{}</span>)", name, html_text(part));
  };
  return fmt::format(R"({} <span class="and">and</span> {})", one(finding.a, 0), one(finding.b, 1));
}

std::string row(const ReportData& data, const Finding& finding, std::size_t number, const Columns& columns) {
  std::string text = fmt::format(R"(<tr data-kind="{}" data-finding="{}">)", name_of(finding.kind), number);
  text += fmt::format("<td>{}</td>", kind_html(finding.kind));
  text +=
      fmt::format(R"(<td><button type="button" class="pick" data-finding="{}">{}</button></td>)", number, pair_text(data, finding));
  if (columns.depth) text += cell(finding.depth);
  if (columns.distance) text += cell(finding.distance);
  if (columns.time) text += cell(finding.time);
  if (columns.place) {
    const std::optional<Place> place = place_of(finding);
    text += place ? fmt::format("<td class=\"place\">{:.5g}, {:.5g}, {:.5g}</td>", place->center.x(), place->center.y(),
                                place->center.z())
                  : std::string("<td class=\"place\">–</td>");
  }
  return text + "</tr>\n";
}

std::string count_text(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

std::string summary_html(const ReportData& data) {
  std::array<std::size_t, 9> counts{};
  for (const Finding& finding : data.findings) ++counts[static_cast<std::size_t>(finding.kind)];
  std::string text = fmt::format(R"(<li>{}</li>)", count_text(data.bodies.size(), "body", "bodies"));
  for (std::size_t i = counts.size(); i-- > 0;) {
    const auto kind = static_cast<FindingKind>(i);
    if (counts[i] > 0) text += fmt::format("<li>{} {}</li>", counts[i], kind_html(kind));
  }
  for (const ReportTotal& total : data.totals)
    text += fmt::format("<li>{}: {}</li>", html_text(total.label), html_text(total.value));
  return text + fmt::format("<li>lengths in {}</li>", data.units.empty() ? "the unit of the files" : html_text(data.units));
}

std::string findings_table(const ReportData& data, const std::vector<std::size_t>& listed) {
  const Columns columns = columns_of(data, listed);
  std::string text = fmt::format(
      "<table id=\"findings\"><caption>What was found, the gravest first</caption><thead><tr>{}</tr></thead>\n<tbody>\n",
      head(columns, data.units));
  for (std::size_t i = 0; i < listed.size(); ++i) text += row(data, data.findings[listed[i]], i, columns);
  return text + "</tbody></table>";
}

std::string bodies_table(const ReportData& data, const Display& display) {
  const std::vector<FindingKind> kinds = kinds_of_bodies(data);
  std::string text = "<table id=\"bodies\"><caption>Bodies</caption><thead><tr>" + heading("Body") + heading("Gravest result") +
                     heading("Triangles", "number") + "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    std::size_t triangles = 0;
    for (const DisplayPart& part : display.bodies[i].parts) triangles += display.meshes[part.mesh].original_triangles;
    text += fmt::format(
        R"(<tr><td><button type="button" class="isolate" data-body="{}">{}</button></td><td>{}</td><td class="number">{}</td></tr>)"
        "\n",
        i, html_text(body_name(data.bodies[i], i)), kind_html(kinds[i]), triangles);
  }
  return text + "</tbody></table>";
}

std::string ignored_table(const ReportData& data) {
  if (data.ignored.empty()) return {};
  std::string text = fmt::format("<details><summary>{} not looked at</summary><table><thead><tr>{}{}</tr></thead><tbody>\n",
                                 count_text(data.ignored.size(), "pair", "pairs"), heading("Pair"), heading("Why"));
  for (const IgnoredPair& pair : data.ignored)
    text += fmt::format("<tr><td>{} and {}</td><td>{}</td></tr>\n", html_text(pair.a), html_text(pair.b), html_text(pair.reason));
  return text + "</tbody></table></details>";
}

std::string notes_html(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += fmt::format("<li>{}</li>", html_text(note));
  return text.empty() ? text : fmt::format("<ul class=\"notes\">{}</ul>", text);
}

}  // namespace graze::report
