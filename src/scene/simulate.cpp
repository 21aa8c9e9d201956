/// The bodies of a simulation, and what is asked of them.

#include <graze/simulate.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include "scene/simulation_step.h"

namespace graze {
namespace {

bool is_positive(double x) { return std::isfinite(x) && x > 0; }

Result<void> check_rigid_body(const RigidBody& body) {
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

struct Simulation::Room : scenes::SimulationRoom {};

Simulation::Simulation(Scene& scene, const SimulationOptions& options)
    : scene_(&scene), options_(options), room_(std::make_unique<Room>()) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Result<Simulation> Simulation::make(Scene& scene, const SimulationOptions& options) {
  if (!is_positive(options.clearance)) return fail(ErrorCode::bad_option, "clearance: not a positive number");
  if (options.max_contacts == 0) return fail(ErrorCode::bad_option, "max_contacts: 0");
  return Simulation(scene, options);
}

Result<void> Simulation::add(const RigidBody& body) {
  if (const auto ok = check_rigid_body(body); !ok) return ok;
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
    if (const auto ok = check_rigid_body(body); !ok) return tl::make_unexpected(ok.error());
  }
  scenes::SimulationStep step(*scene_, bodies_, overlapping_, *room_, options_, on_contact, loads, time_, duration);
  const auto done = step.run();
  time_ += step.now();
  for (const RigidBody& body : bodies_) {
    if (const auto set = scene_->set_motion(body.id, Motion{}); !set) return tl::make_unexpected(set.error());
    if (const auto set = scene_->set_pose(body.id, body.pose); !set) return tl::make_unexpected(set.error());
  }
  if (!done) return tl::make_unexpected(done.error());
  std::sort(step.report.held.begin(), step.report.held.end());
  return std::move(step.report);
}

}  // namespace graze
