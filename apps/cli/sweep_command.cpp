/// Sweeps two meshes and words the first contact as text or JSON.

#include "sweep_command.h"

#include <limits>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/options.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "answer_json.h"
#include "answer_text.h"
#include "first_contacts.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

/// The answer for both kinds of motion.
struct SweepAnswer {
  TurningStatus status = TurningStatus::clear;
  double time = 0;  ///< no contact before
  bool is_exact = false;
  PointList points;
  std::optional<Vec3> normal;
  std::array<Feature, 2> features;
  bool box_leaves = false;  ///< about boxes around parts, which may touch before the meshes do
};

SweepAnswer as_answer(const std::optional<Impact>& impact) {
  if (!impact) return {};
  return {TurningStatus::contact, impact->first, true, impact->set.points, impact->normal, impact->features};
}

SweepAnswer as_answer(const TurningImpact& impact) {
  SweepAnswer result{impact.status, impact.t_lo, false, {}, {}, impact.closest.features};
  if (impact.status != TurningStatus::contact) return result;
  result.points = {impact.closest.points[0]};
  const Vec3 difference = impact.closest.points[1] - impact.closest.points[0];
  if (difference != Vec3::Zero()) result.normal = difference.stableNormalized();
  return result;
}

Result<SweepAnswer> swept(const SweepArguments& arguments) {
  const Progress progress("sweeping");
  const Result<BodyPair> bodies = load_bodies(arguments.a, arguments.b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  const auto& [a, b] = *bodies;
  const double t_max = arguments.t_max.value_or(std::numeric_limits<double>::infinity());
  if (!a.motion.rotates() && !b.motion.rotates() && arguments.margin == 0)
    return sweep(a, b, {.t_max = t_max}).map([&](const auto& impact) {
      SweepAnswer answer = as_answer(impact);
      answer.box_leaves = a.geometry.has_box_leaves() || b.geometry.has_box_leaves();
      return answer;
    });
  const TurningOptions options{.t_max = t_max, .tolerance = arguments.tol, .margin = arguments.margin};
  return sweep_turning(a, b, options).map([](const TurningImpact& impact) { return as_answer(impact); });
}

std::string as_json(const SweepArguments& arguments, const SweepAnswer& found) {
  Json json{{"a", arguments.a.file}, {"b", arguments.b.file}};
  json["contact"] = found.status == TurningStatus::contact;
  json["status"] = name_of(found.status);
  if (found.status != TurningStatus::clear) json[found.is_exact ? "first" : "t_lo"] = found.time;
  if (found.status == TurningStatus::contact) {
    json["points"] = Json::array();
    for (const Vec3& p : found.points) json["points"].push_back(json_of(p));
    if (found.normal) json["normal"] = json_of(*found.normal);
    json["triangles"] = {found.features[0].triangle, found.features[1].triangle};
  }
  add_repairs(json, arguments.a, arguments.b);
  if (found.box_leaves) json["box_leaves"] = true;
  return json_line(json);
}

std::string as_text(const SweepArguments& arguments, const SweepAnswer& found) {
  const std::string subject = fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  const std::string within = arguments.margin > 0 ? fmt::format("within {}", arguments.margin) : "";
  const std::string no_event = within.empty() ? "do not touch" : fmt::format("are not {}", within);
  if (found.status == TurningStatus::clear) return fmt::format("{} {}\n", subject, no_event);
  if (found.status == TurningStatus::unfinished)
    return fmt::format("{} {} before t = {}; unfinished\n", subject, no_event, found.time);
  const std::string event = within.empty() ? "first touch" : fmt::format("are first {}", within);
  std::string text = fmt::format("{} {} at t = {} ({})\n", subject, event, found.time,
                                 found.box_leaves ? "boxes around parts; the meshes not before"
                                 : found.is_exact ? "exact, rounded down"
                                                  : "within the tolerance, not before");
  for (const Vec3& p : found.points) text += fmt::format("  at {}\n", point_text(p));
  if (found.normal) text += fmt::format("  normal {}\n", point_text(*found.normal));
  if (found.box_leaves) return text;
  return text + fmt::format("  triangle {} and triangle {}\n", found.features[0].triangle, found.features[1].triangle);
}

}  // namespace

ExitCode run_sweep(const SweepArguments& arguments) {
  if (arguments.pairs || arguments.last) return run_first_contacts(arguments);
  const Result<SweepAnswer> found = swept(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found) + repairs_text(arguments.a, arguments.b));
  return output.finished(found->status == TurningStatus::clear ? clear : hit);
}

}  // namespace graze::cli
