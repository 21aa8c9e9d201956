/// The parts of round bodies, and of what they are near to, by name.

#include <gtest/gtest.h>

#include <graze/distance.h>
#include <graze/penetration.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

Body gliding(const Shape& shape, const Vec3& velocity = Vec3::Zero()) {
  return {*Geometry::make(shape), {}, {.velocity = velocity}};
}
Body at(const Vec3& point) { return gliding({Point{point}}); }

constexpr Feature face(int index) { return {FeatureKind::face, index}; }
constexpr Feature edge(int index) { return {FeatureKind::edge, index}; }
constexpr Feature vertex(int index) { return {FeatureKind::vertex, index}; }

Feature of(const Body& round, const Vec3& point) { return closest_points(round, at(point))->features[0]; }

TEST(RoundFeatures, NameCapsRimsSidesAndTips) {
  const Body cylinder = gliding({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 1}});
  EXPECT_EQ(of(cylinder, {0.5, 0.2, -3}), face(0));
  EXPECT_EQ(of(cylinder, {0.5, 0.2, 5}), face(1));
  EXPECT_EQ(of(cylinder, {3, 0, 1}), face(2));
  EXPECT_EQ(of(cylinder, {3, 0, -1}), edge(0));
  EXPECT_EQ(of(cylinder, {0, 3, 4}), edge(1));
  EXPECT_EQ(of(cylinder, {0.1, 0, 1}).kind, FeatureKind::interior);
  EXPECT_EQ(of(cylinder, {1, 0, 1}), face(2));  // touches
  const Body cone = gliding({Cone{Vec3(0, 0, 0), Vec3(0, 0, 2), 1}});
  EXPECT_EQ(of(cone, {0.5, 0.2, -3}), face(0));
  EXPECT_EQ(of(cone, {2, 0, 1.5}), face(1));
  EXPECT_EQ(of(cone, {3, 0, -1}), edge(0));
  EXPECT_EQ(of(cone, {0.1, 0, 5}), vertex(0));
  const Body capsule = gliding({Capsule{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 1}});
  EXPECT_EQ(of(capsule, {1, 0, -3}), face(0));
  EXPECT_EQ(of(capsule, {1, 0, 5}), face(1));
  EXPECT_EQ(of(capsule, {4, 0, 1}), face(2));
  EXPECT_EQ(of(capsule, {0, 0, 1}).kind, FeatureKind::interior);
  for (const Shape& shape : {Shape{Sphere{Vec3::Zero(), 1}}, Shape{Ellipsoid{Vec3::Zero(), world_frame(), Vec3(1, 2, 3)}},
                             Shape{Torus{Vec3::Zero(), Vec3::UnitZ(), 0.5, 0.5}}}) {
    EXPECT_EQ(of(gliding(shape), {7, 0, 0}), face(0));
    EXPECT_EQ(of(gliding(shape), {1, 0, 0}), face(0));
  }
  EXPECT_EQ(of(gliding({Sphere{Vec3::Zero(), 1}}), {0.5, 0, 0}).kind, FeatureKind::interior);
  EXPECT_EQ(of(gliding({Ellipsoid{Vec3::Zero(), world_frame(), Vec3(1, 2, 3)}}), {0.5, 0, 0}).kind, FeatureKind::interior);
}

TEST(RoundFeatures, NameThePartnersToo) {
  const Body box = gliding({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}});
  const auto partner = [&](const Shape& shape) { return closest_points(gliding(shape), box)->features[1]; };
  EXPECT_EQ(partner({Cylinder{{Vec3(0, 0, 3), Vec3(0, 0, 4)}, 0.5}}), face(5));
  EXPECT_EQ(partner({Ellipsoid{Vec3(4, 0, 0), world_frame(), Vec3(1, 2, 1)}}), face(1));
  EXPECT_EQ(partner({Ellipsoid{Vec3(4, 4, 4), world_frame(), Vec3(1, 1, 1.5)}}), vertex(7));
  EXPECT_EQ(partner({Cone{Vec3(4, 4, 0), Vec3(2, 2, 0), 0.5}}).kind, FeatureKind::edge);
  EXPECT_EQ(partner({Sphere{Vec3(4, 0, 0), 1}}), face(1));
  const Feature plane =
      closest_points(gliding({Cone{Vec3(0, 0, 4), Vec3(0, 0, 2), 1}}), gliding({Plane{Vec3::UnitZ(), 0}}))->features[1];
  EXPECT_EQ(plane, face(0));
  const Body mesh = gliding({testing::AnyBody::mesh_of({Vec3(-1, -1, -1), Vec3(1, 1, 1)})});
  const auto to_mesh = [&](const Shape& shape) { return closest_points(gliding(shape), mesh)->features[1]; };
  EXPECT_EQ(to_mesh({Cylinder{{Vec3(0.3, 0, 3), Vec3(0.3, 0, 4)}, 0.1}}).kind, FeatureKind::face);
  EXPECT_EQ(to_mesh({Ellipsoid{Vec3(4, 4, 4), world_frame(), Vec3(1, 1, 1.5)}}).kind, FeatureKind::vertex);
  EXPECT_GE(to_mesh({Ellipsoid{Vec3(4, 4, 4), world_frame(), Vec3(1, 1, 1.5)}}).triangle, 0);
}

TEST(RoundFeatures, OfContactsAndDepths) {
  const Body box = gliding({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}});
  const auto impact = sweep(gliding({Cylinder{{Vec3(0, 0, 3), Vec3(0, 0, 4)}, 0.5}}, Vec3(0, 0, -1)), box, {.t_max = 9});
  EXPECT_EQ((*impact)->features, (std::array{face(0), face(5)}));
  const auto lying = sweep(gliding({Cylinder{{Vec3(-1, 0, 3), Vec3(1, 0, 3)}, 0.5}}, Vec3(0, 0, -1)), box, {.t_max = 9});
  EXPECT_EQ((*lying)->features, (std::array{face(2), face(5)}));
  const auto ball = sweep(gliding({Sphere{Vec3(0, 0, 3), 0.5}}, Vec3(0, 0, -1)), box, {.t_max = 9});
  EXPECT_EQ((*ball)->features, (std::array{face(0), face(5)}));
  const auto depth = penetration(gliding({Cylinder{{Vec3(0, 0, 0.9), Vec3(0, 0, 4)}, 0.5}}), box);
  EXPECT_EQ((*depth)->features, (std::array{face(0), face(5)}));
  EXPECT_EQ((*penetration(gliding({Sphere{Vec3(0, 0, 1.2), 0.5}}), box))->features, (std::array{face(0), face(5)}));
}

}  // namespace
}  // namespace graze
