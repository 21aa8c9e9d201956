#include <graze/query/turning_search.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <graze/distance/triangle_closest.h>
#include <graze/motion/pose_at.h>
#include <graze/motion/screw.h>
#include <graze/query/turning_leaf.h>
#include <graze/sat/obb_obb_margin.h>
#include <graze/tree/box_ref.h>
#include <graze/tree/soonest_first.h>
#include <graze/tree/turning_view.h>

namespace graze::query {
namespace {

using tree::BoxRef;
using tree::Siblings;
using tree::Slot;
using tree::SoonestFirst;
using tree::TimedPair;
using tree::WideTree;

/// Coordinates of a pose at a time, and what is made of them, are off by some dozen roundings of what they are made of, the angle
/// times the reach among it. No unit. SweepTurningMeshes.NeverReportsAContactLate
constexpr double rounding_of_poses = 0x1p-46;
/// Tolerances below this part of the coordinates would need steps that times in doubles cannot take. No unit.
/// SweepTurningMeshes.EndsWithATinyTolerance
constexpr double least_tolerance = 0x1p-40;
/// Radians; beyond it angles have lost the digits that single precision needs. A search gives up there.
constexpr double longest_turn = 0x1p20;
/// Radians. Bounds on a gap say little about what lies beyond such a turn, but boxes were opened for them: a longer motion is
/// searched in parts, each from the roots. SweepTurningMeshes.FollowManyTurns
constexpr double longest_part = 1;
/// Times are rounded down by this part of them. No unit.
constexpr double time_rounding = 0x1p-51;
/// Ticks that do not fit into a float any more.
constexpr double longest_horizon = 0x1p120;

/// One of the two bodies, at one time after another.
class TurningTree {
 public:
  explicit TurningTree(const TurningMesh& mesh)
      : mesh_(mesh),
        start_center_(motion::center_of(mesh.pose, mesh.motion)),
        screw_({mesh.pose.rotation, mesh.pose.to_world(mesh.tree->wide().origin)},
               {mesh.motion.velocity, mesh.motion.angular_velocity, start_center_}) {
    go_to(0);
  }

  void go_to(double t) {
    const motion::Screw::State state = screw_.at(t);
    center_ = state.center;
    const Vec3 rim = screw_.turn().cross(state.translation - state.center);
    state_ = {state.rotation, state.translation, screw_.velocity() + rim, rim};
  }

  [[nodiscard]] const MeshTree& mesh_tree() const { return *mesh_.tree; }
  [[nodiscard]] const WideTree& wide() const { return mesh_.tree->wide(); }
  [[nodiscard]] const tree::TreeState& state() const { return state_; }
  [[nodiscard]] const Vec3& turn() const { return screw_.turn(); }
  [[nodiscard]] double turn_speed() const { return screw_.turn().norm(); }
  [[nodiscard]] Pose pose_at(double t) const { return motion::pose_at(mesh_.pose, mesh_.motion, t); }
  [[nodiscard]] Triangle local(std::uint32_t i) const { return mesh_.tree->mesh().triangle(i); }

  /// What coordinates at time 0 are made of, and how fast that can grow.
  [[nodiscard]] double size() const {
    return start_center_.lpNorm<1>() + mesh_.pose.translation.lpNorm<1>() + wide().origin.lpNorm<1>() + mesh_.reach;
  }
  [[nodiscard]] double speed() const { return screw_.velocity().lpNorm<1>() + turn_speed() * mesh_.reach; }

  [[nodiscard]] MovingTriangle triangle(std::uint32_t i, double error) const {
    const Triangle at_rest = local(i);
    MovingTriangle moving;
    moving.body_velocity = screw_.velocity();
    moving.turn = screw_.turn();
    double rim = 0;
    for (int k = 0; k < 3; ++k) {
      moving.v[k] = state_.origin + state_.rotation * (at_rest.v[k] - wide().origin);
      const Vec3 turned = screw_.turn().cross(moving.v[k] - center_);
      moving.velocity[k] = screw_.velocity() + turned;
      rim = std::max(rim, turned.norm());
    }
    if (!screw_.turns()) return moving;
    moving.rim_speed = rim * (1 + rounding_of_poses) + 2 * turn_speed() * error;
    moving.radius = moving.rim_speed / turn_speed() * (1 + rounding_of_poses);
    return moving;
  }

