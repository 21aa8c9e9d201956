/// Begin and end of contacts: exact ones of convex parts that do not turn; else sweeps for the beginnings, steps and halving for
/// the ends, which take for contact what roundings of poses may have parted.

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <graze/scene_motion.h>
#include <graze/sweep.h>

#include "motion/pose_at.h"
#include "scene/box.h"
#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/course.h"
#include "scene/fixed_order.h"
#include "scene/pair_overlap.h"
#include "scene/pair_sweep.h"
#include "scene/swept.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

/// More spans of one pair are not looked for.
constexpr std::size_t max_spans = 10000;
/// More steps would take too long to count.
constexpr double max_steps = 1e7;

/// Bounds the roundings of a pose and of what is placed in it, relative to the sum of the numbers that go into them. No unit.
/// SceneTimeline.DoesNotEndAContactThatOnlyRoundedPosesPart
constexpr double pose_slack = 0x1p-48;

double largest_of(const Vec3& v) { return size_of_numbers({v, v}); }

/// A body as it is at a time, and how far off roundings may have put it.
struct PlacedBody {
  std::vector<PlacedPart> parts;
  double off_by = 0;  ///< length
};

/// A turn is off by roundings of its angle.
double numbers_of_leg(const Leg& leg, double t, double reach) {
  const double start = largest_of(leg.start.translation);
  if (!leg.motion.rotates()) return start;
  const double angle = leg.motion.angular_velocity.stableNorm() * std::abs(t - leg.from);
  return start + largest_of(center_of(leg.start, leg.motion)) + angle * reach;
}

PlacedBody placed_at(const Record& record, double t) {
  PlacedBody body;
  const Stretch stretch = stretch_at(record.given, t);
  const Pose pose = stretch.pose_at(t);
  place(record, pose, body.parts);
  double numbers = largest_of(pose.translation);
  for (const Pose& in_body : record.in_body) numbers = std::max(numbers, largest_of(in_body.translation));
  for (const PlacedPart& part : body.parts) numbers = std::max(numbers, size_of_numbers(part.box));
  if (stretch.guided == nullptr) numbers += numbers_of_leg(stretch.leg, t, numbers);
  body.off_by = pose_slack * numbers;
  return body;
}

bool glides(const Record& record) {
  const Motion* motion = constant_motion(record.given);
  return motion != nullptr && !motion->rotates();
}

bool is_convex(const PlacedPart& part) {
  return !part.body.geometry.is_mesh() && !std::holds_alternative<Torus>(part.body.geometry.shape().value);
}

/// When two convex parts that glide meet: a stretch of time without gaps. Nothing where its ends are not known exactly.
Result<std::optional<std::vector<ContactSpan>>> exact_spans_of_parts(const Record& a, const Record& b, double t_max) {
  std::vector<ContactSpan> spans;
  for (const PlacedPart& in_a : a.placed) {
    for (const PlacedPart& in_b : b.placed) {
      const auto impact = sweep(in_a.body, in_b.body, {.t_max = t_max});
      if (!impact) return tl::make_unexpected(impact.error());
      if (!*impact) continue;
      const Impact& found = **impact;
      if (found.certainty != Certainty::exact || !found.last) return std::nullopt;
      spans.push_back({found.first, *found.last, found.initial, *found.last >= t_max});
    }
  }
  return spans;
}

/// Compounds meet while any of their parts do.
void join_spans(std::vector<ContactSpan>& spans) {
  std::ranges::sort(spans, {}, &ContactSpan::begin);
  std::vector<ContactSpan> joined;
  for (const ContactSpan& span : spans) {
    if (joined.empty() || span.begin > joined.back().end) {
      joined.push_back(span);
      continue;
    }
    joined.back().end = std::max(joined.back().end, span.end);
    joined.back().initial |= span.initial;
    joined.back().lasts |= span.lasts;
  }
  spans = std::move(joined);
}

/// Nothing where it has to be looked for.
Result<std::optional<PairTimeline>> exact_line(const Record& a, const Record& b, double t_max) {
  const bool is_simple =
      glides(a) && glides(b) && std::ranges::all_of(a.placed, is_convex) && std::ranges::all_of(b.placed, is_convex);
  if (!is_simple) return std::nullopt;
  auto spans = exact_spans_of_parts(a, b, t_max);
  if (!spans) return tl::make_unexpected(spans.error());
  if (!*spans) return std::nullopt;
  join_spans(**spans);
  return PairTimeline{{}, std::move(**spans), true};
}

class PairHistory {
 public:
  PairHistory(const Record& a, const Record& b, const SceneTimelineOptions& question) : a_(a), b_(b), question_(question) {
    sweep_.tolerance = question.tolerance;
    sweep_.max_evaluations = question.max_evaluations;
  }

