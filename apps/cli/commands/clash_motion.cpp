/// First contacts of bodies that move.

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include <graze/sweep.h>

#include "commands/clash_answer.h"

namespace graze::cli {
namespace {

struct NamedContact {
  std::string a, b;
  PairContact found;
};

NamedContact named_contact(const Assembly& assembly, const PairContact& found) {
  NamedContact named{assembly.name_of(found.pair.a), assembly.name_of(found.pair.b), found};
  if (named.b < named.a) {
    std::swap(named.a, named.b);
    std::swap(named.found.points[0], named.found.points[1]);
    std::swap(named.found.places[0], named.found.places[1]);
    if (named.found.normal) named.found.normal = Vec3(-*named.found.normal);
  }
  return named;
}

Vec3 contact_point(const PairContact& found) { return found.set.points.empty() ? found.points[0] : found.set.points.front(); }

Json contact_json(const NamedContact& named) {
  const PairContact& found = named.found;
  Json json{{"a", named.a}, {"b", named.b}, {"status", name_of(found.status)}, {"t_lo", found.t_lo}};
  if (found.t_hi) json["t_hi"] = *found.t_hi;
  if (found.status != TurningStatus::contact) return json;
  json["initial"] = found.initial;
  json["point"] = json_of(contact_point(found));
  if (found.normal) json["normal"] = json_of(*found.normal);
  if (found.places[0].triangle >= 0 || found.places[1].triangle >= 0)
    json["triangles"] = {found.places[0].triangle, found.places[1].triangle};
  return json;
}

/// Pairs that count and never meet, by their names.
std::vector<std::pair<std::string, std::string>> clear_pairs(const Assembly& assembly, const ClashQuestion& question,
                                                             const SceneContacts& found) {
  std::vector<ScenePair> listed;
  for (const PairContact& contact : found.pairs) listed.push_back(contact.pair);
  std::ranges::sort(listed);
  std::vector<std::pair<std::string, std::string>> result;
  for (std::size_t i = 0; i < assembly.ids.size(); ++i) {
    for (std::size_t j = i + 1; j < assembly.ids.size(); ++j) {
      const auto [a, b] = std::minmax(assembly.ids[i], assembly.ids[j]);
      const bool is_asked =
          assembly.scene.counts(a, b).value_or(false) && (!question.options.may_meet || question.options.may_meet(a, b));
      if (!is_asked || std::ranges::binary_search(listed, ScenePair{a, b})) continue;
      if (std::ranges::find(question.options.ignore, ScenePair{a, b}) != question.options.ignore.end()) continue;
      result.emplace_back(std::min(assembly.name_of(a), assembly.name_of(b)), std::max(assembly.name_of(a), assembly.name_of(b)));
    }
  }
  std::ranges::sort(result);
  return result;
}

std::string contact_line(const NamedContact& named, const Wording& wording) {
  const PairContact& found = named.found;
  const std::string both = fmt::format("  {} and {}", shown(named.a), shown(named.b));
  if (found.status == TurningStatus::unfinished)
    return fmt::format("{} do not meet before t = {}; later is not known\n", both, floor_text(found.t_lo, wording));
  const std::string when =
      found.initial ? "meet at the start" : fmt::format("first touch at t = {}", floor_text(found.t_lo, wording));
  return fmt::format("{} {}, at {}\n", both, painted(when, Color::red, wording), point_text(contact_point(found), wording));
}

/// Of motions without an end, a third more than the last contact takes.
double shown_end(const SceneContacts& found, double t_max) {
  if (std::isfinite(t_max)) return t_max;
  double last = 0;
  for (const PairContact& contact : found.pairs) last = std::max(last, contact.t_lo);
  return last > 0 ? last * 4 / 3 : 1;
}

}  // namespace

Result<AnswerForms> clash_in_motion(const ClashArguments& arguments, const Assembly& assembly, const ClashQuestion& question) {
  SceneTimeOptions times{.tolerance = arguments.time_tolerance, .margin = arguments.clearance};
  if (arguments.t_max || assembly.end) times.t_max = arguments.t_max.value_or(assembly.end.value_or(0));
  const Result<SceneContacts> found = first_contacts(assembly.scene, times, question.options);
  if (!found) return tl::make_unexpected(found.error());
  std::vector<NamedContact> pairs;
  for (const PairContact& pair : found->pairs) pairs.push_back(named_contact(assembly, pair));
  const auto by_name = [](const NamedContact& x, const NamedContact& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); };
  const auto by_time = [&](const NamedContact& x, const NamedContact& y) {
    return x.found.t_lo != y.found.t_lo ? x.found.t_lo < y.found.t_lo : by_name(x, y);
  };
  AnswerForms answer{.json = json_head("clash"), .code = pairs.empty() ? clear : hit};
  answer.report = [arguments, assembly, ignored = question.ignored, found = *found, t_max = times.t_max] {
    return report_of(assembly.scene, found, shown_end(found, t_max)).map([&](ReportData data) {
      add_assembly(data, arguments, assembly, ignored);
      return data;
    });
  };
  answer.json["bodies"] = assembly.bodies.size();
  answer.json["pairs_considered"] = found->pairs_considered;
  if (std::isfinite(times.t_max)) answer.json["t_max"] = times.t_max;
  const auto first = std::ranges::min_element(pairs, by_time);
  answer.json["first"] = first == pairs.end() ? Json(nullptr) : Json{{"a", first->a}, {"b", first->b}, {"t_lo", first->found.t_lo}};
  add_assembly(answer.json, assembly, question.ignored);
  std::ranges::sort(pairs, by_name);
  answer.json["pairs"] = Json::array();
  for (const NamedContact& named : pairs) answer.rows.push_back(contact_json(named));
  if (arguments.all)
    for (const auto& [a, b] : clear_pairs(assembly, question, *found))
      answer.rows.push_back({{"a", a}, {"b", b}, {"status", "clear"}});
  std::ranges::sort(answer.rows,
                    [](const Json& x, const Json& y) { return std::pair(x["a"], x["b"]) < std::pair(y["a"], y["b"]); });
  for (const Json& row : answer.rows) answer.json["pairs"].push_back(row);
  const Wording wording = wording_for(arguments.output, assembly.unit);
  std::ranges::sort(pairs, by_time);
  const std::string until = std::isfinite(times.t_max) ? fmt::format(" for t from 0 to {}", number_text(times.t_max, wording)) : "";
  answer.text =
      fmt::format("{}{}: {}\n", counted(assembly.bodies.size(), assembly.bodies.size() == 1 ? "body" : "bodies", ""), until,
                  pairs.empty() ? painted("nothing meets", Color::green, wording)
                                : counted(pairs.size(), "pair") + (pairs.size() == 1 ? " meets" : " meet"));
  for (const NamedContact& named : pairs) answer.text += contact_line(named, wording);
  answer.text += assembly_footer(assembly, question.ignored);
  return answer;
}

}  // namespace graze::cli
