#pragma once
/// What the questions answer, as plain values. Index 0 belongs to the first body, 1 to the second; normals are unit and point from
/// first to second. Bodies of the plane are bodies of z = 0, and so are the answers about them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include <graze/options.h>
#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze {

/// A list of points that needs the heap only when it is long: most contact sets are one point, and none of two triangles has more
/// than six.
class PointList {
 public:
  using value_type = Vec3;
  using const_iterator = const Vec3*;

  PointList() { few_.fill(Vec3::Zero()); }
  PointList(std::initializer_list<Vec3> points) : PointList() {
    for (const Vec3& p : points) push_back(p);
  }

  void push_back(const Vec3& point) {
    if (many_.empty() && count_ < few_.size()) {
      few_[count_++] = point;
      return;
    }
    const Vec3 copy = point;  // it may be one of ours
    if (many_.empty()) many_.assign(few_.begin(), few_.end());
    many_.push_back(copy);
    count_ = 0;
  }
  void clear() {
    many_.clear();
    count_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return many_.empty() ? count_ : many_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] const Vec3* data() const { return many_.empty() ? few_.data() : many_.data(); }
  [[nodiscard]] const Vec3& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] const Vec3& front() const { return data()[0]; }
  [[nodiscard]] const Vec3& back() const { return data()[size() - 1]; }
  [[nodiscard]] const_iterator begin() const { return data(); }
  [[nodiscard]] const_iterator end() const { return data() + size(); }

  [[nodiscard]] friend bool operator==(const PointList& x, const PointList& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  }

 private:
  std::array<Vec3, 6> few_;  ///< all of them, unless there are `many_`
  std::size_t count_ = 0;    ///< of the few
  std::vector<Vec3> many_;
};

enum class FeatureKind : std::uint8_t { vertex, edge, face, interior };

/// A part of a body's boundary. Vertices, edges and faces are numbered as the shape's header says.
struct Feature {
  FeatureKind kind = FeatureKind::interior;
  std::int32_t index = 0;      ///< of the vertex, edge or face within the convex piece
  std::int32_t triangle = -1;  ///< of the mesh this belongs to, -1 for other shapes

  friend bool operator==(const Feature&, const Feature&) = default;
};

/// A set of at most two dimensions: one point, the two ends of a segment, or the corners of a convex polygon in order; where a flat
/// end of a round body touches, a disc, or the part of one that lies in a polygon.
struct ContactSet {
  PointList points;
  /// Of a disc across the normal, whose centre is the first point; the others, if any, are the corners of the convex polygon that
  /// the disc is cut to. 0 for every other set.
  double radius = 0;
  bool convex = true;  ///< false where the polygon is the hull of a contact that is not convex

  friend bool operator==(const ContactSet&, const ContactSet&) = default;
};

/// A connected part of a contact that lies in one plane.
struct ContactRegion {
  ContactSet set;
  std::optional<Vec3> normal;  ///< of the touching plane, from a to b; absent where there is none

  friend bool operator==(const ContactRegion&, const ContactRegion&) = default;
};

/// How a time of first contact is known.
enum class Certainty : std::uint8_t {
  exact,      ///< the bodies do not turn: `first` is the exact time, rounded down
  certified,  ///< a body turns: no contact before `first`, where the bodies are no farther apart than the tolerance
  /// No contact before `first`, nothing is known after it: a body turns and the limit of evaluations was reached, or leaves of a
  /// mesh answered by their boxes (BuildOptions::box_leaves).
  bound,
};

/// First contact of two bodies that move over [0, t_max].
struct Impact {
  double first = 0;            ///< first time of contact; never late
  std::optional<double> last;  ///< exact last time of contact within [0, t_max], rounded up; of meshes only on request
  bool initial = false;        ///< they meet at time 0 already, so `first` is 0
  bool approaching = true;     ///< false when they touch at time 0 and part at once
  /// Where they touch at `first`; empty for initially overlapping solids. Of turning bodies as TurningImpact::set. Of meshes the
  /// whole flat region that the named triangles belong to.
  ContactSet set;
  std::optional<Vec3> normal;  ///< of the touching plane at `first`; absent when they overlap at time 0
  std::array<Feature, 2> features;
  Certainty certainty = Certainty::exact;
  std::optional<double> meets_by{};      ///< of turning bodies: a time at which they certainly meet, mostly right after `first`
  std::vector<ContactRegion> regions{};  ///< of meshes that touch in several flat regions: all of them, that of `set` first
  bool truncated = false;                ///< so many triangles touch that `set` and `regions` are those of the first of them only
};

