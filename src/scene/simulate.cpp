/// One step of a simulation: from contact to contact until its end.

#include <graze/simulate.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scene/rigid_motion.h"

namespace graze {
namespace {

using scenes::RigidMotion;

// Lengths as parts of the clearance. A search for coming within a margin says so up to its tolerance before: what is within
// near_shell has to be asked with a smaller margin, since it would be in contact at once.
constexpr double tolerance_share = 0.125;
constexpr double near_shell = 1.25;
constexpr double resting_shell = 1.0 / 1024;

// Parts of the distance of a pair that is near.
constexpr double next_margin = 0.5;
constexpr double margin_at_rest = 63.0 / 64;
/// Of a margin at rest: a quarter of what the pair may still come nearer by.
constexpr double tolerance_at_rest = 1.0 / 256;

bool is_positive(double x) { return std::isfinite(x) && x > 0; }

Result<void> check_body(const RigidBody& body) {
  const auto wrong = [&](const char* what) {
    return fail(ErrorCode::bad_option, fmt::format("body {}.{}: {}", body.id.index, body.id.generation, what));
  };
  if (!is_positive(body.mass)) return wrong("mass: not a positive number");
  if (!body.inertia.allFinite() || body.inertia != body.inertia.transpose()) return wrong("inertia: not a symmetric matrix");
  const Eigen::LLT<Mat3> factors = body.inertia.llt();
  if (factors.info() != Eigen::Success) return wrong("inertia: not positive definite");
  if (!body.center_of_mass.allFinite()) return wrong("center_of_mass: not finite");
  if (!body.velocity.allFinite() || !body.angular_velocity.allFinite()) return wrong("velocity: not finite");
  return {};
}

bool by_id(const RigidBody& body, BodyId id) { return body.id < id; }

}  // namespace

/// Times are counted from the start of the step.
struct Simulation::Step {
  Step(Simulation& of, const OnContact& told, const Loads& acting, double lasting)
      : simulation(of), on_contact(told), loads(acting), duration(lasting) {}

  Simulation& simulation;
  const OnContact& on_contact;
  const Loads& loads;
  double duration;
  double now = 0;
  std::vector<RigidMotion> motions{};   ///< from now to the end, by body
  std::vector<std::size_t> contacts{};  ///< of each body
  std::vector<bool> is_held{};
  std::vector<std::uint32_t> place{};  ///< by index of an id: one more than the place among the bodies, 0: does not move
  StepReport report{};

  [[nodiscard]] Result<void> run();

 private:
  [[nodiscard]] std::vector<RigidBody>& bodies() const { return simulation.bodies_; }
  [[nodiscard]] double clearance() const { return simulation.options_.clearance; }
  [[nodiscard]] double rest() const { return duration - now; }
  [[nodiscard]] std::optional<std::size_t> place_of(BodyId id) const {
    const std::uint32_t found = id.index < place.size() ? place[id.index] : 0;
    return found == 0 ? std::nullopt : std::optional<std::size_t>(found - 1);
  }
  [[nodiscard]] bool moves(BodyId id) const {
    const auto at = place_of(id);
    return at && !is_held[*at];
  }
  [[nodiscard]] SceneOptions asking_about(const std::vector<ScenePair>* only, const std::vector<ScenePair>* not_these) const;

  void know_bodies();
  [[nodiscard]] Result<void> set_motions();
  void advance(double by);
  [[nodiscard]] Result<bool> sort_near_pairs();
  [[nodiscard]] Result<bool> hold_resting_pairs();
  [[nodiscard]] Result<std::vector<PairContact>> next_contacts();
  [[nodiscard]] Result<SceneContact> first_within(double margin, double tolerance, const SceneOptions& options);
  void meet(const PairContact& contact);
  void tell(SimulationContact contact, ScenePair pair);
  void hold(BodyId id);
  void count(BodyId id);

