#include "sweep_command.h"

#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/answers.h>
#include <graze/options.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "first_contacts.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

/// What both kinds of motion have to tell.
struct Found {
  TurningStatus status = TurningStatus::clear;
  double time = 0;  ///< no contact before
  bool is_exact = false;
  PointList points;
  std::optional<Vec3> normal;
  std::array<Feature, 2> features;
};

Found found(const std::optional<Impact>& impact) {
  if (!impact) return {};
  return {TurningStatus::contact, impact->first, true, impact->set.points, impact->normal, impact->features};
}

Found found(const TurningImpact& impact) {
  Found result{impact.status, impact.t_lo, false, {}, {}, impact.closest.features};
  if (impact.status != TurningStatus::contact) return result;
  result.points = {impact.closest.points[0]};
  const Vec3 way = impact.closest.points[1] - impact.closest.points[0];
  if (way != Vec3::Zero()) result.normal = way.stableNormalized();
  return result;
}

Result<Found> ask(const SweepArguments& arguments) {
  const Progress progress("sweeping");
  const Result<BodyPair> bodies = load_bodies(arguments.a, arguments.b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  const auto& [a, b] = *bodies;
  const double t_max = arguments.t_max.value_or(std::numeric_limits<double>::infinity());
  if (!a.motion.rotates() && !b.motion.rotates())
    return sweep(a, b, {.t_max = t_max}).map([](const auto& impact) { return found(impact); });
  const TurningOptions options{.t_max = t_max, .tolerance = arguments.tol};
  return sweep_turning(a, b, options).map([](const TurningImpact& impact) { return found(impact); });
}

nlohmann::ordered_json json_of(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

std::string as_json(const SweepArguments& arguments, const Found& found) {
  nlohmann::ordered_json json{{"a", arguments.a.file}, {"b", arguments.b.file}};
  json["contact"] = found.status == TurningStatus::contact;
  json["status"] = name_of(found.status);
  if (found.status != TurningStatus::clear) json[found.is_exact ? "first" : "t_lo"] = found.time;
  if (found.status == TurningStatus::contact) {
    json["points"] = nlohmann::ordered_json::array();
    for (const Vec3& p : found.points) json["points"].push_back(json_of(p));
    if (found.normal) json["normal"] = json_of(*found.normal);
    json["triangles"] = {found.features[0].triangle, found.features[1].triangle};
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_text(const SweepArguments& arguments, const Found& found) {
  const std::string subject = fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  const auto point = [](const Vec3& p) { return fmt::format("({}, {}, {})", p.x(), p.y(), p.z()); };
  if (found.status == TurningStatus::clear) return subject + " do not touch\n";
  if (found.status == TurningStatus::unfinished)
    return fmt::format("{} do not touch before t = {}; unfinished\n", subject, found.time);
  std::string text = fmt::format("{} first touch at t = {} ({})\n", subject, found.time,
                                 found.is_exact ? "exact, rounded down" : "within the tolerance, not before");
  for (const Vec3& p : found.points) text += fmt::format("  at {}\n", point(p));
  if (found.normal) text += fmt::format("  normal {}\n", point(*found.normal));
  return text + fmt::format("  triangle {} and triangle {}\n", found.features[0].triangle, found.features[1].triangle);
}

}  // namespace

ExitCode run_sweep(const SweepArguments& arguments) {
  if (arguments.pairs || arguments.last) return run_first_contacts(arguments);
  const Result<Found> found = ask(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found));
  return output.finished(found->status == TurningStatus::clear ? clear : hit);
}

}  // namespace graze::cli
