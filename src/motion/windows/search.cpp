/// Halves windows of time until everything in them is free, or meets.

#include "motion/windows/search.h"

#include <algorithm>
#include <cmath>

#include <graze/distance.h>
#include <graze/options.h>

namespace graze::windows {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// Windows are not halved below this part of a movement: times in doubles could not tell their halves apart much longer.
constexpr double shortest_window = 0x1p-44;

/// How often the step is doubled in search of a time at which shapes that came near certainly meet.
constexpr int most_steps_after = 30;

}  // namespace

WindowSearch::WindowSearch(const WindowScene& scene, const SearchTask& task)
    : scene_(scene),
      task_(task),
      room_(SearchRoom::of_this_thread()),
      is_over_(scene.tag_count(), 0),
      limit_(scene.tag_count(), endless) {}

void WindowSearch::start(Movement& movement) {
  room_.frames.start(scene_, movement);
  room_.items.clear();
  room_.todo.clear();
  contacts_.clear();
  std::fill(limit_.begin(), limit_.end(), endless);
  limit_of_all_ = endless;
}

void WindowSearch::push_all_pairs() {
  const auto& pairs = scene_.pairs();
  for (std::uint32_t k = 0; k < pairs.size(); ++k) {
    if (!is_over_[pairs[k].tag]) room_.items.push_back({k, 0, 0, Item::Kind::whole, 1});
  }
}

WindowSearch::End WindowSearch::run(Movement& movement, double from, double to) {
  start(movement);
  push_all_pairs();
  free_until_ = from;
  to_ = to;
  is_out_of_looks_ = false;
  const bool is_clear = window(from, to, 0, room_.items.size());
  if (is_clear) free_until_ = to;
  if (is_out_of_looks_) return End::unfinished;
  return is_clear ? End::clear : End::contact;
}

/// False when the search is over.
bool WindowSearch::window(double t0, double t1, std::size_t begin, std::size_t end) {
  if (begin == end) return true;
  free_until_ = std::max(free_until_, t0);
  if (looks_ > task_.max_looks || Interrupt::is_asked_for()) {
    is_out_of_looks_ = true;
    return false;
  }
  const double half = (t1 - t0) / 2, tm = t0 + half;
  time_ = tm;
  is_last_ = t1 - t0 <= shortest_window;
  bool is_placed = false;
  const std::size_t kept = room_.items.size();
  bool has_met = false;
  for (std::size_t k = begin; k < end; ++k) {
    const Item item = room_.items[k];
    if (is_over(scene_.pairs()[item.pair].tag, t0)) continue;
    if (item.sleeps > 0 && !is_last_) {
      room_.items.push_back(item);
      --room_.items.back().sleeps;
      continue;
    }
    if (!is_placed) room_.frames.go_to(tm, half);
    has_entered_ = has_entered_ && is_placed;
    is_placed = true;
    if (!has_entered_ || entered_ != item.pair) enter(item.pair);
    const std::size_t before = room_.items.size();
    const Outcome outcome = look(item);
    if (outcome == Outcome::near) {
      if (!on_near(t0, t1)) return false;
    } else if (outcome == Outcome::meeting) {
      if (task_.any) {
        add_contact(t0, tm, closest_at_middle(pair_, meeting_.i, meeting_.j));
        return false;
      }
      room_.items.resize(task_.all ? before : kept);
      if (!task_.all) return before_meeting(t0, tm, begin, end);
      room_.items.push_back(item);
      limit_[tag_now()] = tm;
      has_met = true;
    }
  }
  const std::size_t rest = room_.items.size();
  if (rest == kept) return true;
  if (is_last_ && !has_met) {  // measuring: what is left moves by less than coordinates resolve
    room_.items.resize(kept);
    return true;
  }
  const bool goes_on = window(t0, tm, kept, rest) && window(tm, t1, kept, rest);
  room_.items.resize(kept);
  return goes_on;
}

/// Something meets at tm: the first contact of all is not later.
bool WindowSearch::before_meeting(double t0, double tm, std::size_t begin, std::size_t end) {
  const Closest closest = closest_at_middle(pair_, meeting_.i, meeting_.j);
  const std::uint32_t pair = entered_;
  limit_of_all_ = tm;
  if (!is_last_ && !window(t0, tm, begin, end)) return false;
  entered_ = pair;
  add_contact(is_last_ ? t0 : tm, tm, closest);
  return false;
}

/// The pair is within the tolerance in this window. False when that is the answer.
bool WindowSearch::on_near(double t0, double t1) {
  const Closest closest = closest_at_middle(pair_, meeting_.i, meeting_.j);
  const std::uint32_t tag = tag_now(), pair = entered_;
  const double until = std::min({limit_[tag], limit_of_all_, to_});
  std::optional<double> meets = meets_after(t1, t1 - t0, until);
  if (!meets && limit_[tag] < endless) meets = limit_[tag];
  entered_ = pair;
  add_contact(t0, meets, closest);
  if (!task_.all) return false;
  is_over_[tag] = true;
  room_.frames.go_to(t0 + (t1 - t0) / 2, (t1 - t0) / 2);  // looking for that time has moved everything
  has_entered_ = false;
  return true;
}

/// A time at which the two leaves meet, not after `until`.
std::optional<double> WindowSearch::meets_after(double from, double step, double until) {
  const std::uint32_t pair = entered_;
  const Meeting leaves = meeting_;
  double t = from;
  for (int k = 0; k < most_steps_after && t <= until; ++k, t = from + step, step *= 2) {
    room_.frames.go_to(t, 0);
    has_entered_ = false;
    enter(pair);
    const double distance = closest_at_middle(pair_, leaves.i, leaves.j).distance;
    if (distance <= task_.clearance) return t;
  }
  return std::nullopt;
}

void WindowSearch::add_contact(double t_lo, std::optional<double> t_hi, const Closest& closest) {
  contacts_.push_back({entered_, t_lo, t_hi, closest});
  free_until_ = std::max(free_until_, t_lo);
}

void WindowSearch::meet_at(Movement& movement, double t) {
  start(movement);
  push_all_pairs();
  const std::size_t end = room_.items.size();
  room_.frames.go_to(t, 0);
  time_ = t;
  has_entered_ = is_last_ = false;
  is_instant_ = true;
  for (std::size_t k = 0; k < end; ++k) {
    const Item item = room_.items[k];
    const std::uint32_t tag = scene_.pairs()[item.pair].tag;
    if (limit_[tag] <= t) continue;
    enter(item.pair);
    if (look(item) != Outcome::meeting) continue;
    limit_[tag] = t;
    add_contact(t, t, closest_at_middle(pair_, meeting_.i, meeting_.j));
  }
  is_instant_ = false;
}

}  // namespace graze::windows
