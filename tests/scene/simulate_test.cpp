/// Simulations of bodies whose ways can be worked out by hand, and of many whose energy and momentum can.

#include <random>

#include <gtest/gtest.h>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/simulate.h>

namespace graze {
namespace {

constexpr double clearance = 1e-3;

Simulation::OnContact bouncing(double restitution) {
  return [restitution](const SimulationContact& contact) { bounce(contact, restitution); };
}

BodyId add_shape(Scene& scene, const Shape& shape, const Vec3& place = Vec3::Zero()) {
  return scene.add({.parts = {{Geometry::make(shape).value()}}, .pose = {.translation = place}}).value();
}

Shape ball_shape(double radius) { return Shape{Sphere{Vec3::Zero(), radius}}; }
Shape cube(double half) { return Shape{Aabb{Vec3::Constant(-half), Vec3::Constant(half)}}; }

struct World {
  Scene scene;
  Simulation simulation;

  explicit World(const SimulationOptions& options = {.clearance = clearance})
      : simulation(Simulation::make(scene, options).value()) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  BodyId add(const Shape& shape, const Vec3& place, const Vec3& velocity, const Vec3& spin = Vec3::Zero(), double mass = 1) {
    const BodyId id = add_shape(scene, shape);
    const Mat3 inertia = mass * Vec3(0.1, 0.15, 0.2).asDiagonal();
    EXPECT_TRUE(simulation.add({.id = id,
                                .mass = mass,
                                .inertia = inertia,
                                .pose = {.translation = place},
                                .velocity = velocity,
                                .angular_velocity = spin}));
    return id;
  }
  /// Slabs around a cube of edge 2.
  void add_room() {
    for (int k = 0; k < 6; ++k) {
      Vec3 extents = Vec3::Constant(1.1), place = Vec3::Zero();
      extents[k / 2] = 0.01;
      place[k / 2] = (k % 2 == 0 ? -1 : 1) * 1.01;
      add_shape(scene, Shape{Aabb{-extents, extents}}, place);
    }
  }
  double energy() {
    double sum = 0;
    for (const RigidBody& body : simulation.bodies()) sum += kinetic_energy(body);
    return sum;
  }
  RigidBody& operator[](BodyId id) { return *simulation.body(id); }
};

TEST(Simulation, ABallHitsAnotherWhenAndWhereItShouldAndHandsOverItsSpeed) {
  World world;
  const BodyId left = world.add(ball_shape(0.5), {-2, 0, 0}, {1, 0, 0}), right = world.add(ball_shape(0.5), {2, 0, 0}, {0, 0, 0});
  std::vector<SimulationContact> contacts;
  const auto report = world.simulation.step(10, [&](const SimulationContact& contact) {
    contacts.push_back(contact);
    bounce(contact, 1);
  });
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_NEAR(contacts[0].time, 3 - clearance, 1e-6);
  EXPECT_NEAR((contacts[0].normal - Vec3(1, 0, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR(contacts[0].points[0].x(), 1.5 - clearance, 1e-6);
  EXPECT_EQ(contacts[0].ids[0], left);
  EXPECT_EQ(contacts[0].ids[1], right);
  EXPECT_NEAR(world[left].velocity.norm(), 0, 1e-12);
  EXPECT_NEAR(world[right].velocity.x(), 1, 1e-12);
  EXPECT_NEAR(world[right].pose.translation.x(), 2 + 7 + clearance, 1e-6);
  EXPECT_EQ(world.simulation.time(), 10);
}

TEST(Simulation, ABulletDoesNotTunnelThroughAThinPlate) {
  World world;
  add_shape(world.scene, Shape{Aabb{{-1e-6, -5, -5}, {1e-6, 5, 5}}});
  const BodyId bullet = world.add(ball_shape(0.01), {-3, 0.1, 0.2}, {1e6, 0, 0});
  ASSERT_TRUE(world.simulation.step(1, bouncing(1)));
  EXPECT_LT(world[bullet].pose.translation.x(), -1e5);
  EXPECT_NEAR(world[bullet].velocity.x(), -1e6, 1e-3);
}

TEST(Simulation, ContactsOfOneStepAreAllFound) {
  World world({.clearance = clearance, .max_contacts = 1000});
  add_shape(world.scene, Shape{Aabb{{-2, -5, -5}, {-1, 5, 5}}});
  add_shape(world.scene, Shape{Aabb{{1, -5, -5}, {2, 5, 5}}});
  const BodyId id = world.add(ball_shape(0.5), {0, 0, 0}, {100, 0, 0});
  const auto report = world.simulation.step(1, bouncing(1));
  ASSERT_TRUE(report);
  // 0.5 - clearance to the first wall, then 1 - 2 * clearance from wall to wall.
  EXPECT_EQ(report->contacts, static_cast<std::size_t>(1 + (100 - 0.5 + clearance) / (1 - 2 * clearance)));
  EXPECT_NEAR(std::abs(world[id].velocity.x()), 100, 1e-9);
}

TEST(Simulation, EnergyAndMomentumStayWhenNothingIsLost) {
  World world;
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&] { return Vec3(number(engine), number(engine), number(engine)); };
  for (int i = 0; i < 8; ++i) {
    const Vec3 place = 1.5 * Vec3(i % 2, i / 2 % 2, i / 4);
    world.add(i == 0 ? Shape{make_torus_mesh(0.4, 0.15, 16, 8)} : cube(0.35), place,
              0.5 * (Vec3::Constant(0.75) - place) + 0.1 * vector(), vector(), 1 + i);
  }
  Vec3 before = Vec3::Zero(), spin = Vec3::Zero();
  for (const RigidBody& body : world.simulation.bodies()) {
    before += momentum(body);
    spin += angular_momentum(body);
  }
  const double energy = world.energy();
  std::size_t contacts = 0;
  for (int i = 0; i < 300; ++i) {
    const auto report = world.simulation.step(0.01, bouncing(1));
    ASSERT_TRUE(report) << report.error().message;
    contacts += report->contacts;
  }
  EXPECT_GT(contacts, 5U);
  for (const RigidBody& body : world.simulation.bodies()) {
    before -= momentum(body);
    spin -= angular_momentum(body);
  }
  EXPECT_LT(before.norm(), 1e-11);
  EXPECT_LT(spin.norm(), 1e-9);
  // Between the ends of a step a body that tumbles is not quite where it would be: an error of second order in the step.
  EXPECT_NEAR(world.energy(), energy, 1e-5 * energy);
}

TEST(Simulation, NothingLeavesTheRoomAndEnergyOnlyFalls) {
  World world;
  world.add_room();
  const BodyId ids[] = {world.add(cube(0.2), {-0.5, -0.5, 0}, {3, 2, 1}, {1, 2, 3}),
                        world.add(Shape{make_torus_mesh(0.2, 0.08, 12, 6)}, {0.5, 0.5, 0}, {-2, 1, 3}, {5, 0, 1}),
                        world.add(Shape{make_sphere_mesh(0.15, 1)}, {0.5, -0.5, 0.5}, {1, -4, 1})};
  double energy = world.energy();
  for (int i = 0; i < 1000; ++i) {
    const auto report = world.simulation.step(0.02, bouncing(0.98));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_FALSE(
        any_overlap(world.scene, {.may_meet = [&](BodyId, BodyId b) { return world.simulation.body(b) != nullptr; }}).value())
        << "step " << i;
    for (const BodyId id : ids) ASSERT_LT(world[id].pose.translation.cwiseAbs().maxCoeff(), 1) << "step " << i;
    EXPECT_LE(world.energy(), energy * (1 + 1e-5)) << i;
    energy = world.energy();
  }
}

TEST(Simulation, TenThousandStepsOfAFastBoxEndInTheRoom) {
  World world;
  world.add_room();
  const BodyId id = world.add(cube(0.3), {0, 0, 0}, {7, 5, 3}, {1, 2, 3});
  for (int i = 0; i < 10000; ++i) {
    ASSERT_TRUE(world.simulation.step(0.02, bouncing(1)));
    ASSERT_LT(world[id].pose.translation.cwiseAbs().maxCoeff(), 0.7) << i;
  }
}

TEST(Simulation, ABallComesToRestAndStaysAboveTheFloor) {
  World world;
  add_shape(world.scene, Shape{Aabb{{-5, -5, -1}, {5, 5, 0}}});
  const BodyId id = world.add(ball_shape(0.5), {0, 0, 1}, {0, 0, 0});
  const auto gravity = [](double, const RigidBody& body) { return Load{.force = {0, 0, -10 * body.mass}}; };
  bool was_held = false;
  for (int i = 0; i < 600; ++i) {
    const auto report = world.simulation.step(0.01, bouncing(0.5), gravity);
    ASSERT_TRUE(report) << report.error().message;
    was_held = was_held || !report->held.empty();
    ASSERT_GT(world[id].pose.translation.z(), 0.5) << i;
  }
  EXPECT_TRUE(was_held) << "contacts that follow each other ever faster have to end";
  EXPECT_LT(world[id].pose.translation.z(), 0.5 + 2 * clearance);
  EXPECT_LT(world[id].velocity.norm(), 0.2);
  world[id].velocity = {0, 0, 3};
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(world.simulation.step(0.01, bouncing(0.5), gravity));
  EXPECT_GT(world[id].pose.translation.z(), 0.8) << "what rests can leave";
}

TEST(Simulation, WhatRestsCostsOneContactAStepAndStaysWhereItIs) {
  World world;
  world.add_room();
  const BodyId ids[] = {world.add(cube(0.2), {-0.5, -0.5, -0.2}, {1, 0, 0}, {1, 2, 3}),
                        world.add(Shape{make_torus_mesh(0.2, 0.08, 12, 6)}, {0.5, 0.5, -0.2}, {0, 1, 0}, {2, 0, 1}),
                        world.add(Shape{make_sphere_mesh(0.15, 1)}, {0.5, -0.5, -0.2}, {0, 0, 1})};
  const auto gravity = [](double, const RigidBody& body) { return Load{.force = {0, 0, -10 * body.mass}}; };
  const auto step = [&] { return world.simulation.step(0.02, bouncing(0.5), gravity); };
  constexpr std::size_t most = std::size(ids) * (SimulationOptions{}.max_contacts + 1);  // the last one holds
  for (int i = 0; i < 150; ++i) {
    const auto report = step();
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_LE(report->contacts, most) << i;
  }
  std::vector<Pose> poses;
  for (const BodyId id : ids) poses.push_back(world[id].pose);
  for (int i = 0; i < 50; ++i) {
    const auto report = step();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->held, std::vector<BodyId>(std::begin(ids), std::end(ids))) << i;
    EXPECT_EQ(report->contacts, std::size(ids)) << i;
  }
  for (std::size_t k = 0; k < std::size(ids); ++k) {
    EXPECT_EQ(world[ids[k]].pose.translation, poses[k].translation);
    EXPECT_EQ(world[ids[k]].pose.rotation, poses[k].rotation);
  }
}

TEST(Simulation, ABodyThatIsNotTurnedBackIsStopped) {
  World world;
  add_shape(world.scene, Shape{Aabb{{1, -5, -5}, {2, 5, 5}}});
  const BodyId id = world.add(cube(0.5), {0, 0, 0}, {10, 0, 0});
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(world.simulation.step(0.1, [](const SimulationContact&) {}));
    ASSERT_LT(world[id].pose.translation.x(), 0.5);
  }
  EXPECT_GT(world[id].pose.translation.x(), 0.5 - clearance);
  EXPECT_EQ(world[id].velocity.x(), 10) << "velocities are the application's";
}

TEST(Simulation, TooManyContactsInAStepHoldABodyUntilItsEnd) {
  World world({.clearance = clearance, .max_contacts = 3});
  add_shape(world.scene, Shape{Aabb{{-2, -5, -5}, {-1, 5, 5}}});
  add_shape(world.scene, Shape{Aabb{{1, -5, -5}, {2, 5, 5}}});
  const BodyId id = world.add(ball_shape(0.5), {0, 0, 0}, {100, 0, 0});
  const auto report = world.simulation.step(1, bouncing(1));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->contacts, 4U);
  EXPECT_EQ(report->held, std::vector<BodyId>{id});
  EXPECT_EQ(world.simulation.time(), 1);
  EXPECT_GT(world.simulation.step(0.02, bouncing(1))->contacts, 0U) << "it goes on in the next step";
}

TEST(Simulation, BodiesThatOverlapAtTheStartAreReportedOnceAndMayPart) {
  World world;
  const BodyId left = world.add(ball_shape(0.5), {0, 0, 0}, {-1, 0, 0});
  world.add(ball_shape(0.5), {0.5, 0, 0}, {1, 0, 0});
  std::size_t initial = 0, later = 0;
  const auto on_contact = [&](const SimulationContact& contact) {
    ++(contact.initial ? initial : later);
    bounce(contact, 1);
  };
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(world.simulation.step(0.1, on_contact));
  EXPECT_EQ(initial, 1U);
  EXPECT_EQ(later, 0U);
  world[left].velocity = {5, 0, 0};
  ASSERT_TRUE(world.simulation.step(1, on_contact));
  EXPECT_EQ(initial, 1U);
  EXPECT_EQ(later, 1U) << "once apart they are bodies like others";
}

TEST(Simulation, FallsAlongAParabola) {
  for (const Integrator method : {Integrator::euler, Integrator::runge_kutta4}) {
    World world({.method = method, .clearance = clearance});
    const BodyId id = world.add(ball_shape(0.5), {0, 0, 0}, {1, 0, 0});
    const auto gravity = [](double, const RigidBody& body) { return Load{.force = {0, 0, -10 * body.mass}}; };
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(world.simulation.step(0.01, bouncing(1), gravity));
    EXPECT_NEAR(world[id].velocity.z(), -10, 1e-12);
    EXPECT_NEAR(world[id].pose.translation.x(), 1, 1e-12);
    // Euler is late by half a step: 100 * 10 * 0.01^2 / 2.
    EXPECT_NEAR(world[id].pose.translation.z(), method == Integrator::euler ? -4.95 : -5, 1e-12);
  }
}

TEST(Simulation, ATumblingBodyKeepsItsAngularMomentumAndEnergy) {
  World world;
  const BodyId id = world.add(cube(0.5), {0, 0, 0}, {0, 0, 0}, {0.1, 3, 0.1});  // about the middle axis: it tumbles
  const Vec3 before = angular_momentum(world[id]);
  const double energy = world.energy();
  Vec3 least = world[id].angular_velocity;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(world.simulation.step(0.01, bouncing(1)));
    least = least.cwiseMin(world[id].angular_velocity);
  }
  EXPECT_NEAR((angular_momentum(world[id]) - before).norm(), 0, 1e-10);
  EXPECT_NEAR(world.energy(), energy, 1e-6 * energy);
  EXPECT_LT(least.minCoeff(), -0.1) << "it did not tumble";
}

