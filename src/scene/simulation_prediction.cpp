/// When two bodies of a simulation will next be in contact, as things are now.

#include <algorithm>

#include "scene/course.h"
#include "scene/pair_status.h"
#include "scene/pair_sweep.h"
#include "scene/scene_data.h"
#include "scene/simulation_step.h"
#include "scene/swept.h"

namespace graze::scenes {
namespace {

// Lengths as parts of the clearance. A search for coming within a margin may end as soon as its tolerance is all that is left:
// pairs within the near shell would be in contact at once, and are asked with a smaller margin.
constexpr double tolerance_share = 0.125;
constexpr double near_shell = 1.25;
constexpr double resting_shell = 1.0 / 1024;

// Parts of the distance of a pair that is near.
constexpr double next_margin = 0.5;
constexpr double margin_at_rest = 63.0 / 64;
/// A quarter of what the pair may still come nearer by.
constexpr double tolerance_at_rest = 1.0 / 256;

}  // namespace

/// As it will be at the end, or how near it comes until then.
Result<bool> SimulationStep::comes_nearer(std::uint32_t a, std::uint32_t b, double distance) {
  const auto contact = sweep_pair(
      record(a), record(b), {.tolerance = tolerance_at_rest * distance, .margin = margin_at_rest * distance}, duration_, now_);
  if (!contact) return tl::make_unexpected(contact.error());
  if (contact->status != TurningStatus::clear) return true;
  place(record(a), pose_at(record(a).given, duration_), room_.parts_of_a);
  place(record(b), pose_at(record(b).given, duration_), room_.parts_of_b);
  return nearest_parts(room_.parts_of_a, room_.parts_of_b, distance).map([&](const auto& found) {
    return found.has_value() && found->closest.distance < distance;
  });
}

Result<void> SimulationStep::predict_within(std::uint32_t a, std::uint32_t b, double margin, double tolerance) {
  const auto contact = sweep_pair(record(a), record(b), {.tolerance = tolerance, .margin = margin}, duration_, now_);
  if (!contact) return tl::make_unexpected(contact.error());
  if (contact->status == TurningStatus::clear) return {};
  const bool is_known = contact->status == TurningStatus::contact;
  expect({.t = contact->t_lo,
          .a = a,
          .b = b,
          .kind = is_known ? Prediction::contact : Prediction::unfinished,
          .points = contact->points,
          .places = contact->places});
  return {};
}

/// By how near they are now.
Result<void> SimulationStep::predict(std::uint32_t a, std::uint32_t b) {
  if ((!moves(a) && !moves(b)) || !may_meet(record(a), record(b))) return {};
  const double clearance = options_.clearance;
  place(record(a), pose_at(record(a).given, now_), room_.parts_of_a);
  place(record(b), pose_at(record(b).given, now_), room_.parts_of_b);
  const auto nearest = nearest_parts(room_.parts_of_a, room_.parts_of_b, near_shell * clearance);
  if (!nearest) return tl::make_unexpected(nearest.error());
  if (!nearest->has_value()) return predict_within(a, b, clearance, tolerance_share * clearance);
  const NearestParts& now = **nearest;
  const double distance = now.closest.distance;
  PredictedContact contact{.t = now_, .a = a, .b = b, .points = now.closest.points, .places = now.places};
  const ScenePair pair{record(a).id, record(b).id};
  if (!(distance > 0)) {
    contact.kind = Prediction::overlap;
    if (!overlapping_.contains(pair)) expect(contact);
    return {};
  }
  overlapping_.erase(pair);
  if (distance > resting_shell * clearance) {
    const double margin = next_margin * distance;
    return predict_within(a, b, margin, tolerance_share * margin);
  }
  contact.kind = Prediction::rest;
  return comes_nearer(a, b, distance).map([&](bool nearer) {
    if (nearer) expect(contact);
  });
}

Result<void> SimulationStep::predict_around(std::uint32_t index, std::optional<std::uint32_t> but_not) {
  room_.broad.in_box(swept_box(record(index), now_, duration_), room_.neighbours, near_shell * options_.clearance);
  for (const std::uint32_t other : room_.neighbours) {
    if (other == index || other == but_not) continue;
    if (const auto ok = predict(std::min(index, other), std::max(index, other)); !ok) return ok;
  }
  return {};
}

Result<void> SimulationStep::predict_all() {
  const auto& records = scene_.data().records;
  room_.ways.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i)
    room_.ways[i] = records[i].is_alive ? swept_box(records[i], 0, duration_) : empty_box();
  room_.broad.assign(room_.ways);
  room_.broad.pairs(room_.pairs, near_shell * options_.clearance);
  std::erase_if(overlapping_, [&](const ScenePair& pair) {
    const broad::IndexPair indices{pair.a.index, pair.b.index};
    return !std::binary_search(room_.pairs.begin(), room_.pairs.end(), indices);
  });
  for (const broad::IndexPair& pair : room_.pairs) {
    if (const auto ok = predict(pair.first, pair.second); !ok) return ok;
  }
  return {};
}

}  // namespace graze::scenes
