/// Reports of robots: links along their trajectory, objects that stand, and what meets or comes near.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <graze/distance.h>
#include <graze/report.h>

namespace graze {
namespace {

constexpr double largest_joint_turn = std::numbers::pi / 36;  ///< of all joints together, between two keyframes
constexpr std::size_t most_robot_keyframes = 1440;
constexpr std::size_t cubic_steps = 24;  ///< of a piece with velocities, at least: it may go back and forth

/// How many steps a piece between two way-points is cut into. Lengths count as angles: a sliding joint needs none of them.
std::size_t steps_between(const JointTrajectory& trajectory, std::size_t i) {
  double turn = 0;
  for (std::size_t k = 0; k < trajectory.joints.size(); ++k)
    turn += std::abs(trajectory.positions[i + 1][k] - trajectory.positions[i][k]);
  const double most = std::max(1.0, static_cast<double>(most_robot_keyframes) / static_cast<double>(trajectory.times.size()));
  const auto steps = static_cast<std::size_t>(std::clamp(std::ceil(turn / largest_joint_turn), 1.0, most));
  return trajectory.velocities.empty() ? steps : std::max(steps, std::min(cubic_steps, static_cast<std::size_t>(most)));
}

/// The times of the way-points, times between them, and those that something is found at, in order.
std::vector<double> shown_times(const JointTrajectory& trajectory, const std::vector<double>& more) {
  std::vector<double> times = more;
  for (std::size_t i = 0; i + 1 < trajectory.times.size(); ++i) {
    const double from = trajectory.times[i], to = trajectory.times[i + 1];
    const std::size_t steps = steps_between(trajectory, i);
    for (std::size_t s = 0; s < steps; ++s)
      times.push_back(from + (to - from) * static_cast<double>(s) / static_cast<double>(steps));
  }
  if (!trajectory.times.empty()) times.push_back(trajectory.times.back());
  std::ranges::sort(times);
  const auto repeated = std::ranges::unique(times);
  times.erase(repeated.begin(), repeated.end());
  return times;
}

bool is_same_pose(const Pose& x, const Pose& y) { return x.rotation == y.rotation && x.translation == y.translation; }

std::vector<Keyframe> poses_of_link(const std::vector<std::vector<Pose>>& rows, const std::vector<double>& times,
                                    std::size_t link) {
  const bool stands = std::ranges::all_of(rows, [&](const auto& row) { return is_same_pose(row[link], rows.front()[link]); });
  std::vector<Keyframe> poses;
  for (std::size_t i = 0; i < (stands ? 1 : rows.size()); ++i) poses.push_back({times[i], rows[i][link]});
  return poses;
}

/// Links with shapes, then objects, under the numbers of the report.
struct RobotBodyNumbers {
  std::vector<std::size_t> links, objects;
};

RobotBodyNumbers add_robot_bodies(ReportData& data, const RobotCell& cell, const std::vector<std::vector<Pose>>& rows,
                                  const std::vector<double>& times) {
  RobotBodyNumbers numbers;
  const std::vector<RobotLink>& links = cell.robot().model().links;
  for (std::size_t k = 0; k < links.size(); ++k) {
    numbers.links.push_back(data.bodies.size());
    if (links[k].shapes.empty()) continue;
    ReportBody body{links[k].name, {}, poses_of_link(rows, times, k)};
    for (const LinkShape& shape : links[k].shapes) body.parts.push_back({shape.geometry, shape.pose, 1, shape.name});
    data.bodies.push_back(std::move(body));
  }
  for (const WorldObject& object : cell.world()) {
    numbers.objects.push_back(data.bodies.size());
    ReportBody body{object.name, {}, {}};
    for (const Body& part : object.parts) body.parts.push_back({part.geometry, part.pose});
    data.bodies.push_back(std::move(body));
  }
  return numbers;
}

std::size_t link_named(const RobotCell& cell, const std::string& name) {
  const std::vector<RobotLink>& links = cell.robot().model().links;
  return static_cast<std::size_t>(std::ranges::find(links, name, &RobotLink::name) - links.begin());
}

std::size_t object_named(const RobotCell& cell, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(cell.world(), name, &WorldObject::name) - cell.world().begin());
}

/// About two of them; nothing where the answer is not about this cell.
std::optional<Finding> robot_finding(const RobotCell& cell, const RobotBodyNumbers& numbers, const std::string& a,
                                     const std::string& b, bool b_is_object) {
  const std::size_t first = link_named(cell, a), second = b_is_object ? object_named(cell, b) : link_named(cell, b);
  const std::vector<std::size_t>& others = b_is_object ? numbers.objects : numbers.links;
  if (first >= numbers.links.size() || second >= others.size()) return std::nullopt;
  return Finding{.a = numbers.links[first], .b = others[second]};
}

std::string part_name(const ReportBody& body, std::size_t part) {
  return body.parts.size() > 1 && part < body.parts.size() ? body.parts[part].name : std::string();
}

void describe_contact(Finding& finding, const RobotContact& contact, const ReportData& data) {
  finding.kind = contact.initial ? FindingKind::overlapping : FindingKind::contact;
  finding.time = contact.t_lo;
  finding.normal = contact.normal;
  const auto& [p, q] = contact.closest.points;
  if (p.allFinite() && q.allFinite()) finding.contacts.push_back({{Vec3(0.5 * p + 0.5 * q)}});
  finding.parts = {part_name(data.bodies[finding.a], contact.shapes[0]), part_name(data.bodies[finding.b], contact.shapes[1])};
  for (std::size_t i = 0; i < 2; ++i) finding.triangles[i] = contact.closest.features[i].triangle;
}

/// Nearest points of two bodies of the report at a time that is one of their keyframes.
std::optional<Closest> nearest_at(const ReportBody& a, const ReportBody& b, double t) {
  const auto pose_of = [&](const ReportBody& body) {
    const auto later = std::ranges::find_if(body.poses, [&](const Keyframe& key) { return key.t >= t; });
    return body.poses.empty() ? Pose{} : later == body.poses.end() ? body.poses.back().pose : later->pose;
  };
  std::optional<Closest> nearest;
  for (const ReportPart& p : a.parts) {
    for (const ReportPart& q : b.parts) {
      const Result<Closest> found = closest_points({p.geometry, pose_of(a) * p.pose, {}}, {q.geometry, pose_of(b) * q.pose, {}});
      if (found && (!nearest || found->distance < nearest->distance)) nearest = *found;
    }
  }
  return nearest;
}

void describe_clearance(Finding& finding, const RobotClearance& clearance, const ReportData& data) {
  finding.kind = FindingKind::separated;
  finding.time = clearance.at;
  finding.distance = clearance.distance;
  finding.note = fmt::format("This is the nearest that anything comes, at t = {:.6g}.", clearance.at);
  const std::optional<Closest> nearest = nearest_at(data.bodies[finding.a], data.bodies[finding.b], clearance.at);
  if (!nearest || !(nearest->distance > 0) || !std::isfinite(nearest->distance)) return;
  finding.witness = nearest->points;
  finding.normal = Vec3(nearest->points[1] - nearest->points[0]).stableNormalized();
  for (std::size_t i = 0; i < 2; ++i) finding.triangles[i] = nearest->features[i].triangle;
}

std::vector<RobotContact> listed_contacts(const RobotImpact& found) {
  std::vector<RobotContact> contacts = found.pairs;
  if (contacts.empty() && found.first) contacts.push_back(*found.first);
  contacts.insert(contacts.end(), found.initial.begin(), found.initial.end());
  return contacts;
}

void add_robot_notes(ReportData& data, const RobotImpact& found) {
  if (found.status == TurningStatus::unfinished)
    data.notes.push_back(fmt::format("No contact before t = {:.6g}; the search was not finished.", found.free_until));
  for (const LimitViolation& v : found.limits)
    data.notes.push_back(fmt::format("Outside its limits: {} is {:.6g} at t = {:.6g}, allowed {:.6g} to {:.6g}.", v.joint, v.value,
                                     v.at, v.limits.lower, v.limits.upper));
}

}  // namespace

