/// Lines through large trees in files, which walk the wide tree: the answers of those that have a tree for lines.

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <random>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "mesh/ray.h"
#include "numbers/tolerance.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_parts.h"
#include "tree/walk/line_boxes.h"
#include "tree/walk/ray.h"

namespace graze {
namespace {

/// As if it lay in a file and were too large for a tree for lines. The other one must outlive it.
MeshTree as_in_file(const MeshTree& tree) {
  MappedTreeParts parts;
  parts.mesh = tree.view();
  parts.order = tree.order();
  parts.wide.origin = tree.wide().origin;
  parts.wide.exponent = tree.wide().exponent;
  parts.wide.reach = tree.wide().reach;
  parts.wide.nodes_in_file = tree.wide().nodes;
  parts.wide.compact_in_file = tree.wide().compact;
  parts.record = tree.record();
  parts.keeper = std::make_shared<int>(0);
  parts.most_for_axis_tree = 0;
  return *tree_in_file(parts);
}

class Numbers {
 public:
  explicit Numbers(unsigned seed) : engine_(seed) {}
  double operator()() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  Vec3 vector() { return {(*this)(), (*this)(), (*this)()}; }
  std::size_t below(std::size_t n) { return engine_() % n; }

 private:
  std::mt19937_64 engine_;
};

/// Through a point of the mesh: inside of a triangle, on an edge, a corner, along an edge, or past it.
Vec3 target_near(const TriangleMesh& mesh, Numbers& random) {
  const Triangle t = mesh.triangle(random.below(mesh.triangles.size()));
  switch (random.below(4)) {
    case 0: return t.v[0];
    case 1: return (t.v[0] + t.v[1]) / 2;
    case 2: return (t.v[0] + t.v[1] + t.v[2]) / 3;
    default: return 1.3 * random.vector();
  }
}

TEST(LinesInFile, HitWhatTheyHitWithATreeForLines) {
  constexpr unsigned seed = 5;
  Numbers random(seed);
  TriangleMesh moved = make_torus_mesh(3, 1, 40, 20);
  for (Vec3& v : moved.vertices) v += Vec3(1000, 0, 0);
  for (const TriangleMesh& mesh : {make_bumpy_sphere_mesh(1, 0.2, 3), make_box_mesh({1, 2, 3}), moved}) {
    for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
      const auto tree = MeshTree::build(mesh, {.layout = layout});
      const MeshTree in_file = as_in_file(*tree);
      ASSERT_TRUE(in_file.is_for_few_lines());
      int hits = 0;
      for (int i = 0; i < 600; ++i) {
        const Vec3 target = target_near(mesh, random);
        const Vec3 origin =
            i % 3 == 0 ? mesh.triangle(random.below(mesh.triangles.size())).v[0] : Vec3(target + 4 * random.vector());
        const Ray ray{origin, std::ldexp(1.0, static_cast<int>(random.below(20)) - 10) * (target - origin)};
        const double t_max = i % 5 == 0 ? 0.75 : std::numeric_limits<double>::infinity();
        const auto expected = first_hit(*tree, ray, t_max), found = first_hit(in_file, ray, t_max);
        ASSERT_EQ(found.has_value(), expected.has_value()) << "seed " << seed << " ray " << i;
        if (!found) continue;
        ++hits;
        EXPECT_NEAR(found->t, expected->t, 1e-12 * (1 + std::abs(expected->t))) << "seed " << seed << " ray " << i;
        distance::Probe line = distance::as_probe(Ray{origin, ray.direction});
        line.t_min = -std::numeric_limits<double>::infinity();
        const auto all = query::crossings(line, {&*tree, Pose{}}), again = query::crossings(line, {&in_file, Pose{}});
        ASSERT_EQ(again.size(), all.size()) << "seed " << seed << " ray " << i;
        for (std::size_t k = 0; k < all.size(); ++k) {
          EXPECT_EQ(again[k].t, all[k].t);
          EXPECT_EQ(again[k].feature.triangle, all[k].feature.triangle);
        }
      }
      EXPECT_GT(hits, 200);
    }
  }
}

TEST(LinesInFile, LookAtFewTriangles) {
  const auto tree = MeshTree::build(make_bumpy_sphere_mesh(1, 0.2, 5));
  const MeshTree in_file = as_in_file(*tree);
  Numbers random(6);
  std::size_t seen = 0;
  for (int i = 0; i < 100; ++i) {
    const distance::RoundedLine line{3 * random.vector(), random.vector(), 0, 0};
    tree::for_each_triangle_along(in_file, line, {}, [&](std::uint32_t) {
      ++seen;
      return std::numeric_limits<double>::infinity();
    });
  }
  EXPECT_LT(seen, 100 * tree->view().triangles.size() / 100);
}

/// Points of the box whose line begins elsewhere, its origin rounded: the box must stay, from a parameter on that is not later.
TEST(LineBoxes, KeepEveryBoxThatTheLineMeets) {
  Numbers random(7);
  for (int i = 0; i < 20'000; ++i) {
    const double size = std::ldexp(1.0, static_cast<int>(random.below(80)) - 40);
    Obb box;
    const Vec3 x = random.vector().normalized(), y = x.cross(random.vector()).normalized();
    box.axes = {x, y, x.cross(y)};
    box.center = 3 * size * random.vector();
    box.half_extents = size * random.vector().cwiseAbs();
    if (i % 7 == 0) box.half_extents[static_cast<int>(random.below(3))] = 0;
    Vec3 point = box.center;
    for (int k = 0; k < 3; ++k)
      point += (i % 2 == 0 ? random() : random() < 0 ? -1 : 1) * box.half_extents[k] * box.axes[static_cast<std::size_t>(k)];
    const Vec3 direction =
        (i % 5 == 0 ? Vec3(box.axes[0]) : random.vector()) * std::ldexp(1.0, static_cast<int>(random.below(40)) - 20);
    const double t = (random() * size) / direction.norm();
    const double off =
        8 * tolerance::rounding * (point.lpNorm<1>() + std::abs(t) * direction.lpNorm<1>() + box.center.lpNorm<1>() + size);
    const distance::RoundedLine line{point - t * direction, direction, off, 0};
    const distance::ParameterRange range{-std::numeric_limits<double>::infinity()};
    const auto first = tree::LineThroughBoxes(line, range)(box, range.greatest);
    ASSERT_TRUE(first) << "case " << i;
    EXPECT_LE(*first, t) << "case " << i;
  }
}

}  // namespace
}  // namespace graze
