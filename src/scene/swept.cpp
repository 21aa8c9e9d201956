/// Boxes around the ways of bodies.

#include "scene/swept.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <graze/batch.h>

#include "motion/pose_at.h"
#include "scene/course.h"

namespace graze::scenes {
namespace {

/// Bounds the roundings of poses, speeds and times of some dozen operations, relative to the terms. No unit. The boxes of swept
/// bodies are only ever too large by it. SceneBoxes.HoldTheWayOfABody
constexpr double way_slack = 0x1p-40;

/// A guided motion is bounded over so many parts of a time at once.
constexpr int guided_parts = 8;

Aabb box_in_pose(const Record& record, const Pose& pose) {
  Aabb box = empty_box();
  for (std::size_t k = 0; k < record.shapes.size(); ++k) {
    const Aabb of_part = world_box(record.shapes[k]->bound, record.shapes[k]->geometry, part_pose(record, k, pose));
    if (!is_empty(of_part)) box = united(box, of_part);
  }
  return box;
}

/// How far points of the box are from the point, at most.
double reach_of(const Aabb& box, const Vec3& from) {
  const Vec3 farthest = (box.max - from).cwiseAbs().cwiseMax((box.min - from).cwiseAbs());
  return farthest.stableNorm() * (1 + way_slack);
}

/// The box as it is pushed along a way, infinite where the way is.
Aabb pushed(const Aabb& box, const Vec3& way) {
  Aabb result = box;
  for (int k = 0; k < 3; ++k) {
    if (way[k] == 0) continue;
    const double slack = way_slack * (std::abs(way[k]) + size_of_numbers(box));
    if (way[k] < 0) result.min[k] += way[k] - slack;
    if (way[k] > 0) result.max[k] += way[k] + slack;
    if (std::isnan(result.min[k])) result.min[k] = -endless;
    if (std::isnan(result.max[k])) result.max[k] = endless;
  }
  return result;
}

/// Of velocities and a time, of which zero velocities get nowhere in infinite time.
Vec3 way_of(const Vec3& velocity, double time) {
  return velocity.unaryExpr([&](double speed) { return speed == 0 ? 0 : speed * time; });
}

Aabb swept_leg(const Record& record, const Leg& leg, double time) {
  const Aabb start = box_in_pose(record, leg.start);
  if (is_empty(start)) return start;
  const Motion& motion = leg.motion;
  const Aabb along = pushed(start, way_of(motion.velocity, time));
  if (!motion.rotates()) return along;
  const Vec3 center = center_of(leg.start, motion);
  const double reach = reach_of(start, center);
  const Aabb ball = pushed(grown({center, center}, reach * (1 + way_slack) + way_slack * size_of_numbers({center, center})),
                           way_of(motion.velocity, time));
  const double turn = motion.angular_velocity.stableNorm() * time * reach * (1 + way_slack);
  if (!std::isfinite(turn)) return std::isfinite(reach) ? ball : endless_box();
  return common(ball, grown(along, turn + way_slack * size_of_numbers(along)));
}

Aabb swept_guided(const Record& record, const GuidedMotion& motion, double from, double to) {
  if (!std::isfinite(to)) return endless_box();
  Aabb box = empty_box();
  for (int i = 0; i < guided_parts; ++i) {
    const double step = (to - from) / guided_parts;
    const double begin = from + i * step, end = i + 1 == guided_parts ? to : begin + step;
    const Pose pose = motion.pose_at(begin);
    const Aabb start = box_in_pose(record, pose);
    if (is_empty(start)) return start;
    const SpeedBound bound = motion.speed_bound(begin, end);
    const double turning = bound.angular > 0 ? bound.angular * reach_of(start, pose.translation) : 0;
    const double way = (bound.linear + turning) * (end - begin) * (1 + way_slack) + way_slack * size_of_numbers(start);
    box = united(box, std::isfinite(way) ? grown(start, way) : endless_box());
  }
  return box;
}

double speed_of(const Record& record, double t_max) {
  if (const Motion* motion = constant_motion(record.given)) {
    const double reach = reach_of(record.box, center_of(record.given.pose, *motion));
    return motion->velocity.stableNorm() + (motion->rotates() ? motion->angular_velocity.stableNorm() * reach : 0);
  }
  const Aabb way = std::isfinite(t_max) ? swept_box(record, 0, t_max) : endless_box();
  return t_max > 0 ? (way.max - way.min).maxCoeff() / t_max : 0;
}

}  // namespace

Aabb swept_box(const Record& record, double from, double to) {
  Aabb box = empty_box();
  for (double t = from;;) {
    const Stretch stretch = stretch_at(record.given, t);
    const double end = std::min(stretch.to, to);
    box = united(box, stretch.guided != nullptr ? swept_guided(record, *stretch.guided, t, end)
                                                : swept_leg(record, stretch.leg.from_time(t), end - t));
    if (!(end < to)) {
      if (stretch.to == to && std::isfinite(to)) box = united(box, box_in_pose(record, pose_at(record.given, to)));
      return box;
    }
    t = end;
  }
}

GrowingBox growing_box(const Aabb& box, const Pose& pose, const Motion& motion) {
  GrowingBox result{box, motion.velocity, 0};
  if (motion.rotates()) {
    const double speed = motion.angular_velocity.stableNorm() * reach_of(box, center_of(pose, motion)) * (1 + way_slack);
    result.growth = std::isfinite(speed) ? speed : endless;
  }
  return result;
}

double earliest_meeting(const GrowingBox& a, const GrowingBox& b, double margin) {
  if (is_empty(a.box) || is_empty(b.box)) return endless;
  double earliest = 0;
  for (int k = 0; k < 3; ++k) {
    const double above = b.box.min[k] - a.box.max[k], below = a.box.min[k] - b.box.max[k];
    const double apart = std::max(above, below);
    const double slack =
        way_slack * (std::abs(b.box.min[k]) + std::abs(a.box.max[k]) + std::abs(a.box.min[k]) + std::abs(b.box.max[k]) + margin);
    if (!(apart - margin > slack) || !std::isfinite(apart)) continue;
    const double toward = above > below ? a.velocity[k] - b.velocity[k] : b.velocity[k] - a.velocity[k];
    const double closing = toward + a.growth + b.growth + way_slack * (std::abs(a.velocity[k]) + std::abs(b.velocity[k]));
    earliest = std::max(earliest, closing > 0 ? (apart - margin - slack) / closing * (1 - way_slack) : endless);
  }
  return earliest;
}

double earliest_meeting(const Record& a, const Record& b, double margin) {
  const Motion* in_a = constant_motion(a.given);
  const Motion* in_b = constant_motion(b.given);
  if (in_a == nullptr || in_b == nullptr) return 0;
  return earliest_meeting(growing_box(a.box, a.given.pose, *in_a), growing_box(b.box, b.given.pose, *in_b), margin);
}

SweptBodies::SweptBodies(const Scene::Data& data, double t_max, std::size_t threads) : t_max_(t_max) {
  const std::size_t count = data.records.size();
  Room& room = *room_;
  room.whole.assign(count, empty_box());
  room.growing.resize(count);
  room.is_constant.assign(count, 1);
  const auto sweep_body = [&](std::size_t i) {
    const Record& record = data.records[i];
    if (!record.is_alive) return;
    room.whole[i] = swept_box(record, 0, t_max);
    if (const Motion* motion = constant_motion(record.given)) {
      room.growing[i] = growing_box(record.box, record.given.pose, *motion);
    } else {
      room.is_constant[i] = 0;
    }
  };
  for_each_in_parallel(count, {threads}, std::cref(sweep_body));
  has_slices_ = std::isfinite(t_max) && std::ranges::find(room.is_constant, 0) != room.is_constant.end();
  if (!has_slices_) return;
  if (room.sliced.size() < count) room.sliced.resize(count);
  const auto slice_body = [&](std::size_t i) {
    room.sliced[i].clear();
    if (!data.records[i].is_alive) return;
    const auto time = [&](std::size_t k) { return static_cast<double>(k) * t_max / slices; };
    for (std::size_t k = 0; k < slices; ++k)
      room.sliced[i].push_back(swept_box(data.records[i], time(k), k + 1 == slices ? t_max : time(k + 1)));
  };
  for_each_in_parallel(count, {threads}, std::cref(slice_body));
}

double SweptBodies::earliest(std::uint32_t a, std::uint32_t b, double margin) const {
  if (room_->is_constant[a] != 0 && room_->is_constant[b] != 0) {
    const double t = earliest_meeting(room_->growing[a], room_->growing[b], margin);
    return t > t_max_ ? endless : t;
  }
  if (!has_slices_) return 0;
  for (std::size_t k = 0; k < slices; ++k) {
    if (gap(room_->sliced[a][k], room_->sliced[b][k]) <= margin) return static_cast<double>(k) * t_max_ / slices;
  }
  return endless;
}

double time_to_move_by_size(const Scene::Data& data, double t_max) {
  double speeds = 0, sizes = 0;
  for (const Record& record : data.records) {
    if (!record.is_alive) continue;
    const double size = (record.box.max - record.box.min).maxCoeff(), speed = speed_of(record, t_max);
    if (!(std::isfinite(size) && std::isfinite(speed) && size >= 0)) continue;
    speeds += speed;
    sizes += size;
  }
  return speeds > 0 ? sizes / speeds : endless;
}

}  // namespace graze::scenes
