#pragma once
/// A simulation of rigid bodies: integrate, find the next contact, tell the application, go on from there with the velocities it
/// set.
///
/// During a step every body moves with constant velocities from where it is to where the integrator leads it, and that motion is
/// searched without gaps: nothing tunnels, however fast or thin. Contact is coming within the clearance, so bodies never touch:
///
/// - A pair that is within it already is searched for coming within half of its distance: no second contact of a pair is missed.
/// - A pair within 1/1024 of the clearance rests. If it would come nearer in the rest of the step, or be nearer at its end, the
///   application is told, and both bodies are held where they are until then. So contacts that follow each other ever faster (a
///   ball that comes to rest) end, and bodies do not sink into each other.
/// - A body with more than max_contacts contacts in one step is held likewise.
///
/// So a step ends after a bounded number of contacts. A held body keeps its velocities; its time goes on without it, and loads do
/// not act on it: there is no solver for resting contacts, and what has come to rest under a load neither slides nor topples, even
/// on an edge, until another body hits it or the application gives it velocities that lead away. Pairs that overlap when they are
/// first seen are reported once, as initial, and then left alone until a step begins with them apart.

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <Eigen/Geometry>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/path.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>

namespace graze {

/// A body of a scene that moves. Bodies of the scene that the simulation is not told of do not move, whatever hits them.
struct RigidBody {
  BodyId id;
  double mass = 1;                       ///< > 0, finite
  Mat3 inertia = Mat3::Identity();       ///< about the centre of mass, in the axes of the body; symmetric, positive definite
  Vec3 center_of_mass = Vec3::Zero();    ///< in the frame of the body
  Pose pose{};                           ///< at the time of the simulation
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass, world axes
  Vec3 angular_velocity = Vec3::Zero();  ///< radians per unit of time, world axes

  [[nodiscard]] Vec3 center() const { return pose.to_world(center_of_mass); }
  /// Of the point of the body that is there.
  [[nodiscard]] Vec3 velocity_at(const Vec3& point) const { return velocity + angular_velocity.cross(point - center()); }
  [[nodiscard]] Mat3 inertia_in_world() const { return pose.rotation * inertia * pose.rotation.transpose(); }
};

[[nodiscard]] GRAZE_API double kinetic_energy(const RigidBody& body);
[[nodiscard]] GRAZE_API Vec3 momentum(const RigidBody& body);
[[nodiscard]] GRAZE_API Vec3 angular_momentum(const RigidBody& body);  ///< about the origin of the world

/// What acts on a body.
struct Load {
  Vec3 force = Vec3::Zero();   ///< at the centre of mass, world axes
  Vec3 torque = Vec3::Zero();  ///< about it
};

/// Two bodies that have come within the clearance. Index 0 is the one with the smaller id.
struct SimulationContact {
  double time = 0;  ///< of the simulation
  std::array<BodyId, 2> ids;
  std::array<RigidBody*, 2> bodies{};                      ///< to change their velocities; null for what does not move
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< nearest to each other
  Vec3 normal = Vec3::Zero();                              ///< unit, from the first to the second; zero where they overlap
  std::array<PartPlace, 2> places;
  bool initial = false;  ///< they overlap, and did when they were first seen
  bool resting = false;  ///< both will be held until the end of the step

  /// How fast they come together along the normal; negative: they part.
  [[nodiscard]] GRAZE_API double closing_speed() const;
};

struct SimulationOptions {
  Integrator method = Integrator::runge_kutta4;
  double clearance = 1e-3;        ///< length, > 0: small beside the bodies, large beside the roundings of their coordinates
  std::size_t max_contacts = 32;  ///< of one body in one step, >= 1
};

struct StepReport {
  std::size_t contacts = 0;  ///< that the application was told of
  std::vector<BodyId> held;  ///< sorted
};

class GRAZE_API Simulation {
 public:
  using OnContact = std::function<void(const SimulationContact&)>;
  using Loads = std::function<Load(double time, const RigidBody& body)>;

  /// The scene is the caller's, and has to outlive the simulation, which sets poses and motions of the bodies it moves. Fails for
  /// options out of range.
  [[nodiscard]] static Result<Simulation> make(Scene& scene, const SimulationOptions& options = {});

  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;

  /// The body takes the pose and velocities that are given. Fails for unknown ids and for numbers that no body has.
  [[nodiscard]] Result<void> add(const RigidBody& body);
  /// It stands from then on, and may be removed from the scene.
  [[nodiscard]] Result<void> remove(BodyId id);

  /// Null if it does not move. Velocities may be changed between steps; a changed pose is used, too.
  [[nodiscard]] RigidBody* body(BodyId id);
  [[nodiscard]] std::span<RigidBody> bodies() { return bodies_; }  ///< by their ids
  [[nodiscard]] double time() const { return time_; }

  /// Goes on by a duration, a time > 0. on_contact is told of contacts in the order of time and may change the velocities of the
  /// two bodies. After an error all bodies are where they were at the last contact.
  [[nodiscard]] Result<StepReport> step(double duration, const OnContact& on_contact, const Loads& loads = {});

 private:
  struct Room;
  Simulation(Scene& scene, const SimulationOptions& options);

  Scene* scene_;
  SimulationOptions options_;
  std::vector<RigidBody> bodies_;
  std::set<ScenePair> overlapping_;  ///< reported as initial
  double time_ = 0;
  std::unique_ptr<Room> room_;  ///< what steps need on their way
};

/// Gives both bodies the impulse of a collision without friction: they part at `restitution`, within 0 and 1, times the speed at
/// which they came. Nothing if they part already, or overlap.
GRAZE_API void bounce(const SimulationContact& contact, double restitution);

}  // namespace graze