Result<ReportData> report_of(const RobotCell& cell, const JointTrajectory& trajectory, const RobotImpact& found) {
  const std::vector<RobotContact> contacts = listed_contacts(found);
  std::vector<double> wanted;
  for (const RobotContact& contact : contacts) wanted.push_back(contact.t_lo);
  if (found.clearance) wanted.push_back(found.clearance->at);
  const std::vector<double> times = shown_times(trajectory, wanted);
  const Result<std::vector<std::vector<Pose>>> rows = cell.link_poses(trajectory, times);
  if (!rows) return tl::make_unexpected(rows.error());
  ReportData data;
  data.title = cell.robot().model().name;
  data.units = "m";
  data.t_max = trajectory.times.size() > 1 ? std::max(0.0, trajectory.times.back()) : 0;
  const RobotBodyNumbers numbers = add_robot_bodies(data, cell, *rows, times);
  for (const RobotContact& contact : contacts) {
    std::optional<Finding> finding = robot_finding(cell, numbers, contact.a, contact.b, contact.b_is_object);
    if (!finding) return fail(ErrorCode::bad_option, "report: the answer names a link or an object that is not there");
    describe_contact(*finding, contact, data);
    data.findings.push_back(*std::move(finding));
  }
  if (found.clearance) {
    const RobotClearance& near = *found.clearance;
    std::optional<Finding> finding = robot_finding(cell, numbers, near.a, near.b, near.b_is_object);
    if (!finding) return fail(ErrorCode::bad_option, "report: the answer names a link or an object that is not there");
    describe_clearance(*finding, near, data);
    data.findings.push_back(*std::move(finding));
  }
  data.totals.push_back({"pairs checked", std::to_string(cell.pair_count())});
  data.ignored.assign(cell.ignored().begin(), cell.ignored().end());
  add_robot_notes(data, found);
  return data;
}

}  // namespace graze
