/// The clashes of bodies at rest, the gravest first in text, by name in JSON.

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include <graze/status.h>

#include "commands/clash_answer.h"

namespace graze::cli {
namespace {

/// A pair with the names in order, and the status seen from the first of them.
struct NamedStatus {
  std::string a, b;
  PairStatus found;
  bool is_duplicate = false;
  std::optional<double> depth_at_least{};  ///< of solid meshes
};

Status seen_from_other(Status status) {
  return status == Status::contains ? Status::inside : status == Status::inside ? Status::contains : status;
}

std::vector<Vec3> placed_corners(const SceneBody& body) {
  std::vector<Vec3> corners;
  for (const BodyPart& part : body.parts) {
    if (!part.geometry.mesh()) return {};
    for (const Vec3& v : part.geometry.mesh()->vertices) corners.push_back(body.pose.to_world(body.scale * part.pose.to_world(v)));
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
    for (const BodyPart& part : body.parts) count += part.geometry.mesh() ? part.geometry.mesh()->triangles.size() : 0;
    return count;
  };
  if (triangles(**a) == 0 || triangles(**a) != triangles(**b)) return false;
  const Result<Aabb> box_a = assembly.scene.box(found.pair.a), box_b = assembly.scene.box(found.pair.b);
  if (!box_a || !box_b || box_a->min != box_b->min || box_a->max != box_b->max) return false;
  return placed_corners(**a) == placed_corners(**b);
}

NamedStatus named_status(const Assembly& assembly, const PairStatus& found) {
  NamedStatus named{assembly.name_of(found.pair.a), assembly.name_of(found.pair.b), found, are_duplicates(assembly, found)};
  if (named.b < named.a) {
    std::swap(named.a, named.b);
    std::swap(named.found.points[0], named.found.points[1]);
    std::swap(named.found.places[0], named.found.places[1]);
    named.found.status = seen_from_other(found.status);
  }
  return named;
}

Json status_json(const NamedStatus& named) {
  const PairStatus& found = named.found;
  Json json{{"a", named.a}, {"b", named.b}, {"status", name_of(found.status)}};
  if (named.is_duplicate) json["duplicate"] = true;
  if (found.status == Status::near) {
    json["distance"] = found.distance;
    json["closest"] = {json_of(found.points[0]), json_of(found.points[1])};
  } else {
    if (found.depth) json["depth"] = *found.depth;
    if (named.depth_at_least) json["depth_at_least"] = *named.depth_at_least;
    if (found.distance > 0) json["distance"] = found.distance;  // touching within the tolerance
    json["point"] = json_of(found.points[0]);
    if (found.triangle_pairs) json["triangle_pairs"] = *found.triangle_pairs;
  }
  if (found.places[0].triangle >= 0 || found.places[1].triangle >= 0)
    json["triangles"] = {found.places[0].triangle, found.places[1].triangle};
  return json;
}

int gravity(const NamedStatus& named) {
  switch (named.found.status) {
    case Status::overlapping: return named.is_duplicate ? 1 : 0;
    case Status::contains:
    case Status::inside: return 2;
    case Status::touching: return named.is_duplicate ? 1 : 3;
    default: return 4;
  }
}

/// The gravest first: deepest or with most triangles, near ones by distance.
bool is_graver(const NamedStatus& x, const NamedStatus& y) {
  const auto key = [](const NamedStatus& n) {
    return std::tuple(gravity(n), n.found.status == Status::near ? n.found.distance : -n.found.depth.value_or(0),
                      -static_cast<double>(n.found.triangle_pairs.value_or(0)));
  };
  return key(x) != key(y) ? key(x) < key(y) : std::tie(x.a, x.b) < std::tie(y.a, y.b);
}

std::string status_words(const NamedStatus& named, const Wording& wording) {
  if (named.is_duplicate) return painted("is the same as", Color::red, wording);
  switch (named.found.status) {
    case Status::overlapping: return painted("overlaps", Color::red, wording);
    case Status::contains: return painted("contains", Color::red, wording);
    case Status::inside: return painted("is inside", Color::red, wording);
    case Status::touching: return painted("touches", Color::yellow, wording);
    default: return painted("is near", Color::yellow, wording);
  }
}

std::string status_line(const NamedStatus& named, const Wording& wording) {
  const PairStatus& found = named.found;
  std::string text = fmt::format("  {} {} {}", shown(named.a), status_words(named, wording), shown(named.b));
  if (found.status == Status::near) {
    text += fmt::format(": {} apart, at {}", length_text(found.distance, wording), point_text(found.points[0], wording));
  } else {
    if (found.depth && *found.depth > 0)
      text += fmt::format(", {}{} deep", named.depth_at_least && *named.depth_at_least < *found.depth ? "up to " : "",
                          length_text(*found.depth, wording));
    text += fmt::format(", at {}", point_text(found.points[0], wording));
    if (found.triangle_pairs && *found.triangle_pairs > 0)
      text += fmt::format(" ({})", counted(*found.triangle_pairs, "triangle pair"));
  }
  return text + "\n";
}

struct Total {
  std::size_t count = 0;
  std::string_view one, many;
};

/// "125 overlap, 97 are contained, 12 touch, 88 are near"
std::string totals_text(const std::vector<NamedStatus>& pairs) {
  std::array totals{Total{0, "overlaps", "overlap"}, Total{0, "is a duplicate", "are duplicates"},
                    Total{0, "is contained", "are contained"}, Total{0, "touches", "touch"}, Total{0, "is near", "are near"}};
  for (const NamedStatus& named : pairs) ++totals[static_cast<std::size_t>(gravity(named))].count;
  std::string text;
  for (const Total& total : totals)
    if (total.count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", total.count, total.count == 1 ? total.one : total.many);
  return text;
}

Json totals_json(const std::vector<NamedStatus>& pairs) {
  Json json{{"overlapping", 0}, {"touching", 0}, {"contained", 0}, {"near", 0}, {"duplicate", 0}};
  const auto add = [&](const char* name) { json[name] = json[name].get<int>() + 1; };
  for (const NamedStatus& named : pairs) {
    const Status status = named.found.status;
    add(status == Status::overlapping ? "overlapping"
        : status == Status::touching  ? "touching"
        : status == Status::near      ? "near"
                                      : "contained");
    if (named.is_duplicate) add("duplicate");
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

Result<AnswerForms> clash_at_rest(const ClashArguments& arguments, const Assembly& assembly, const ClashQuestion& question) {
  Result<SceneStatuses> found =
      statuses(assembly.scene, {.tolerance = arguments.tolerance, .clearance = arguments.clearance, .triangle_pairs = true},
               question.options);
  if (!found) return tl::make_unexpected(found.error());
  std::vector<std::optional<SolidDepth>> depths(found->pairs.size());
  if (arguments.depth) depths = solid_depths(assembly.scene, *found, arguments.output.threads);
  std::vector<NamedStatus> pairs;
  for (std::size_t i = 0; i < found->pairs.size(); ++i) {
    PairStatus& pair = found->pairs[i];
    if (depths[i]) pair.depth = depths[i]->depth;
    if (pair.status == Status::separated) continue;
    pairs.push_back(named_status(assembly, pair));
    if (depths[i]) pairs.back().depth_at_least = depths[i]->at_least;
  }
  std::ranges::sort(pairs, [](const NamedStatus& x, const NamedStatus& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
  AnswerForms answer{.json = json_head("clash"), .code = pairs.empty() ? clear : hit};
  answer.report = [arguments, assembly, ignored = question.ignored, found = *found] {
    return report_at_rest(arguments, assembly, ignored, found);
  };
  answer.json["bodies"] = assembly.bodies.size();
  answer.json["pairs_considered"] = found->pairs_considered;
  answer.json["totals"] = totals_json(pairs);
  add_assembly(answer.json, assembly, question.ignored);
  answer.json["pairs"] = Json::array();
  for (const NamedStatus& named : pairs) {
    answer.rows.push_back(status_json(named));
    answer.json["pairs"].push_back(answer.rows.back());
  }
  const Wording wording = wording_for(arguments.output, assembly.unit);
  std::ranges::sort(pairs, is_graver);
  answer.text = fmt::format("{}, {}: {}\n", counted(assembly.bodies.size(), assembly.bodies.size() == 1 ? "body" : "bodies", ""),
                            counted(pairs.size(), "clash", "es"),
                            pairs.empty() ? painted("nothing meets", Color::green, wording) : totals_text(pairs));
  for (const NamedStatus& named : pairs) answer.text += status_line(named, wording);
  answer.text += assembly_footer(assembly, question.ignored);
  return answer;
}

}  // namespace graze::cli