  std::vector<ScenePair> near_, meeting_, resting_, all_near_;  ///< sorted; near, overlapping, at rest, and all of these
  std::vector<PairStatus> at_rest_;
  double near_distance_ = 0, rest_distance_ = 0;  ///< the least
};

SceneOptions Simulation::Step::asking_about(const std::vector<ScenePair>* only, const std::vector<ScenePair>* not_these) const {
  SceneOptions options;
  options.threads = simulation.options_.threads;
  options.may_meet = [this, only, not_these](BodyId a, BodyId b) {
    if (!moves(a) && !moves(b)) return false;
    const auto is_in = [&](const std::vector<ScenePair>& list) {
      return std::binary_search(list.begin(), list.end(), ScenePair{a, b});
    };
    return (only == nullptr || is_in(*only)) && (not_these == nullptr || !is_in(*not_these));
  };
  return options;
}

void Simulation::Step::know_bodies() {
  contacts.assign(bodies().size(), 0);
  is_held.assign(bodies().size(), false);
  place.assign(bodies().empty() ? 0 : std::size_t{bodies().back().id.index} + 1, 0);
  for (std::size_t i = 0; i < bodies().size(); ++i) place[bodies()[i].id.index] = static_cast<std::uint32_t>(i) + 1;
}

Result<void> Simulation::Step::set_motions() {
  motions.clear();
  for (std::size_t i = 0; i < bodies().size(); ++i) {
    const RigidBody& body = bodies()[i];
    auto motion = is_held[i] ? scenes::held_motion(body)
                             : scenes::integrated(body, simulation.options_.method, simulation.time_ + now, rest(), loads);
    if (!motion) return tl::make_unexpected(motion.error());
    if (const auto set = simulation.scene_->set_pose(body.id, body.pose); !set) return set;
    if (const auto set = simulation.scene_->set_motion(body.id, motion->motion); !set) return set;
    motions.push_back(std::move(*motion));
  }
  return {};
}

void Simulation::Step::advance(double by) {
  for (std::size_t i = 0; i < bodies().size(); ++i) bodies()[i] = motions[i].at(by);
  now += by;
}

/// Which pairs are within the shell now, and how. Whether the application was told of new overlaps, and may have changed
/// velocities.
Result<bool> Simulation::Step::sort_near_pairs() {
  const auto found = statuses(*simulation.scene_, {.clearance = near_shell * clearance()}, asking_about(nullptr, nullptr));
  if (!found) return tl::make_unexpected(found.error());
  for (auto* list : {&near_, &meeting_, &resting_, &all_near_}) list->clear();
  at_rest_.clear();
  near_distance_ = rest_distance_ = near_shell * clearance();
  for (const PairStatus& status : found->pairs) {
    all_near_.push_back(status.pair);
    if (!(status.distance > 0)) {
      meeting_.push_back(status.pair);
      continue;
    }
    const bool rests = status.distance <= resting_shell * clearance();
    (rests ? resting_ : near_).push_back(status.pair);
    double& least = rests ? rest_distance_ : near_distance_;
    least = std::min(least, status.distance);
    if (rests) at_rest_.push_back(status);
  }
  std::erase_if(simulation.overlapping_,
                [&](const ScenePair& pair) { return !std::binary_search(meeting_.begin(), meeting_.end(), pair); });
  bool some = false;
  for (const PairStatus& status : found->pairs) {
    if (status.distance > 0 || !simulation.overlapping_.insert(status.pair).second) continue;
    some = true;
    tell({.ids = {}, .points = status.points, .places = status.places, .initial = true}, status.pair);
  }
  return some;
}

Result<SceneContact> Simulation::Step::first_within(double margin, double tolerance, const SceneOptions& options) {
  ++report.searches;
  return first_contact(*simulation.scene_, {.t_max = rest(), .tolerance = tolerance, .margin = margin}, options);
}

/// Whether any were: their bodies no longer move as they were about to.
Result<bool> Simulation::Step::hold_resting_pairs() {
  if (resting_.empty()) return false;
  std::vector<ScenePair> nearer;
  const double margin = margin_at_rest * rest_distance_;
  ++report.searches;
  const auto during =
      first_contacts(*simulation.scene_, {.t_max = rest(), .tolerance = tolerance_at_rest * margin, .margin = margin},
                     asking_about(&resting_, nullptr));
  if (!during) return tl::make_unexpected(during.error());
  for (const PairContact& contact : during->pairs) nearer.push_back(contact.pair);
  SceneOptions at_end = asking_about(&resting_, nullptr);
  at_end.at = rest();
  const auto after = statuses(*simulation.scene_, {.clearance = resting_shell * clearance()}, at_end);
  if (!after) return tl::make_unexpected(after.error());
  bool some = false;
  for (const PairStatus& before : at_rest_) {
    const auto same = [&](const auto& other) { return other.pair == before.pair; };
    const auto end = std::find_if(after->pairs.begin(), after->pairs.end(), same);
    const bool ends_nearer = end != after->pairs.end() && end->distance < before.distance;
    const bool comes_nearer = std::find(nearer.begin(), nearer.end(), before.pair) != nearer.end();
    if (!ends_nearer && !comes_nearer) continue;
    some = true;
    tell({.ids = {}, .points = before.points, .places = before.places, .resting = true}, before.pair);
    hold(before.pair.a);
    hold(before.pair.b);
  }
  return some;
}

/// Of pairs that are near, and of all others; the earlier ones.
Result<std::vector<PairContact>> Simulation::Step::next_contacts() {
  auto first = first_within(clearance(), tolerance_share * clearance(), asking_about(nullptr, &all_near_));
  if (!first) return tl::make_unexpected(first.error());
  if (!near_.empty()) {
    const double margin = next_margin * near_distance_;
    auto again = first_within(margin, tolerance_share * margin, asking_about(&near_, nullptr));
    if (!again) return tl::make_unexpected(again.error());
    if (!again->pairs.empty() && (first->pairs.empty() || again->t_lo < first->t_lo)) first = std::move(again);
  }
  std::erase_if(first->pairs, [&](const PairContact& contact) { return contact.t_lo != first->t_lo; });
  return std::move(first->pairs);
}

void Simulation::Step::hold(BodyId id) {
  const auto at = place_of(id);
  if (!at || is_held[*at]) return;
  is_held[*at] = true;
  report.held.push_back(id);
}

void Simulation::Step::count(BodyId id) {
  const auto at = place_of(id);
  if (at && ++contacts[*at] > simulation.options_.max_contacts) hold(id);
}

void Simulation::Step::tell(SimulationContact contact, ScenePair pair) {
  const auto body_of = [&](BodyId id) {
    const auto at = place_of(id);
    return at ? &bodies()[*at] : nullptr;
  };
  contact.time = simulation.time_ + now;
  contact.ids = {pair.a, pair.b};
  contact.bodies = {body_of(pair.a), body_of(pair.b)};
  const Vec3 between = contact.points[1] - contact.points[0];
  if (!contact.initial && between != Vec3::Zero()) contact.normal = between.stableNormalized();
  ++report.contacts;
  on_contact(contact);
}

/// A search that was given up before an answer says until when nothing happens: it goes on from there.
void Simulation::Step::meet(const PairContact& contact) {
  if (contact.status == TurningStatus::contact) tell({.ids = {}, .points = contact.points, .places = contact.places}, contact.pair);
  count(contact.pair.a);
  count(contact.pair.b);
}

Result<void> Simulation::Step::run() {
  know_bodies();
  while (now < duration) {
    if (const auto set = set_motions(); !set) return set;
    const auto changed = sort_near_pairs().and_then([&](bool told) { return told ? Result<bool>(true) : hold_resting_pairs(); });
    if (!changed) return tl::make_unexpected(changed.error());
    if (*changed) continue;
    const auto next = next_contacts();
    if (!next) return tl::make_unexpected(next.error());
    if (next->empty()) {
      advance(rest());
      now = duration;
      break;
    }
    advance(std::min(next->front().t_lo, rest()));
    for (const PairContact& contact : *next) meet(contact);
  }
  return {};
}

Result<Simulation> Simulation::make(Scene& scene, const SimulationOptions& options) {
  if (!is_positive(options.clearance)) return fail(ErrorCode::bad_option, "clearance: not a positive number");
  if (options.max_contacts == 0) return fail(ErrorCode::bad_option, "max_contacts: 0");
  return Simulation(scene, options);
}

Result<void> Simulation::add(const RigidBody& body) {
  if (const auto ok = check_body(body); !ok) return ok;
  if (const auto set = scene_->set_motion(body.id, Motion{}); !set) return set;
  if (const auto set = scene_->set_pose(body.id, body.pose); !set) return set;
  const auto at = std::lower_bound(bodies_.begin(), bodies_.end(), body.id, by_id);
  if (at != bodies_.end() && at->id == body.id) {
    *at = body;
  } else {
    bodies_.insert(at, body);
  }
  return {};
}

Result<void> Simulation::remove(BodyId id) {
  const RigidBody* const known = body(id);
  if (known == nullptr) return fail(ErrorCode::bad_option, fmt::format("body {}.{}: not one that moves", id.index, id.generation));
  if (const auto set = scene_->set_motion(id, Motion{}); !set) return set;
  bodies_.erase(bodies_.begin() + (known - bodies_.data()));
  return {};
}

RigidBody* Simulation::body(BodyId id) {
  const auto at = std::lower_bound(bodies_.begin(), bodies_.end(), id, by_id);
  return at != bodies_.end() && at->id == id ? &*at : nullptr;
}

Result<StepReport> Simulation::step(double duration, const OnContact& on_contact, const Loads& loads) {
  if (!is_positive(duration)) return fail(ErrorCode::bad_option, "duration: not a positive number");
  for (const RigidBody& body : bodies_) {
    if (const auto ok = check_body(body); !ok) return tl::make_unexpected(ok.error());
  }
  Step step(*this, on_contact, loads, duration);
  const auto done = step.run();
  time_ += step.now;
  for (const RigidBody& body : bodies_) {
    if (const auto set = scene_->set_motion(body.id, Motion{}); !set) return tl::make_unexpected(set.error());
    if (const auto set = scene_->set_pose(body.id, body.pose); !set) return tl::make_unexpected(set.error());
  }
  if (!done) return tl::make_unexpected(done.error());
  std::sort(step.report.held.begin(), step.report.held.end());
  return std::move(step.report);
}

}  // namespace graze
