/// Bounds a chain from the world inward: what is farther in is moved by everything before it.

#include "io/scene/chain.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze::io {

namespace {

/// For roundings in the sums of bounds. No unit.
constexpr double outward_sum = 1 + 0x1p-40;

double time_for(Interpolation interpolation, double t, double steps_at) {
  return interpolation == Interpolation::step ? steps_at : t;
}

Vec3 translation_at(const ChainFrame& frame, double t, double steps_at) {
  if (frame.translation == nullptr) return frame.pose.translation;
  return value_at(*frame.translation, time_for(frame.translation->interpolation, t, steps_at));
}

Mat3 rotation_at(const ChainFrame& frame, double t, double steps_at) {
  if (frame.rotation == nullptr) return frame.pose.rotation;
  return value_at(*frame.rotation, time_for(frame.rotation->interpolation, t, steps_at)).toRotationMatrix();
}

/// |o'| grows by the turning of all frames before times the offset, and by the speed of the offset. Scales multiply lengths.
SpeedBound chain_bound(const Chain& chain, double from, double to, double steps_at) {
  SpeedBound bound;
  double scale = 1;
  for (const ChainFrame& frame : chain) {
    PointBound offset{frame.pose.translation.norm(), 0};
    if (frame.translation != nullptr)
      offset = frame.translation->interpolation == Interpolation::step
                   ? PointBound{value_at(*frame.translation, steps_at).norm(), 0}
                   : bound_of(*frame.translation, from, to);
    bound.linear += scale * (bound.angular * offset.size + offset.speed);
    if (frame.rotation != nullptr) bound.angular += turning_bound(*frame.rotation, from, to);
    scale *= std::abs(frame.scale);
  }
  return {outward_sum * bound.linear, outward_sum * bound.angular};
}

template <class Append>
std::vector<double> collected(const Chain& chain, const Append& append) {
  std::vector<double> times;
  for (const ChainFrame& frame : chain) {
    if (frame.translation != nullptr) append(*frame.translation, times);
    if (frame.rotation != nullptr) append(*frame.rotation, times);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// Later than 0: what jumps before has jumped.
std::vector<double> jumps_of(const Chain& chain) {
  std::vector<double> times = collected(chain, [](const auto& track, std::vector<double>& all) {
    const std::vector<double> own = track.jumps();
    all.insert(all.end(), own.begin(), own.end());
  });
  std::erase_if(times, [](double t) { return t <= 0; });
  return times;
}

std::vector<double> keys_of(const Chain& chain) {
  return collected(chain, [](const auto& track, std::vector<double>& all) {
    all.insert(all.end(), track.times.begin(), track.times.end());
  });
}

/// Lines of the origin and turns of the last frame alone: what a Path is made of.
bool is_path(const Chain& chain) {
  const auto is_spline = [](const auto& track) { return track != nullptr && track->interpolation == Interpolation::cubic; };
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (is_spline(chain[i].translation) || is_spline(chain[i].rotation)) return false;
    if (chain[i].rotation != nullptr && i + 1 < chain.size()) return false;
  }
  return true;
}

/// Keyframes of [from, to], at the ends and at all keys between; steps stay as they are at the beginning.
Result<Path> path_over(const Chain& chain, const std::vector<double>& keys, double from, double to) {
  std::vector<Keyframe> frames{{from, chain_pose(chain, from, from)}};
  for (const double key : keys) {
    if (key > from && key < to) frames.push_back({key, chain_pose(chain, key, from)});
  }
  if (to > from) frames.push_back({to, chain_pose(chain, to, from)});
  return Path::through(frames);
}

GuidedMotion guided_chain(const std::shared_ptr<const Chain>& chain, std::optional<double> steps_at) {
  return {[chain, steps_at](double t) { return chain_pose(*chain, t, steps_at.value_or(t)); },
          [chain, steps_at](double from, double to) { return chain_bound(*chain, from, to, steps_at.value_or(from)); }};
}

}  // namespace

Pose chain_pose(const Chain& chain, double t, double steps_at) {
  Pose pose;
  double scale = 1;
  for (const ChainFrame& frame : chain) {
    pose.translation += pose.rotation * (scale * translation_at(frame, t, steps_at));
    pose.rotation = pose.rotation * rotation_at(frame, t, steps_at);
    scale *= frame.scale;
  }
  return pose;
}

Result<BodyMotion> chain_motion(const Chain& chain) {
  if (std::none_of(chain.begin(), chain.end(), [](const ChainFrame& frame) { return frame.moves(); })) return BodyMotion{};
  const std::vector<double> jumps = jumps_of(chain);
  const std::vector<double> keys = keys_of(chain);
  const auto shared = std::make_shared<const Chain>(chain);
  const bool as_path = is_path(chain);
  const double end = std::max(keys.back(), 0.0);
  if (jumps.empty() && as_path) return path_over(chain, keys, 0, end).map([](Path path) { return BodyMotion{std::move(path)}; });
  if (jumps.empty()) return BodyMotion{guided_chain(shared, std::nullopt)};
  MotionPieces pieces;
  double from = 0;
  for (std::size_t i = 0; i <= jumps.size(); ++i) {
    // After a jump at the very end the body stands: any later time ends that piece.
    const double to = i < jumps.size() ? jumps[i] : std::max(end, from + 1);
    Result<Path> path = as_path ? path_over(chain, keys, from, to) : Path(Pose{}, Motion{});
    if (!path) return tl::make_unexpected(path.error());
    pieces.push_back({from, to, as_path ? guided(*path) : guided_chain(shared, from)});
    from = to;
  }
  return BodyMotion{std::move(pieces)};
}

}  // namespace graze::io
