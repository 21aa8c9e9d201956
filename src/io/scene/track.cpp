/// Cubic stretches are bounded by their Bézier points: a curve lies in the hull of its points, and so does its derivative.

#include "io/scene/track.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::io {

namespace {

/// For roundings in the bounds themselves. No unit.
constexpr double outward = 1 + 0x1p-40;

template <int N, std::size_t K>
using Points = std::array<Eigen::Matrix<double, N, 1>, K>;

template <int N>
Points<N, 4> bezier(const Track<N>& track, std::size_t k) {
  const double length = track.times[k + 1] - track.times[k];
  return {track.values[k], track.values[k] + (length / 3) * track.tangents_out[k],
          track.values[k + 1] - (length / 3) * track.tangents_in[k + 1], track.values[k + 1]};
}

/// By time, over a stretch of that length.
template <int N>
Points<N, 3> derivative(const Points<N, 4>& p, double length) {
  const double factor = 3 / length;
  return {factor * (p[1] - p[0]), factor * (p[2] - p[1]), factor * (p[3] - p[2])};
}

/// Both parts of the curve, cut at the parameter s by the rule of de Casteljau.
template <int N, std::size_t K>
std::array<Points<N, K>, 2> cut(Points<N, K> p, double s) {
  std::array<Points<N, K>, 2> parts;
  for (std::size_t round = 0; round < K; ++round) {
    parts[0][round] = p[0];
    parts[1][K - 1 - round] = p[K - 1 - round];
    for (std::size_t i = 0; i + 1 < K - round; ++i) p[i] += s * (p[i + 1] - p[i]);
  }
  return parts;
}

/// The part of the curve over the parameters [from, to] within [0, 1].
template <int N, std::size_t K>
Points<N, K> part(const Points<N, K>& p, double from, double to) {
  const Points<N, K> left = to < 1 ? cut<N, K>(p, to)[0] : p;
  return from > 0 && to > 0 ? cut<N, K>(left, std::min(from / to, 1.0))[1] : left;
}

template <int N, std::size_t K>
double greatest_norm(const Points<N, K>& p) {
  double greatest = 0;
  for (const auto& point : p) greatest = std::max(greatest, point.norm());
  return greatest;
}

struct Stretch {
  std::size_t k;
  double from, to;  ///< within [0, 1]
  double length;    ///< time
};

template <int N, class Action>
void for_each_stretch(const Track<N>& track, double from, double to, const Action& action) {
  if (track.times.size() < 2 || to <= track.times.front() || from >= track.times.back()) return;
  for (std::size_t k = track.stretch_at(from); k + 1 < track.times.size() && (track.times[k] <= to); ++k) {
    const double length = track.times[k + 1] - track.times[k];
    const double a = std::clamp((from - track.times[k]) / length, 0.0, 1.0);
    const double b = std::clamp((to - track.times[k]) / length, 0.0, 1.0);
    action(Stretch{k, a, b, length});
  }
}

/// A lower bound of the distance from the origin: the curve lies beyond a plane across its mean.
double least_norm(const Points<4, 4>& p) {
  const Eigen::Vector4d mean = p[0] + p[1] + p[2] + p[3];
  const double length = mean.norm();
  if (!(length > 0)) return 0;
  return std::min({p[0].dot(mean), p[1].dot(mean), p[2].dot(mean), p[3].dot(mean)}) / length;
}

/// q/|q| turns with at most twice |q'|/|q|. Halved until that is not far from the truth.
double turning(const Points<4, 4>& p, const Points<4, 3>& speed, int halvings) {
  const double least = least_norm(p);
  if (least > greatest_norm(p) / 2 || (halvings == 0 && least > 0)) return 2 * greatest_norm(speed) / least;
  if (halvings == 0) return std::numeric_limits<double>::infinity();
  const auto halves = cut<4, 4>(p, 0.5);
  const auto speeds = cut<4, 3>(speed, 0.5);
  return std::max(turning(halves[0], speeds[0], halvings - 1), turning(halves[1], speeds[1], halvings - 1));
}

/// Between unit quaternions, the shorter way round.
double angle_between(const Eigen::Vector4d& a, const Eigen::Vector4d& b) {
  const double apart = (a - b).norm();
  const double together = (a + b).norm();
  return 4 * std::atan2(std::min(apart, together), std::max(apart, together));
}

template <int N>
Eigen::Matrix<double, N, 1> cubic_value(const Track<N>& track, std::size_t k, double s) {
  const double length = track.times[k + 1] - track.times[k];
  const double r = 1 - s;
  return (1 + 2 * s) * r * r * track.values[k] + length * s * r * r * track.tangents_out[k] +
         s * s * (3 - 2 * s) * track.values[k + 1] - length * s * s * r * track.tangents_in[k + 1];
}

template <int N>
Eigen::Matrix<double, N, 1> plain_value(const Track<N>& track, double t) {
  if (t <= track.times.front() || track.times.size() == 1) return track.values.front();
  if (t >= track.times.back()) return track.values.back();
  const std::size_t k = track.stretch_at(t);
  if (track.interpolation == Interpolation::step) return track.values[k];
  const double s = (t - track.times[k]) / (track.times[k + 1] - track.times[k]);
  if (track.interpolation == Interpolation::cubic) return cubic_value(track, k, s);
  return track.values[k] + s * (track.values[k + 1] - track.values[k]);
}

template <int N>
PointBound plain_bound(const Track<N>& track, double from, double to) {
  PointBound bound{std::max(plain_value(track, from).norm(), plain_value(track, to).norm()), 0};
  if (track.interpolation == Interpolation::step) return {outward * bound.size, 0};
  for_each_stretch(track, from, to, [&](const Stretch& stretch) {
    const std::size_t k = stretch.k;
    if (track.interpolation == Interpolation::linear) {
      bound.speed = std::max(bound.speed, (track.values[k + 1] - track.values[k]).norm() / stretch.length);
      if (track.times[k] > from) bound.size = std::max(bound.size, track.values[k].norm());
      return;
    }
    const Points<N, 4> curve = bezier(track, k);
    const Points<N, 3> speed = derivative<N>(curve, stretch.length);
    bound.speed = std::max(bound.speed, greatest_norm<N, 3>(part<N, 3>(speed, stretch.from, stretch.to)));
    bound.size = std::max(bound.size, greatest_norm<N, 4>(part<N, 4>(curve, stretch.from, stretch.to)));
  });
  return {outward * bound.size, outward * bound.speed};
}

}  // namespace

