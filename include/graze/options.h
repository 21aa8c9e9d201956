#pragma once
/// What can be asked for beside the bodies: one aggregate a question, with defaults, for designated initialisers:
///   sweep(a, b, {.t_max = 10, .want_last = true})

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace graze {

/// A distance d between meshes may be answered by up to d * (1 + relative_error) + absolute_error, with points that far apart: the
/// search ends sooner. Never 0 unless they meet.
struct DistanceOptions {
  double relative_error = 0;  ///< >= 0, no unit
  double absolute_error = 0;  ///< >= 0, length
};

struct RaycastOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< where rays and segments end, itself included; lines have no end
  bool first_only = false;  ///< only the first crossing is listed: of a mesh many times faster than all of them
  /// Backs are ignored: only crossings that enter are listed, of triangles, polygons and planes those against the normal. Fronts
  /// are where the normal points, from which corners are seen counter-clockwise. A line in the plane of such a body misses it.
  bool front_only = false;
};

struct StatusOptions {
  double tolerance = 0;  ///< length, >= 0: no farther apart, and no deeper in each other, is touching
  double clearance = 0;  ///< length, >= 0: no farther apart is near
};

struct IntersectionOptions {
  std::size_t max_pairs = 1000;  ///< how many triangle pairs are listed; all are counted
  bool curves = false;           ///< between meshes: join what the pairs share into curves; all of it, whatever max_pairs says
};

/// Of bodies that move at constant velocities and perhaps turn.
struct SweepOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0, in the time unit of the velocities
  bool want_last = false;  ///< the last time of meshes too, at the cost of a visit to every pair of triangles that ever meets
  std::optional<double> tolerance{};  ///< of turning bodies, as in TurningOptions; others are answered exactly
};

/// Of bodies that turn, or follow paths.
struct TurningOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0
  /// Length, > 0: bodies no farther apart are in contact. 1e-7 of the size of the bodies when absent.
  std::optional<double> tolerance{};
  /// Limit on distance evaluations; with a mesh, on box and triangle pairs examined. Beyond it the answer is `unfinished`.
  std::size_t max_evaluations = 100000;
  /// 0: steps are as long as they can be. Otherwise [0, t_max] is cut into that many parts of length h, in each of which all points
  /// of both meshes keep their velocities [Eberly00 §5]. A point at a distance r from its axis leaves its straight line by at most
  /// r |w|^2 h^2 / 2, so meshes within the sum of that for both are in contact: never late, early by it. Costs a descent for each
  /// part: 708 of them for 1e-6 where r = 1 turns by one radian. Only where one body is a mesh.
  std::size_t sub_steps = 0;
};

/// Of lists of triangle pairs.
struct PairsOptions {
  std::size_t max_pairs = 1000;  ///< how many are listed; all are counted
};

struct FirstContactsOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0, in the time unit of the velocities
  bool want_last = false;                                  ///< costs a visit to every pair of triangles that ever meets
  std::size_t max_pairs = 1000;                            ///< how many are described; all are counted
};

struct DepthOptions {
  double t_max = 0;  ///< >= 0: the bodies move with their velocities over [0, t_max]; none may turn unless this is 0
  std::array<std::optional<std::uint32_t>, 2> max_depths{};  ///< of a's and b's tree; the root box is at depth 0
};

struct BatchOptions {
  std::size_t threads = 0;  ///< at most so many; 0: what the machine has, 1: only this one
};

/// Where a set of triangles is cut in two when a tree is built, in the axes of a box around it.
enum class SplitRule {
  surface,  ///< where surface times count, summed over both sides, is least [Goldsmith87]
  mean,     ///< at the mean of the middles, along the axis where they spread most
  median,   ///< in halves, along that axis
};

/// How the boxes of a tree are stored. Answers are the same.
enum class NodeLayout {
  wide,     ///< in single precision: about 60 bytes a triangle
  compact,  ///< in 16-bit numbers: about 20 bytes a triangle; questions take up to half as long again
};

/// How the tree of a mesh is built.
struct BuildOptions {
  SplitRule rule = SplitRule::surface;
  NodeLayout layout = NodeLayout::wide;
  std::optional<std::uint32_t> max_leaf_triangles{};  ///< 1 to 8; when absent what suits the layout: 2, or 4 in compact nodes
  std::uint32_t max_depth = 96;                       ///< cuts on a path from the root; up to 96, and 2^max_depth triangles at most
  bool keep_binary = false;  ///< also fits and keeps the binary tree: 128 bytes a node, several times slower
  unsigned threads = 0;      ///< 0: as many as the machine has. The tree is the same whatever it is
  /// Called now and then, from one thread at a time, with the share that is done, within 0 and 1. Returns whether to go on.
  std::function<bool(double)> progress = {};

  [[nodiscard]] std::uint32_t leaf_triangles() const { return max_leaf_triangles.value_or(layout == NodeLayout::compact ? 4 : 2); }
};

enum class FitMethod {
  aabb,           ///< along the axes of the coordinates
  pca_points,     ///< principal axes of the points, each counted once
  pca_hull,       ///< principal axes of the vertices of the convex hull
  pca_triangles,  ///< principal axes of the surface; of points, of the surface of their hull
  dito,           ///< from fourteen extremal points
  best,           ///< the smaller, by surface, of dito and pca_triangles: what trees are made of
  min_volume,     ///< the box of least volume
  sphere,         ///< the smallest ball
};

/// In the plane.
enum class PlaneFitMethod {
  min_area,  ///< the rectangle of least area
  circle,    ///< the smallest disc
};

}  // namespace graze
