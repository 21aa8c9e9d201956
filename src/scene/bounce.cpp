/// The impulse of a collision without friction.

#include <graze/simulate.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

namespace graze {
namespace {

/// How much the point gains in speed along the normal, by a unit of impulse along it.
double mobility(const RigidBody* body, const Vec3& point, const Vec3& normal) {
  if (body == nullptr) return 0;
  const Vec3 arm = point - body->center();
  const Vec3 turn = body->inertia_in_world().llt().solve(arm.cross(normal));
  return 1 / body->mass + turn.cross(arm).dot(normal);
}

void push(RigidBody* body, const Vec3& point, const Vec3& impulse) {
  if (body == nullptr) return;
  body->velocity += impulse / body->mass;
  body->angular_velocity += body->inertia_in_world().llt().solve((point - body->center()).cross(impulse));
}

Vec3 velocity_of(const RigidBody* body, const Vec3& point) {
  return body != nullptr ? body->velocity_at(point) : Vec3(Vec3::Zero());
}

}  // namespace

double SimulationContact::closing_speed() const {
  return normal.dot(velocity_of(bodies[0], points[0]) - velocity_of(bodies[1], points[1]));
}

void bounce(const SimulationContact& contact, double restitution) {
  const double speed = contact.closing_speed();
  const double yields = mobility(contact.bodies[0], contact.points[0], contact.normal) +
                        mobility(contact.bodies[1], contact.points[1], contact.normal);
  if (!(speed > 0) || !(yields > 0)) return;
  const Vec3 impulse = (1 + restitution) * speed / yields * contact.normal;
  push(contact.bodies[0], contact.points[0], -impulse);
  push(contact.bodies[1], contact.points[1], impulse);
}

}  // namespace graze
