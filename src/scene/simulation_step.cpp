/// What happens in one step of a simulation: motions, contacts, and what the application does about them.

#include "scene/simulation_step.h"

#include <algorithm>

#include "scene/scene_data.h"
#include "scene/swept.h"

namespace graze::scenes {
namespace {

bool happens_later(const PredictedContact& x, const PredictedContact& y) {
  if (x.t != y.t) return x.t > y.t;
  return x.a != y.a ? x.a > y.a : x.b > y.b;
}

bool has_other_velocities(const RigidBody& x, const RigidBody& y) {
  return x.velocity != y.velocity || x.angular_velocity != y.angular_velocity;
}

}  // namespace

const Record& SimulationStep::record(std::uint32_t index) const { return scene_.data().records[index]; }

std::optional<std::size_t> SimulationStep::place_of(std::uint32_t index) const {
  const std::uint32_t found = room_.place[index];
  return found == 0 ? std::nullopt : std::optional<std::size_t>(found - 1);
}

bool SimulationStep::moves(std::uint32_t index) const {
  const auto place = place_of(index);
  return place && room_.is_held[*place] == 0;
}

void SimulationStep::know_bodies() {
  const std::size_t all = scene_.data().records.size();
  room_.versions.assign(all, 0);
  room_.place.assign(all, 0);
  for (std::size_t i = 0; i < bodies_.size(); ++i) room_.place[bodies_[i].id.index] = static_cast<std::uint32_t>(i) + 1;
  room_.contacts.assign(bodies_.size(), 0);
  room_.is_held.assign(bodies_.size(), 0);
  room_.since.assign(bodies_.size(), 0);
  room_.motions.clear();
  for (const RigidBody& body : bodies_) room_.motions.push_back(held_motion(body));
  room_.predicted.clear();
}

/// From where it is, with the velocities it has. The scene is told of a motion since the start of the step that leads there.
Result<void> SimulationStep::set_out(std::size_t place) {
  const RigidBody& body = bodies_[place];
  auto motion = room_.is_held[place] != 0 ? Result<RigidMotion>(held_motion(body))
                                          : integrated(body, options_.method, start_ + now_, duration_ - now_, loads_);
  if (!motion) return tl::make_unexpected(motion.error());
  Motion since_start = motion->motion;
  const Pose pose = graze::pose_at(body.pose, since_start, -now_);
  since_start.center = body.center() - now_ * since_start.velocity;
  if (const auto set = scene_.set_motion(body.id, since_start); !set) return set;
  if (const auto set = scene_.set_pose(body.id, pose); !set) return set;
  room_.motions[place] = std::move(*motion);
  room_.since[place] = now_;
  ++room_.versions[body.id.index];
  return {};
}

/// The body as it is now.
void SimulationStep::arrive(std::uint32_t index) {
  if (const auto place = place_of(index)) bodies_[*place] = room_.motions[*place].at(now_ - room_.since[*place]);
}

void SimulationStep::hold(std::uint32_t index) {
  const auto place = place_of(index);
  if (!place || room_.is_held[*place] != 0) return;
  room_.is_held[*place] = 1;
  report.held.push_back(bodies_[*place].id);
}

void SimulationStep::count(std::uint32_t index) {
  const auto place = place_of(index);
  if (place && ++room_.contacts[*place] > options_.max_contacts) hold(index);
}

void SimulationStep::tell(const PredictedContact& next) {
  const auto body_of = [&](std::uint32_t index) {
    const auto place = place_of(index);
    return place ? &bodies_[*place] : nullptr;
  };
  SimulationContact contact;
  contact.time = start_ + now_;
  contact.ids = {record(next.a).id, record(next.b).id};
  contact.bodies = {body_of(next.a), body_of(next.b)};
  contact.points = next.points;
  contact.places = next.places;
  contact.initial = next.kind == Prediction::overlap;
  contact.resting = next.kind == Prediction::rest;
  const Vec3 between = next.points[1] - next.points[0];
  if (!contact.initial && between != Vec3::Zero()) contact.normal = between.stableNormalized();
  ++report.contacts;
  on_contact_(contact);
}

/// Bodies that are no longer what they were set out anew; if neither is, the pair alone is looked at again.
Result<void> SimulationStep::go_on_from(const PredictedContact& next, const std::array<RigidBody, 2>& before) {
  bool is_new[2] = {false, false};
  const std::uint32_t both[2] = {next.a, next.b};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto place = place_of(both[k]);
    if (!place) continue;
    const bool was_held = room_.is_held[*place] != 0 && room_.motions[*place].duration == 0;
    is_new[k] = !was_held && (room_.is_held[*place] != 0 || has_other_velocities(bodies_[*place], before[k]));
    if (!is_new[k]) continue;
    if (const auto set = set_out(*place); !set) return set;
    room_.broad.set(both[k], swept_box(record(both[k]), now_, duration_));
  }
  room_.broad.refresh();
  if (!is_new[0] && !is_new[1]) return predict(next.a, next.b);
  if (is_new[0]) {
    if (const auto ok = predict_around(next.a, std::nullopt); !ok) return ok;
  }
  if (is_new[1]) return predict_around(next.b, is_new[0] ? std::optional(next.a) : std::nullopt);
  return {};
}

Result<void> SimulationStep::happen(const PredictedContact& next) {
  now_ = std::max(now_, next.t);
  arrive(next.a);
  arrive(next.b);
  std::array<RigidBody, 2> before;
  if (const auto place = place_of(next.a)) before[0] = bodies_[*place];
  if (const auto place = place_of(next.b)) before[1] = bodies_[*place];
  if (next.kind == Prediction::overlap) overlapping_.insert({record(next.a).id, record(next.b).id});
  if (next.kind != Prediction::unfinished) tell(next);
  if (next.kind == Prediction::rest) {
    hold(next.a);
    hold(next.b);
  }
  count(next.a);
  count(next.b);
  return go_on_from(next, before);
}

Result<void> SimulationStep::run() {
  know_bodies();
  const auto done = from_contact_to_contact();
  if (done) now_ = duration_;
  for (const RigidBody& body : bodies_) arrive(body.id.index);
  return done;
}

Result<void> SimulationStep::from_contact_to_contact() {
  for (std::size_t place = 0; place < bodies_.size(); ++place) {
    if (const auto set = set_out(place); !set) return set;
  }
  if (const auto ok = predict_all(); !ok) return ok;
  while (!room_.predicted.empty()) {
    std::pop_heap(room_.predicted.begin(), room_.predicted.end(), happens_later);
    const PredictedContact next = room_.predicted.back();
    room_.predicted.pop_back();
    if (next.version_of_a != room_.versions[next.a] || next.version_of_b != room_.versions[next.b]) continue;
    if (const auto ok = happen(next); !ok) return ok;
  }
  return {};
}

void SimulationStep::expect(PredictedContact contact) {
  contact.version_of_a = room_.versions[contact.a];
  contact.version_of_b = room_.versions[contact.b];
  room_.predicted.push_back(contact);
  std::push_heap(room_.predicted.begin(), room_.predicted.end(), happens_later);
}

}  // namespace graze::scenes
