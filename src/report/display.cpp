/// Measures the bodies, then brings meshes, boxes and poses into the unit of the display.

#include "report/display.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <Eigen/Geometry>

#include <graze/mesh.h>

#include "report/decimate.h"
#include "report/tessellate.h"

namespace graze::report {
namespace {

/// Grows around points.
struct Bounds {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = -low;

  void add(const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  [[nodiscard]] bool is_empty() const { return !(low.x() <= high.x()); }
  [[nodiscard]] Vec3 corner(unsigned k) const {
    return {(k & 1U) != 0 ? high.x() : low.x(), (k & 2U) != 0 ? high.y() : low.y(), (k & 4U) != 0 ? high.z() : low.z()};
  }
  [[nodiscard]] Vec3 center() const { return 0.5 * low + 0.5 * high; }
};

Bounds bounds_of(const TriangleMesh& mesh) {
  Bounds bounds;
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t v : t) bounds.add(mesh.vertices[v]);
  return bounds;
}

bool tessellated_is_empty(const Geometry& geometry) { return !geometry.is_mesh() && tessellated(geometry, {}).triangles.empty(); }

/// What identifies a geometry: copies share their data.
const void* identity(const Geometry& geometry) { return &geometry.shape(); }

Pose first_pose(const ReportBody& body) { return body.poses.empty() ? Pose{} : body.poses.front().pose; }

/// The place of each body without end that is nearest to the middle of the others.
void add_unbounded(Bounds& all, const ReportData& data) {
  const Vec3 center = all.is_empty() ? Vec3::Zero() : all.center();
  for (const ReportBody& body : data.bodies) {
    for (const ReportPart& part : body.parts) {
      if (!tessellated_is_empty(part.geometry)) continue;
      const Pose pose = first_pose(body) * part.pose;
      const Bounds near = bounds_of(tessellated(part.geometry, {pose.to_body(center) / part.scale, 1 / part.scale}));
      if (!near.is_empty()) all.add(pose.to_world(part.scale * near.center()));
    }
  }
}

/// Of all bounded bodies over their whole motion.
Bounds bounded_bounds(const ReportData& data) {
  std::map<const void*, Bounds> known;
  Bounds all;
  for (const ReportBody& body : data.bodies) {
    for (const ReportPart& part : body.parts) {
      const auto [found, is_new] = known.try_emplace(identity(part.geometry));
      if (is_new) found->second = bounds_of(tessellated(part.geometry, {}));
      if (found->second.is_empty()) continue;
      for (unsigned k = 0; k < 8; ++k) {
        const Vec3 corner = part.pose.to_world(part.scale * found->second.corner(k));
        if (body.poses.empty()) all.add(corner);
        for (const Keyframe& key : body.poses) all.add(key.pose.to_world(corner));
      }
    }
  }
  for (const Finding& finding : data.findings)
    for (const ContactSet& set : finding.contacts)
      for (const Vec3& p : set.points) all.add(p);
  return all;
}

Bounds bounds_of(const ReportData& data) {
  Bounds all = bounded_bounds(data);
  add_unbounded(all, data);
  return all;
}

struct Measure {
  Vec3 origin = Vec3::Zero();
  double size = 1;
};

Result<Measure> measured(const ReportData& data) {
  const Bounds bounds = bounds_of(data);
  if (bounds.is_empty()) return Measure{};
  const double size = (0.5 * bounds.high - 0.5 * bounds.low).stableNorm();
  constexpr double largest = 1e150;  // squares of coordinates stay finite in every sum that drawing makes
  if (!(size < largest && bounds.center().cwiseAbs().maxCoeff() < largest))
    return fail(ErrorCode::limit, "report: coordinates beyond 1e150 cannot be shown");
  constexpr double least = 1e-150;  // likewise for their reciprocals
  return Measure{bounds.center(), size > least ? size : 1};
}

/// Boxes of the tree, as many levels as the budget has room for.
std::vector<std::vector<Obb>> levels_of(const Geometry& geometry, const Vec3& center, double size, std::size_t budget) {
  std::vector<std::vector<Obb>> levels;
  if (!geometry.is_mesh() || geometry.triangles().empty() || budget == 0) return levels;
  const std::size_t count = report_on(geometry).levels;
  while (levels.size() < count) {
    std::vector<Obb> boxes = boxes_of_level(geometry, levels.size());
    if (boxes.size() > budget) break;
    budget -= boxes.size();
    for (Obb& box : boxes) {
      box.center = (box.center - center) / size;
      box.half_extents /= size;
    }
    levels.push_back(std::move(boxes));
  }
  return levels;
}

/// What a geometry is cut into, and where it is first seen.
struct Source {
  const Geometry* geometry = nullptr;
  Reach reach;
};

class Builder {
 public:
  Builder(const ReportData& data, const Measure& measure) : data_(data), display_{measure.origin, measure.size, {}, {}} {}

