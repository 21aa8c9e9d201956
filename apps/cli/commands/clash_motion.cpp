/// First contacts of bodies that move.

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include <graze/sweep.h>

#include "commands/clash_answer.h"

namespace graze::cli {
namespace {

/// A finding as a row of the answer, the names in order. All forms are made of rows.
Json contact_row(const Assembly& assembly, PairContact found) {
  std::string a = assembly.name_of(found.pair.a), b = assembly.name_of(found.pair.b);
  if (b < a) {
    std::swap(a, b);
    std::swap(found.points[0], found.points[1]);
    std::swap(found.places[0], found.places[1]);
    if (found.normal) found.normal = Vec3(-*found.normal);
  }
  Json row{{"a", a}, {"b", b}, {"status", name_of(found.status)}, {"t_lo", found.t_lo}};
  if (found.t_hi) row["t_hi"] = *found.t_hi;
  if (found.status != TurningStatus::contact) return row;
  row["initial"] = found.initial;
  row["point"] = json_of(found.set.points.empty() ? found.points[0] : found.set.points.front());
  if (found.normal) row["normal"] = json_of(*found.normal);
  if (found.places[0].triangle >= 0 || found.places[1].triangle >= 0)
    row["triangles"] = {found.places[0].triangle, found.places[1].triangle};
  return row;
}

std::string contact_line(const Json& row, const Wording& wording) {
  const std::string both = fmt::format("  {} and {}", shown(row["a"].get<std::string>()), shown(row["b"].get<std::string>()));
  const std::string time = floor_text(row["t_lo"].get<double>(), wording);
  if (!row.contains("point")) return fmt::format("{} do not meet before t = {}; later is not known\n", both, time);
  const std::string when = row["initial"].get<bool>() ? "meet at the start" : fmt::format("first touch at t = {}", time);
  return fmt::format("{} {}, at {}\n", both, painted(when, Color::red, wording), point_text(point_in(row["point"]), wording));
}

/// Of motions without an end, a third more than the last contact takes.
double shown_end(const SceneContacts& found, double t_max) {
  if (std::isfinite(t_max)) return t_max;
  double last = 0;
  for (const PairContact& contact : found.pairs) last = std::max(last, contact.t_lo);
  return last > 0 ? last * 4 / 3 : 1;
}

bool by_time(const Json& x, const Json& y) {
  const auto t_x = x["t_lo"].get<double>(), t_y = y["t_lo"].get<double>();
  return t_x != t_y ? t_x < t_y : by_names(x, y);
}

/// Rows of pairs that were asked about and are not among those found.
std::vector<Json> clear_rows(const ClashFindings& found) {
  std::set<NamePair> met;
  for (const Json& row : found.rows) met.emplace(row["a"].get<std::string>(), row["b"].get<std::string>());
  std::vector<Json> rows;
  for (const NamePair& pair : found.asked)
    if (!met.contains(pair)) rows.push_back({{"a", pair.first}, {"b", pair.second}, {"status", "clear"}});
  return rows;
}

}  // namespace

SceneTimeOptions motion_question(const ClashArguments& arguments, const Assembly& assembly) {
  SceneTimeOptions times{.tolerance = arguments.time_tolerance, .margin = arguments.clearance};
  if (arguments.t_max || assembly.end) times.t_max = arguments.t_max.value_or(assembly.end.value_or(0));
  return times;
}

std::vector<Json> motion_rows(const Assembly& assembly, const SceneContacts& found) {
  std::vector<Json> rows;
  for (const PairContact& pair : found.pairs) rows.push_back(contact_row(assembly, pair));
  return rows;
}

std::vector<NamePair> asked_pairs(const Assembly& assembly, const SceneOptions& options) {
  std::vector<NamePair> result;
  for (std::size_t i = 0; i < assembly.ids.size(); ++i) {
    for (std::size_t j = i + 1; j < assembly.ids.size(); ++j) {
      const auto [a, b] = std::minmax(assembly.ids[i], assembly.ids[j]);
      const bool is_asked = assembly.scene.counts(a, b).value_or(false) && (!options.may_meet || options.may_meet(a, b));
      if (!is_asked || std::ranges::find(options.ignore, ScenePair{a, b}) != options.ignore.end()) continue;
      result.push_back(std::minmax(assembly.name_of(a), assembly.name_of(b)));
    }
  }
  return result;
}

AnswerForms motion_answer(const OutputOptions& output, const ClashFindings& found) {
  const Assembly& assembly = found.assembly;
  std::vector<Json> met = found.rows;
  std::ranges::sort(met, by_time);
  AnswerForms answer{.json = json_head("clash"), .rows = met, .code = met.empty() ? clear : hit};
  answer.json["bodies"] = assembly.bodies.size();
  answer.json["pairs_considered"] = found.pairs_considered;
  if (found.t_max) answer.json["t_max"] = *found.t_max;
  answer.json["first"] =
      met.empty() ? Json(nullptr) : Json{{"a", met.front()["a"]}, {"b", met.front()["b"]}, {"t_lo", met.front()["t_lo"]}};
  add_assembly(answer.json, assembly, found.ignored);
  for (Json& row : clear_rows(found)) answer.rows.push_back(std::move(row));
  std::ranges::sort(answer.rows, by_names);
  answer.json["pairs"] = answer.rows;
  const Wording wording = wording_for(output, assembly.unit);
  const std::string until = found.t_max ? fmt::format(" for t from 0 to {}", number_text(*found.t_max, wording)) : "";
  answer.text =
      fmt::format("{}{}: {}\n", counted(assembly.bodies.size(), assembly.bodies.size() == 1 ? "body" : "bodies", ""), until,
                  met.empty() ? painted("nothing meets", Color::green, wording)
                              : counted(met.size(), "pair") + (met.size() == 1 ? " meets" : " meet"));
  for (const Json& row : met) answer.text += contact_line(row, wording);
  answer.text += assembly_footer(assembly, found.ignored);
  return answer;
}

Result<AnswerForms> clash_in_motion(const ClashArguments& arguments, const Assembly& assembly, const ClashQuestion& question) {
  const SceneTimeOptions times = motion_question(arguments, assembly);
  const Result<SceneContacts> found = first_contacts(assembly.scene, times, question.options);
  if (!found) return tl::make_unexpected(found.error());
  ClashFindings findings{.assembly = assembly,
                         .ignored = question.ignored,
                         .rows = motion_rows(assembly, *found),
                         .pairs_considered = found->pairs_considered};
  if (std::isfinite(times.t_max)) findings.t_max = times.t_max;
  if (arguments.all) findings.asked = asked_pairs(assembly, question.options);
  AnswerForms answer = motion_answer(arguments.output, findings);
  answer.report = [arguments, assembly, ignored = question.ignored, found = *found, t_max = times.t_max] {
    return report_of(assembly.scene, found, shown_end(found, t_max)).map([&](ReportData data) {
      add_assembly(data, arguments, assembly, ignored);
      return data;
    });
  };
  return answer;
}

}  // namespace graze::cli
