/// First contact along two paths, leg by leg.

#include <algorithm>
#include <cmath>

#include <graze/sweep.h>

#include "body/pair.h"
#include "questions/sweep_leg.h"

namespace graze {

using namespace query;

Result<TurningImpact> sweep_along(const Geometry& a, const Path& path_a, const Geometry& b, const Path& path_b,
                                  const TurningOptions& options, std::array<bool, 2> solid) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  for (double t = 0;;) {
    const Leg leg_a = path_a.leg_at(t).from_time(t), leg_b = path_b.leg_at(t).from_time(t);
    const double end = std::min({leg_a.to, leg_b.to, options.t_max});
    const bool is_news = t == 0 || leg_a.motion.moves() || leg_b.motion.moves();
    if (is_news) {
      TurningOptions of_leg = options;
      of_leg.t_max = end - t;
      auto impact = sweep_leg({a, leg_a.start, leg_a.motion, solid[0]}, {b, leg_b.start, leg_b.motion, solid[1]}, of_leg, t == 0);
      if (!impact) return impact;
      if (impact->status != TurningStatus::clear) {
        impact->initial = impact->initial && t == 0;
        if (t > 0) impact->t_lo = std::max(t, std::nextafter(t + impact->t_lo, t));
        if (impact->t_hi) *impact->t_hi += t;
        return impact;
      }
    }
    if (!(end < options.t_max)) return TurningImpact{};
    t = end;
  }
}

Result<std::optional<double>> last_contact_along(const Geometry& a, const Path& path_a, const Geometry& b, const Path& path_b,
                                                 const TurningOptions& options, std::array<bool, 2> solid) {
  const double t_max = options.t_max;
  if (!(t_max >= 0 && std::isfinite(t_max))) return fail(ErrorCode::bad_option, "t_max: the last time of contact needs an end");
  // The rounding of poses at the ends of legs is covered by the tolerance, like that of the poses at any time.
  return sweep_along(a, path_a.reversed(t_max), b, path_b.reversed(t_max), options, solid).map([&](const TurningImpact& found) {
    std::optional<double> last;
    if (found.status != TurningStatus::clear) last = std::clamp(std::nextafter(t_max - found.t_lo, t_max), 0.0, t_max);
    return last;
  });
}

}  // namespace graze
