/// First contact of meshes and shapes of every other kind that move and turn: against dense sampling with bisection, the method for
/// any two bodies, closed forms.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <Eigen/Geometry>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "mesh/triangle_against_shape.h"
#include "motion/pose_at.h"
#include "motion/turning/advancement.h"
#include "motion/turning/convex.h"
#include "questions/any_body.h"
#include "questions/turning_pair.h"

namespace graze {
namespace {

using testing::meet_at;

using testing::body;

using testing::AnyBody;
using testing::effort;

using testing::pi;

/// Kinds of AnyBody::shape.
constexpr int line_kind = 1, ray_kind = 2, plane_kind = 4, half_space_kind = 5, shape_kinds = 17;

bool is_endless(int kind) { return kind == line_kind || kind == ray_kind || kind == plane_kind || kind == half_space_kind; }

int bounded_kind(AnyBody& random) {
  for (;;) {
    const int kind = static_cast<int>(random.below(shape_kinds));
    if (!is_endless(kind)) return kind;
  }
}

/// Points are where the shape is, and nothing of it is farther: a half-space one unit beyond has the distance 1.
TEST(SupportSum, FindTheFarthestPoint) {
  AnyBody random(71);
  for (int n = 0; n < effort(2000); ++n) {
    const Shape shape = random.shape(bounded_kind(random));
    const auto parts = query::SupportSum::of(shape);
    ASSERT_TRUE(parts);
    const Vec3 direction = random.real(0.1, 10) * random.unit();
    const Vec3 found = parts->support(direction);
    EXPECT_LE(closest_points(body(shape), body({Point{found}}))->distance, 1e-14) << shape.value.index();
    const Vec3 unit = direction.normalized();
    const Body beyond = body({HalfSpace{-unit, -(unit.dot(found) + 1)}});
    EXPECT_NEAR(closest_points(body(shape), beyond)->distance, 1, 1e-9) << shape.value.index();
  }
  for (const int kind : {line_kind, ray_kind, plane_kind, half_space_kind, shape_kinds}) {
    EXPECT_FALSE(query::SupportSum::of(random.shape(kind))) << kind;
  }
}

struct TurningShape {
  Shape shape;
  Pose pose;
  Motion motion;
  query::SupportSum parts = *query::SupportSum::of(shape);