/// A point of one body's facing side that lies within the other body.
struct ManifoldPoint {
  Vec3 point = Vec3::Zero();
  double depth = 0;  ///< >= 0, below the other body's facing side along the normal
};

/// Least translation that ends an overlap.
struct Penetration {
  double depth = 0;  ///< >= 0; moving the second body by depth * normal makes the two just touch
  Vec3 normal = Vec3::Zero();
  std::array<Feature, 2> features;
  std::vector<ManifoldPoint> manifold;  ///< what a solver pushes at: at most 8 points between boxes
};

/// Nearest points of two bodies.
struct Closest {
  double distance = 0;                                     ///< >= 0, and 0 exactly when they meet
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< one of each body; the same point twice when they meet
  std::array<Feature, 2> features;
};

/// Where a line, ray or segment o + t*d passes through a body's boundary.
struct Crossing {
  double t = 0;  ///< in units of d as given; of a segment, of the way from its first to its second end; infinite if no double
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, outward from a solid; against the line from a body without interior
  bool entering = true;        ///< false where the line leaves a solid
  Feature feature;             ///< of the body
};

/// A line, ray or segment against a body.
struct Raycast {
  bool intersect = false;
  /// Of the first common point: 0 where a ray or segment starts inside. A line that comes from infinity inside an unbounded body
  /// has none; t is then where it leaves or, when it never does, 0.
  double t = 0;
  Vec3 point = Vec3::Zero();  ///< at t
  /// Where it passes through the boundary, in order. One where it only touches a convex body or that has no inside. A flat body
  /// that holds the line in its plane is a solid of that plane, with normals in it.
  std::vector<Crossing> crossings;
};

/// The axis that separates two convex bodies. The kind is "face_of_a", "edge_edge", … (the full list is in docs/query.md), or
/// "nearest_points" where axes are not enumerated: of curved and unbounded bodies, and of hulls with many corners.
struct SeparatingAxis {
  std::string_view kind;
  int i = 0;                      ///< which face, or which edge of a
  int j = 0;                      ///< which edge of b, for "edge_edge"
  Vec3 direction = Vec3::Zero();  ///< unit, from a to b
  double gap = 0;                 ///< between the projections on it, > 0
};

struct OverlapReport {
  bool intersect = false;
  std::optional<SeparatingAxis> separating;  ///< of convex bodies that are apart
  std::optional<int> axes_tested;            ///< of convex bodies
};

/// The one-word answer about two bodies at time 0.
enum class Status : std::uint8_t {
  separated,    ///< farther apart than the clearance
  near,         ///< apart, no farther than the clearance
  touching,     ///< no farther apart, and no deeper in each other, than the tolerance; of meshes that meet: no surface crosses
  overlapping,  ///< they meet by more than the tolerance, or their surfaces cross
  contains,     ///< b is wholly inside a
  inside,       ///< a is wholly inside b
};

struct StatusReport {
  Status status = Status::separated;
  double distance = 0;
  std::optional<double> depth;  ///< of convex bodies that meet
};

/// A triangle of a and a triangle of b.
using TrianglePair = std::array<std::uint32_t, 2>;

/// For questions about two meshes that are asked again and again while the meshes move a little: the triangles that decided the
/// last answer, which are tried first. An answer may come sooner, and is never a different one. The caller holds one for each pair
/// of bodies; it belongs to one thread at a time. One that has seen other bodies is useless and does no harm.
struct WarmStart {
  std::optional<TrianglePair> pair;  ///< met, were nearest or touched first
};

