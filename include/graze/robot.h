#pragma once
/// Robots in motion: does one touch itself or its surroundings at any instant of a joint trajectory? Certified, not sampled.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/pose.h>
#include <graze/vec.h>

namespace graze {

// A robot as plain data: links joined by joints, as URDF describes them; joint trajectories; pairs of links that are not checked.

/// One collision element of a link.
struct LinkShape {
  Geometry geometry;
  Pose pose{};         ///< in the frame of the link
  bool solid = false;  ///< of a mesh, as Body::solid
  std::string name{};  ///< may be empty
};

struct RobotLink {
  std::string name;
  std::vector<LinkShape> shapes{};  ///< none: the link touches nothing
};

enum class JointKind : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating };

/// Radians or lengths.
struct JointLimits {
  double lower = 0;
  double upper = 0;
};

/// position = multiplier * (position of the driver) + offset
struct Mimic {
  std::size_t driver = 0;  ///< index of the joint that is followed
  double multiplier = 1;
  double offset = 0;
};

struct RobotJoint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::size_t parent = 0;     ///< index of a link
  std::size_t child = 0;      ///< index of a link
  Pose origin{};              ///< of the child's frame at position 0, in the frame of the parent
  Vec3 axis = Vec3::UnitX();  ///< unit, in the frame of the joint; of planar joints the normal
  std::optional<JointLimits> limits{};
  std::optional<Mimic> mimic{};
};

/// A tree of links. Made by read_urdf() or by hand; Robot::make() checks it.
struct RobotModel {
  std::string name;
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;
};

/// Two links that are not checked against each other, and why: "adjacent", "rigid", "srdf: Never", "touches in the zero pose",
/// "asked for".
struct IgnoredPair {
  std::string a, b;
  std::string reason;
};

/// Way-points in joint space. Linear between them, or, with velocities, cubic (Hermite). Joints that are not named stay at 0, or at
/// the limit nearest to 0. Angles are not wrapped: from 3.1 to -3.1 is a turn by -6.2.
struct JointTrajectory {
  std::vector<std::string> joints;
  std::vector<double> times;                    ///< increasing
  std::vector<std::vector<double>> positions;   ///< a row a time, a number a joint
  std::vector<std::vector<double>> velocities;  ///< empty, or as positions
};

/// A number that moves a robot: of a joint with one of them its name; of a planar joint NAME/x, NAME/y (along two directions across
/// its axis) and NAME/theta; of a floating one NAME/x, NAME/y, NAME/z, NAME/yaw, NAME/pitch, NAME/roll, in this order. Mimic
/// joints have none.
struct Driver {
  std::string name;
  std::size_t joint = 0;  ///< index in RobotModel::joints
  bool is_angle = true;   ///< radians; else a length
  std::optional<JointLimits> limits{};
  double rest = 0;  ///< where it stands when nothing is said: 0, or the limit nearest to 0
};

/// A robot whose tree has passed all checks. Immutable and shared: copies are cheap and may be used from many threads.
class GRAZE_API Robot {
 public:
  /// Fails unless the links form one tree (cycles, two roots, two parents), names differ, axes of moving joints have a direction
  /// (they are normalised), mimics follow a joint that moves, and all numbers are finite; the message names link or joint.
  [[nodiscard]] static Result<Robot> make(RobotModel model);

  [[nodiscard]] const RobotModel& model() const;
  [[nodiscard]] std::size_t root() const;  ///< index of the link that has no parent
  [[nodiscard]] std::span<const Driver> drivers() const;
  [[nodiscard]] std::optional<std::size_t> find_driver(std::string_view name) const;
  /// Where every driver rests.
  [[nodiscard]] std::vector<double> rest() const;
  /// Forward kinematics: a pose for each link in the frame of the root link. A number for each driver.
  [[nodiscard]] Result<std::vector<Pose>> link_poses(std::span<const double> positions) const;