  [[nodiscard]] query::PartMotion part_motion() const {
    query::PartMotion part{motion.velocity, motion.angular_velocity, 0, 0};
    const Vec3 center = center_of(pose, motion);
    for (int k = 0; k < 8; ++k) {  // the corners of a box that holds all
      const Vec3 low(-(k & 1) * 1.0, -(k >> 1 & 1) * 1.0, -(k >> 2 & 1) * 1.0);
      const Vec3 arm = pose.to_world(box_corner(low)) - center;
      if (motion.rotates())
        part.radius = std::max(part.radius, motion.angular_velocity.normalized().cross(arm).norm() * (1 + 1e-14));
    }
    part.rim_speed = part.radius * motion.angular_velocity.norm() * (1 + 1e-14);
    return part;
  }
  [[nodiscard]] Vec3 box_corner(const Vec3& low) const {
    Vec3 corner;
    for (int i = 0; i < 3; ++i) corner[i] = parts.support(low[i] < 0 ? Vec3(-Vec3::Unit(i)) : Vec3(Vec3::Unit(i)))[i];
    return corner;
  }
  [[nodiscard]] query::MovingConvex now() const {
    const Vec3 arm = pose.translation - center_of(pose, motion);
    return {part_motion(), &parts,           Vec3::Zero(),
            pose.rotation, pose.translation, motion.velocity + motion.angular_velocity.cross(arm)};
  }
  [[nodiscard]] query::MovingTriangle now_as_triangle() const {
    const auto& v = std::get<Triangle>(shape.value).v;
    query::MovingTriangle moving{part_motion(), {}, {}};
    for (int k = 0; k < 3; ++k) {
      moving.v[k] = pose.to_world(v[k]);
      moving.velocity[k] = motion.velocity + motion.angular_velocity.cross(moving.v[k] - center_of(pose, motion));
    }
    return moving;
  }
};

TurningShape random_turning(AnyBody& random, int kind, int n) {
  TurningShape t{random.shape(kind), random.pose(1.5), {random.vector(1), n % 3 == 0 ? Vec3(Vec3::Zero()) : random.vector(3), {}}};
  if (n % 2 == 0) t.motion.center = random.vector(3);
  return t;
}

TEST(FreeConvex, NeverExceedsTheTrueFreeTime) {
  AnyBody random(73);
  constexpr double end = 1;  // a radian or so
  int positive = 0, contacts = 0;
  double sum_of_ratios = 0;
  for (int n = 0; n < effort(1500); ++n) {
    const TurningShape a = random_turning(random, 13, n), b = random_turning(random, bounded_kind(random), 5 * n + 1);
    const auto leaf_at = [&](double t, auto&& ask) {
      const Pose pose_a = pose_at(a.pose, a.motion, t), pose_b = pose_at(b.pose, b.motion, t);
      return ask(query::TriangleAgainstShape(b.shape, pose_b), place(std::get<Triangle>(a.shape.value), pose_a));
    };
    const auto meet = [&](double t) { return leaf_at(t, [](const auto& leaf, const auto& t_a) { return leaf.meets(t_a); }); };
    const query::MovingTriangle now_a = a.now_as_triangle();
    const query::MovingConvex now_b = b.now();
    query::FreeConvex<query::MovingTriangle> free(now_a, now_b, {1e-14, 1e-14, 0, end});
    free.try_likely_axes();
    const Closest closest = leaf_at(0, [](const auto& leaf, const auto& t_a) { return leaf.closest(t_a); });
    free.try_axis(closest.points[0] - closest.points[1]);
    if (free.time() == 0) continue;
    ++positive;
    const double until = std::min(free.time(), end);
    for (int k = 0; k <= 30; ++k) ASSERT_FALSE(meet(until * k / 30)) << "pair " << n << " within " << free.time();
    double first = until;
    for (int k = 0; k < 100 && !meet(first); ++k) first = until + (end - until) * k / 100;
    if (!meet(first)) continue;
    ++contacts;
    sum_of_ratios += until / first;
  }
  EXPECT_GT(positive, effort(1500) / 2);
  EXPECT_GT(contacts, effort(1500) / 20);
  EXPECT_GT(sum_of_ratios / contacts, 0.5) << "the bound is sound but of little use";
}

TriangleMesh random_thin_mesh(AnyBody& random) {
  switch (random.below(5)) {
    case 0: return make_box_mesh(Vec3(random.real(0.2, 1), random.real(0.2, 1), 1e-4));  // a thin plate
    case 1: return make_box_mesh(Vec3(random.real(0.1, 1), random.real(0.1, 1), random.real(0.1, 1)));
    case 2: return make_sphere_mesh(0.6, 1);
    case 3: return make_torus_mesh(0.7, 0.2, 12, 6);
    default: return make_box_mesh(Vec3(1, 0.02, 0.02));  // a needle
  }
}

/// Some of them thin as well.
Shape random_shape(AnyBody& random) {
  switch (random.below(6)) {
    case 0: return {Obb{Vec3::Zero(), world_frame(), Vec3(random.real(0.2, 1), random.real(0.2, 1), 1e-4)}};
    case 1: return {Capsule{{Vec3(-1, 0, 0), Vec3(1, 0, 0)}, 1e-3}};
    case 2: return {Cylinder{{Vec3(0, 0, -1e-3), Vec3(0, 0, 1e-3)}, random.real(0.2, 1)}};
    default: return random.shape(static_cast<int>(random.below(shape_kinds)));
  }
}

/// Tunnelling speeds, pure rotation, swings by 180 degrees, slow passing, both turning. What has no end does not turn.
void set_one_turning(AnyBody& random, Body& mesh, Body& shape) {
  const bool may_turn = !is_endless(static_cast<int>(shape.geometry.shape().value.index()));
  Body& first = random.below(2) == 0 && may_turn ? shape : mesh;
  Body& second = &first == &mesh ? shape : mesh;
  const Vec3 way = second.pose.translation - first.pose.translation;
  switch (random.below(5)) {
    case 0: first.motion = {3 * way + random.vector(1), random.vector(1), {}}; break;
    case 1: first.motion = {Vec3::Zero(), random.vector(3), random.vector(1)}; break;
    case 2: first.motion = {Vec3::Zero(), pi * random.unit(), first.pose.translation + random.vector(2)}; break;
    case 3: first.motion = {random.vector(1), random.vector(0.1), {}}; break;
    default: first.motion = {random.vector(1.5), random.vector(3), random.vector(1)};
  }
  if (random.below(2) == 0) second.motion.velocity = random.vector(1);
  if (random.below(2) == 0 && (&second == &mesh || may_turn)) second.motion.angular_velocity = random.vector(3);
}

/// A time before t at which they meet, if any of many does: all along, and closer and closer to t.
std::optional<double> meeting_before(const Body& a, const Body& b, double t) {
  if (t == 0) return std::nullopt;
  constexpr int samples = 40;
  for (int k = 0; k < samples; ++k) {
    if (meet_at(a, b, t * k / samples)) return t * k / samples;
  }
  for (int k = 6; k < samples; ++k) {
    const double close = t - std::ldexp(t, -k);
    if (meet_at(a, b, close)) return close;
  }
  return std::nullopt;
}

TEST(SweepTurningMeshAndShape, IsNeverLate) {
  AnyBody random(79);
  constexpr double tol = 1e-5;
  int contacts = 0, clear = 0, met = 0;
  std::vector<Geometry> meshes, shapes;
  for (int n = 0; n < 40; ++n) meshes.push_back(*Geometry::make({random_thin_mesh(random)}));
  for (int n = 0; n < 200; ++n) shapes.push_back(*Geometry::make(random_shape(random)));
  for (int n = 0; n < effort(2000); ++n) {
    Body mesh{meshes[random.below(meshes.size())], random.pose(1), {}};
    Body shape{shapes[random.below(shapes.size())], random.pose(1.5), {}};
    set_one_turning(random, mesh, shape);
    const auto impact = n % 2 == 0 ? sweep_turning(mesh, shape, {.t_max = 1, .tolerance = tol})
                                   : sweep_turning(shape, mesh, {.t_max = 1, .tolerance = tol});
    ASSERT_TRUE(impact) << impact.error().message;
    ASSERT_NE(impact->status, TurningStatus::unfinished) << "motion " << n;
    const bool contact = impact->status == TurningStatus::contact;
    (contact ? contacts : clear) += 1;
    const auto missed = meeting_before(mesh, shape, contact ? impact->t_lo : 1);
    ASSERT_FALSE(missed) << "motion " << n << " of kind " << shape.geometry.shape().value.index() << " meets at " << *missed
                         << ", not first at " << impact->t_lo;
    if (!contact) continue;
    ASSERT_EQ(impact->initial, meet_at(mesh, shape, 0)) << "motion " << n;
    const auto closest = n % 2 == 0 ? closest_points(at_time(mesh, impact->t_lo), at_time(shape, impact->t_lo))
                                    : closest_points(at_time(shape, impact->t_lo), at_time(mesh, impact->t_lo));
    ASSERT_LE(closest->distance, tol) << "motion " << n;
    ASSERT_LE(impact->closest.distance, tol) << "motion " << n;
    ASSERT_GE(impact->closest.features[n % 2].triangle, 0);
    ASSERT_EQ(impact->closest.features[1 - n % 2].triangle, -1);
    if (!impact->t_hi) continue;
    ASSERT_GE(*impact->t_hi, impact->t_lo);
    ASSERT_TRUE(meet_at(mesh, shape, *impact->t_hi)) << "motion " << n;
    met += *impact->t_hi - impact->t_lo < 1e-3 ? 1 : 0;
  }
  EXPECT_GT(contacts, effort(2000) / 10);
  EXPECT_GT(clear, effort(2000) / 10);
  EXPECT_GT(met, contacts / 2);
}

/// The time, of many, at which they are nearest; nothing when they meet then.
struct Nearest {
  double time;
  Closest closest;
};
std::optional<Nearest> nearest_time(const Body& a, const Body& b) {
  std::optional<Nearest> best;
  constexpr int samples = 50;
  for (int k = 0; k <= samples; ++k) {
    const double t = static_cast<double>(k) / samples;
    const Closest closest = *closest_points(at_time(a, t), at_time(b, t));
    if (!(closest.distance > 0)) return std::nullopt;
    if (!best || closest.distance < best->closest.distance) best = {t, closest};
  }
  return best;
}

/// Motions that pass at about a distance of 1e-5, touch, or cut in by as much.
TEST(SweepTurningMeshAndShape, IsNeverLateWhenItGrazes) {
  AnyBody random(97);
  constexpr double tol = 1e-7;
  int contacts = 0, clear = 0;
  for (int n = 0; n < effort(300); ++n) {
    Body mesh{*Geometry::make({random_thin_mesh(random)}), random.pose(1), {}};
    Body other{*Geometry::make(n % 3 == 0 ? Shape{random_thin_mesh(random)} : random_shape(random)), random.pose(2), {}};
    set_one_turning(random, mesh, other);
    const auto nearest = nearest_time(mesh, other);
    if (!nearest) continue;
    const double off = n % 2 == 0 ? 1e-5 : -1e-5;
    const Vec3 way = nearest->closest.points[1] - nearest->closest.points[0];
    const Vec3 shift = (off / nearest->closest.distance - 1) * way;
    if (!other.motion.center) other.motion.center = other.pose.translation;
    other.pose.translation += shift;
    *other.motion.center += shift;
    const auto impact = sweep_turning(mesh, other, {.t_max = 1, .tolerance = tol});
    ASSERT_TRUE(impact) << impact.error().message;
    ASSERT_NE(impact->status, TurningStatus::unfinished) << "motion " << n;
    const bool contact = impact->status == TurningStatus::contact;
    (contact ? contacts : clear) += 1;
    const double until = contact ? impact->t_lo : 1;
    ASSERT_FALSE(meeting_before(mesh, other, until)) << "motion " << n;
    for (int k = -100; k <= 100; ++k) {
      const double t = nearest->time + 1e-3 * k / 100;
      if (t >= 0 && t < until) {
        ASSERT_FALSE(meet_at(mesh, other, t)) << "motion " << n << " meets at " << t << " before " << until;
      }
    }
  }
  EXPECT_GT(contacts, effort(300) / 20);
  EXPECT_GT(clear, effort(300) / 20);
}

/// Neither is late, and both stop within the tolerance of a contact.
TEST(SweepTurningMeshAndShape, AgreesWithTheMethodForAnyTwoBodies) {
  AnyBody random(83);
  constexpr double tol = 1e-6;
  int contacts = 0;
  for (int n = 0; n < effort(60); ++n) {
    const Body mesh = body({make_bumpy_sphere_mesh(0.5, 0.2, 2)}, random.pose(0), {random.vector(0.3), random.vector(1), {}});
    Body shape{*Geometry::make(random.shape(bounded_kind(random))), {random.pose(0).rotation, 2 * random.unit()}, {}};
    shape.motion = {-1.5 * shape.pose.translation + random.vector(0.5), random.vector(1), {}};
    const auto found = sweep_turning(mesh, shape, {.t_max = 1, .tolerance = tol});
    query::ConstantVelocityPair pair(mesh, shape, {query::reach_of(mesh), query::reach_of(shape)}, 1);
    const auto expected = query::advance(pair, {0, tol, 100000});
    ASSERT_TRUE(found && expected);
    ASSERT_EQ(found->status, expected->status) << n;
    if (found->status != TurningStatus::contact) continue;
    ++contacts;
    EXPECT_NEAR(found->t_lo, expected->t_lo, 1e-4) << n;
  }
  EXPECT_GT(contacts, effort(60) / 3);
}

/// The corner of a turning cube passes a wall at a distance of 1e-4, or reaches it.
TEST(SweepTurningMeshAndShape, TellsGrazingFromPassing) {
  const double diagonal = std::sqrt(2.0);
  const Shape walls[] = {{Plane{Vec3::UnitX(), diagonal}},
                         {HalfSpace{-Vec3::UnitX(), -diagonal}},
                         {Obb{Vec3(diagonal + 0.1, 0, 0), world_frame(), Vec3(0.1, 3, 3)}},
                         {Aabb{Vec3(diagonal, -3, -3), Vec3(diagonal + 0.1, 3, 3)}},
                         {Line{Vec3(diagonal, 0, 0), Vec3(0, 2, 0)}},
                         {Cylinder{{Vec3(diagonal, 0, 0), Vec3(3, 0, 0)}, 2}}};
  for (const Shape& wall : walls) {
    for (const double off : {1e-4, -1e-4}) {
      Body cube = body({make_box_mesh(Vec3(1, 1, 1))}, {}, {Vec3::Zero(), Vec3(0, 0, pi / 2), Vec3::Zero()});
      cube.pose.translation.x() -= off;
      cube.motion.center = cube.pose.translation;
      const auto impact = sweep_turning(body(wall), cube, {.t_max = 1, .tolerance = 1e-8});
      ASSERT_TRUE(impact);
      EXPECT_EQ(impact->status, off > 0 ? TurningStatus::clear : TurningStatus::contact) << wall.value.index() << " " << off;
      if (off > 0) continue;
      const double first = (pi / 4 - std::acos(1 - 1e-4 / diagonal)) / (pi / 2);
      EXPECT_LE(impact->t_lo, first) << wall.value.index();
      EXPECT_NEAR(impact->t_lo, first, 1e-6) << wall.value.index();
    }
  }
}

/// Plates of thickness 2e-6 that a ball, a box and a plane pass within a millionth of the time.
TEST(SweepTurningMeshAndShape, FindsThinPlatesAtTunnellingSpeed) {
  const Body plate =
      body({make_box_mesh(Vec3(0.2, 0.2, 1e-6))}, {Mat3::Identity(), Vec3(0, 0, 500)}, {Vec3(0, 0, -1000), Vec3(0, 0, 5), {}});
  const std::pair<Shape, double> walls[] = {{{Sphere{Vec3::Zero(), 1e-3}}, 1e-3},
                                            {{Obb{Vec3::Zero(), world_frame(), Vec3(1, 1, 1e-6)}}, 1e-6},
                                            {{Plane{}}, 0},
                                            {{HalfSpace{}}, 0},
                                            {{Ellipsoid{Vec3::Zero(), world_frame(), Vec3(1, 1, 1e-3)}}, 1e-3}};
  for (const auto& [wall, half] : walls) {
    const auto impact = sweep_turning(plate, body(wall), {.t_max = 1, .tolerance = 1e-9});
    ASSERT_TRUE(impact);
    ASSERT_EQ(impact->status, TurningStatus::contact) << wall.value.index();
    const double first = (500 - 1e-6 - half) / 1000;
    EXPECT_LE(impact->t_lo, first) << wall.value.index();
    EXPECT_NEAR(impact->t_lo, first, 1e-11) << wall.value.index();
  }
}

TEST(SweepTurningMeshAndShape, SaysUnfinishedWithAValidBoundWhenItMustStop) {
  const Body mesh = body({make_sphere_mesh(1, 3)});
  const Body box = body({Obb{Vec3::Zero(), world_frame(), Vec3(0.5, 0.4, 0.3)}}, {Mat3::Identity(), Vec3(3, 0.5, 0)},
                        {Vec3(-1, 0, 0), Vec3(0, 0, 2), {}});
  const auto whole = sweep_turning(mesh, box, {.t_max = 3, .tolerance = 1e-8});
  ASSERT_EQ(whole->status, TurningStatus::contact);
  double previous = -1;
  for (std::size_t limit = 1; limit < 1000; limit *= 2) {
    const auto impact = sweep_turning(mesh, box, {.t_max = 3, .tolerance = 1e-8, .max_evaluations = limit});
    EXPECT_LE(impact->t_lo, *whole->t_hi);
    EXPECT_GE(impact->t_lo, previous) << "more evaluations never know less";
    EXPECT_TRUE(limit > 4 || impact->status == TurningStatus::unfinished);
    previous = impact->t_lo;
  }
  EXPECT_EQ(previous, whole->t_lo);
}

/// Scaling by powers of two changes nothing; nor does which body is named first.
TEST(SweepTurningMeshAndShape, DoesNotDependOnUnitsOrOrder) {
  AnyBody random(89);
  for (int n = 0; n < effort(40); ++n) {
    TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 2);
    const Vec3 half(random.real(0.1, 1), random.real(0.1, 1), random.real(0.1, 1));
    const Pose pose{random.pose(0).rotation, 3 * random.unit()};
    const Motion motion{-1.2 * pose.translation + random.vector(1), random.vector(2), {}};
    const auto sweep_scaled = [&](double scale, bool swapped) {
      TriangleMesh large = mesh;
      for (Vec3& v : large.vertices) v *= scale;
      const Body a = body({large});
      const Shape shape = n % 3 == 0 ? Shape{Obb{Vec3::Zero(), world_frame(), scale * half}}
                                     : Shape{Capsule{{Vec3::Zero(), scale * half}, scale * 0.2}};
      const Body b = body(shape, {pose.rotation, scale * pose.translation}, {scale * motion.velocity, motion.angular_velocity, {}});
      const TurningOptions options{.t_max = 1, .tolerance = 1e-6 * scale};
      return swapped ? sweep_turning(b, a, options) : sweep_turning(a, b, options);
    };
    const auto plain = sweep_scaled(1, false), scaled = sweep_scaled(n % 2 == 0 ? 0x1p30 : 0x1p-40, false),
               other = sweep_scaled(1, true);
    EXPECT_EQ(plain->status, scaled->status);
    EXPECT_EQ(plain->t_lo, scaled->t_lo);
    EXPECT_EQ(plain->t_hi, scaled->t_hi);
    EXPECT_EQ(plain->t_lo, other->t_lo);
    EXPECT_EQ(plain->t_hi, other->t_hi);
    EXPECT_EQ(plain->closest.points[0], other->closest.points[1]);
  }
}

TEST(SweepTurningMeshAndShape, AnswersFarFromTheOriginAndForVeryDifferentSizes) {
  for (const double far : {0.0, 1e3, 1e6}) {
    const Vec3 shift = far * Vec3(1, -2, 0.5);
    for (const double size : {1.0, 1e-3, 1e-8, 0.0}) {
      const Body wall = body({make_box_mesh(Vec3(1, 1, 1))}, {Mat3::Identity(), shift}, {});
      const Body small =
          body({Sphere{Vec3::Zero(), size}}, {Mat3::Identity(), shift + Vec3(0, 0, 3)}, {Vec3(0, 0, -1), Vec3(0, 0, 1), {}});
      const double tol = std::max(1e-7, 1e-9 * far);
      const auto impact = sweep_turning(wall, small, {.t_max = 5, .tolerance = tol});
      ASSERT_TRUE(impact);
      ASSERT_EQ(impact->status, TurningStatus::contact) << far << " " << size;
      EXPECT_LE(impact->t_lo, 2 - size + 1e-9 * far);
      EXPECT_NEAR(impact->t_lo, 2 - size, 2 * tol);
    }
  }
}

/// A plane is met however long the way along it is, and a mesh below it starts inside the half-space.
TEST(SweepTurningMeshAndShape, FollowsEndlessShapes) {
  const Motion glide{Vec3(1000, 0, -0.01), Vec3(0, 0, 1), {}};
  const Body ball = body({make_sphere_mesh(1, 2)}, {Mat3::Identity(), Vec3(0, 0, 2)}, glide);
  for (const Shape& ground : {Shape{Plane{}}, Shape{HalfSpace{}}}) {
    const auto impact = sweep_turning(ball, body(ground), {.tolerance = 1e-6});
    ASSERT_EQ(impact->status, TurningStatus::contact);
    EXPECT_NEAR(impact->t_lo, 100, 1);
    const Body away = body({make_sphere_mesh(1, 2)}, ball.pose, {Vec3(1000, 0, 0.01), Vec3(0, 0, 1), {}});
    EXPECT_EQ(sweep_turning(away, body(ground))->status, TurningStatus::clear);
  }
  Body below = ball;
  below.pose.translation.z() = -50;
  EXPECT_TRUE(sweep_turning(below, body({HalfSpace{}}))->initial);
  below.motion.velocity.z() = 1;
  const auto from_below = sweep_turning(below, body({Plane{}}), {.tolerance = 1e-6});
  ASSERT_EQ(from_below->status, TurningStatus::contact);
  EXPECT_NEAR(from_below->t_lo, 49, 1e-2);
  const Body wire = body({Line{Vec3(-3000, 0, 2), Vec3(0, 1, 0)}}, {}, {Vec3(2000, 5000, 0), Vec3::Zero(), {}});
  const auto cut = sweep_turning(ball, wire, {.tolerance = 1e-6});
  ASSERT_EQ(cut->status, TurningStatus::contact);
  EXPECT_NEAR(cut->t_lo, 3, 1e-2);
}

/// Rotations that were stored in single precision shrink what they turn a little; radii keep their length.
TEST(SweepTurningMeshAndShape, MakesRoomForRotationsOfSinglePrecision) {
  const Mat3 coarse = (1 - 0x1p-25) * Mat3::Identity();
  const Body wall = body({make_box_mesh(Vec3(1, 1, 1))});
  for (const Shape& shape : {Shape{Sphere{Vec3::Zero(), 1}}, Shape{Capsule{{Vec3::Zero(), Vec3::Zero()}, 1}},
                             Shape{Cylinder{{Vec3(0, -1, 0), Vec3(0, 1, 0)}, 1}}}) {
    const Body moving = body(shape, {coarse, Vec3(0, 0, 4)}, {Vec3(0, 0, -1), Vec3(0, 1, 0), {}});
    const auto impact = sweep_turning(wall, moving, {.t_max = 5, .tolerance = 1e-10});
    ASSERT_EQ(impact->status, TurningStatus::contact);
    EXPECT_LE(impact->t_lo, 2) << shape.value.index();
    EXPECT_NEAR(impact->t_lo, 2, 1e-6) << shape.value.index();
  }
}

/// Steps in which points keep their velocities are early by what that neglects, never late.
TEST(SweepTurningMeshAndShape, TakesSubSteps) {
  const Body mesh = body({make_bumpy_sphere_mesh(1, 0.2, 2)});
  const Body box = body({Obb{Vec3::Zero(), world_frame(), Vec3(0.5, 0.4, 0.3)}}, {Mat3::Identity(), Vec3(3, 0.5, 0)},
                        {Vec3(-2, 0, 0), Vec3(0, 0, 1), {}});
  const auto exact = sweep_turning(mesh, box, {.t_max = 1, .tolerance = 1e-8});
  const auto stepped = sweep_turning(mesh, box, {.t_max = 1, .tolerance = 1e-8, .sub_steps = 100});
  ASSERT_EQ(exact->status, TurningStatus::contact);
  ASSERT_EQ(stepped->status, TurningStatus::contact);
  EXPECT_LE(stepped->t_lo, *exact->t_hi);
  EXPECT_NEAR(stepped->t_lo, exact->t_lo, 1e-3);
}

}  // namespace
}  // namespace graze