  [[nodiscard]] Result<PairTimeline> run() const {
    auto exact = exact_line(a_, b_, question_.t_max);
    if (!exact) return tl::make_unexpected(exact.error());
    if (*exact) return **std::move(exact);
    PairTimeline line;
    double t = 0;
    for (std::size_t k = 0; k < max_spans; ++k) {
      const auto found = sweep_pair(a_, b_, sweep_, question_.t_max, t);
      if (!found) return tl::make_unexpected(found.error());
      if (found->status == TurningStatus::clear) return line;
      if (found->status == TurningStatus::unfinished) break;
      const auto span = span_from(*found, t);
      if (!span) return tl::make_unexpected(span.error());
      add(*span, t, line.spans);
      if (span->lasts) return line;
      t = std::nextafter(span->end, question_.t_max);
      // A touch within the tolerance that is over at once would be found again.
      const bool is_touch = found->certainty != Certainty::exact && span->end == span->begin;
      if (is_touch) t = std::min(question_.t_max, span->end + question_.resolution);
      if (!(t < question_.t_max)) return line;
    }
    line.finished = false;
    return line;
  }

 private:
  /// Or may do so, but for roundings: bodies that slide along each other are a last place apart at one time and not at the next.
  [[nodiscard]] Result<bool> meet_at(double t) const {
    const PlacedBody a = placed_at(a_, t), b = placed_at(b_, t);
    const auto meet = parts_meet(a.parts, b.parts);
    return !meet || *meet ? meet : parts_within(a.parts, b.parts, a.off_by + b.off_by);
  }

  /// One that begins where the search for it did, which is a rounding after the end of the last one, goes on with that.
  static void add(const ContactSpan& span, double from, std::vector<ContactSpan>& spans) {
    const bool goes_on = !spans.empty() && span.begin <= from && std::nextafter(spans.back().end, from) >= from;
    if (!goes_on) {
      spans.push_back(span);
      return;
    }
    spans.back().end = std::max(spans.back().end, span.end);
    spans.back().lasts = span.lasts;
  }

  /// Of a sweep that began at `from`. Where that was a rounding after the end of a contact, it says no more than that they may meet
  /// at once and do so later, by when they may long have parted.
  [[nodiscard]] Result<ContactSpan> span_from(const PairContact& begin, double from) const {
    ContactSpan span{begin.t_lo, begin.t_lo, begin.initial, false};
    double met = std::min(begin.t_hi.value_or(begin.t_lo), question_.t_max);
    const double soon = begin.t_lo + question_.resolution;
    if (begin.t_lo <= from && soon < met) {
      const auto meet = meet_at(soon);
      if (!meet) return tl::make_unexpected(meet.error());
      if (!*meet) return span;
    }
    while (met < question_.t_max) {
      const double next = std::min(question_.t_max, met + question_.resolution);
      const auto meet = meet_at(next);
      if (!meet) return tl::make_unexpected(meet.error());
      if (!*meet) {
        const auto end = last_meeting(met, next);
        if (!end) return tl::make_unexpected(end.error());
        span.end = std::max(span.begin, *end);
        return span;
      }
      met = next;
    }
    span.end = question_.t_max;
    span.lasts = true;
    return span;
  }

  /// Between a time at which they meet, or nearly do, and one at which they do not.
  [[nodiscard]] Result<double> last_meeting(double met, double apart) const {
    for (;;) {
      const double middle = met + (apart - met) / 2;
      if (!(met < middle && middle < apart)) return met;
      const auto meet = meet_at(middle);
      if (!meet) return tl::make_unexpected(meet.error());
      (*meet ? met : apart) = middle;
    }
  }

  const Record& a_;
  const Record& b_;
  const SceneTimelineOptions& question_;
  SceneTimeOptions sweep_;
};

Result<void> check(const Scene& scene, const SceneTimelineOptions& question, const SceneOptions& options) {
  if (!(question.t_max >= 0 && std::isfinite(question.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (!(question.resolution > 0)) return fail(ErrorCode::bad_option, "resolution: must be > 0");
  if (question.t_max / question.resolution > max_steps) return fail(ErrorCode::limit, "resolution: more than 1e7 steps");
  if (question.tolerance && !(*question.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (options.at != 0) return fail(ErrorCode::bad_option, "at: a time line is about all times up to t_max");
  return check_options(scene.data(), options);
}

}  // namespace

Result<std::vector<PairTimeline>> timeline(const Scene& scene, const SceneTimelineOptions& question, const SceneOptions& options) {
  if (const auto ok = check(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  const Cast cast{&data};
  const SweptBodies swept(data, question.t_max, options.threads);
  const std::vector<IndexPair> pairs = candidates(data, swept.boxes(), 0, options);
  std::vector<PairTimeline> lines(pairs.size());
  const auto work = [&](std::size_t i) -> Result<void> {
    const IndexPair& pair = pairs[i];
    const bool is_reversed = comes_first(cast[pair.second], cast[pair.first]);
    const Record& a = cast[is_reversed ? pair.second : pair.first];
    const Record& b = cast[is_reversed ? pair.first : pair.second];
    auto line = PairHistory(a, b, question).run();
    if (!line) return tl::make_unexpected(cast.of_pair(pair, line.error()));
    lines[i] = *std::move(line);
    lines[i].pair = cast.ids_of(pair);
    return {};
  };
  const auto done = in_portions(cast, pairs, options, work);
  if (!done) return tl::make_unexpected(done.error());
  std::erase_if(lines, [&](const PairTimeline& line) {
    return (line.spans.empty() && line.finished) || (options.ignore_initial && !line.spans.empty() && line.spans[0].initial);
  });
  return lines;
}

}  // namespace graze
