/// Boxes, a torus and a mesh bounce in a room: a loop to copy. Arguments: steps, boxes, restitution.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <graze/graze.h>

namespace {

using namespace graze;

/// Six slabs around a cube of edge 2 * half; they do not move.
bool add_room(Scene& scene, double half) {
  constexpr double thickness = 0.01;  // thin: what is missed would be outside
  for (int k = 0; k < 6; ++k) {
    Vec3 extents = Vec3::Constant(half + 2 * thickness), place = Vec3::Zero();
    extents[k / 2] = thickness;
    place[k / 2] = (k % 2 == 0 ? -1 : 1) * (half + thickness);
    const auto slab = Geometry::make(Shape{Aabb{-extents, extents}});
    if (!slab || !scene.add({.parts = {{*slab}}, .pose = {.translation = place}, .name = "wall"})) return false;
  }
  return true;
}

/// A body whose mass is spread like that of a ball of its size: good enough to watch.
bool add_body(Scene& scene, Simulation& simulation, const Shape& shape, double size, const Vec3& place, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  const auto geometry = Geometry::make(shape);
  if (!geometry) return false;
  const auto id = scene.add({.parts = {{*geometry}}});
  if (!id) return false;
  const double mass = 8 * size * size * size;
  const Mat3 inertia = 0.4 * mass * size * size * Mat3::Identity();
  const Vec3 velocity(normal(engine), normal(engine), normal(engine)), spin(normal(engine), normal(engine), normal(engine));
  return simulation
      .add({.id = *id,
            .mass = mass,
            .inertia = inertia,
            .pose = {.translation = place},
            .velocity = velocity,
            .angular_velocity = spin})
      .has_value();
}

/// Bodies on a grid that fits into the room, none touching another.
bool add_bodies(Scene& scene, Simulation& simulation, int boxes, double half) {
  std::mt19937_64 engine(1);
  const int side = static_cast<int>(std::ceil(std::cbrt(boxes + 2)));
  const double pitch = 2 * half / side, size = 0.25 * pitch;
  for (int i = 0; i < boxes + 2; ++i) {
    const Vec3 place = pitch * Vec3(i % side + 0.5, i / side % side + 0.5, i / side / side + 0.5) - Vec3::Constant(half);
    const Shape shape = i == 0   ? Shape{make_torus_mesh(0.7 * size, 0.3 * size, 32, 16)}
                        : i == 1 ? Shape{make_sphere_mesh(size, 3)}
                                 : Shape{Aabb{Vec3::Constant(-0.7 * size), Vec3::Constant(0.7 * size)}};
    if (!add_body(scene, simulation, shape, size, place, engine)) return false;
  }
  return true;
}

double energy_of(Simulation& simulation) {
  double energy = 0;
  for (const RigidBody& body : simulation.bodies()) energy += kinetic_energy(body);
  return energy;
}

double farthest(Simulation& simulation) {
  double most = 0;
  for (const RigidBody& body : simulation.bodies()) most = std::max(most, body.center().cwiseAbs().maxCoeff());
  return most;
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 200, boxes = argc > 2 ? std::atoi(argv[2]) : 6;
  const double restitution = argc > 3 ? std::atof(argv[3]) : 0.9;
  const double half = 1;
  Scene scene;
  auto simulation = Simulation::make(scene, {.clearance = 1e-3 * half});
  if (!simulation || !add_room(scene, half) || !add_bodies(scene, *simulation, boxes, half)) return 2;

  const double energy_before = energy_of(*simulation);
  std::size_t contacts = 0, held = 0;
  for (int i = 0; i < steps; ++i) {
    const auto report = simulation->step(0.02, [&](const SimulationContact& contact) { bounce(contact, restitution); });
    if (!report) {
      std::puts(report.error().message.c_str());
      return 2;
    }
    contacts += report->contacts;
    held += report->held.size();
  }
  std::printf("%d steps, %zu bodies, %zu contacts, %zu held, energy %.6g of %.6g, farthest centre %.4f\n", steps,
              simulation->bodies().size(), contacts, held, energy_of(*simulation), energy_before, farthest(*simulation));
  std::puts(farthest(*simulation) < half ? "all are in the room" : "a body has left the room");
  return farthest(*simulation) < half ? 0 : 1;
}
