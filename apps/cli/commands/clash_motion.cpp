/// First contacts of bodies that move.

#include <algorithm>
#include <cmath>
#include <memory>

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

/// Rows by names and, among them, those of pairs that were asked about and never meet.
Result<void> for_each_asked(ClashFindings& found, const std::function<void(const Json& row)>& take) {
  std::ranges::sort(found.asked);
  auto asked = found.asked.begin();
  const auto take_clear = [&] {
    take(Json{{"a", asked->first}, {"b", asked->second}, {"status", "clear"}});
    ++asked;
  };
  return found.rows
      ->for_each([&](const Json& row) {
        const NamePair pair(row["a"].get<std::string>(), row["b"].get<std::string>());
        while (asked != found.asked.end() && *asked < pair) take_clear();
        if (asked != found.asked.end() && *asked == pair) ++asked;
        take(row);
      })
      .map([&] {
        while (asked != found.asked.end()) take_clear();
      });
}

Result<void> write_motion_json(ClashFindings& found, Output& output) {
  JsonWriter writer(output);
  begin_answer(writer, found);
  if (found.t_max) writer.field("t_max", *found.t_max);
  const Json& first = found.rows->first();
  writer.field("first", first.is_null() ? first : Json{{"a", first["a"]}, {"b", first["b"]}, {"t_lo", first["t_lo"]}});
  add_assembly(writer, found.assembly, found.ignored);
  writer.begin_list("pairs");
  const Result<void> done = for_each_asked(found, [&](const Json& row) { writer.element(row); });
  writer.end_list();
  writer.end_line();
  return done;
}

Result<void> write_motion_text(const ClashFindings& found, const Wording& wording, Output& output) {
  const std::size_t met = found.rows->size();
  const std::string until = found.t_max ? fmt::format(" for t from 0 to {}", number_text(*found.t_max, wording)) : "";
  output.write(fmt::format(
      "{}{}: {}\n", bodies_text(found), until,
      met == 0 ? painted("nothing meets", Color::green, wording) : counted(met, "pair") + (met == 1 ? " meets" : " meet")));
  const Result<void> done = found.rows->for_each([&](const Json& row) { output.write(contact_line(row, wording)); });
  output.write(assembly_footer(found.assembly, found.ignored));
  return done;
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

AnswerForms motion_answer(const OutputOptions& output, ClashFindings found) {
  const auto all = std::make_shared<ClashFindings>(std::move(found));
  AnswerForms answer{.json = {}, .code = all->rows->size() == 0 ? clear : hit};
  answer.write = [output, all](Output& to) -> Result<void> {
    if (output.json) return write_motion_json(*all, to);
    if (output.csv) return write_table([&](const auto& take) { return for_each_asked(*all, take); }, to);
    return write_motion_text(*all, wording_for(output, all->assembly.unit), to);
  };
  return answer;
}

Result<AnswerForms> clash_in_motion(const ClashArguments& arguments, const Assembly& assembly, const ClashQuestion& question) {
  const SceneTimeOptions times = motion_question(arguments, assembly);
  const Result<SceneContacts> found = first_contacts(assembly.scene, times, question.options);
  if (!found) return tl::make_unexpected(found.error());
  ClashFindings findings{.assembly = assembly, .ignored = question.ignored, .pairs_considered = found->pairs_considered};
  findings.rows = std::make_shared<ClashRows>(arguments.output, true);
  for (Json& row : motion_rows(assembly, *found))
    if (const Result<void> added = findings.rows->add(std::move(row)); !added) return tl::make_unexpected(added.error());
  if (std::isfinite(times.t_max)) findings.t_max = times.t_max;
  if (arguments.all) findings.asked = asked_pairs(assembly, question.options);
  AnswerForms answer = motion_answer(arguments.output, std::move(findings));
  answer.report = [arguments, assembly, ignored = question.ignored, found = *found, t_max = times.t_max] {
    return report_of(assembly.scene, found, shown_end(found, t_max)).map([&](ReportData data) {
      add_assembly(data, arguments, assembly, ignored);
      return data;
    });
  };
  return answer;
}

}  // namespace graze::cli
