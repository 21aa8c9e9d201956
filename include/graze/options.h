#pragma once
/// What can be asked for beside the bodies: one aggregate a question, with defaults, for designated initialisers:
///   sweep(a, b, {.t_max = 10, .want_last = true})
/// Then the words for choices, and how long searches are ended from outside.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <graze/export.h>

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
  /// The last time of meshes too, at the cost of a visit to every pair of triangles that ever meets; of turning bodies what
  /// last_contact() says.
  bool want_last = false;
  std::optional<double> tolerance{};  ///< of turning bodies, as in TurningOptions; others are answered exactly
  /// Length, >= 0: the first time within this distance, certified as that of turning bodies is. As in TurningOptions.
  double margin = 0;
};

/// Of bodies that turn, or follow paths.
struct TurningOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0
  /// Length, > 0: bodies no farther apart are in contact. 1e-7 of the size of the bodies when absent.
  std::optional<double> tolerance{};
  /// Length, >= 0: contact is the first time within this distance instead of the first time the bodies touch.
  double margin = 0;
  /// Limit on distance evaluations; with a mesh, on box and triangle pairs examined. Beyond it the answer is `unfinished`.
  std::size_t max_evaluations = 100000;
  /// 0: steps are as long as they can be. Otherwise [0, t_max] is cut into that many parts of length h, in each of which all points
  /// of both bodies keep their velocities [Eberly00 §5]. A point at a distance r from its axis leaves its straight line by at most
  /// r |w|^2 h^2 / 2, so bodies within the sum of that for both are in contact: never late, early by it. Meshes cost a descent for
  /// each part: 708 of them for 1e-6 where r = 1 turns by one radian. Of a motion known by its bounds the poses between the parts
  /// are joined as keyframes are, with a margin for what its speed lets it leave that path by. At most a million.
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
  /// By the plane through the middle of the box across its longest side; where all middles are on one side of it, across the next
  /// longest, then across the last, then in halves [Eberly00 §6.2].
  center,
};

/// How the box of a node of oriented boxes is chosen. Answers are the same.
enum class NodeFit {
  best,            ///< the smaller, by surface, of DiTO and the principal axes of the surface; few triangles: along an edge
  min_volume,      ///< least volume; a build takes a hundred times as long
  pca_points,      ///< along the principal axes of the vertices, each counted once
  pca_triangles,   ///< along the principal axes of the surface
  aabb,            ///< along the axes of the coordinates, in which the cuts are made then too
  mean_points,     ///< as pca_points, and centred at the mean of the vertices [Eberly00 §6.1.2, first form]
  mean_triangles,  ///< as pca_triangles, and centred at the mean of the surface [Eberly00 §6.1.3, first form]
};

/// What a tree is made of. Answers are the same.
enum class TreeKind {
  oriented,  ///< oriented boxes, eight to a node
  /// Axis-parallel boxes, each cut in two by a plane, 16 bytes a node [Zachmann]. Overlap, and the pairs of triangles that meet, of
  /// two meshes that both have one walk these; for every other question a tree of oriented boxes is built when first needed.
  box_tree,
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
  /// 1 to 8, any number with box_leaves or in a box tree; when absent what suits the layout: 2, or 4 in compact nodes.
  std::optional<std::uint32_t> max_leaf_triangles{};
  std::uint32_t max_depth = 96;  ///< cuts on a path from the root; up to 96, and 2^max_depth triangles at most
  bool keep_binary = false;      ///< also fits and keeps the binary tree: 128 bytes a node, several times slower
  unsigned threads = 0;          ///< 0: as many as the machine has. The tree is the same whatever it is
  NodeFit fit = NodeFit::best;
  /// A box tree takes max_leaf_triangles and max_depth, up to 64 of which count; rule, layout, fit, box_leaves and keep_binary are
  /// those of oriented boxes, and an error beside it.
  TreeKind kind = TreeKind::oriented;
  /// Speed for accuracy [Eberly00 §1]: in overlap(), sweep() without rotation, contacts_to_depth() and overlap_to_depth() of two
  /// meshes (or clouds), a part of the mesh with at most max_leaf_triangles, but more than one, is the solid box around it. So the
  /// body is a set that holds the mesh: contact may be reported where only boxes meet, and too early, but is never missed; "apart"
  /// is certain. All other questions look at the triangles as ever.
  bool box_leaves = false;
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
  /// Along the principal axes of the points, centred at their mean: a_i = max |A_i · (X - C)| [Eberly00 §6.1.2, first form].
  mean_points,
  /// The same of the surface, or of points of that of their hull [Eberly00 §6.1.3, first form].
  mean_triangles,
};

