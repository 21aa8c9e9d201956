/// Finds what makes no sense in the data of a report.

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "report/display.h"

namespace graze::report {
namespace {

bool is_finite(const std::optional<double>& x) { return !x || std::isfinite(*x); }

bool points_are_finite(const Finding& finding) {
  for (const ContactSet& set : finding.contacts) {
    if (!std::isfinite(set.radius)) return false;
    for (const Vec3& p : set.points)
      if (!p.allFinite()) return false;
  }
  for (const IntersectionCurve& curve : finding.curves)
    for (const Vec3& p : curve.points)
      if (!p.allFinite()) return false;
  if (finding.witness && !((*finding.witness)[0].allFinite() && (*finding.witness)[1].allFinite())) return false;
  return !finding.normal || finding.normal->allFinite();
}

Result<void> checked(const Finding& finding, std::size_t bodies, const std::string& name) {
  if (finding.a >= bodies || finding.b >= bodies)
    return fail(ErrorCode::bad_option, fmt::format("{}: body {} of {}", name, std::max(finding.a, finding.b), bodies));
  if (!is_finite(finding.time) || !is_finite(finding.depth) || !points_are_finite(finding))
    return fail(ErrorCode::not_finite, name + ": a number is not finite");
  if (finding.distance && std::isnan(*finding.distance)) return fail(ErrorCode::not_finite, name + ".distance: is not a number");
  return {};
}

Result<void> checked(const ReportBody& body, const std::string& name) {
  for (std::size_t i = 0; i < body.parts.size(); ++i) {
    const ReportPart& part = body.parts[i];
    const bool fine = std::isfinite(part.scale) && part.scale > 0;
    if (!fine) return fail(ErrorCode::bad_option, fmt::format("{}.parts[{}].scale: {} is not positive", name, i, part.scale));
    if (!part.pose.translation.allFinite() || !part.pose.rotation.allFinite())
      return fail(ErrorCode::not_finite, fmt::format("{}.parts[{}].pose: not finite", name, i));
  }
  for (std::size_t i = 0; i < body.poses.size(); ++i) {
    const Keyframe& key = body.poses[i];
    if (!std::isfinite(key.t) || !key.pose.translation.allFinite() || !key.pose.rotation.allFinite())
      return fail(ErrorCode::not_finite, fmt::format("{}.poses[{}]: not finite", name, i));
    if (i > 0 && !(key.t > body.poses[i - 1].t))
      return fail(ErrorCode::bad_option, fmt::format("{}.poses[{}]: not later than the one before", name, i));
  }
  return {};
}

}  // namespace

Result<void> check_report(const ReportData& data) {
  if (!(std::isfinite(data.t_max) && data.t_max >= 0))
    return fail(ErrorCode::bad_option, fmt::format("report.t_max: {} is not a time", data.t_max));
  for (std::size_t i = 0; i < data.bodies.size(); ++i)
    if (Result<void> fine = checked(data.bodies[i], fmt::format("report.bodies[{}]", i)); !fine) return fine;
  for (std::size_t i = 0; i < data.findings.size(); ++i)
    if (Result<void> fine = checked(data.findings[i], data.bodies.size(), fmt::format("report.findings[{}]", i)); !fine)
      return fine;
  return {};
}

}  // namespace graze::report