 private:
  const TurningMesh& mesh_;
  Vec3 start_center_;
  motion::Screw screw_;
  tree::TreeState state_;
  Vec3 center_;
};

double tick_for(double speed, const WideTree& tree) { return std::ldexp(1.0, -std::ilogb(speed) - tree.exponent); }

class Search {
 public:
  Search(const TurningMesh& a, const TurningMesh& b, const TurningTask& task)
      : a_(a),
        b_(b),
        task_(task),
        size_(a_.size() + b_.size()),
        speed_(a_.speed() + b_.speed()),
        last_(std::min(task.to, time_to_turn(longest_turn))),
        end_(last_),
        tick_(tick_for(speed_, a_.wide())),
        a_in_b_(a_.wide(), b_.wide(), b_.state(), a_.turn(), b_.turn(), bounds(a, b)),
        b_in_a_(b_.wide(), a_.wide(), a_.state(), b_.turn(), a_.turn(), bounds(a, b)),
        queue_(SoonestFirst::of_this_thread()) {}

  TurningContact run() {
    double from = task_.from;
    do {
      end_ = std::min(last_, from + time_to_turn(longest_part));
      if (const auto found = search_from(from)) return *found;
      from = end_;
      if (looks_ > task_.max_evaluations) return {TurningStatus::unfinished, from, {}, {}};
    } while (from < last_);
    if (last_ < task_.to) return {TurningStatus::unfinished, last_, {}, {}};
    return {};
  }

 private:
  /// Until end_. Nothing when there is no contact.
  std::optional<TurningContact> search_from(double from) {
    go_to(from);
    std::optional<TimedPair> next = queue_.pop_after_adding(test_in_b({from, {}}, 0));
    for (++looks_; next; ++looks_) {
      if (looks_ > task_.max_evaluations) return TurningContact{TurningStatus::unfinished, next->enter, {}, {}};
      go_to(next->enter);
      if (is_leaf(*next)) {
        if (const auto contact = look_at_triangles(*next)) return contact;
        next = queue_.pop();
      } else {
        next = queue_.pop_after_adding(open(*next));
      }
    }
    return std::nullopt;
  }

  /// Of the faster body, by an angle in radians.
  [[nodiscard]] double time_to_turn(double angle) const {
    const double turn_speed = std::max(a_.turn_speed(), b_.turn_speed());
    return turn_speed > 0 ? angle / turn_speed : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] tree::TurningBounds bounds(const TurningMesh& a, const TurningMesh& b) const {
    return {sat::relative_pose_with_errors(a.pose, b.pose).shear, speed_, task_.clearance, tick_, task_.is_linear};
  }

  void go_to(double t) {
    if (t == time_) return;
    time_ = t;
    a_.go_to(t);
    b_.go_to(t);
    is_seen_in_a_ = is_seen_in_b_ = false;
    const double made_of = size_ + speed_ * t;
    error_ = rounding_of_poses * made_of;
    tolerance_ = std::max(task_.tolerance, least_tolerance * made_of);
  }

  [[nodiscard]] bool is_leaf(const TimedPair& item) const {
    return item.is_triangles ||
           (tree::slot_of(a_.wide(), item.boxes.a).is_leaf() && tree::slot_of(b_.wide(), item.boxes.b).is_leaf());
  }

  [[nodiscard]] Siblings open(const TimedPair& item) {
    const auto [box_a, box_b] = item.boxes;
    return tree::opens_first(a_.wide(), box_a, b_.wide(), box_b, a_in_b_.scale())
               ? test_in_a(item, tree::slot_of(a_.wide(), box_a).node())
               : test_in_b(item, tree::slot_of(b_.wide(), box_b).node());
  }

  [[nodiscard]] Siblings test_in_a(const TimedPair& item, std::uint32_t node) {
    if (!is_seen_in_a_) b_in_a_.look(b_.state(), a_.state(), error_);
    is_seen_in_a_ = true;
    return test(b_in_a_, b_.wide(), item.boxes.b, a_.wide(), node, true);
  }
  [[nodiscard]] Siblings test_in_b(const TimedPair& item, std::uint32_t node) {
    if (!is_seen_in_b_) a_in_b_.look(a_.state(), b_.state(), error_);
    is_seen_in_b_ = true;
    return test(a_in_b_, a_.wide(), item.boxes.a, b_.wide(), node, false);
  }

  [[nodiscard]] Siblings test(const tree::TurningView& view, const tree::NodesView& from, BoxRef kept, const tree::NodesView& to,
                              std::uint32_t node, bool opened_a) const {
    Siblings found{kept, node, opened_a, 0, {}};
    float free[8];
    sat::EightBoxes room_kept, room_opened;
    found.left = view.test(from.open(kept, room_kept), kept.lane(), to.open(node, room_opened), ticks_left(), free);
    for (unsigned rest = found.left; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      found.enter[lane] = later(tick_ * static_cast<double>(free[lane]));
      if (!is_in_time(found.enter[lane])) found.left &= ~(1U << static_cast<unsigned>(lane));
    }
    return found;
  }