/// What is predicted for neighbours alone has to be what everybody would be told.
TEST(Simulation, ManySmallBodiesStayApartFromEachOther) {
  World world({.clearance = 1e-4});
  world.add_room();
  for (int i = 0; i < 64; ++i) {
    const Vec3 place = 0.5 * Vec3(i % 4, i / 4 % 4, i / 16) - Vec3::Constant(0.75);
    world.add(i % 2 == 0 ? cube(0.15) : ball_shape(0.2), place, Vec3(i % 5 - 2, i % 7 - 3, i % 3 - 1), {1, 1, 0});
  }
  const double energy = world.energy();
  std::size_t contacts = 0, held = 0;
  for (int i = 0; i < 25; ++i) {
    const auto report = world.simulation.step(0.02, bouncing(1));
    ASSERT_TRUE(report) << report.error().message;
    contacts += report->contacts;
    held += report->held.size();
    ASSERT_FALSE(
        any_overlap(world.scene, {.may_meet = [&](BodyId, BodyId b) { return world.simulation.body(b) != nullptr; }}).value());
  }
  EXPECT_GT(contacts, 100U);
  EXPECT_EQ(held, 0U);
  EXPECT_NEAR(world.energy(), energy, 1e-3 * energy);
}

TEST(Simulation, SaysWhatIsWrongWithWhatItIsGiven) {
  World world;
  const BodyId id = add_shape(world.scene, ball_shape(1));
  const auto error_of = [&](const RigidBody& body) { return world.simulation.add(body).error().message; };
  EXPECT_NE(error_of({.id = id, .mass = 0}).find("mass"), std::string::npos);
  EXPECT_NE(error_of({.id = id, .inertia = Mat3::Zero()}).find("inertia"), std::string::npos);
  EXPECT_NE(error_of({.id = id, .inertia = Mat3::Ones() + Mat3::Identity() * std::nan("")}).find("inertia"), std::string::npos);
  EXPECT_NE(error_of({.id = id, .velocity = {std::nan(""), 0, 0}}).find("velocity"), std::string::npos);
  EXPECT_FALSE(world.simulation.add({.id = {77, 1}}));
  EXPECT_FALSE(world.simulation.add({.id = id, .pose = {.rotation = 2 * Mat3::Identity()}}));
  EXPECT_TRUE(world.simulation.bodies().empty());
  ASSERT_TRUE(world.simulation.add({.id = id}));
  EXPECT_FALSE(world.simulation.step(0, bouncing(1)));
  EXPECT_FALSE(world.simulation.step(std::nan(""), bouncing(1)));
  EXPECT_FALSE(world.simulation.step(1, bouncing(1), [](double, const RigidBody&) { return Load{.force = {std::nan(""), 0, 0}}; }));
  EXPECT_FALSE(world.simulation.remove({77, 1}));
  EXPECT_TRUE(world.simulation.remove(id));
  EXPECT_TRUE(world.scene.remove(id));
  EXPECT_FALSE(Simulation::make(world.scene, {.clearance = 0}));
  EXPECT_FALSE(Simulation::make(world.scene, {.max_contacts = 0}));
}

}  // namespace
}  // namespace graze
