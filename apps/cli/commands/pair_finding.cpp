/// Asks for the status of a pair, then for the points that show it.

#include "commands/pair_finding.h"

#include <fmt/format.h>

#include <graze/distance.h>
#include <graze/status.h>

namespace graze::cli {
namespace {

std::string triangle_words(const std::string& name, std::int32_t triangle) {
  return triangle < 0 ? shown(name) : fmt::format("triangle {} of {}", triangle, shown(name));
}

Color color_of(Status status) {
  switch (status) {
    case Status::separated: return Color::green;
    case Status::near:
    case Status::touching: return Color::yellow;
    default: return Color::red;
  }
}

std::string headline(const std::string& a, const std::string& b, const PairFinding& found, const Wording& wording) {
  const auto word = [&](std::string_view text) { return painted(text, color_of(found.status), wording); };
  const std::string both = fmt::format("{} and {}", shown(a), shown(b));
  switch (found.status) {
    case Status::separated: return fmt::format("{} {}", both, word("do not meet"));
    case Status::near: return fmt::format("{} {}", both, word("are near each other"));
    case Status::touching: return fmt::format("{} {}", both, word("touch"));
    case Status::overlapping: return fmt::format("{} {}", both, word("overlap"));
    case Status::contains: return fmt::format("{} {}", shown(b), word("is wholly inside " + shown(a)));
    case Status::inside: return fmt::format("{} {}", shown(a), word("is wholly inside " + shown(b)));
  }
  return both;
}

}  // namespace

Result<PairFinding> find_pair(const Body& a, const Body& b, StatusOptions options, double slack) {
  options.clearance += slack;
  const Result<StatusReport> report = status(a, b, options);
  if (!report) return tl::make_unexpected(report.error());
  PairFinding found{report->status, {}, report->depth, {}, {}, slack};
  if (!found.meet()) found.distance = report->distance;
  const Result<Closest> closest = closest_points(a, b);
  if (!closest) return tl::make_unexpected(closest.error());
  found.closest = *closest;
  found.triangles = {closest->features[0].triangle, closest->features[1].triangle};
  return found;
}

std::string finding_text(const std::string& a, const std::string& b, const PairFinding& found, const Wording& wording) {
  std::string text = headline(a, b, found, wording);
  if (found.distance) text += fmt::format(": they are {} apart", length_text(*found.distance, wording));
  if (found.depth && *found.depth > 0 && found.status == Status::overlapping)
    text += fmt::format(" by {}", length_text(*found.depth, wording));
  text += "\n";
  if (found.slack > 0 && found.distance)
    text += fmt::format("  the CAD models are {}, since triangles are up to {} off\n",
                        *found.distance > found.slack ? "at least " + length_text(*found.distance - found.slack, wording) + " apart"
                                                      : "as near, or meet",
                        length_text(found.slack, wording));
  if (!found.closest) return text;
  const auto& points = found.closest->points;
  if (found.meet()) {
    if (found.status == Status::contains || found.status == Status::inside) return text;
    return text + fmt::format("  at {}, {} and {}\n", point_text(points[0], wording), triangle_words(a, found.triangles[0]),
                              triangle_words(b, found.triangles[1]));
  }
  for (std::size_t i = 0; i < 2; ++i)
    text += fmt::format("  {} {} on {}\n", i == 0 ? "from" : "to", point_text(points[i], wording),
                        triangle_words(i == 0 ? a : b, found.triangles[i]));
  return text;
}

void add_finding(Json& json, const PairFinding& found) {
  json["intersect"] = found.meet();
  json["status"] = name_of(found.status);
  if (found.distance) json["distance"] = *found.distance;
  if (found.depth) json["depth"] = *found.depth;
  if (found.slack > 0) json["deflection"] = found.slack;
  if (!found.closest) return;
  if (found.meet())
    json["point"] = json_of(found.closest->points[0]);
  else
    json["closest"] = {json_of(found.closest->points[0]), json_of(found.closest->points[1])};
  if (found.triangles[0] >= 0 || found.triangles[1] >= 0) json["triangles"] = found.triangles;
}

}  // namespace graze::cli
