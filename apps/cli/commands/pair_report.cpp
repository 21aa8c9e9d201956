/// Puts reports together from what commands have loaded and found.

#include "commands/pair_report.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <graze/pairs.h>

namespace graze::cli {
namespace {

NamedBody named(const LoadedBody& loaded) { return {loaded.name, loaded.body}; }

void add_units_and_notes(ReportData& data, const LoadedBodies& loaded) {
  data.units = loaded.unit;
  data.notes.insert(data.notes.end(), loaded.notes.begin(), loaded.notes.end());
}

/// When the last keyframe is.
double end_of(const Path& path) {
  double t = 0;
  while (std::isfinite(path.leg_at(t).to)) t = path.leg_at(t).to;
  return t;
}

/// Where it is not told: the last keyframe of either.
double end_of_motion(const LoadedBodies& loaded, std::optional<double> t_max) {
  if (t_max) return *t_max;
  double end = 0;
  for (const LoadedBody& one : loaded.bodies)
    if (one.path) end = std::max(end, end_of(*one.path));
  return end > 0 ? end : std::numeric_limits<double>::infinity();
}

std::optional<Impact> impact_of(const SweepFinding& found) {
  if (found.status == TurningStatus::clear) return std::nullopt;
  Impact impact{
      .first = found.time, .last = {}, .initial = found.initial, .set = {}, .normal = found.normal, .features = found.features};
  for (const Vec3& p : found.points) impact.set.points.push_back(p);
  impact.certainty = found.status == TurningStatus::unfinished || found.box_leaves ? Certainty::bound
                     : found.is_exact                                              ? Certainty::exact
                                                                                   : Certainty::certified;
  return impact;
}

/// The corners of a triangle in the world.
ContactSet triangle_set(const Body& body, std::size_t triangle) {
  const TriangleMesh& mesh = *body.geometry.mesh();
  ContactSet set;
  for (const auto corner : mesh.triangles[triangle])
    set.points.push_back(body.pose.to_world(mesh.vertices[static_cast<std::size_t>(corner)]));
  return set;
}

}  // namespace

Result<ReportData> report_of_self(const LoadedBodies& loaded) {
  constexpr std::size_t most_listed = 500;
  const Body& body = loaded.a().body;
  const Result<TrianglePairs> found = self_intersection(body, {.max_pairs = most_listed});
  if (!found) return tl::make_unexpected(found.error());
  ReportData data;
  data.title = loaded.a().name;
  data.bodies.push_back({loaded.a().name, {{body.geometry}}, {{0, body.pose}}});
  for (const auto& [i, j] : found->pairs) {
    Finding finding{.a = 0, .b = 0, .kind = FindingKind::overlapping};
    finding.triangles = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)};
    finding.contacts = {triangle_set(body, static_cast<std::size_t>(i)), triangle_set(body, static_cast<std::size_t>(j))};
    data.findings.push_back(std::move(finding));
  }
  data.totals.push_back({"pairs of triangles that cross", std::to_string(found->pair_count)});
  if (found->truncated()) data.notes.push_back(fmt::format("The first {} pairs of triangles are listed.", most_listed));
  add_units_and_notes(data, loaded);
  return data;
}

Result<ReportData> report_of_pairs(const LoadedBodies& loaded, const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                   const StatusOptions& options) {
  ReportData data;
  data.title = fmt::format("{} bodies", loaded.bodies.size());
  for (const LoadedBody& one : loaded.bodies) data.bodies.push_back({one.name, {{one.body.geometry}}, {{0, one.body.pose}}});
  for (const auto& [a, b] : pairs) {
    StatusOptions with_slack = options;
    with_slack.clearance += slack_between(loaded.bodies[a], loaded.bodies[b]);
    Result<ReportData> pair = report_of(named(loaded.bodies[a]), named(loaded.bodies[b]), with_slack);
    if (!pair) return pair;
    for (Finding& finding : pair->findings) {
      finding.a = a;
      finding.b = b;
      data.findings.push_back(std::move(finding));
    }
  }
  if (loaded.bodies.size() == 2) data.title = loaded.a().name + " and " + loaded.b().name;
  add_units_and_notes(data, loaded);
  return data;
}

ReportData report_of_sweep(const LoadedBodies& loaded, const SweepFinding& found, std::optional<double> t_max) {
  ReportData data = report_of(named(loaded.a()), named(loaded.b()), impact_of(found), end_of_motion(loaded, t_max));
  for (std::size_t i = 0; i < 2; ++i)
    if (loaded.bodies[i].path) data.bodies[i].poses = sampled_poses(*loaded.bodies[i].path, data.t_max);
  if (found.nearest) {
    data.findings.front().distance = found.nearest->at_most;
    data.findings.front().time = found.nearest->time;
    data.findings.front().note = fmt::format("This is the nearest they come, at t = {:.6g}.", found.nearest->time);
  }
  add_units_and_notes(data, loaded);
  return data;
}

}  // namespace graze::cli
