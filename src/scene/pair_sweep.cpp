/// First contact of two bodies, stretch by stretch of their motions and part by part.

#include "scene/pair_sweep.h"

#include <algorithm>
#include <cmath>

#include "motion/pose_at.h"
#include "scene/course.h"
#include "scene/part_sweep.h"
#include "scene/swept.h"
#include "scene/taken_room.h"

namespace graze::scenes {
namespace {

/// A body during a time that begins at `t`: its parts as they are then.
struct MovingParts {
  std::vector<PlacedPart> own;  ///< unless the record has them
  const std::vector<PlacedPart>* parts = nullptr;
};
struct MovingRoom {
  std::array<MovingParts, 2> bodies;
};

void place_at(const Record& record, const Stretch& stretch, double t, MovingParts& moving) {
  moving.parts = &record.placed;
  if (t == 0) return;
  const Pose pose = stretch.pose_at(t);
  place(record, pose, moving.own);
  if (stretch.guided == nullptr) {
    const Leg leg = stretch.leg.from_time(t);
    Motion motion = leg.motion;
    if (motion.rotates()) motion.center = center_of(leg.start, leg.motion);
    for (PlacedPart& part : moving.own) part.body.motion = motion;
  }
  moving.parts = &moving.own;
}

/// The parts of a path at time 0, whose record knows no motion of theirs.
void start_leg(const Record& record, const Stretch& stretch, MovingParts& moving) {
  if (constant_motion(record.given) != nullptr || stretch.guided != nullptr) return;
  moving.own = record.placed;
  const Leg leg = stretch.leg.from_time(0);
  Motion motion = leg.motion;
  if (motion.rotates()) motion.center = center_of(leg.start, leg.motion);
  for (PlacedPart& part : moving.own) part.body.motion = motion;
  moving.parts = &moving.own;
}

/// Both bodies from a time on, in which neither jumps.
class StretchPair {
 public:
  StretchPair(const Record& a, const Stretch& in_a, const Record& b, const Stretch& in_b, double from)
      : records_{&a, &b}, stretches_{&in_a, &in_b}, from_(from) {
    for (std::size_t k = 0; k < 2; ++k) {
      place_at(*records_[k], *stretches_[k], from, room_->bodies[k]);
      if (from == 0) start_leg(*records_[k], *stretches_[k], room_->bodies[k]);
    }
  }
  StretchPair(const StretchPair&) = delete;
  StretchPair& operator=(const StretchPair&) = delete;
  /// Geometries are not ours to keep.
  ~StretchPair() {
    for (MovingParts& body : room_->bodies) body.own.clear();
  }

  /// In [after, to]; times are those of the scene. Later than where the bodies are placed only bodies that glide can be asked
  /// about.
  [[nodiscard]] Result<PairContact> first_contact(double after, double to, bool is_start, const SceneTimeOptions& question) const {
    PairContact best;
    double end = to;
    for (std::size_t i = 0; i < parts_of(0).size(); ++i) {
      for (std::size_t j = 0; j < parts_of(1).size(); ++j) {
        if (from_ + earliest(i, j, question.margin) > end) continue;
        auto found = ask(i, j, after - from_, end - from_, is_start, question);
        if (!found) return found;
        if (found->status == TurningStatus::clear || !is_better(*found, best)) continue;
        best = *std::move(found);
        best.places[0].part = static_cast<std::uint32_t>(i);
        best.places[1].part = static_cast<std::uint32_t>(j);
        end = std::min(end, best.t_lo);
        if (best.initial || best.t_lo <= after) return best;
      }
    }
    return best;
  }

 private:
  static bool is_better(const PairContact& found, const PairContact& best) {
    return best.status == TurningStatus::clear || found.t_lo < best.t_lo;
  }
  [[nodiscard]] const std::vector<PlacedPart>& parts_of(std::size_t k) const { return *room_->bodies[k].parts; }
  [[nodiscard]] const PlacedPart& part(std::size_t k, std::size_t i) const { return parts_of(k)[i]; }

  /// After the beginning; 0 where a motion is guided.
  [[nodiscard]] double earliest(std::size_t i, std::size_t j, double margin) const {
    if (stretches_[0]->guided != nullptr || stretches_[1]->guided != nullptr) return 0;
    const auto growing = [&](std::size_t k, std::size_t n) {
      const PlacedPart& of = part(k, n);
      return growing_box(of.box, of.body.pose, of.body.motion);
    };
    return earliest_meeting(growing(0, i), growing(1, j), margin);
  }

  [[nodiscard]] Result<PairContact> ask(std::size_t i, std::size_t j, double after, double duration, bool is_start,
                                        const SceneTimeOptions& question) const {
    const PartSweep sweep{part(0, i).body, part(1, j).body, from_, duration, is_start};
    if (after > 0) return sweep_gliding(sweep, after, question);
    if (stretches_[0]->guided == nullptr && stretches_[1]->guided == nullptr) return sweep_legs(sweep, question);
    const auto guided_part = [&](std::size_t k, std::size_t n) { return GuidedPart{stretches_[k], records_[k]->in_body[n]}; };
    return sweep_guided(sweep, guided_part(0, i), guided_part(1, j), question);
  }

  std::array<const Record*, 2> records_;
  std::array<const Stretch*, 2> stretches_;
  double from_;
  TakenRoom<MovingRoom> room_;
};

bool glides(const Stretch& stretch) { return stretch.guided == nullptr && !stretch.leg.motion.rotates(); }

/// From when to follow two bodies, to know what they do at t: where answers are exact from the start of their stretches, since
/// poses at t are rounded.
double followed_from(const Stretch& in_a, const Stretch& in_b, double t, const SceneTimeOptions& question) {
  const bool is_exact = question.margin == 0 && glides(in_a) && glides(in_b);
  return is_exact ? std::max(in_a.from, in_b.from) : t;
}

bool jumps_at(const Stretch& stretch, double t) { return stretch.may_jump && stretch.from == t; }

}  // namespace

Result<void> check_question(const SceneTimeOptions& question) {
  if (!(question.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (question.tolerance && !(*question.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (!(question.margin >= 0 && std::isfinite(question.margin)))
    return fail(ErrorCode::bad_option, "margin: must be finite and >= 0");
  return {};
}

Result<PairContact> sweep_pair(const Record& a, const Record& b, const SceneTimeOptions& question, double t_max, double from) {
  for (double t = from;;) {
    const Stretch in_a = stretch_at(a.given, t), in_b = stretch_at(b.given, t);
    const double end = std::min({in_a.to, in_b.to, t_max});
    const bool is_start = t == from || jumps_at(in_a, t) || jumps_at(in_b, t);
    if (is_start || in_a.moves() || in_b.moves()) {
      auto found = StretchPair(a, in_a, b, in_b, followed_from(in_a, in_b, t, question)).first_contact(t, end, is_start, question);
      if (!found) return found;
      if (found->status != TurningStatus::clear) {
        found->initial = found->initial && t == 0;
        return found;
      }
    }
    const bool is_over = !(end < t_max);
    // A jump at the very end: that instant belongs to what comes after it.
    const bool jumps_at_end =
        is_over && t < t_max && (jumps_at(stretch_at(a.given, end), end) || jumps_at(stretch_at(b.given, end), end));
    if (is_over && !jumps_at_end) {
      PairContact clear;
      clear.t_lo = t_max;
      return clear;
    }
    t = end;
  }
}

}  // namespace graze::scenes