template <int N>
std::size_t Track<N>::stretch_at(double t) const {
  if (times.size() < 2) return 0;
  const auto later = std::upper_bound(times.begin(), times.end(), t);
  const auto k = static_cast<std::size_t>(later - times.begin());
  return std::clamp<std::size_t>(k, 1, times.size() - 1) - 1;
}

template <int N>
bool Track<N>::is_constant() const {
  const bool same = std::all_of(values.begin(), values.end(), [&](const Value& v) { return v == values.front(); });
  const auto is_zero = [](const Value& v) { return v == Value::Zero(); };
  return same && (interpolation != Interpolation::cubic || values.size() == 1 ||
                  (std::all_of(tangents_in.begin(), tangents_in.end(), is_zero) &&
                   std::all_of(tangents_out.begin(), tangents_out.end(), is_zero)));
}

template <int N>
std::vector<double> Track<N>::jumps() const {
  std::vector<double> found;
  for (std::size_t k = 1; k < times.size() && interpolation == Interpolation::step; ++k) {
    if (values[k] != values[k - 1]) found.push_back(times[k]);
  }
  return found;
}

template struct Track<1>;
template struct Track<3>;
template struct Track<4>;

double value_at(const NumberTrack& track, double t) { return plain_value(track, t)[0]; }

Vec3 value_at(const PointTrack& track, double t) { return plain_value(track, t); }

Eigen::Quaterniond value_at(const TurnTrack& track, double t) {
  const auto quaternion = [](const Eigen::Vector4d& v) { return Eigen::Quaterniond(v); };
  if (t <= track.times.front() || track.times.size() == 1) return quaternion(track.values.front());
  if (t >= track.times.back()) return quaternion(track.values.back());
  const std::size_t k = track.stretch_at(t);
  if (track.interpolation == Interpolation::step) return quaternion(track.values[k]);
  const double s = (t - track.times[k]) / (track.times[k + 1] - track.times[k]);
  if (track.interpolation == Interpolation::cubic) return quaternion(cubic_value(track, k, s).normalized());
  return quaternion(track.values[k]).slerp(s, quaternion(track.values[k + 1])).normalized();
}

PointBound bound_of(const NumberTrack& track, double from, double to) { return plain_bound(track, from, to); }

PointBound bound_of(const PointTrack& track, double from, double to) { return plain_bound(track, from, to); }

double turning_bound(const TurnTrack& track, double from, double to) {
  if (track.interpolation == Interpolation::step) return 0;
  double bound = 0;
  for_each_stretch(track, from, to, [&](const Stretch& stretch) {
    if (track.interpolation == Interpolation::linear) {
      bound = std::max(bound, angle_between(track.values[stretch.k], track.values[stretch.k + 1]) / stretch.length);
      return;
    }
    constexpr int most_halvings = 12;  // beyond it the spline comes nearer to 0 than 2^-12 of its size
    const Points<4, 4> curve = bezier(track, stretch.k);
    const Points<4, 3> speed = derivative(curve, stretch.length);
    bound = std::max(
        bound, turning(part<4, 4>(curve, stretch.from, stretch.to), part<4, 3>(speed, stretch.from, stretch.to), most_halvings));
  });
  return outward * bound;
}

}  // namespace graze::io
