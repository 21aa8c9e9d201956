/// Fits the view around bodies, or closely around a finding, across its normal.

#include "report/framing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Geometry>

#include "report/caption.h"
#include "report/finding.h"

namespace graze::report {
namespace {

Vec3 default_view() { return {1, -1.6, 0.9}; }

/// Vertices of all parts of a body at a time, not more than a few thousand of each.
void add_corners(std::vector<Vec3>& corners, const Display& display, const DisplayBody& body, double t) {
  constexpr std::size_t most = 4000;
  const Pose pose = pose_between(body.poses, t);
  for (const DisplayPart& part : body.parts) {
    const std::vector<Float3>& vertices = display.meshes[part.mesh].vertices;
    const std::size_t step = vertices.size() / most + 1;
    for (std::size_t i = 0; i < vertices.size(); i += step)
      corners.push_back(pose.to_world(part.pose.to_world(part.scale * Vec3(vertices[i][0], vertices[i][1], vertices[i][2]))));
  }
}

/// Half of the diagonal.
double size_of(const Display& display, const DisplayBody& body) {
  std::vector<Vec3> corners;
  add_corners(corners, display, body, 0);
  if (corners.empty()) return 0;
  Vec3 low = corners.front(), high = low;
  for (const Vec3& c : corners) {
    low = low.cwiseMin(c);
    high = high.cwiseMax(c);
  }
  return 0.5 * (high - low).norm();
}

/// So that all corners are in the picture: their extent across the view, and a little for what is nearer.
void fit_corners(Framing& framing, const std::vector<Vec3>& corners, const ImageOptions& options) {
  if (corners.empty()) return;
  const Vec3 forward = -framing.from.normalized();
  const Vec3 across = forward.cross(options.up);
  const Vec3 right = across.norm() > 0 ? Vec3(across.normalized()) : Vec3(forward.unitOrthogonal());
  Mat3 axes;
  axes << right.transpose(), right.cross(forward).transpose(), forward.transpose();
  Vec3 low = axes * corners.front(), high = low;
  for (const Vec3& c : corners) {
    low = low.cwiseMin(axes * c);
    high = high.cwiseMax(axes * c);
  }
  const Vec3 half = 0.5 * (high - low);
  const int height = free_height(options.width, options.height);
  const double shorter = std::min(options.width, height);
  constexpr double view_sine = 0.26;  // of half the field of view: what is nearer by this appears larger
  framing.target = axes.transpose() * (0.5 * (low + high));
  framing.radius = std::max(half.x() * shorter / options.width, half.y() * shorter / height) + view_sine * half.z();
}

double time_of(const ReportData& data, const ImageOptions& options) {
  if (options.time) return *options.time;
  if (options.finding) return data.findings[*options.finding].time.value_or(0);
  return first_shown_time(data);
}

/// Near enough to see what meets, far enough to see what of.
void fit_finding(Framing& framing, const Display& display, const Finding& finding, const Place& place,
                 const ImageOptions& options) {
  constexpr double around_contact = 2.2, around_body = 0.55;
  const double least = std::min(size_of(display, display.bodies[finding.a]), size_of(display, display.bodies[finding.b]));
  framing.target = display.shown(place.center);
  framing.radius = std::max(around_contact * place.radius / display.size, around_body * least);
  if (options.view_from || !finding.normal) return;
  constexpr double turned = 0.85;  // toward the touching plane, so that one sees between the bodies
  const Vec3 from = framing.from.normalized();
  framing.from = from - turned * from.dot(*finding.normal) * *finding.normal;
}

}  // namespace

Framing framed(const ReportData& data, const Display& display, const ImageOptions& options) {
  Framing framing{.from = options.view_from.value_or(default_view()), .time = time_of(data, options)};
  if (options.finding) framing.pair = {data.findings[*options.finding].a, data.findings[*options.finding].b};
  if (!options.finding && data.bodies.size() == 2) framing.pair = {0, 1};
  if (options.finding) {
    const Finding& finding = data.findings[*options.finding];
    if (const std::optional<Place> place = place_of(finding)) {
      fit_finding(framing, display, finding, *place, options);
      if (framing.radius > 0) return framing;
    }
  }
  std::vector<Vec3> corners;
  for (const DisplayBody& body : display.bodies) {
    add_corners(corners, display, body, framing.time);
    if (options.trail && body.poses.size() > 1) add_corners(corners, display, body, 0);
  }
  fit_corners(framing, corners, options);
  return framing;
}

}  // namespace graze::report