  Display built(const DisplayLimits& limits) {
    for (const ReportBody& body : data_.bodies) add(body);
    make_meshes(limits);
    place_parts();
    return std::move(display_);
  }

 private:
  void add(const ReportBody& body) {
    DisplayBody shown;
    for (const ReportPart& part : body.parts) {
      const auto [found, is_new] = numbers_.try_emplace(identity(part.geometry), sources_.size());
      if (is_new) sources_.push_back({&part.geometry, reach_of(first_pose(body) * part.pose, part.scale)});
      shown.parts.push_back({found->second, part.pose, part.scale});
    }
    for (const Keyframe& key : body.poses)
      shown.poses.push_back({key.t, {key.pose.rotation, display_.shown(key.pose.translation)}});
    if (shown.poses.empty()) shown.poses.push_back({0, {Mat3::Identity(), display_.shown(Vec3::Zero())}});
    display_.bodies.push_back(std::move(shown));
  }

  [[nodiscard]] Reach reach_of(const Pose& pose, double scale) const {
    return {pose.to_body(display_.origin) / scale, display_.size / scale};
  }

  /// Every mesh may keep the same part of its triangles, but at least a hundred.
  void make_meshes(const DisplayLimits& limits) {
    std::vector<TriangleMesh> cut;
    std::size_t total = 0;
    for (const Source& source : sources_) {
      cut.push_back(tessellated(*source.geometry, source.reach));
      total += cut.back().triangles.size();
    }
    const double share = total > limits.max_triangles ? static_cast<double>(limits.max_triangles) / static_cast<double>(total) : 1;
    for (std::size_t i = 0; i < cut.size(); ++i) {
      constexpr std::size_t fewest = 100;
      const auto count = static_cast<double>(cut[i].triangles.size());
      const std::size_t most = share == 1 ? cut[i].triangles.size() : std::max(fewest, static_cast<std::size_t>(share * count));
      display_.meshes.push_back(display_mesh(cut[i], most));
      const std::size_t boxes = limits.max_tree_boxes / std::max<std::size_t>(1, sources_.size());
      display_.meshes.back().levels = levels_of(*sources_[i].geometry, display_.meshes.back().center, display_.size, boxes);
    }
  }

  [[nodiscard]] DisplayMesh display_mesh(const TriangleMesh& mesh, std::size_t most) const {
    const TriangleMesh fewer = thinned(mesh, most);
    const Bounds bounds = bounds_of(fewer);
    DisplayMesh result{{}, fewer.triangles, mesh.triangles.size(), bounds.is_empty() ? Vec3::Zero() : bounds.center()};
    result.vertices.reserve(fewer.vertices.size());
    for (const Vec3& v : fewer.vertices) {
      const Eigen::Vector3f p = ((v - result.center) / display_.size).cast<float>();
      result.vertices.push_back({p.x(), p.y(), p.z()});
    }
    return result;
  }

  void place_parts() {
    for (DisplayBody& body : display_.bodies) {
      for (DisplayPart& part : body.parts) {
        const Vec3& center = display_.meshes[part.mesh].center;
        part.pose.translation = part.pose.to_world(part.scale * center) / display_.size;
      }
    }
  }

  const ReportData& data_;
  Display display_;
  std::map<const void*, std::size_t> numbers_;
  std::vector<Source> sources_;
};

}  // namespace

Result<Display> displayed(const ReportData& data, const DisplayLimits& limits) {
  return measured(data).map([&](const Measure& measure) { return Builder(data, measure).built(limits); });
}

Pose pose_between(const std::vector<Keyframe>& poses, double t) {
  const auto after = std::upper_bound(poses.begin(), poses.end(), t, [](double x, const Keyframe& key) { return x < key.t; });
  if (after == poses.begin()) return poses.front().pose;
  if (after == poses.end()) return poses.back().pose;
  const Keyframe& from = *(after - 1);
  const double s = (t - from.t) / (after->t - from.t);
  const Eigen::Quaterniond turn = Eigen::Quaterniond(from.pose.rotation).slerp(s, Eigen::Quaterniond(after->pose.rotation));
  return {turn.toRotationMatrix(), (1 - s) * from.pose.translation + s * after->pose.translation};
}

}  // namespace graze::report
