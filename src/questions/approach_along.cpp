/// Finds times at which bodies are close, and proves by a certified sweep with a margin that they are never much closer.

#include "questions/approach_along.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <graze/distance.h>
#include <graze/path.h>
#include <graze/sweep.h>

#include "motion/turning/reach.h"
#include "questions/sweep_leg.h"

namespace graze::query {
namespace {

/// The times that are looked at first, evenly spread, and how many of the best of them are followed to where distances are least.
constexpr int first_times = 33, followed = 3;
/// A sweep with a margin finds what comes closer, which is followed; so often at most.
constexpr int most_sweeps = 64;
/// Steps of the golden section: 0.618^45 of the interval is left, of which the square is below rounding.
constexpr int golden_steps = 45;

class ApproachAlong {
 public:
  ApproachAlong(const Geometry& a, const Path& path_a, const Geometry& b, const Path& path_b, const ApproachOptions& options,
                std::array<bool, 2> solid)
      : a_(a), b_(b), path_a_(path_a), path_b_(path_b), options_(options), solid_(solid), tolerance_(wanted_tolerance()) {}

  Result<ClosestApproach> run() {
    const auto contact = sweep_within(0);
    if (!contact) return tl::make_unexpected(contact.error());
    const bool meet = contact->status == TurningStatus::contact && contact->t_hi.has_value();
    if (meet) {
      look_at(*contact->t_hi);
      best_.closest.distance = 0;
      best_.closest.points[1] = best_.closest.points[0];
      return answer(0, true);
    }
    guess();
    if (contact->status != TurningStatus::clear) look_at(contact->t_lo);
    return prove(contact->status == TurningStatus::unfinished);
  }

 private:
  [[nodiscard]] double wanted_tolerance() const {
    const double size_a = reach_of({a_, {}, {}}).center, size_b = reach_of({b_, {}, {}}).center;
    const double size = std::isfinite(size_a + size_b) ? size_a + size_b : std::min(size_a, size_b);
    return options_.tolerance.value_or(default_turning_tolerance * size);
  }

  /// A quarter of the tolerance is left for what the search counts as contact.
  [[nodiscard]] Result<TurningImpact> sweep_within(double margin) const {
    TurningOptions options{.t_max = options_.t_max, .tolerance = tolerance_ / 4, .margin = margin};
    options.max_evaluations = options_.max_evaluations;
    return sweep_along(a_, path_a_, b_, path_b_, options, solid_);
  }

  double look_at(double t) {
    const auto closest = closest_points(at_time(a_, path_a_, t, solid_[0]), at_time(b_, path_b_, t, solid_[1]));
    if (!closest) {
      error_ = closest.error();
      return std::numeric_limits<double>::infinity();
    }
    if (!is_known_ || closest->distance < best_.closest.distance) best_ = {t, *closest, 0, true};
    is_known_ = true;
    return closest->distance;
  }

  /// Looks for a least distance between two times.
  void follow(double from, double to) {
    constexpr double golden = 0.6180339887498949;
    double left = to - golden * (to - from), right = from + golden * (to - from);
    double at_left = look_at(left), at_right = look_at(right);
    for (int k = 0; k < golden_steps && from < left && left < right && right < to; ++k) {
      if (at_left <= at_right) {
        to = right;
        right = left;
        at_right = at_left;
        left = to - golden * (to - from);
        at_left = look_at(left);
      } else {
        from = left;
        left = right;
        at_left = at_right;
        right = from + golden * (to - from);
        at_right = look_at(right);
      }
    }
  }

  [[nodiscard]] double spacing() const { return options_.t_max / (first_times - 1); }

  void guess() {
    std::vector<std::array<double, 2>> samples;  // distance and time
    for (int k = 0; k < first_times; ++k) {
      const double t = k + 1 == first_times ? options_.t_max : k * spacing();
      samples.push_back({look_at(t), t});
    }
    std::sort(samples.begin(), samples.end());
    for (int k = 0; k < followed; ++k) follow_around(samples[static_cast<std::size_t>(k)][1]);
  }

  void follow_around(double t) { follow(std::max(0.0, t - spacing()), std::min(options_.t_max, t + spacing())); }

  Result<ClosestApproach> prove(bool unfinished) {
    for (int k = 0; k < most_sweeps && !unfinished && !error_; ++k) {
      const double margin = best_.closest.distance - 0.75 * tolerance_;
      if (!(margin > 0)) return answer(0, true);
      const auto closer = sweep_within(margin);
      if (!closer) return tl::make_unexpected(closer.error());
      if (closer->status == TurningStatus::clear) return answer(margin, true);
      unfinished = closer->status == TurningStatus::unfinished;
      if (unfinished) break;
      const double before = best_.closest.distance;
      look_at(closer->t_lo);
      follow(closer->t_lo, std::min(options_.t_max, closer->t_lo + spacing()));
      if (!(best_.closest.distance < before)) break;  // rounding: the margin cannot be told from the distance
    }
    if (error_) return tl::make_unexpected(*error_);
    return answer(0, false);
  }

  Result<ClosestApproach> answer(double least, bool finished) {
    if (error_) return tl::make_unexpected(*error_);
    best_.least = std::min(least, best_.closest.distance);
    best_.finished = finished;
    return best_;
  }

  const Geometry& a_;
  const Geometry& b_;
  const Path& path_a_;
  const Path& path_b_;
  ApproachOptions options_;
  std::array<bool, 2> solid_;
  double tolerance_;
  ClosestApproach best_;
  bool is_known_ = false;
  std::optional<Error> error_;
};

}  // namespace

Result<ClosestApproach> approach_along(const Geometry& a, const Path& path_a, const Geometry& b, const Path& path_b,
                                       const ApproachOptions& options, std::array<bool, 2> solid) {
  if (!std::isfinite(options.t_max))
    return fail(ErrorCode::bad_option, "t_max: the closest approach of bodies that turn or follow keyframes needs an end");
  return ApproachAlong(a, path_a, b, path_b, options, solid).run();
}

}  // namespace graze::query
