#pragma once
/// What a report shows, ready to be written or drawn: small numbers around the origin, every mesh once.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <graze/error.h>
#include <graze/geometry.h>
#include <graze/path.h>
#include <graze/report.h>

namespace graze::report {

using Float3 = std::array<float, 3>;

/// In the unit of the display, around its own middle.
struct DisplayMesh {
  std::vector<Float3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::size_t original_triangles = 0;      ///< before it was thinned out
  Vec3 center = Vec3::Zero();              ///< of its vertices, in the unit of the report
  std::vector<std::vector<Obb>> levels{};  ///< boxes of its tree, in the unit of the display, around the same middle

  [[nodiscard]] bool is_thinned() const { return triangles.size() < original_triangles; }
};

/// x -> pose(scale * x), from the frame of the mesh to that of the body.
struct DisplayPart {
  std::size_t mesh = 0;
  Pose pose;
  double scale = 1;
};

struct DisplayBody {
  std::vector<DisplayPart> parts;
  std::vector<Keyframe> poses;  ///< one at least
};

/// One unit of the display is `size` of the report's, and its origin is `origin` there.
struct Display {
  Vec3 origin = Vec3::Zero();
  double size = 1;
  std::vector<DisplayMesh> meshes;
  std::vector<DisplayBody> bodies;

  [[nodiscard]] Vec3 shown(const Vec3& world) const { return (world - origin) / size; }
};

struct DisplayLimits {
  std::size_t max_triangles = 0;   ///< of all meshes together
  std::size_t max_tree_boxes = 0;  ///< likewise
};

/// The first thing in the data that makes no sense, if anything does.
[[nodiscard]] Result<void> check_report(const ReportData& data);

/// Of data that passed check_report(). Fails where coordinates are too large.
[[nodiscard]] Result<Display> displayed(const ReportData& data, const DisplayLimits& limits);

/// Between the keyframes, as Path::through() says.
[[nodiscard]] Pose pose_between(const std::vector<Keyframe>& poses, double t);

}  // namespace graze::report
