/// Begin and end of contacts: exact ones of convex parts that do not turn; else sweeps for the beginnings, steps and halving for
/// the ends.

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <graze/scene_motion.h>
#include <graze/sweep.h>

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
    for (double t = 0; line.spans.size() < max_spans;) {
      const auto found = sweep_pair(a_, b_, sweep_, question_.t_max, t);
      if (!found) return tl::make_unexpected(found.error());
      if (found->status == TurningStatus::clear) return line;
      if (found->status == TurningStatus::unfinished) break;
      const auto span = span_from(*found);
      if (!span) return tl::make_unexpected(span.error());
      line.spans.push_back(*span);
      if (span->lasts) return line;
      t = std::nextafter(span->end, question_.t_max);
      // A touch within the tolerance that is over at once would be found again.
      if (span->end == span->begin) t = std::min(question_.t_max, span->end + question_.resolution);
      if (!(t < question_.t_max)) return line;
    }
    line.finished = false;
    return line;
  }

 private:
  [[nodiscard]] Result<bool> meet_at(double t) const {
    std::vector<PlacedPart> in_a, in_b;
    place(a_, pose_at(a_.given, t), in_a);
    place(b_, pose_at(b_.given, t), in_b);
    return parts_meet(in_a, in_b);
  }

  [[nodiscard]] Result<ContactSpan> span_from(const PairContact& begin) const {
    ContactSpan span{begin.t_lo, begin.t_lo, begin.initial, false};
    double met = std::min(begin.t_hi.value_or(begin.t_lo), question_.t_max);
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

Result<void> check(const SceneTimelineOptions& question, const SceneOptions& options) {
  if (!(question.t_max >= 0 && std::isfinite(question.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (!(question.resolution > 0)) return fail(ErrorCode::bad_option, "resolution: must be > 0");
  if (question.t_max / question.resolution > max_steps) return fail(ErrorCode::limit, "resolution: more than 1e7 steps");
  if (question.tolerance && !(*question.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (options.at != 0) return fail(ErrorCode::bad_option, "at: a time line is about all times up to t_max");
  return {};
}

}  // namespace

Result<std::vector<PairTimeline>> timeline(const Scene& scene, const SceneTimelineOptions& question, const SceneOptions& options) {
  if (const auto ok = check(question, options); !ok) return tl::make_unexpected(ok.error());
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
  const auto done = in_portions(pairs.size(), pairs_a_portion, options, work);
  if (!done) return tl::make_unexpected(done.error());
  std::erase_if(lines, [&](const PairTimeline& line) {
    return (line.spans.empty() && line.finished) || (options.ignore_initial && !line.spans.empty() && line.spans[0].initial);
  });
  return lines;
}

}  // namespace graze
