/// The clashes of bodies at rest, the gravest first in text, by name in JSON.

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include <graze/status.h>

#include "commands/clash_answer.h"

namespace graze::cli {
namespace {

Status seen_from_other(Status status) {
  return status == Status::contains ? Status::inside : status == Status::inside ? Status::contains : status;
}

std::vector<Vec3> placed_corners(const SceneBody& body) {
  std::vector<Vec3> corners;
  for (const BodyPart& part : body.parts) {
    if (!part.geometry.is_mesh()) return {};
    for (const Vec3& v : part.geometry.vertices()) corners.push_back(body.pose.to_world(body.scale * part.pose.to_world(v)));
  }
  const auto before = [](const Vec3& p, const Vec3& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  std::ranges::sort(corners, before);
  return corners;
}

/// The same mesh twice at the same place: mostly a part that was inserted twice.
bool are_duplicates(const Assembly& assembly, const PairStatus& found) {
  const Result<const SceneBody*> a = assembly.scene.body(found.pair.a), b = assembly.scene.body(found.pair.b);
  if (!a || !b || found.status == Status::near) return false;
  const auto triangles = [](const SceneBody& body) {
    std::size_t count = 0;
    for (const BodyPart& part : body.parts) count += part.geometry.is_mesh() ? part.geometry.triangles().size() : 0;
    return count;
  };
  if (triangles(**a) == 0 || triangles(**a) != triangles(**b)) return false;
  const Result<Aabb> box_a = assembly.scene.box(found.pair.a), box_b = assembly.scene.box(found.pair.b);
  if (!box_a || !box_b || box_a->min != box_b->min || box_a->max != box_b->max) return false;
  return placed_corners(**a) == placed_corners(**b);
}

/// A finding as a row of the answer: names in order, and the status seen from the first of them. All forms are made of rows.
Json status_row(const Assembly& assembly, PairStatus found, std::optional<double> depth_at_least) {
  const bool is_duplicate = are_duplicates(assembly, found);
  std::string a = assembly.name_of(found.pair.a), b = assembly.name_of(found.pair.b);
  if (b < a) {
    std::swap(a, b);
    std::swap(found.points[0], found.points[1]);
    std::swap(found.places[0], found.places[1]);
    found.status = seen_from_other(found.status);
  }
  Json row{{"a", a}, {"b", b}, {"status", name_of(found.status)}};
  if (is_duplicate) row["duplicate"] = true;
  if (const double slack = assembly.slack_between(found.pair.a, found.pair.b); slack > 0) row["deflection"] = slack;
  if (found.status == Status::near) {
    row["distance"] = found.distance;
    row["closest"] = {json_of(found.points[0]), json_of(found.points[1])};
  } else {
    if (found.depth) row["depth"] = *found.depth;
    if (depth_at_least) row["depth_at_least"] = *depth_at_least;
    if (found.distance > 0) row["distance"] = found.distance;  // touching within the tolerance
    row["point"] = json_of(found.points[0]);
    if (found.triangle_pairs) row["triangle_pairs"] = *found.triangle_pairs;
  }
  if (found.places[0].triangle >= 0 || found.places[1].triangle >= 0)
    row["triangles"] = {found.places[0].triangle, found.places[1].triangle};
  return row;
}

bool has_status(const Json& row, Status status) { return row["status"].get_ref<const std::string&>() == name_of(status); }

int gravity(const Json& row) {
  const bool is_duplicate = row.contains("duplicate");
  if (has_status(row, Status::overlapping)) return is_duplicate ? 1 : 0;
  if (has_status(row, Status::contains) || has_status(row, Status::inside)) return 2;
  if (has_status(row, Status::touching)) return is_duplicate ? 1 : 3;
  return 4;
}

/// The gravest first: deepest or with most triangles, near ones by distance.
bool is_graver(const Json& x, const Json& y) {
  const auto key = [](const Json& row) {
    return std::tuple(gravity(row), has_status(row, Status::near) ? row["distance"].get<double>() : -row.value("depth", 0.0),
                      -row.value("triangle_pairs", 0.0));
  };
  return key(x) != key(y) ? key(x) < key(y) : by_names(x, y);
}

std::string status_words(const Json& row, const Wording& wording) {
  if (row.contains("duplicate")) return painted("is the same as", Color::red, wording);
  if (has_status(row, Status::overlapping)) return painted("overlaps", Color::red, wording);
  if (has_status(row, Status::contains)) return painted("contains", Color::red, wording);
  if (has_status(row, Status::inside)) return painted("is inside", Color::red, wording);
  if (has_status(row, Status::touching)) return painted("touches", Color::yellow, wording);
  return painted("is near", Color::yellow, wording);
}

std::string status_line(const Json& row, const Wording& wording) {
  std::string text =
      fmt::format("  {} {} {}", shown(row["a"].get<std::string>()), status_words(row, wording), shown(row["b"].get<std::string>()));
  if (has_status(row, Status::near)) {
    text += fmt::format(": {} apart, at {}", length_text(row["distance"].get<double>(), wording),
                        point_text(point_in(row["closest"][0]), wording));
    if (row["distance"].get<double>() <= row.value("deflection", 0.0)) text += ", and may meet as CAD models";
  } else {
    if (const double depth = row.value("depth", 0.0); depth > 0)
      text += fmt::format(", {}{} deep", row.value("depth_at_least", depth) < depth ? "up to " : "", length_text(depth, wording));
    text += fmt::format(", at {}", point_text(point_in(row["point"]), wording));
    if (const std::size_t count = row.value("triangle_pairs", std::size_t{0}); count > 0)
      text += fmt::format(" ({})", counted(count, "triangle pair"));
  }
  return text + "\n";
}

struct Total {
  std::size_t count = 0;
  std::string_view one, many;
};

/// "125 overlap, 97 are contained, 12 touch, 88 are near"
std::string totals_text(const std::vector<Json>& rows) {
  std::array totals{Total{0, "overlaps", "overlap"}, Total{0, "is a duplicate", "are duplicates"},
                    Total{0, "is contained", "are contained"}, Total{0, "touches", "touch"}, Total{0, "is near", "are near"}};
  for (const Json& row : rows) ++totals[static_cast<std::size_t>(gravity(row))].count;
  std::string text;
  for (const Total& total : totals)
    if (total.count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", total.count, total.count == 1 ? total.one : total.many);
  return text;
}

Json totals_json(const std::vector<Json>& rows) {
  Json json{{"overlapping", 0}, {"touching", 0}, {"contained", 0}, {"near", 0}, {"duplicate", 0}};
  const auto add = [&](const std::string& name) { json[name] = json[name].get<int>() + 1; };
  for (const Json& row : rows) {
    const bool is_contained = has_status(row, Status::contains) || has_status(row, Status::inside);
    add(is_contained ? "contained" : row["status"].get<std::string>());
    if (row.contains("duplicate")) add("duplicate");
  }
  return json;
}

/// Findings come in the order of the statuses.
Result<ReportData> report_at_rest(const ClashArguments& arguments, const Assembly& assembly,
                                  const std::vector<IgnoredBodies>& ignored, const SceneStatuses& found) {
  Result<ReportData> data = report_of(assembly.scene, found);
  if (!data) return data;
  for (std::size_t i = 0; i < found.pairs.size(); ++i)
    if (are_duplicates(assembly, found.pairs[i])) data->findings[i].kind = FindingKind::duplicate;
  add_assembly(*data, arguments, assembly, ignored);
  return data;
}

}  // namespace

SceneStatusOptions status_question(const ClashArguments& arguments, const Assembly& assembly) {
  return {.tolerance = arguments.tolerance, .clearance = arguments.clearance + assembly.most_slack(), .triangle_pairs = true};
}

void drop_clear_pairs(const ClashArguments& arguments, const Assembly& assembly, SceneStatuses& found) {
  if (!assembly.has_cad()) return;
  std::erase_if(found.pairs, [&](const PairStatus& pair) {
    return pair.status == Status::near && pair.distance > arguments.clearance + assembly.slack_between(pair.pair.a, pair.pair.b);
  });
}

std::vector<Json> rest_rows(const ClashArguments& arguments, const Assembly& assembly, SceneStatuses& found, std::size_t threads) {
  std::vector<std::optional<SolidDepth>> depths(found.pairs.size());
  if (arguments.depth) depths = solid_depths(assembly.scene, found, threads);
  std::vector<Json> rows;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    PairStatus& pair = found.pairs[i];
    if (depths[i]) pair.depth = depths[i]->depth;
    if (pair.status == Status::separated) continue;
    rows.push_back(status_row(assembly, pair, depths[i] ? std::optional(depths[i]->at_least) : std::nullopt));
  }
  return rows;
}

AnswerForms rest_answer(const OutputOptions& output, const ClashFindings& found) {
  const Assembly& assembly = found.assembly;
  AnswerForms answer{.json = json_head("clash"), .rows = found.rows, .code = found.rows.empty() ? clear : hit};
  std::ranges::sort(answer.rows, by_names);
  answer.json["bodies"] = assembly.bodies.size();
  answer.json["pairs_considered"] = found.pairs_considered;
  answer.json["totals"] = totals_json(answer.rows);
  add_assembly(answer.json, assembly, found.ignored);
  answer.json["pairs"] = answer.rows;
  const Wording wording = wording_for(output, assembly.unit);
  std::vector<Json> by_gravity = answer.rows;
  std::ranges::sort(by_gravity, is_graver);
  answer.text = fmt::format("{}, {}: {}\n", counted(assembly.bodies.size(), assembly.bodies.size() == 1 ? "body" : "bodies", ""),
                            counted(by_gravity.size(), "clash", "es"),
                            by_gravity.empty() ? painted("nothing meets", Color::green, wording) : totals_text(by_gravity));
  for (const Json& row : by_gravity) answer.text += status_line(row, wording);
  answer.text += assembly_footer(assembly, found.ignored);
  return answer;
}

Result<AnswerForms> clash_at_rest(const ClashArguments& arguments, const Assembly& assembly, const ClashQuestion& question) {
  Result<SceneStatuses> found = statuses(assembly.scene, status_question(arguments, assembly), question.options);
  if (!found) return tl::make_unexpected(found.error());
  drop_clear_pairs(arguments, assembly, *found);
  std::vector<Json> rows = rest_rows(arguments, assembly, *found, arguments.output.threads);
  AnswerForms answer = rest_answer(
      arguments.output,
      {.assembly = assembly, .ignored = question.ignored, .rows = std::move(rows), .pairs_considered = found->pairs_considered});
  answer.report = [arguments, assembly, ignored = question.ignored, found = *found] {
    return report_at_rest(arguments, assembly, ignored, found);
  };
  return answer;
}

}  // namespace graze::cli