/// A polyline without branches. It begins at its least point (by x, then y, then z) or, where several curves meet or one ends, at
/// the lesser of such ends, and goes on to the lesser neighbour: the same whatever the order of triangles and bodies.
struct IntersectionCurve {
  std::vector<Vec3> points;  ///< exact points rounded to nearest; one alone where surfaces touch in a point
  bool closed = false;       ///< a loop: the last point leads back to the first, which is not repeated
  /// pairs[k] meets between points[k] and the next, the least of several; one for a single point.
  std::vector<TrianglePair> pairs;
};

/// Coplanar triangles that share an area: a convex polygon.
struct IntersectionPatch {
  TrianglePair pair{};
  std::vector<Vec3> points;  ///< corners in order
};

/// Where the surfaces of two meshes meet. Ends are the same point only where they are so in exact arithmetic, never by rounded
/// coordinates, so curves run through shared edges and corners without gaps, in soups of loose triangles too. Segments that several
/// pairs share appear once. A curve is not split where another one crosses it in the middle of a segment, which takes a mesh that
/// intersects itself. Along the rim of patches there are curves where triangles beside them meet the other mesh too.
struct IntersectionCurves {
  std::vector<IntersectionCurve> curves;   ///< sorted by their points
  std::vector<IntersectionPatch> patches;  ///< sorted by pair
};

struct Intersection {
  bool intersect = false;
  /// Given of points and lines with any convex body, of flat bodies with polytopes, planes and half-spaces, of planes with
  /// polytopes, and where polytopes only touch. Left out where it is more than planar, unbounded or round.
  std::optional<ContactSet> set;
  std::optional<std::size_t> pair_count;       ///< between meshes: intersecting triangle pairs
  std::vector<TrianglePair> pairs;             ///< the smallest max_pairs of them, sorted
  std::optional<IntersectionCurves> curves{};  ///< between meshes, on request

  [[nodiscard]] bool truncated() const { return pair_count && pairs.size() < *pair_count; }
};

/// A list of triangle pairs: all are counted, the smallest max_pairs of them are listed, sorted.
struct TrianglePairs {
  std::size_t pair_count = 0;
  std::vector<TrianglePair> pairs;

  [[nodiscard]] bool truncated() const { return pairs.size() < pair_count; }
};

/// A triangle of each mesh, and how they touch at the first time.
struct TouchingPair {
  TrianglePair triangles{};
  ContactSet set;              ///< a point, a segment or a polygon
  std::optional<Vec3> normal;  ///< of the touching plane, from a to b; absent where they cross each other at time 0
  std::array<Feature, 2> features;
};

struct FirstContacts {
  double first = 0;            ///< exact, rounded down; the same as that of sweep()
  std::optional<double> last;  ///< exact, rounded up, on request
  bool initial = false;        ///< they meet at time 0: the pairs are those that do
  std::size_t pair_count = 0;
  std::vector<TouchingPair> pairs;  ///< the smallest max_pairs of them, sorted by triangles

  [[nodiscard]] bool truncated() const { return pairs.size() < pair_count; }
};

/// How a search for the first contact of turning bodies ended.
enum class TurningStatus : std::uint8_t {
  clear,       ///< no contact in [0, t_max], certainly
  contact,     ///< at t_lo the bodies are no farther apart than the tolerance
  unfinished,  ///< the limit of evaluations was reached; there is no contact before t_lo
};

struct TurningImpact {
  TurningStatus status = TurningStatus::clear;
  double t_lo = 0;             ///< no contact before, guaranteed
  std::optional<double> t_hi;  ///< a time at which they meet, when one was found after t_lo, mostly right after it
  bool initial = false;        ///< they meet at time 0 already
  Closest closest;             ///< at t_lo; where one is a mesh, of a triangle in contact, or of a pair
  /// Where they touch at t_lo, on a's side, as far as that is in the plane across `closest`: what of both is within four tolerances
  /// of that plane. Empty where they meet at time 0 already, and where there is no contact.
  ContactSet set{};
};

