#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/query/questions.h>

#include "distance_command.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

Result<Closest> ask(const DistanceArguments& arguments) {
  const Progress progress("measuring");
  const Result<Body> a = load_body(arguments.a, "a");
  if (!a) return tl::make_unexpected(a.error());
  const Result<Body> b = load_body(arguments.b, "b");
  if (!b) return tl::make_unexpected(b.error());
  return closest_points(*a, *b, {.solid = arguments.solid});
}

nlohmann::ordered_json json_of(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

std::string as_json(const DistanceArguments& arguments, const Closest& found) {
  nlohmann::ordered_json json{{"a", arguments.a.file}, {"b", arguments.b.file}};
  json["intersect"] = found.distance == 0;
  json["distance"] = found.distance;  // infinite, from a mesh without triangles, becomes null
  if (std::isfinite(found.distance)) {
    json["closest"] = {json_of(found.points[0]), json_of(found.points[1])};
    json["triangles"] = {found.features[0].triangle, found.features[1].triangle};
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_text(const DistanceArguments& arguments, const Closest& found) {
  const std::string subject = fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  if (std::isinf(found.distance)) return subject + ": a mesh without triangles is near nothing\n";
  const auto point = [](const Vec3& p) { return fmt::format("({}, {}, {})", p.x(), p.y(), p.z()); };
  if (found.distance == 0) return fmt::format("{} meet, for one at {}\n", subject, point(found.points[0]));
  return fmt::format("{} are {} apart\n  from {} on triangle {}\n  to {} on triangle {}\n", subject, found.distance,
                     point(found.points[0]), found.features[0].triangle, point(found.points[1]), found.features[1].triangle);
}

}  // namespace

ExitCode run_distance(const DistanceArguments& arguments) {
  const Result<Closest> found = ask(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found));
  return output.finished(found->distance == 0 ? hit : clear);
}

}  // namespace graze::cli
