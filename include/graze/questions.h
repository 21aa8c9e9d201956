#pragma once
/// The public questions about two bodies. All sets are closed: touching counts. A pair of shapes that a question does not know
/// yet answers ErrorCode::unsupported_pair, never a guess.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/intersection_curves.h>

namespace graze {

/// How meshes are meant. A solid is what a closed surface goes around, the surface included; a mesh with open edges has no inside,
/// which is an error where a question needs one.
struct MeshOptions {
  bool solid = false;  ///< closed meshes count as the solids they bound, not as surfaces
};

/// Do the two sets meet at time 0?
[[nodiscard]] GRAZE_API Result<bool> overlap(const Body& a, const Body& b, const MeshOptions& options = {});

/// The axis that keeps two convex bodies apart. The kind is one of the words of sat/axes.h, "face_of_a", "edge_edge", …, or
/// "nearest_points" where axes were not enumerated: of curved and unbounded bodies, and of hulls with many corners.
struct SeparatingAxis {
  std::string_view kind;
  int i = 0;                      ///< which face, or which edge of a
  int j = 0;                      ///< which edge of b, for "edge_edge"
  Vec3 direction = Vec3::Zero();  ///< unit, from a to b
  double gap = 0;                 ///< between the shadows on it, > 0
};

struct OverlapReport {
  bool intersect = false;
  std::optional<SeparatingAxis> separating;  ///< of convex bodies that are apart
  std::optional<int> axes_tested;            ///< of convex bodies
};

/// The same answer as overlap(), and how it was found.
[[nodiscard]] GRAZE_API Result<OverlapReport> explain_overlap(const Body& a, const Body& b, const MeshOptions& options = {});

/// A distance d between meshes may be answered by up to d * (1 + relative_error) + absolute_error, with points that far apart: the
/// search ends sooner. Never 0 unless they meet.
struct DistanceOptions {
  bool solid = false;         ///< as in MeshOptions
  double relative_error = 0;  ///< >= 0, no unit
  double absolute_error = 0;  ///< >= 0, length
};

/// The shortest distance at time 0 and the points that are that far apart. Whether it is 0 agrees with overlap(). Of linear shapes
/// it is right to 1e-12 of itself, of curved ones to 1e-9 (1e-6 where the gap is below 1e-11 of the size). Nothing is near an empty
/// mesh: a distance without points, infinite.
[[nodiscard]] GRAZE_API Result<Closest> closest_points(const Body& a, const Body& b, const DistanceOptions& options = {});

/// Is b wholly inside a? Touching from inside is inside. As containers meshes are always solids, the options are about b.
[[nodiscard]] GRAZE_API Result<bool> contains(const Body& a, const Body& b, const MeshOptions& options = {});

struct RaycastOptions {
  bool solid = false;                                      ///< as in MeshOptions
  double t_max = std::numeric_limits<double>::infinity();  ///< where rays and segments end, itself included; lines have no end
};

/// Line, ray or segment `a` against b. A mesh that is no solid has no inside to start in.
[[nodiscard]] GRAZE_API Result<Raycast> raycast(const Body& a, const Body& b, const RaycastOptions& options = {});

/// The one-word answer about two bodies at time 0.
enum class Status : std::uint8_t {
  separated,    ///< farther apart than the clearance
  near,         ///< apart, no farther than the clearance
  touching,     ///< no farther apart, and no deeper in each other, than the tolerance
  overlapping,  ///< they meet by more than the tolerance, or their surfaces cross
  contains,     ///< b is wholly inside a
  inside,       ///< a is wholly inside b
};

/// The word of the query format.
[[nodiscard]] GRAZE_API std::string_view name_of(Status status);

struct StatusOptions {
  double tolerance = 0;  ///< length, >= 0
  double clearance = 0;  ///< length, >= 0
  bool solid = false;    ///< as in MeshOptions; without it a mesh neither contains nor overlaps by depth
};

struct StatusReport {
  Status status = Status::separated;
  double distance = 0;
  std::optional<double> depth;  ///< of convex bodies that meet
};

[[nodiscard]] GRAZE_API Result<StatusReport> status(const Body& a, const Body& b, const StatusOptions& options = {});

struct IntersectionOptions {
  std::size_t max_pairs = 1000;  ///< how many triangle pairs are listed; all are counted
  bool curves = false;           ///< between meshes: join what the pairs share into curves; all of it, whatever max_pairs says
};

struct Intersection {
  bool intersect = false;
  /// Left out where it is more than planar, has no end or is round: it is given of points and lines with any convex body, of flat
  /// bodies with polytopes, planes and half-spaces, of planes with polytopes, and where polytopes only touch.
  std::optional<ContactSet> set;
  std::optional<std::size_t> pair_count;            ///< between meshes: intersecting triangle pairs
  std::vector<std::array<std::uint32_t, 2>> pairs;  ///< the smallest max_pairs of them, sorted
  std::optional<IntersectionCurves> curves{};       ///< between meshes, on request
};

/// The intersection itself at time 0.
[[nodiscard]] GRAZE_API Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options = {});

