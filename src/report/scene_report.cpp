/// Reports of scenes: every body with its parts and motion, and a finding a pair.

#include <algorithm>
#include <cmath>
#include <map>
#include <variant>

#include <fmt/format.h>

#include <graze/intersection.h>
#include <graze/report.h>

namespace graze {
namespace {

using Numbers = std::map<BodyId, std::size_t>;

/// Pieces may jump: the last pose of one and the first of the next are the least time apart.
std::vector<Keyframe> sampled_pieces(const MotionPieces& pieces, double t_max) {
  constexpr int samples = 120;  // a piece
  std::vector<Keyframe> poses;
  for (const MotionPiece& piece : pieces) {
    const double to = std::min(piece.to, t_max);
    for (int i = 0; i <= samples && piece.from <= t_max; ++i) {
      double t = piece.from + (to - piece.from) * i / samples;
      const Pose pose = piece.motion.pose_at(t);
      if (!poses.empty() && !(t > poses.back().t)) t = std::nextafter(poses.back().t, t_max + 1);
      poses.push_back({t, pose});
    }
  }
  return poses;
}

std::vector<Keyframe> poses_of(const SceneBody& body, double t_max) {
  if (t_max == 0) return {{0, body.pose}};
  if (const auto* motion = std::get_if<Motion>(&body.motion)) return sampled_poses(body.pose, *motion, t_max);
  if (const auto* path = std::get_if<Path>(&body.motion)) return sampled_poses(*path, t_max);
  if (const auto* guided = std::get_if<GuidedMotion>(&body.motion)) return sampled_poses(*guided, t_max);
  return sampled_pieces(std::get<MotionPieces>(body.motion), t_max);
}

/// A point x of a part is at pose * (scale * part.pose * x).
ReportBody report_body(const SceneBody& body, std::size_t number, double t_max) {
  ReportBody result{body.name.empty() ? fmt::format("body {}", number + 1) : body.name, {}, poses_of(body, t_max)};
  for (const BodyPart& part : body.parts)
    result.parts.push_back({part.geometry, {part.pose.rotation, body.scale * part.pose.translation}, body.scale, part.name});
  return result;
}

/// All bodies; `numbers` tells which is which.
Result<ReportData> bodies_of(const Scene& scene, double t_max, Numbers& numbers) {
  ReportData data;
  data.title = "Scene";
  data.t_max = t_max;
  for (const BodyId id : scene.ids()) {
    const Result<const SceneBody*> body = scene.body(id);
    if (!body) return tl::make_unexpected(body.error());
    numbers.emplace(id, data.bodies.size());
    data.bodies.push_back(report_body(**body, data.bodies.size(), t_max));
  }
  return data;
}

Result<Finding> finding_about(const ScenePair& pair, const std::array<PartPlace, 2>& places, const ReportData& data,
                              const Numbers& numbers) {
  const auto a = numbers.find(pair.a), b = numbers.find(pair.b);
  if (a == numbers.end() || b == numbers.end())
    return fail(ErrorCode::bad_option, "report: the answer names a body that is not in the scene");
  Finding finding{.a = a->second, .b = b->second};
  for (std::size_t i = 0; i < 2; ++i) {
    const ReportBody& body = data.bodies[i == 0 ? finding.a : finding.b];
    finding.triangles[i] = places[i].triangle;
    if (body.parts.size() > 1 && places[i].part < body.parts.size()) finding.parts[i] = body.parts[places[i].part].name;
  }
  return finding;
}

const TriangleMesh* mesh_of(const ReportPart& part) {
  return std::holds_alternative<TriangleMesh>(part.geometry.shape().value) ? part.geometry.mesh() : nullptr;
}

/// Where the surfaces of two parts meet; nothing where a mesh is scaled, whose tree is not ours to build.
void add_curves(Finding& finding, const ReportBody& a, const ReportBody& b) {
  for (const ReportPart& p : a.parts) {
    for (const ReportPart& q : b.parts) {
      if (!mesh_of(p) || !mesh_of(q) || p.scale != 1 || q.scale != 1) continue;
      const Body first{p.geometry, a.poses.front().pose * p.pose, {}}, second{q.geometry, b.poses.front().pose * q.pose, {}};
      const Result<Intersection> meeting = intersection(first, second, {.max_pairs = 0, .curves = true});
      if (!meeting || !meeting->curves) continue;
      finding.curves.insert(finding.curves.end(), meeting->curves->curves.begin(), meeting->curves->curves.end());
      for (const IntersectionPatch& patch : meeting->curves->patches) {
        ContactSet set;
        for (const Vec3& corner : patch.points) set.points.push_back(corner);
        finding.contacts.push_back(std::move(set));
      }
    }
  }
}

void add_place(Finding& finding, const PairStatus& status) {
  finding.depth = status.depth;
  if (status.distance > 0) {
    finding.distance = status.distance;
    finding.witness = status.points;
    const Vec3 between = status.points[1] - status.points[0];
    if (between != Vec3::Zero()) finding.normal = between.stableNormalized();
  } else if (status.points[0].allFinite()) {
    finding.contacts.push_back({{status.points[0]}});
  }
}

void add_place(Finding& finding, const PairContact& contact) {
  finding.kind = contact.status == TurningStatus::unfinished ? FindingKind::unfinished
                 : contact.initial                           ? FindingKind::overlapping
                                                             : FindingKind::contact;
  finding.time = contact.t_lo;
  finding.normal = contact.normal;
  if (contact.status != TurningStatus::contact) return;
  if (!contact.set.points.empty())
    finding.contacts.push_back(contact.set);
  else if (contact.points[0].allFinite())
    finding.contacts.push_back({{Vec3(0.5 * contact.points[0] + 0.5 * contact.points[1])}});
}

}  // namespace

Result<ReportData> report_of(const Scene& scene, const SceneStatuses& found, std::size_t max_curves) {
  Numbers numbers;
  Result<ReportData> data = bodies_of(scene, 0, numbers);
  if (!data) return data;
  for (const PairStatus& status : found.pairs) {
    Result<Finding> finding = finding_about(status.pair, status.places, *data, numbers);
    if (!finding) return tl::make_unexpected(finding.error());
    finding->kind = finding_kind(status.status);
    add_place(*finding, status);
    const bool meets = status.status == Status::overlapping || status.status == Status::touching;
    if (meets && max_curves > 0) {
      add_curves(*finding, data->bodies[finding->a], data->bodies[finding->b]);
      --max_curves;
    }
    data->findings.push_back(std::move(*finding));
  }
  data->totals.push_back({"pairs looked at closely", std::to_string(found.pairs_considered)});
  return data;
}

Result<ReportData> report_of(const Scene& scene, const SceneContacts& found, double t_max) {
  Numbers numbers;
  Result<ReportData> data = bodies_of(scene, t_max, numbers);
  if (!data) return data;
  for (const PairContact& contact : found.pairs) {
    Result<Finding> finding = finding_about(contact.pair, contact.places, *data, numbers);
    if (!finding) return tl::make_unexpected(finding.error());
    add_place(*finding, contact);
    data->findings.push_back(std::move(*finding));
  }
  data->totals.push_back({"pairs looked at closely", std::to_string(found.pairs_considered)});
  return data;
}

}  // namespace graze
