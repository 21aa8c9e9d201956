/// Reports of two bodies, from the answers about them.

#include <cmath>

#include <graze/distance.h>
#include <graze/intersection.h>
#include <graze/penetration.h>
#include <graze/report.h>
#include <graze/status.h>

namespace graze {
namespace {

ReportData pair_data(const NamedBody& a, const NamedBody& b, double t_max) {
  ReportData data;
  data.title = a.name + " and " + b.name;
  for (const NamedBody* one : {&a, &b})
    data.bodies.push_back({one->name, {{one->body.geometry}}, sampled_poses(one->body.pose, one->body.motion, t_max)});
  data.t_max = t_max;
  return data;
}

bool is_mesh(const Body& body) { return std::holds_alternative<TriangleMesh>(body.geometry.shape().value); }

/// Patches are contact sets like any other.
void add_curves(Finding& finding, const IntersectionCurves& curves) {
  finding.curves = curves.curves;
  for (const IntersectionPatch& patch : curves.patches) {
    ContactSet set;
    for (const Vec3& p : patch.points) set.points.push_back(p);
    finding.contacts.push_back(std::move(set));
  }
}

/// One that both have, where nothing more is known.
void add_common_point(Finding& finding, const Body& a, const Body& b) {
  if (!finding.contacts.empty() || !finding.curves.empty()) return;
  const Result<Closest> closest = closest_points(a, b);
  if (!closest || closest->distance != 0) return;
  finding.contacts.push_back({{closest->points[0]}});
  for (std::size_t i = 0; i < 2; ++i) finding.triangles[i] = closest->features[i].triangle;
}

/// Where bodies meet at time 0. What the question cannot tell of a kind of shape stays empty: the status is known already.
void add_meeting(Finding& finding, const Body& a, const Body& b) {
  const Result<Intersection> common = intersection(a, b, {.curves = is_mesh(a) && is_mesh(b)});
  if (common && common->set) finding.contacts.push_back(*common->set);
  if (common && common->curves) add_curves(finding, *common->curves);
  if (common && !common->pairs.empty())
    for (std::size_t i = 0; i < 2; ++i) finding.triangles[i] = static_cast<std::int32_t>(common->pairs.front()[i]);
  if (is_mesh(a) || is_mesh(b)) return add_common_point(finding, a, b);
  const Result<std::optional<Penetration>> depth = penetration(a, b);
  if (!depth || !*depth) return;
  finding.depth = (*depth)->depth;
  finding.normal = (*depth)->normal;
  for (const ManifoldPoint& point : (*depth)->manifold) finding.contacts.push_back({{point.point}});
}

void add_witness(Finding& finding, const Closest& closest) {
  if (!std::isfinite(closest.distance)) return;
  finding.witness = closest.points;
  for (std::size_t i = 0; i < 2; ++i) finding.triangles[i] = closest.features[i].triangle;
  const Vec3 between = closest.points[1] - closest.points[0];
  if (between != Vec3::Zero()) finding.normal = between.stableNormalized();
}

/// How long to show a motion that has no end: a third more than the contact takes, or until the origins have passed each other by
/// as far as they were apart.
double shown_time(const Body& a, const Body& b, std::optional<double> contact, double t_max) {
  if (std::isfinite(t_max)) return t_max;
  if (contact && *contact > 0) return *contact * 4 / 3;
  const double speed = (b.motion.velocity - a.motion.velocity).stableNorm();
  const double way = (b.pose.translation - a.pose.translation).stableNorm();
  if (speed > 0 && way > 0) return 2 * way / speed;
  return a.motion.moves() || b.motion.moves() ? 1 : 0;
}

}  // namespace

Result<ReportData> report_of(const NamedBody& a, const NamedBody& b, const StatusOptions& options) {
  const Result<StatusReport> found = status(a.body, b.body, options);
  if (!found) return tl::make_unexpected(found.error());
  ReportData data = pair_data({a.name, {a.body.geometry, a.body.pose, {}, a.body.solid}},
                              {b.name, {b.body.geometry, b.body.pose, {}, b.body.solid}}, 0);
  Finding finding{.a = 0, .b = 1, .kind = finding_kind(found->status), .depth = found->depth};
  if (found->distance > 0) {
    finding.distance = found->distance;
    if (const Result<Closest> closest = closest_points(a.body, b.body)) add_witness(finding, *closest);
  } else {
    add_meeting(finding, a.body, b.body);
  }
  data.findings.push_back(std::move(finding));
  return data;
}

ReportData report_of(const NamedBody& a, const NamedBody& b, const std::optional<Impact>& impact, double t_max) {
  const std::optional<double> first = impact ? std::optional(impact->first) : std::nullopt;
  ReportData data = pair_data(a, b, shown_time(a.body, b.body, first, t_max));
  Finding finding{.a = 0, .b = 1};
  if (impact) {
    finding.kind = impact->certainty == Certainty::bound ? FindingKind::unfinished : FindingKind::contact;
    finding.time = impact->first;
    finding.normal = impact->normal;
    if (impact->regions.empty() && !impact->set.points.empty()) finding.contacts.push_back(impact->set);
    for (const ContactRegion& region : impact->regions) finding.contacts.push_back(region.set);
    for (std::size_t i = 0; i < 2; ++i) finding.triangles[i] = impact->features[i].triangle;
    if (impact->initial) add_meeting(finding, a.body, b.body);
  }
  data.findings.push_back(std::move(finding));
  return data;
}

ReportData report_of(const NamedBody& a, const NamedBody& b, const TurningImpact& impact, double t_max) {
  const bool meets = impact.status != TurningStatus::clear;
  ReportData data = pair_data(a, b, shown_time(a.body, b.body, meets ? std::optional(impact.t_lo) : std::nullopt, t_max));
  Finding finding{.a = 0, .b = 1};
  if (meets) {
    finding.kind = impact.status == TurningStatus::contact ? FindingKind::contact : FindingKind::unfinished;
    finding.time = impact.t_lo;
    if (impact.status == TurningStatus::contact && !impact.initial) {
      add_witness(finding, impact.closest);
      finding.contacts.push_back({{0.5 * impact.closest.points[0] + 0.5 * impact.closest.points[1]}});
      finding.witness.reset();  // no longer than the tolerance
    }
    if (impact.initial) add_meeting(finding, a.body, b.body);
  }
  data.findings.push_back(std::move(finding));
  return data;
}

}  // namespace graze