/// How the whole lines lie that carry the two, decided exactly.
enum class LineRelation : std::uint8_t {
  crossing,    ///< they share one point
  skew,        ///< they share none and no plane
  parallel,    ///< they share a plane, no point
  collinear,   ///< they are one line
  degenerate,  ///< one of the two has no direction: it is a point
};

/// What a search that stops at a depth of the trees ended at in one of them.
struct DepthPart {
  std::int32_t triangle = -1;  ///< -1: at a box
  Obb box;  ///< of the tree, around the triangle or where the limit was; in the world, at the time of the contact
  /// Unit, in the world. Of a triangle by the order of its corners, zero where it has no area; of a box as of the ellipsoid with
  /// its axes, so that it turns smoothly from side to side.
  Vec3 normal = Vec3::Zero();
};

struct DepthContact {
  double time = 0;            ///< exact first time of contact of the two parts, rounded down
  Vec3 point = Vec3::Zero();  ///< common to both at that time
  std::array<DepthPart, 2> parts;
};

/// How the triangles of a mesh are connected, in counts of edges. Vertices are the same when their coordinates are: files of loose
/// triangles are common. A triangle with two equal corners has two sides, which cancel each other.
struct Topology {
  std::size_t edges = 0;
  std::size_t open_edges = 0;          ///< sides of an odd number of triangles: one at a rim
  std::size_t non_manifold_edges = 0;  ///< sides of more than two triangles
  std::size_t unbalanced_edges = 0;    ///< run through more often one way than the other, open ones included

  /// A line that meets no edge crosses the surface an even number of times: there is an inside, by parity.
  [[nodiscard]] bool is_closed() const { return open_edges == 0; }
  /// Every edge is run through as often one way as the other: winding numbers are the same all over a region.
  [[nodiscard]] bool is_oriented() const { return unbalanced_edges == 0; }
};

/// What a mesh is like. Defects are legal in graze; they tell why a mesh has no inside, or more triangles than it seems to.
struct MeshReport {
  std::size_t vertices = 0;   ///< as stored
  std::size_t positions = 0;  ///< distinct ones
  std::size_t triangles = 0;
  std::size_t degenerate = 0;  ///< triangles whose corners lie on a line, exactly
  std::size_t duplicate = 0;   ///< triangles whose corners are at the same positions as those of an earlier one, in any order
  std::size_t parts = 0;       ///< that share no position
  Topology topology;
  Aabb bounds;                   ///< of all vertices
  double area = 0;               ///< infinite where it overflows
  std::optional<double> volume;  ///< where closed and oriented; negative when the triangles face inward

  [[nodiscard]] bool is_closed() const { return topology.edges > 0 && topology.is_closed(); }
  /// Edges whose triangles do not face the same side.
  [[nodiscard]] std::size_t inconsistent_edges() const { return topology.unbalanced_edges - topology.open_edges; }
};

/// What the tree of a mesh is like.
struct TreeReport {
  std::size_t nodes = 0;   ///< of up to eight boxes; of a box tree cut in two, or leaves
  std::size_t levels = 0;  ///< of boxes, the root's being the first
  std::size_t boxes = 0;   ///< slots that are not empty
  double fill = 0;         ///< share of slots that are not empty, the root's node left out
  /// The surface-area heuristic: nodes that a random line through the root box is expected to open, and triangles it is expected to
  /// be tested with. [Goldsmith87]
  double expected_nodes = 0;
  double expected_triangles = 0;
  std::size_t bytes = 0;  ///< of all arrays, the order of the triangles among them, the mesh left out
  NodeLayout layout = NodeLayout::wide;
  /// How it was built; of saved trees that do not tell, what is built by default.
  TreeKind kind = TreeKind::oriented;
  SplitRule rule = SplitRule::surface;
  NodeFit fit = NodeFit::best;
  std::uint32_t max_leaf_triangles = 0;
  std::uint32_t max_depth = 0;
  bool box_leaves = false;
};

using BoundingVolume = std::variant<Obb, Sphere>;
using BoundingArea = std::variant<Obb2, Circle>;

}  // namespace graze