/// In the plane.
enum class PlaneFitMethod {
  min_area,  ///< the rectangle of least area
  circle,    ///< the smallest disc
};

// Words for choices, as the command and the question format use them.

template <class Method>
struct NamedMethod {
  std::string_view name;
  Method method;
};

template <class Methods>
[[nodiscard]] auto method_named(std::string_view name, const Methods& methods) {
  std::optional<decltype(methods.front().method)> found;
  for (const auto& candidate : methods)
    if (candidate.name == name) found = candidate.method;
  return found;
}

/// "?" where it has none.
template <class Methods, class Method>
[[nodiscard]] constexpr std::string_view name_in(const Methods& methods, Method method) {
  for (const auto& candidate : methods)
    if (candidate.method == method) return candidate.name;
  return "?";
}

/// "aabb, pca_points, …", for messages.
template <class Methods>
[[nodiscard]] std::string names_of(const Methods& methods) {
  std::string names;
  for (const auto& one : methods) names.append(names.empty() ? "" : ", ").append(one.name);
  return names;
}

inline constexpr std::array tree_kinds{
    NamedMethod<TreeKind>{"oriented", TreeKind::oriented},
    NamedMethod<TreeKind>{"box_tree", TreeKind::box_tree},
};

inline constexpr std::array split_rules{
    NamedMethod<SplitRule>{"surface", SplitRule::surface},
    NamedMethod<SplitRule>{"mean", SplitRule::mean},
    NamedMethod<SplitRule>{"median", SplitRule::median},
    NamedMethod<SplitRule>{"center", SplitRule::center},
};

inline constexpr std::array node_fits{
    NamedMethod<NodeFit>{"best", NodeFit::best},
    NamedMethod<NodeFit>{"min_volume", NodeFit::min_volume},
    NamedMethod<NodeFit>{"pca_points", NodeFit::pca_points},
    NamedMethod<NodeFit>{"pca_triangles", NodeFit::pca_triangles},
    NamedMethod<NodeFit>{"aabb", NodeFit::aabb},
    NamedMethod<NodeFit>{"mean_points", NodeFit::mean_points},
    NamedMethod<NodeFit>{"mean_triangles", NodeFit::mean_triangles},
};

inline constexpr std::array node_layouts{
    NamedMethod<NodeLayout>{"wide", NodeLayout::wide},
    NamedMethod<NodeLayout>{"compact", NodeLayout::compact},
};

// Ending long searches from outside: at Ctrl-C, at a deadline, when nobody waits for the answer any more.

/// While one lives, what its thread asks ends soon after `stop` has said yes. Searches through time that turning takes (sweeps,
/// approaches, trajectories, edges) are unfinished then, with everything proven until there; questions at rest and without turning
/// about meshes, their fits, the reading of meshes and the building of trees end with ErrorCode::limit. It is asked now and then,
/// from that thread. The latest one of a thread counts, the one before again when it dies; scenes have SceneOptions::progress too.
class GRAZE_API Interrupt {
 public:
  explicit Interrupt(std::function<bool()> stop);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// For searches: whether the one of this thread has said yes. Cheap where there is none.
  [[nodiscard]] static bool is_asked_for();

 private:
  std::function<bool()> stop_;
  Interrupt* before_;
  unsigned calls_ = 0;
  bool has_stopped_ = false;
};

}  // namespace graze
