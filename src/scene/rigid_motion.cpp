/// Euler's and the classical Runge–Kutta method for the equations of a rigid body: dx/dt = v, dR/dt = [w] R, dp/dt = F, dL/dt = T.

#include "scene/rigid_motion.h"

#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

namespace graze::scenes {
namespace {

struct State {
  Vec3 center;
  Eigen::Quaterniond turn;
  Vec3 momentum;
  Vec3 spin;  ///< angular momentum about the centre of mass
};

struct Rate {
  Vec3 velocity = Vec3::Zero();
  Eigen::Vector4d of_turn = Eigen::Vector4d::Zero();  ///< of the coefficients of the quaternion
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

/// dq/dt = w q / 2
Eigen::Vector4d rate_of_turn(const Vec3& angular_velocity, const Eigen::Quaterniond& turn) {
  const Eigen::Quaterniond product = Eigen::Quaterniond(0, angular_velocity[0], angular_velocity[1], angular_velocity[2]) * turn;
  return 0.5 * product.coeffs();
}

State after(const State& state, const Rate& rate, double h) {
  const Eigen::Quaterniond turn(Eigen::Vector4d(state.turn.coeffs() + h * rate.of_turn));
  return {state.center + h * rate.velocity, turn.normalized(), state.momentum + h * rate.force, state.spin + h * rate.torque};
}

/// The constant angular velocity that leads from one rotation to another in a time.
Vec3 turn_between(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to, double duration) {
  Eigen::Quaterniond by = to * from.conjugate();
  if (by.w() < 0) by.coeffs() = -by.coeffs();
  const double sine = by.vec().stableNorm();
  if (sine == 0) return Vec3::Zero();
  return by.vec() * (2 * std::atan2(sine, by.w()) / sine / duration);
}

Vec3 angular_velocity_of(const RigidBody& body, const Mat3& rotation, const Vec3& spin) {
  return rotation * body.inertia.llt().solve(rotation.transpose() * spin);
}

class Rates {
 public:
  Rates(const RigidBody& body, const Simulation::Loads& loads) : body_(body), loads_(loads) {}

  Rate operator()(double time, const State& state) const {
    const Mat3 rotation = state.turn.toRotationMatrix();
    const Vec3 angular_velocity = angular_velocity_of(body_, rotation, state.spin);
    Rate rate{state.momentum / body_.mass, rate_of_turn(angular_velocity, state.turn), Vec3::Zero(), Vec3::Zero()};
    if (!loads_) return rate;
    RigidBody there = body_;
    there.pose = {rotation, state.center - rotation * body_.center_of_mass};
    there.velocity = rate.velocity;
    there.angular_velocity = angular_velocity;
    const Load load = loads_(time, there);
    rate.force = load.force;
    rate.torque = load.torque;
    return rate;
  }

 private:
  const RigidBody& body_;
  const Simulation::Loads& loads_;
};

template <class Vector>
Vector weighted(const Vector& k1, const Vector& k2, const Vector& k3, const Vector& k4) {
  return (k1 + 2 * k2 + 2 * k3 + k4) / 6;
}

/// That of the whole step.
Rate mean_rate(const Rates& rates, const State& state, Integrator method, double time, double h) {
  const Rate k1 = rates(time, state);
  if (method == Integrator::euler) return k1;
  const Rate k2 = rates(time + h / 2, after(state, k1, h / 2));
  const Rate k3 = rates(time + h / 2, after(state, k2, h / 2));
  const Rate k4 = rates(time + h, after(state, k3, h));
  return {weighted(k1.velocity, k2.velocity, k3.velocity, k4.velocity), weighted(k1.of_turn, k2.of_turn, k3.of_turn, k4.of_turn),
          weighted(k1.force, k2.force, k3.force, k4.force), weighted(k1.torque, k2.torque, k3.torque, k4.torque)};
}

bool is_finite(const Rate& rate) {
  return rate.velocity.allFinite() && rate.of_turn.allFinite() && rate.force.allFinite() && rate.torque.allFinite();
}

}  // namespace

RigidBody RigidMotion::at(double t) const {
  RigidBody body = start;
  if (duration == 0) return body;
  const double share = t / duration;
  body.pose = pose_at(start.pose, motion, t);
  if (momentum_gain != Vec3::Zero()) body.velocity += share * momentum_gain / start.mass;
  body.angular_velocity = angular_velocity_of(start, body.pose.rotation, spin + share * spin_gain);
  return body;
}

RigidMotion held_motion(const RigidBody& body) { return {.start = body, .motion = {}}; }

Result<RigidMotion> integrated(const RigidBody& body, Integrator method, double time, double duration,
                               const Simulation::Loads& loads) {
  const State state{body.center(), Eigen::Quaterniond(body.pose.rotation).normalized(), body.mass * body.velocity,
                    body.inertia_in_world() * body.angular_velocity};
  const Rate rate = mean_rate(Rates(body, loads), state, method, time, duration);
  if (!is_finite(rate)) return fail(ErrorCode::not_finite, "a load or a velocity is not finite");
  RigidMotion moved{.start = body, .motion = {}, .duration = duration, .momentum_gain = duration * rate.force, .spin = state.spin};
  moved.spin_gain = duration * rate.torque;
  moved.motion = {rate.velocity, turn_between(state.turn, after(state, rate, duration).turn, duration), state.center};
  return moved;
}

}  // namespace graze::scenes

namespace graze {

double kinetic_energy(const RigidBody& body) {
  return 0.5 * body.mass * body.velocity.squaredNorm() +
         0.5 * body.angular_velocity.dot(body.inertia_in_world() * body.angular_velocity);
}

Vec3 momentum(const RigidBody& body) { return body.mass * body.velocity; }

Vec3 angular_momentum(const RigidBody& body) {
  return body.center().cross(momentum(body)) + body.inertia_in_world() * body.angular_velocity;
}

}  // namespace graze
