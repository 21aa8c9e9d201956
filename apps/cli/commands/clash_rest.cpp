/// The clashes of bodies at rest, the gravest first in text, by name in JSON.

#include <algorithm>
#include <array>
#include <memory>

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
std::string totals_text(const std::array<std::size_t, 5>& by_gravity) {
  std::array totals{Total{by_gravity[0], "overlaps", "overlap"}, Total{by_gravity[1], "is a duplicate", "are duplicates"},
                    Total{by_gravity[2], "is contained", "are contained"}, Total{by_gravity[3], "touches", "touch"},
                    Total{by_gravity[4], "is near", "are near"}};
  std::string text;
  for (const Total& total : totals)
    if (total.count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", total.count, total.count == 1 ? total.one : total.many);
  return text;
}

Result<void> write_json(const ClashFindings& found, Output& output) {
  JsonWriter writer(output);
  begin_answer(writer, found);
  writer.field("totals", found.rows->totals());
  add_assembly(writer, found.assembly, found.ignored);
  writer.begin_list("pairs");
  const Result<void> done = found.rows->for_each([&](const Json& row) { writer.element(row); });
  writer.end_list();
  writer.end_line();
  return done;
}

Result<void> write_text(const ClashFindings& found, const Wording& wording, Output& output) {
  output.write(fmt::format(
      "{}, {}: {}\n", bodies_text(found), counted(found.rows->size(), "clash", "es"),
      found.rows->size() == 0 ? painted("nothing meets", Color::green, wording) : totals_text(found.rows->by_gravity())));
  const Result<void> done = found.rows->for_each([&](const Json& row) { output.write(status_line(row, wording)); });
  output.write(assembly_footer(found.assembly, found.ignored));
  return done;
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

AnswerForms rest_answer(const OutputOptions& output, ClashFindings found) {
  const auto all = std::make_shared<ClashFindings>(std::move(found));
  AnswerForms answer{.json = {}, .code = all->rows->size() == 0 ? clear : hit};
  answer.write = [output, all](Output& to) -> Result<void> {
    if (output.json) return write_json(*all, to);
    if (output.csv) return write_table([&](const auto& take) { return all->rows->for_each(take); }, to);
    return write_text(*all, wording_for(output, all->assembly.unit), to);
  };
  return answer;
}

Result<AnswerForms> clash_at_rest(const ClashArguments& arguments, const Assembly& assembly, const ClashQuestion& question) {
  Result<SceneStatuses> found = statuses(assembly.scene, status_question(arguments, assembly), question.options);
  if (!found) return tl::make_unexpected(found.error());
  drop_clear_pairs(arguments, assembly, *found);
  ClashFindings findings{.assembly = assembly, .ignored = question.ignored, .pairs_considered = found->pairs_considered};
  findings.rows = std::make_shared<ClashRows>(arguments.output, false);
  for (Json& row : rest_rows(arguments, assembly, *found, arguments.output.threads))
    if (const Result<void> added = findings.rows->add(std::move(row)); !added) return tl::make_unexpected(added.error());
  AnswerForms answer = rest_answer(arguments.output, std::move(findings));
  answer.report = [arguments, assembly, ignored = question.ignored, found = *found] {
    return report_at_rest(arguments, assembly, ignored, found);
  };
  return answer;
}

}  // namespace graze::cli
