/// Intersects the time intervals of all axes: shortlisted by the filter, folded exactly.

#include "polytope/contact/sweep.h"

#include <algorithm>
#include <cassert>

#include "polytope/contact/contact_set.h"
#include "polytope/contact/contact_times.h"
#include "polytope/short_list.h"

namespace graze::sat {
namespace {

/// An axis that may decide the first or the last time, with what the filter knows of them.
struct AxisCandidate {
  AxisId axis;
  Range first;
  Range last;
};

/// Two triangles have eleven axes.
using AxisCandidates = ShortList<AxisCandidate, 11>;

/// What the filter leaves open.
struct AxisShortlist {
  double first_at_least = 0;  ///< no contact before
  double last_at_most = 0;    ///< no contact after
  AxisCandidates candidates;
};

template <class N>
Vector3<N> relative_velocity(const Velocities& v) {
  return lifted<N>(v.b) - lifted<N>(v.a);
}

template <class N>
AxisTimes<N> times_along(const ConvexPair& pair, const Vector3<N>& velocity, const AxisId& id) {
  const CornersPair<N>& p = pair.in<N>();
  const Vector3<N> axis = axis_vector(id, p, pair.span());
  return axis_times(meeting(p, axis), dot(velocity, axis));
}

/// What the filter can say about an axis whose speed has no certain sign: while the projections surely meet, contact lasts at
/// least until the smaller of both overlaps is used up at the greatest possible speed.
AxisCandidate slow_candidate(const AxisId& id, const Meeting<Bounded>& m, const Bounded& speed) {
  const Bounded overlap = lesser(m.below, m.above);
  if (sign_of(overlap) != Sign::positive) return {id, {}, {}};
  return {id, {-std::numeric_limits<double>::infinity(), 0}, {quotient_range(overlap, {std::fabs(speed.value) + speed.error}).lo}};
}

/// Nothing when some axis proves a miss.
std::optional<AxisShortlist> filtered_times(const ConvexPair& pair, const Velocities& velocities, double t_max) {
  std::optional<AxisShortlist> list(std::in_place);
  list->last_at_most = t_max;
  const CornersPair<Bounded>& p = pair.filtered();
  const Vector3<Bounded> velocity = relative_velocity<Bounded>(velocities);
  const bool meets = for_each_axis(pair, pair.span(), [&](const AxisId& id) {
    const Vector3<Bounded> axis = axis_vector(id, p, pair.span());
    const Meeting<Bounded> m = meeting(p, axis);
    const Bounded speed = dot(velocity, axis);
    const AxisTimes<Bounded> times = axis_times(m, speed);
    if (times.direction == Sign::zero) {
      if (times.apart) return false;
      const bool sure = sign_of(m.below) == Sign::positive && sign_of(m.above) == Sign::positive;
      if (!sure) list->candidates.push_back({id, {}, {}});
      return true;
    }
    if (times.direction == Sign::unknown) {
      list->candidates.push_back(slow_candidate(id, m, speed));
      return true;
    }
    const AxisCandidate c{id, quotient_range(times.first_numerator, times.speed),
                          quotient_range(times.last_numerator, times.speed)};
    list->first_at_least = std::max(list->first_at_least, c.first.lo);
    list->last_at_most = std::min(list->last_at_most, c.last.hi);
    list->candidates.push_back(c);
    return list->first_at_least <= list->last_at_most;
  });
  if (!meets) list.reset();
  return list;
}

/// Leaves the axes that may decide the first time, or end the contact before `end`.
void keep_those_that_count(AxisShortlist& list, double end) {
  const auto idle = [&](const AxisCandidate& c) { return c.first.hi < list.first_at_least && c.last.lo > end; };
  list.candidates.erase(std::remove_if(list.candidates.begin(), list.candidates.end(), idle), list.candidates.end());
}

double first_at_most(const AxisShortlist& list) {
  double most = 0;
  for (const AxisCandidate& c : list.candidates) most = std::max(most, c.first.hi);
  return most;
}

/// Faces give steadier normals than pairs of edges, so they win ties; AxisKind lists them first.
bool preferred(const AxisId& x, const AxisId& y) { return x.kind < y.kind; }

/// Folds one exact axis into the contact; false when it proves a miss.
bool fold(ExactContact& contact, const AxisId& id, const AxisTimes<Dyadic>& times) {
  if (times.direction == Sign::zero) return !times.apart;
  const ExactTime first{times.first_numerator, times.speed};
  const ExactTime last{times.last_numerator, times.speed};
  const bool later = contact.first < first;
  const bool tie = !later && !(first < contact.first);
  if (later || (tie && (!contact.axis || preferred(id, *contact.axis)))) contact.axis = id;
  if (later) contact.first = first;
  if (!contact.last || last < *contact.last) contact.last = last;
  return !(*contact.last < contact.first);
}

/// The contact as far as these axes tell; nothing when they prove a miss.
std::optional<ExactContact> folded(const ConvexPair& pair, const Velocities& velocities, double t_max,
                                   const AxisCandidates& candidates) {
  ExactContact contact;
  if (std::isfinite(t_max)) contact.last = ExactTime{t_max, 1};
  const Vector3<Dyadic> velocity = relative_velocity<Dyadic>(velocities);
  for (const AxisCandidate& c : candidates) {
    if (!fold(contact, c.axis, times_along(pair, velocity, c.axis))) return std::nullopt;
  }
  return contact;
}

/// At rest along an axis the projections may still just touch there; such an axis names the touching plane as well as any.
std::optional<AxisId> touching_axis(const ConvexPair& pair, const AxisCandidates& candidates) {
  std::optional<AxisId> best;
  for (const AxisCandidate& c : candidates) {
    const Vector3<Dyadic> axis = axis_vector(c.axis, pair.exact(), pair.span());
    const Meeting<Dyadic> m = meeting(pair.exact(), axis);
    const bool touches = m.below.is_zero() != m.above.is_zero();
    if (touches && (!best || preferred(c.axis, *best))) best = c.axis;
  }
  return best;
}

/// Whether the axes of a box are those of a rotation that was rounded when it was stored. Then the box that was meant differs from
/// the stored one in the last places, and so does its time.
bool has_rounded_axes(const Convex& body) {
  if (!body.is_box()) return false;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      const Dyadic product = dot(lifted<Dyadic>((*body.box_axes)[i]), lifted<Dyadic>((*body.box_axes)[j]));
      if (product != Dyadic(i == j ? 1 : 0)) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<ExactContact> contact_interval(const ConvexPair& pair, const Velocities& velocities, double t_max) {
  assert(t_max >= 0);
  auto list = filtered_times(pair, velocities, t_max);
  if (!list) return std::nullopt;
  keep_those_that_count(*list, list->last_at_most);
  auto contact = folded(pair, velocities, t_max, list->candidates);
  if (!contact) return std::nullopt;
  contact->initial = contact->first.numerator.is_zero();
  if (contact->initial) contact->axis = touching_axis(pair, list->candidates);
  return contact;
}

std::optional<ExactTime> first_time(const ConvexPair& pair, const Velocities& velocities, double t_max) {
  assert(t_max >= 0);
  auto list = filtered_times(pair, velocities, t_max);
  if (!list) return std::nullopt;
  keep_those_that_count(*list, std::min(first_at_most(*list), list->last_at_most));
  const auto contact = folded(pair, velocities, t_max, list->candidates);
  return contact ? std::optional(contact->first) : std::nullopt;
}

void set_times(Impact& impact, const ExactContact& contact, const Convex& a, const Convex& b, double t_max) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  impact.first = quotient_down(contact.first.numerator, contact.first.denominator);
  impact.last = contact.last ? quotient_up(contact.last->numerator, contact.last->denominator) : t_max;
  if (has_rounded_axes(a) || has_rounded_axes(b)) {
    impact.first = std::max(0.0, std::nextafter(impact.first, -infinity));
    impact.last = std::nextafter(*impact.last, infinity);
  }
  impact.last = std::min(*impact.last, t_max);
  impact.initial = contact.initial;
  const bool parts_at_once = contact.initial && t_max > 0 && contact.last && contact.last->numerator.is_zero();
  impact.approaching = !parts_at_once;
}

std::optional<Impact> sweep(const Convex& a, const Convex& b, const Velocities& velocities, double t_max) {
  const ConvexPair pair(a, b);
  const auto contact = contact_interval(pair, velocities, t_max);
  if (!contact) return std::nullopt;
  Impact impact = touching_at(pair, velocities, *contact);
  set_times(impact, *contact, a, b, t_max);
  return impact;
}

}  // namespace graze::sat