  struct Data;
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  explicit Robot(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

/// Something that stands still around a robot. Several parts are one object: a compound.
struct WorldObject {
  std::string name;
  std::vector<Body> parts;
};

/// What is checked, and what is not.
struct RobotCellOptions {
  Pose base{};  ///< of the robot's root link in the world
  /// Pairs that are not checked, of links or of a link and an object, beside those that are rigidly joined. Where a link and an
  /// object have the same name, it means the link, and "object:NAME" the object.
  std::vector<IgnoredPair> ignored{};
  bool ignore_adjacent = true;  ///< nor a link and its parent
  bool self = true;             ///< links are checked against each other at all
};

struct RobotCheckOptions {
  /// Length, > 0: what is no farther apart is in contact. 1e-9 of the size of the robot when absent, and at least 2^-40 of it and
  /// what coordinates are known to; positions so far away that these are worse than 2^-20 of the size and the tolerance are errors.
  std::optional<double> tolerance{};
  double clearance = 0;  ///< length, >= 0: what is within it is in contact
  bool all = false;      ///< the first contact of every pair, each as if nothing else were in the way
  /// Pairs in contact at the start are named in `initial` and then left out, instead of being the answer.
  bool ignore_initial = false;
  /// Of a clear motion: the least distance of all pairs, certified.
  bool want_clearance = false;
  /// What that may be below the truth by, length, > 0; as the tolerance when absent.
  std::optional<double> clearance_tolerance{};
  std::size_t max_evaluations = 20'000'000;  ///< of boxes and leaves; beyond it the answer is `unfinished`
};

/// A contact of a link with another link or an object. Index 0 is `a`.
struct RobotContact {
  std::string a;  ///< a link
  std::string b;  ///< a link or an object
  bool b_is_object = false;
  double t_lo = 0;             ///< no contact of the pair before, guaranteed
  std::optional<double> t_hi;  ///< a time at which they certainly are in contact, mostly right after t_lo
  bool initial = false;        ///< in contact at the start of the trajectory already
  Closest closest;             ///< in the world, at t_lo or within the tolerance of it; features name triangles of meshes
  /// From a to b; absent where they are in each other and touch nowhere from outside.
  std::optional<Vec3> normal;
  std::array<std::size_t, 2> shapes{};  ///< collision element of the link, collision element or part of the other
};

/// The nearest that a pair comes.
struct RobotClearance {
  double distance = 0;  ///< certainly not less at any time; at most `tolerance` below the least distance
  double tolerance = 0;
  double at = 0;  ///< a time at which they are no farther apart than distance + tolerance
  std::string a, b;
  bool b_is_object = false;
};

/// A number outside its limits.
struct LimitViolation {
  std::string joint;
  double at = 0;     ///< time
  double value = 0;  ///< the one farthest outside
  JointLimits limits;
};

/// A driver that the trajectory does not name.
struct AssumedPosition {
  std::string driver;
  double position = 0;
};

struct RobotImpact {
  TurningStatus status = TurningStatus::clear;
  std::optional<RobotContact> first{};  ///< of status contact
  double free_until = 0;                ///< no contact before, guaranteed; the end of the trajectory when clear
  std::vector<RobotContact> pairs{};    ///< with `all`: every pair that meets, by time, then by names
  std::vector<RobotContact> initial{};  ///< pairs in contact at the start, unless they are in the above
  std::optional<RobotClearance> clearance{};
  std::vector<LimitViolation> limits{};  ///< reported, not enforced
  std::vector<AssumedPosition> assumed{};
  std::size_t evaluations = 0;
};

/// A straight line in joint space: a number for each driver at either end.
struct JointEdge {
  std::vector<double> from, to;
};

struct EdgeOptions {
  std::optional<double> tolerance{};  ///< as in RobotCheckOptions
  double clearance = 0;
  /// Find the first contact; else the search stops at any, which is faster, and the fraction is what was certified by then.
  bool want_fraction = false;
  std::size_t max_evaluations = 1'000'000;  ///< of each edge
  std::size_t threads = 1;                  ///< of check_edges(); 0: what the machine has. The answers are the same
};

struct EdgeAnswer {
  TurningStatus status = TurningStatus::clear;
  double fraction = 1;        ///< of the way from the start that is certainly free; 1 when clear
  std::string_view a{}, b{};  ///< what meets; they belong to the cell

  [[nodiscard]] bool valid() const { return status == TurningStatus::clear; }
};

/// A robot and what stands around it, prepared for many questions. Immutable and shared, as Robot.
class GRAZE_API RobotCell {
 public:
  /// Fails on objects of the same name, ignored pairs of unknown names, objects that move, and poses that are none.
  [[nodiscard]] static Result<RobotCell> make(Robot robot, std::vector<WorldObject> world = {},
                                              const RobotCellOptions& options = {});

  [[nodiscard]] const Robot& robot() const;
  [[nodiscard]] std::span<const WorldObject> world() const;
  /// Every pair that is not checked, with the reason.
  [[nodiscard]] std::span<const IgnoredPair> ignored() const;
  [[nodiscard]] std::size_t pair_count() const;  ///< of those that are

  /// Where every link is in the world at these times of a trajectory: a row a time, a pose a link. Before the first way-point and
  /// after the last the robot stands. Errors as of first_contact().
  [[nodiscard]] Result<std::vector<std::vector<Pose>>> link_poses(const JointTrajectory& trajectory,
                                                                  std::span<const double> times) const;

  /// Is there contact at any instant of the trajectory? A trajectory that stands (one way-point) is a pose.
  [[nodiscard]] Result<RobotImpact> first_contact(const JointTrajectory& trajectory, const RobotCheckOptions& options = {}) const;

  /// The same about a straight line in joint space, without words: for planners.
  [[nodiscard]] Result<EdgeAnswer> check_edge(std::span<const double> from, std::span<const double> to,
                                              const EdgeOptions& options = {}) const;
  /// Many of them, in order, by several threads.
  [[nodiscard]] Result<std::vector<EdgeAnswer>> check_edges(std::span<const JointEdge> edges,
                                                            const EdgeOptions& options = {}) const;

  /// Whether a pose is free of contact and, with a clearance, farther from it than that.
  [[nodiscard]] Result<bool> is_free(std::span<const double> positions, double clearance = 0) const;
  /// The pairs that are no farther apart than `within` in a pose, as pairs to ignore for the given reason.
  [[nodiscard]] Result<std::vector<IgnoredPair>> touching(std::span<const double> positions, double within = 0,
                                                          std::string_view reason = "touches in the zero pose") const;

  struct Data;

 private:
  explicit RobotCell(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

/// One question about a robot in a world: RobotCell::make() and first_contact().
[[nodiscard]] GRAZE_API Result<RobotImpact> first_contact(const Robot& robot, std::span<const WorldObject> world,
                                                          const JointTrajectory& trajectory, const RobotCheckOptions& options = {},
                                                          const RobotCellOptions& cell = {});

struct IgnoreListOptions {
  std::size_t samples = 10'000;  ///< random poses within the limits; angles without limits within one turn
  std::uint64_t seed = 1;
  /// A pair that touches in at least this part of the samples always does.
  double always = 0.95;
  std::size_t threads = 0;
};

/// Which pairs of links need no check, as assistants of motion planning compute it: "adjacent"; "rigid"; "always in contact (N of M
/// samples)"; "never in contact in M samples", which is no proof. Sorted by the order of the links.
struct IgnoreList {
  std::vector<IgnoredPair> pairs;
  std::size_t samples = 0;
};
[[nodiscard]] GRAZE_API Result<IgnoreList> default_ignore_list(const Robot& robot, const IgnoreListOptions& options = {});

}  // namespace graze