struct SweepOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0, in the time unit of the velocities
  bool want_last = false;  ///< of meshes too, where it costs a visit to every pair of triangles that ever meets
};

/// First and last time of contact in [0, t_max] under constant velocities; nothing when they never meet. Bodies that turn are for
/// sweep_turning().
[[nodiscard]] GRAZE_API Result<std::optional<Impact>> sweep(const Body& a, const Body& b, const SweepOptions& options = {});

/// How a search for the first contact of turning bodies ended.
enum class TurningStatus : std::uint8_t {
  clear,       ///< no contact in [0, t_max], certainly
  contact,     ///< at t_lo the bodies are no farther apart than the tolerance
  unfinished,  ///< the limit of evaluations was reached; there is no contact before t_lo
};

/// The word of the query format.
[[nodiscard]] GRAZE_API std::string_view name_of(TurningStatus status);

struct TurningOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0
  std::optional<double> tolerance;                         ///< length, > 0; 1e-7 of the size of the bodies when absent
  /// Of the distance; of pairs of boxes or triangles where one is a mesh.
  std::size_t max_evaluations = 100000;
  /// 0 lets steps be as long as they can. Otherwise [0, t_max] is cut into so many parts of length h, and in each all points of
  /// both meshes keep their velocities [Eberly00 §5]. A point at a distance r from its axis leaves its straight line by at most r
  /// |w|^2 h^2 / 2, so meshes within the sum of that for both are in contact: never late, early by it. Costs a descent for each
  /// part: 708 of them for 1e-6 where r = 1 turns by one radian. Where one is a mesh only.
  std::size_t sub_steps = 0;
};

struct TurningImpact {
  TurningStatus status = TurningStatus::clear;
  double t_lo = 0;             ///< no contact before, guaranteed
  std::optional<double> t_hi;  ///< a time at which they meet, when one was found after t_lo, mostly right after it
  bool initial = false;        ///< they meet at time 0 already
  Closest closest;             ///< at t_lo; where one is a mesh, of a triangle in contact, or of a pair
};

/// First contact in [0, t_max] of bodies that may turn: constant velocities and angular velocities. Never late. Turning bodies must
/// be bounded. Contact is a distance of at most the tolerance, which counts as at least 2^-43 of the coordinates involved, 2^-40
/// where one is a mesh.
/// Bodies that are apart at time 0 but within the tolerance are given half their distance as tolerance, again and again if need be,
/// so that those which part or stay are not in contact for that reason alone.
[[nodiscard]] GRAZE_API Result<TurningImpact> sweep_turning(const Body& a, const Body& b, const TurningOptions& options = {});

/// Least translation that ends an overlap of convex bodies; nothing when they are apart.
[[nodiscard]] GRAZE_API Result<std::optional<Penetration>> penetration(const Body& a, const Body& b);

}  // namespace graze
