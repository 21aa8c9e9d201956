/// Solids of robots and of their surroundings: what is wholly inside one is in contact, though no surfaces meet.

#include <gtest/gtest.h>

#include <graze/overlap.h>

#include "robot/arms.h"

namespace graze {
namespace {

using namespace arms;

/// As STL files are read: every triangle has vertices of its own.
TriangleMesh as_soup(const TriangleMesh& mesh) {
  TriangleMesh soup;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    soup.vertices.insert(soup.vertices.end(), t.v.begin(), t.v.end());
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return soup;
}

Geometry geometry(const TriangleMesh& mesh) { return Geometry::make(Shape{mesh}).value(); }

/// The meshes of two boxes as one.
TriangleMesh two_boxes(double half, const Vec3& second) {
  TriangleMesh mesh = *box_mesh(half, half, half).mesh();
  const TriangleMesh first = mesh;
  for (const Vec3& v : first.vertices) mesh.vertices.push_back(v + second);
  for (auto triangle : first.triangles) {
    for (std::uint32_t& v : triangle) v += 8;
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

/// An arm with a shape at (1, 0, 0) turns about z by `from` to `to`.
struct Turntable {
  RobotCell cell;
  [[nodiscard]] bool is_free(double angle) const { return cell.is_free(std::vector<double>{angle}).value(); }
  [[nodiscard]] EdgeAnswer edge(double from, double to, bool want_fraction = false) const {
    return cell.check_edge(std::vector<double>{from}, std::vector<double>{to}, {.want_fraction = want_fraction}).value();
  }
};

Turntable with(const Geometry& on_arm, bool is_solid, WorldObject object) {
  RobotModel model = turntable(on_arm, at(1, 0, 0));
  model.links[1].shapes[0].solid = is_solid;
  return {RobotCell::make(Robot::make(model).value(), {std::move(object)}).value()};
}

TEST(RobotContainment, FindsALinkInsideASolidObjectAndNotInsideASurface) {
  for (const bool is_solid : {true, false}) {
    const Geometry block = geometry(as_soup(*box_mesh(0.5, 0.5, 0.5).mesh()));
    const Turntable table = with(box_mesh(0.1, 0.1, 0.1), false, {"block", {{block, at(1, 0, 0), {}, is_solid}}});
    EXPECT_EQ(table.is_free(0), !is_solid);
    EXPECT_TRUE(table.is_free(3));
    const EdgeAnswer inside = table.edge(-0.1, 0.1), out = table.edge(0, 3, true), beside = table.edge(2, 3);
    EXPECT_EQ(inside.valid(), !is_solid);
    EXPECT_TRUE(beside.valid());
    EXPECT_FALSE(out.valid()) << "its surface goes through that of the block";
    EXPECT_EQ(out.fraction == 0, is_solid) << "inside from the start, not only where the surfaces meet";
    EXPECT_EQ(inside.b, is_solid ? "block" : "");
  }
}

TEST(RobotContainment, FindsAnObjectInsideASolidLink) {
  const Turntable table = with(box_mesh(0.3, 0.3, 0.3), true, {"ball", {{ball(0.05), at(0, 1, 0.1), {}, false}}});
  const double quarter = std::acos(0.0);
  EXPECT_TRUE(table.is_free(0));
  EXPECT_FALSE(table.is_free(quarter));
  const JointTrajectory stays{{"turn"}, {0, 1}, {{quarter}, {quarter + 0.01}}, {}};
  const RobotImpact impact = table.cell.first_contact(stays).value();
  ASSERT_EQ(impact.status, TurningStatus::contact);
  EXPECT_TRUE(impact.first->initial);
  for (const Vec3& point : impact.first->closest.points) EXPECT_LE((point - Vec3(0, 1, 0.1)).norm(), 0.05 + 1e-12);
}

TEST(RobotContainment, LooksAtEveryPartOfAMesh) {
  const Turntable table = with(geometry(as_soup(two_boxes(0.05, Vec3(0.6, 0, 0)))), false,
                               {"block", {{box_mesh(0.2, 0.2, 0.2), at(1.6, 0, 0), {}, true}}});
  EXPECT_FALSE(table.is_free(0)) << "the second part is inside, the first is not";
  EXPECT_TRUE(table.is_free(1));
}

TEST(RobotContainment, KnowsCavities) {
  TriangleMesh shell = *box_mesh(0.5, 0.5, 0.5).mesh(), cavity = *box_mesh(0.3, 0.3, 0.3).mesh();
  for (const Vec3& v : cavity.vertices) shell.vertices.push_back(v);
  for (const auto& t : cavity.triangles) shell.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
  const Turntable table = with(ball(0.1), false, {"shell", {{geometry(shell), at(1, 0, 0), {}, true}}});
  EXPECT_TRUE(table.is_free(0));
  EXPECT_TRUE(table.edge(-0.1, 0.1).valid());
}

TEST(RobotContainment, SolidsWithOpenEdgesAreAnErrorThatNamesThem) {
  TriangleMesh open = *box_mesh(0.1, 0.1, 0.1).mesh();
  open.triangles.pop_back();
  RobotModel model = turntable(geometry(open), at(1, 0, 0));
  model.links[1].shapes[0].solid = true;
  const auto made = RobotCell::make(Robot::make(model).value());
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().message, "link arm: the mesh is not closed, 3 open edges of 18");
}

/// Random robots of shapes that fit into each other, against overlap() of every pair.
TEST(RobotContainment, AnswersAsOverlapOfAllPairs) {
  std::size_t inside = 0, free = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    RobotModel model = random_robot(random, 3);
    for (RobotLink& link : model.links) {
      for (LinkShape& shape : link.shapes) {
        if (random.below(2) == 0) continue;
        const double size = random.within(0.05, 0.4);
        shape = {geometry(as_soup(*box_mesh(size, size, size).mesh())), shape.pose, random.below(2) == 0};
      }
    }
    const Body object{box_mesh(0.5, 0.4, 0.6), random.pose(0.8), {}, true};
    const RobotCell cell = RobotCell::make(Robot::make(model).value(), {{"object", {object}}}).value();
    for (int k = 0; k < 20; ++k) {
      std::vector<double> drivers;
      for (std::size_t i = 0; i < cell.robot().drivers().size(); ++i) drivers.push_back(random.within(-1, 1));
      const std::vector<Pose> poses = cell.robot().link_poses(drivers).value();
      bool meets = false, surfaces_meet = false;
      const auto ask = [&](Body a, Body b) {
        meets = meets || overlap(a, b).value();
        a.solid = b.solid = false;
        surfaces_meet = surfaces_meet || overlap(a, b).value();
      };
      for (std::size_t i = 0; i < model.links.size(); ++i) {
        for (const LinkShape& x : model.links[i].shapes) {
          const Body a{x.geometry, poses[i] * x.pose, {}, x.solid};
          ask(a, object);
          for (std::size_t j = i + 1; j < model.links.size(); ++j) {
            const bool is_ignored = std::any_of(cell.ignored().begin(), cell.ignored().end(), [&](const IgnoredPair& p) {
              return p.a == model.links[i].name && p.b == model.links[j].name;
            });
            for (const LinkShape& y : model.links[j].shapes)
              if (!is_ignored) ask(a, {y.geometry, poses[j] * y.pose, {}, y.solid});
          }
        }
      }
      EXPECT_EQ(cell.is_free(drivers).value(), !meets) << "seed " << seed << ", pose " << k;
      std::vector<double> near = drivers;
      for (double& q : near) q += 1e-9;
      EXPECT_EQ(cell.check_edge(drivers, near).value().valid(), !meets) << "seed " << seed;
      inside += meets && !surfaces_meet ? 1 : 0;
      free += meets ? 0 : 1;
    }
  }
  EXPECT_GT(inside, 20U);
  EXPECT_GT(free, 20U);
}

}  // namespace
}  // namespace graze