  [[nodiscard]] std::optional<TurningContact> look_at_triangles(const TimedPair& item) {
    std::optional<TurningContact> contact;
    const auto look = [&](std::uint32_t i, std::uint32_t j) {
      contact = look_at_pair(i, j);
      return !contact;
    };
    if (item.is_triangles) {
      look(item.i, item.j);
    } else {
      tree::each_triangle_pair(a_.mesh_tree(), tree::slot_of(a_.wide(), item.boxes.a), b_.mesh_tree(),
                               tree::slot_of(b_.wide(), item.boxes.b), look);
    }
    return contact;
  }

  /// Either they are in contact now, or they come back when they may be. They must not be forgotten, nor looked at before others
  /// that may meet sooner.
  [[nodiscard]] std::optional<TurningContact> look_at_pair(std::uint32_t i, std::uint32_t j) {
    const MovingTriangle a = a_.triangle(i, error_), b = b_.triangle(j, error_);
    const double rate_error = rounding_of_poses * speed_ + (a_.turn_speed() + b_.turn_speed()) * error_;
    FreeTriangles free(a, b, {error_, rate_error, task_.clearance, end_ - time_, task_.is_linear});
    free.try_all_axes();
    if (!(free.gap() > tolerance_)) {
      const Closest closest = closest_of(i, j);
      if (closest.distance <= task_.clearance + tolerance_) return TurningContact{TurningStatus::contact, time_, {i, j}, closest};
      free.try_axis(closest.points[1] - closest.points[0]);
      free.try_distance(closest.distance);
    }
    const double enter = later(free.time());
    if (is_in_time(enter)) queue_.push_triangles(enter, i, j);
    return std::nullopt;
  }

  [[nodiscard]] Closest closest_of(std::uint32_t i, std::uint32_t j) const {
    const Pose pose_a = a_.pose_at(time_), pose_b = b_.pose_at(time_);
    Closest closest =
        distance::closest(distance::placed_triangle(a_.local(i), pose_a), distance::placed_triangle(b_.local(j), pose_b));
    closest.features[0].triangle = static_cast<std::int32_t>(i);
    closest.features[1].triangle = static_cast<std::int32_t>(j);
    return closest;
  }

  /// Rounded down, but not below now.
  [[nodiscard]] double later(double step) const {
    return std::max(time_, (time_ + step * (1 - time_rounding)) * (1 - time_rounding));
  }
  [[nodiscard]] bool is_in_time(double t) const { return t <= end_ && std::isfinite(t); }
  /// Rounded up.
  [[nodiscard]] float ticks_left() const {
    constexpr double up = 1 + 4 * tolerance::float_rounding;
    const double ticks = (end_ - time_) / tick_ * up + static_cast<double>(std::numeric_limits<float>::min());
    return ticks < longest_horizon ? static_cast<float>(ticks) : std::numeric_limits<float>::infinity();
  }

  TurningTree a_, b_;
  TurningTask task_;
  double size_, speed_, last_, end_, tick_;
  tree::TurningView a_in_b_, b_in_a_;
  SoonestFirst& queue_;
  double time_ = -1, error_ = 0, tolerance_ = 0;
  std::size_t looks_ = 0;
  bool is_seen_in_a_ = false, is_seen_in_b_ = false;
};

/// Lengths and speeds whose fourth powers are far from the limits of double, and with them those of their digits.
constexpr double least_number = 0x1p-150, greatest_number = 0x1p150;
bool is_ordinary(double x) { return x > least_number && x < greatest_number; }

/// Ratio of two sizes, as an exponent of two, beyond which products in the units of the smaller tree may overflow.
/// SweepTurningMeshes.AnswersForMeshesOfVeryDifferentSize
constexpr int most_different = 20;
/// Ratio of coordinates to sizes beyond which nothing is left of the digits of the latter.
/// SweepTurningMeshes.AnswersFarFromTheOrigin
constexpr double farthest = 0x1p40;

}  // namespace

bool suits_turning_search(const TurningMesh& a, const TurningMesh& b) {
  const TurningTree tree_a(a), tree_b(b);
  const int exponent_a = a.tree->wide().exponent, exponent_b = b.tree->wide().exponent;
  if (std::abs(exponent_a - exponent_b) > most_different) return false;
  const double smaller = std::ldexp(1.0, -std::max(exponent_a, exponent_b));
  const double coordinates = tree_a.size() + tree_b.size();
  return is_ordinary(smaller) && is_ordinary(tree_a.speed() + tree_b.speed()) && coordinates < farthest * smaller;
}

TurningContact search_turning(const TurningMesh& a, const TurningMesh& b, const TurningTask& task) {
  return Search(a, b, task).run();
}

}  // namespace graze::query
