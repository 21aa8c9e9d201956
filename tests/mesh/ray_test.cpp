/// Rays through closed meshes: generic ones against brute force, those through corners and edges against parity and analytic
/// solids.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "mesh/ray.h"
#include "mesh/ray_quick.h"

namespace graze::query {
namespace {

using testing::Random;

using distance::as_probe;

/// Möller and Trumbore's formula in doubles: right for lines that keep away from edges.
std::vector<double> plain_hits(const Vec3& o, const Vec3& d, const PlacedMesh& mesh) {
  std::vector<double> hits;
  for (std::size_t i = 0; i < mesh.tree->mesh().triangles.size(); ++i) {
    const Triangle t = mesh.tree->mesh().triangle(i);
    const Vec3 a = mesh.pose.to_world(t.v[0]), e = mesh.pose.to_world(t.v[1]) - a, f = mesh.pose.to_world(t.v[2]) - a;
    const Vec3 p = d.cross(f), q = (o - a).cross(e);
    const double determinant = e.dot(p), x = (o - a).dot(p) / determinant, y = d.dot(q) / determinant;
    const double along = f.dot(q) / determinant;
    if (x >= 0 && y >= 0 && x + y <= 1 && along >= 0) hits.push_back(along);
  }
  std::sort(hits.begin(), hits.end());
  return hits;
}

void expect_alternating(const std::vector<Crossing>& crossings) {
  for (std::size_t i = 0; i < crossings.size(); ++i) ASSERT_EQ(crossings[i].entering, i % 2 == 0) << "crossing " << i;
  ASSERT_EQ(crossings.size() % 2, 0U);
  ASSERT_TRUE(std::is_sorted(crossings.begin(), crossings.end(), [](const auto& x, const auto& y) { return x.t < y.t; }));
}

TEST(MeshRay, FindsWhatBruteForceFinds) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 24, 16));
  ASSERT_TRUE(tree);
  Random random(1);
  std::size_t hits = 0;
  for (int k = 0; k < testing::effort(400); ++k) {
    const PlacedMesh mesh{&*tree, k % 2 == 0 ? Pose{} : random.pose(3)};
    const Vec3 o = mesh.pose.translation + random.vector(4), target = mesh.pose.translation + random.vector(1.5);
    const Vec3 d = (target - o) * std::ldexp(1.0, k % 9 - 4);
    const std::vector<Crossing> found = crossings(as_probe(Ray{o, d}, {}), mesh);
    const std::vector<double> truth = plain_hits(o, d, mesh);
    ASSERT_EQ(found.size(), truth.size()) << "case " << k;
    const auto first = first_crossing(as_probe(Ray{o, d}, {}), mesh);
    ASSERT_EQ(first.has_value(), !truth.empty());
    ASSERT_EQ(meets(as_probe(Ray{o, d}, {}), mesh), !truth.empty());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      ASSERT_NEAR(found[i].t, truth[i], 1e-12 * std::abs(truth[i]) + 1e-13);
      ASSERT_EQ(found[i].entering, found[i].normal.dot(d) < 0);
      ASSERT_NEAR((found[i].point - (o + found[i].t * d)).norm(), 0, 1e-12);
    }
    if (first) {
      ASSERT_EQ(first->t, found[0].t);
      ASSERT_EQ(first->feature, found[0].feature);
      ASSERT_EQ(first->entering, found[0].entering);
    }
    expect_alternating(crossings(as_probe(Line{o, d}, {}), mesh));
    if (HasFatalFailure()) FAIL() << "case " << k;
    hits += truth.size();
  }
  EXPECT_GT(hits, 300U);
}

TEST(MeshRay, KeepsParityThroughCornersAndEdges) {
  Random random(2);
  const std::vector<TriangleMesh> meshes{make_box_mesh(Vec3(1, 2, 3)), make_sphere_mesh(1, 2), make_torus_mesh(2, 0.75, 12, 8),
                                         make_bumpy_sphere_mesh(1, 0.3, 2)};
  for (int k = 0; k < testing::effort(600); ++k) {
    const auto tree = MeshTree::build(meshes[static_cast<std::size_t>(k) % meshes.size()]);
    const PlacedMesh mesh{&*tree, k % 3 == 0 ? random.pose(2) : Pose{}};
    const auto& vertices = tree->mesh().vertices;
    // In the frame of the mesh, so that lines run through corners exactly: from corner to corner, or along an edge.
    const Triangle triangle = tree->mesh().triangle(random.below(tree->mesh().triangles.size()));
    const bool along_edge = random.below(4) == 0;
    const Vec3 p = triangle.v[0], q = along_edge ? triangle.v[1] : vertices[random.below(vertices.size())];
    if (p == q) continue;
    const auto has_both = [&](const std::array<std::uint32_t, 3>& t) {
      const auto has = [&](const Vec3& v) { return std::any_of(t.begin(), t.end(), [&](auto i) { return vertices[i] == v; }); };
      return has(p) && has(q);
    };
    // Corners that are joined, or on one side of the box, belong to one piece of the line, which is reported where it begins.
    const auto& triangles = tree->mesh().triangles;
    const bool joined = triangles.size() == 12 || std::any_of(triangles.begin(), triangles.end(), has_both);
    distance::Probe line = as_probe(Segment{{p, q}}, mesh.pose);
    line.t_min = -std::numeric_limits<double>::infinity();
    line.t_max = std::numeric_limits<double>::infinity();
    const std::vector<Crossing> found = crossings(line, mesh);
    ASSERT_GE(found.size(), 2U) << "case " << k;
    expect_alternating(found);
    const auto passes_near = [&](double t) {
      return std::any_of(found.begin(), found.end(), [&](const Crossing& c) { return std::abs(c.t - t) < 1e-9; });
    };
    ASSERT_TRUE(passes_near(0) || joined) << "case " << k;
    ASSERT_TRUE(passes_near(1) || joined) << "case " << k;
    ASSERT_TRUE(meets(line, mesh));
    ASSERT_EQ(first_crossing(line, mesh)->t, found[0].t);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

TEST(MeshRay, CrossesASharedEdgeOnce) {
  const auto box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  const PlacedMesh mesh{&*box, {}};
  const auto through_diagonals = crossings(as_probe(Line{Vec3(-3, 0, 0), Vec3(1, 0, 0)}, {}), mesh);
  ASSERT_EQ(through_diagonals.size(), 2U);
  EXPECT_EQ(through_diagonals[0].t, 2);
  EXPECT_EQ(through_diagonals[1].t, 4);
  EXPECT_EQ(through_diagonals[0].normal, Vec3(-1, 0, 0));
  const auto through_corners = crossings(as_probe(Ray{Vec3(-3, -3, -3), Vec3(2, 2, 2)}, {}), mesh);
  ASSERT_EQ(through_corners.size(), 2U);
  EXPECT_EQ(through_corners[0].t, 1);
  EXPECT_EQ(through_corners[1].t, 2);
}

TEST(MeshRay, TouchesWithOneCrossingInAndOneOut) {
  const auto box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  const PlacedMesh mesh{&*box, {}};
  const auto corner = crossings(as_probe(Ray{Vec3(-1, 3, 1), Vec3(1, -1, 0)}, {}), mesh);  // past the edge x = y = 1
  ASSERT_EQ(corner.size(), 2U);
  EXPECT_EQ(corner[0].t, 2);
  EXPECT_EQ(corner[1].t, 2);
  const auto along_face = crossings(as_probe(Ray{Vec3(-3, 0.25, 1), Vec3(1, 0, 0)}, {}), mesh);
  ASSERT_EQ(along_face.size(), 2U);
  EXPECT_EQ(along_face[0].t, 2);
  EXPECT_TRUE(along_face[0].entering);
  EXPECT_EQ(along_face[1].t, 4);
  EXPECT_FALSE(along_face[1].entering);
  EXPECT_EQ(first_crossing(as_probe(Ray{Vec3(-3, 0.25, 1), Vec3(1, 0, 0)}, {}), mesh)->t, 2);
  EXPECT_TRUE(crossings(as_probe(Ray{Vec3(-3, 0.25, std::nextafter(1.0, 2.0)), Vec3(1, 0, 0)}, {}), mesh).empty());
  // Starting on the face and running along it: the nearest point is the start.
  EXPECT_EQ(first_crossing(as_probe(Ray{Vec3(0, 0.25, 1), Vec3(1, 0, 0)}, {}), mesh)->t, 0);
}

/// Lines past a corner come in and go out within a rounding of their parameter.
TEST(MeshRay, ListsCrossingsInOrderPastCorners) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 0.5, 0.75));
  Random random(7);
  for (int k = 0; k < testing::effort(2000); ++k) {
    const Pose pose = random.pose(2);
    TriangleMesh turned = box;
    for (Vec3& v : turned.vertices) v = pose.to_world(v);
    const auto tree = MeshTree::build(turned);
    ASSERT_TRUE(tree);
    const Vec3 o = random.vector(4), d = turned.vertices[random.below(turned.vertices.size())] - o;
    const auto found = crossings(as_probe(Line{o, d}, {}), {&*tree, {}});
    ASSERT_TRUE(std::is_sorted(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.t < y.t; })) << k;
  }
}

TEST(MeshRay, EndsWhereSegmentsAndRaysEnd) {
  const auto box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  const PlacedMesh mesh{&*box, {}};
  const double beside = std::nextafter(-1.0, -2.0);
  EXPECT_TRUE(meets(as_probe(Segment{{Vec3(-3, 0.5, 0.25), Vec3(-1, 0.5, 0.25)}}, {}), mesh));
  EXPECT_FALSE(meets(as_probe(Segment{{Vec3(-3, 0.5, 0.25), Vec3(beside, 0.5, 0.25)}}, {}), mesh));
  EXPECT_EQ(first_crossing(as_probe(Segment{{Vec3(-3, 0.5, 0.25), Vec3(-1, 0.5, 0.25)}}, {}), mesh)->t, 1);
  EXPECT_TRUE(meets(as_probe(Ray{Vec3(-1, 0.5, 0.25), Vec3(-1, 0, 0)}, {}), mesh));
  EXPECT_FALSE(meets(as_probe(Ray{Vec3(beside, 0.5, 0.25), Vec3(-1, 0, 0)}, {}), mesh));
  EXPECT_EQ(crossings(as_probe(Ray{Vec3(0, 0.5, 0.25), Vec3(1, 0, 0)}, {}), mesh).size(), 1U);  // from inside
}

TEST(MeshRay, WithoutDirectionIsAPoint) {
  const auto box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  const PlacedMesh mesh{&*box, {}};
  EXPECT_TRUE(meets(as_probe(Ray{Vec3(1, 0, 0), Vec3::Zero()}, {}), mesh));
  EXPECT_FALSE(meets(as_probe(Ray{Vec3(0, 0, 0), Vec3::Zero()}, {}), mesh));
  EXPECT_EQ(first_crossing(as_probe(Segment{{Vec3(1, 1, 1), Vec3(1, 1, 1)}}, {}), mesh)->t, 0);
}

TEST(MeshRay, CountsRepeatedTrianglesOnceAndTakesDegenerateOnes) {
  TriangleMesh dirty = make_box_mesh(Vec3(1, 1, 1));
  dirty.triangles.insert(dirty.triangles.end(), dirty.triangles.begin(), dirty.triangles.end());
  dirty.triangles.push_back({0, 0, 1});
  dirty.triangles.push_back({2, 2, 2});
  const auto tree = MeshTree::build(dirty);
  EXPECT_EQ(crossings(as_probe(Ray{Vec3(-3, 0.5, 0.25), Vec3(1, 0, 0)}, {}), {&*tree, {}}).size(), 2U);
  const auto empty = MeshTree::build({});
  EXPECT_TRUE(crossings(as_probe(Ray{}, {}), {&*empty, {}}).empty());
}

/// The triangle that a line meets first, by exact comparison of all.
struct BruteForce {
  std::optional<std::uint32_t> first;
  bool any_in_plane = false;

  BruteForce(const distance::LineProbe& probe, const TriangleMesh& mesh) {
    using End = distance::LineProbe::End;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
      const auto contact = probe.contact(mesh.triangle(i));
      if (!contact) continue;
      any_in_plane = any_in_plane || contact->in_plane;
      if (!first || probe.compare(mesh.triangle(i), End::first, mesh.triangle(*first), End::first) < 0) first = i;
    }
  }
};

void expect_first(const std::optional<Crossing>& hit, const distance::Probe& line, const MeshTree& tree) {
  using End = distance::LineProbe::End;
  const distance::LineProbe probe(line, {});
  const BruteForce truth(probe, tree.mesh());
  ASSERT_EQ(hit.has_value(), truth.first.has_value());
  if (!hit) return;
  const Triangle nearest = tree.mesh().triangle(*truth.first);
  const double t = std::max(probe.contact(nearest)->first.nearest, line.t_min);
  ASSERT_NEAR(hit->t, t, 1e-12 * std::abs(t));
  ASSERT_LE((hit->point - (line.origin + hit->t * line.direction)).norm(), 1e-12 * (line.origin.norm() + hit->point.norm()));
  ASSERT_NEAR(hit->normal.norm(), 1, 1e-12);
  if (truth.any_in_plane) return;  // then a triangle at the other end of an interval may be the one that is passed
  const Triangle found = tree.mesh().triangle(static_cast<std::uint32_t>(hit->feature.triangle));
  ASSERT_EQ(probe.compare(found, End::first, nearest, End::first), 0);
}

void expect_first_hit(const MeshTree& tree, const Ray& ray) {
  const std::optional<Crossing> hit = first_hit(tree, ray);
  expect_first(hit, as_probe(ray), tree);
  expect_first(first_crossing(as_probe(Line{ray.origin, ray.direction}), {&tree, {}}), as_probe(Line{ray.origin, ray.direction}),
               tree);
  const auto same = first_crossing(as_probe(ray), {&tree, {}});
  ASSERT_EQ(hit.has_value(), same.has_value());
  if (!hit) return;
  ASSERT_EQ(hit->t, same->t);
  ASSERT_EQ(hit->feature, same->feature);
  ASSERT_EQ(hit->entering, same->entering);
  if (hit->t == 0) return;
  ASSERT_TRUE(first_hit(tree, ray, hit->t * (1 + 1e-9)));
  ASSERT_FALSE(first_hit(tree, ray, hit->t * (1 - 1e-9)));
}

/// A corner, the middle of an edge, or a point within, of any triangle.
Vec3 target_on(const TriangleMesh& mesh, Random& random) {
  const Triangle t = mesh.triangle(random.below(mesh.triangles.size()));
  const std::size_t choice = random.below(3);
  return choice == 0 ? t.v[0] : choice == 1 ? Vec3(0.5 * (t.v[0] + t.v[1])) : Vec3((t.v[0] + t.v[1] + t.v[2]) / 3);
}

TEST(FirstHit, IsTheLeastOfAllHitsThroughFacesEdgesAndCorners) {
  Random random(11);
  const std::vector<TriangleMesh> meshes{make_box_mesh(Vec3(1, 2, 3)), make_torus_mesh(2, 0.75, 12, 8),
                                         make_bumpy_sphere_mesh(1, 0.3, 2)};
  for (int k = 0; k < testing::effort(600); ++k) {
    TriangleMesh mesh = meshes[static_cast<std::size_t>(k) % meshes.size()];
    const double scale = std::ldexp(1, std::array{0, 0, 0, 300, -300}[random.below(5)]);
    const Vec3 target = target_on(mesh, random);
    const double far = std::ldexp(1, random.whole(20));
    const Vec3 way = k % 6 == 0 ? Vec3(target_on(mesh, random) - target) : random.unit();
    if (way == Vec3::Zero()) continue;
    const Ray ray{(k % 11 == 0 ? target : Vec3(target - far * way)) * scale, way * std::ldexp(1, random.whole(60))};
    for (Vec3& v : mesh.vertices) v *= scale;
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    expect_first_hit(*tree, ray);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

/// Some triangles of the mesh once or twice more, the other way round or not; some of them a little elsewhere in their plane.
TriangleMesh made_dirty(TriangleMesh mesh, Random& random) {
  const std::size_t count = mesh.triangles.size();
  for (std::size_t k = 0; k < count; ++k) {
    auto [a, b, c] = mesh.triangles[random.below(count)];
    if (random.below(2) == 0) std::swap(a, b);
    if (random.below(2) == 0) std::swap(b, c);
    const std::size_t at = random.below(mesh.triangles.size());
    if (random.below(4) == 0) {
      const Vec3 middle = 0.5 * (mesh.vertices[a] + mesh.vertices[b]);  // exact, and so in the plane of those of a box
      mesh.vertices.push_back(middle);
      a = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
    }
    mesh.triangles.insert(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(at), {a, b, c});
  }
  return mesh;
}

TEST(FirstHit, IsQuickAndExactWhereFacesAreThereSeveralTimes) {
  Random random(13);
  int several = 0;
  for (int k = 0; k < testing::effort(400); ++k) {
    const bool is_box = k % 2 == 0;
    const auto tree = MeshTree::build(made_dirty(is_box ? make_box_mesh(Vec3(1, 2, 3)) : make_torus_mesh(2, 0.75, 6, 5), random));
    ASSERT_TRUE(tree);
    const Vec3 origin = 8 * random.unit();
    const Ray aimed{origin, random.vector(1) - origin};
    const auto all = crossings(as_probe(aimed), {&*tree, {}});
    const auto hit = first_hit(*tree, aimed);
    ASSERT_EQ(hit.has_value(), !all.empty()) << "case " << k;
    if (!hit) continue;
    EXPECT_NEAR(hit->t, all.front().t, 1e-12 * hit->t) << "case " << k;
    EXPECT_EQ(hit->feature, all.front().feature) << "case " << k;
    EXPECT_EQ(hit->entering, all.front().entering) << "case " << k;
    EXPECT_LE((hit->normal - all.front().normal).norm(), 1e-12) << "case " << k;
    const distance::LineProbe probe(as_probe(aimed), {});
    int first_ones = 0;
    for (std::uint32_t i = 0; i < tree->mesh().triangles.size(); ++i) {
      const auto contact = probe.contact(tree->mesh().triangle(i));
      first_ones += contact && contact->first.low <= hit->t && hit->t <= contact->first.high ? 1 : 0;
    }
    several += first_ones > 1 ? 1 : 0;
    const QuickHit quick = quick_first_hit(*tree, {{aimed.origin.data(), aimed.direction.data(), 0, 0}, 0, 2});
    EXPECT_TRUE(quick.kind == QuickHit::Kind::one || !is_box) << "case " << k;
  }
  EXPECT_GT(several, testing::effort(400) / 4);
}

TEST(FirstHit, NeverSlipsThroughAClosedMesh) {
  // From inside every ray hits, whatever edge or corner it is aimed at.
  Random random(12);
  const auto tree = MeshTree::build(make_bumpy_sphere_mesh(1, 0.2, 3));
  ASSERT_TRUE(tree);
  for (int k = 0; k < testing::effort(1500); ++k) {
    const Vec3 origin = random.vector(0.2), target = target_on(tree->mesh(), random);
    const auto hit = first_hit(*tree, {origin, target - origin});
    ASSERT_TRUE(hit) << "case " << k;
    ASSERT_FALSE(hit->entering);
    ASSERT_NEAR(hit->t, 1, 1e-12);
  }
}

TEST(FirstHit, DoesNotDependOnUnits) {
  Random random(13);
  const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 2);
  const auto plain = MeshTree::build(mesh);
  for (const int exponent : {-300, -40, 40, 300}) {
    TriangleMesh scaled = mesh;
    const double scale = std::ldexp(1, exponent);
    for (Vec3& v : scaled.vertices) v *= scale;
    const auto tree = MeshTree::build(scaled);
    ASSERT_TRUE(tree);
    for (int k = 0; k < 50; ++k) {
      const Ray ray{random.unit() * 3, random.vector(1)};
      const auto hit = first_hit(*plain, ray), same = first_hit(*tree, {ray.origin * scale, ray.direction});
      ASSERT_EQ(hit.has_value(), same.has_value());
      if (!hit) continue;
      ASSERT_NEAR(hit->t, same->t / scale, 1e-12 * hit->t);  // in doubles here, exact there
      ASSERT_EQ(hit->feature, same->feature);
    }
  }
}

TEST(FirstHit, HasAnAnswerForDegenerateRays) {
  const auto box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  EXPECT_EQ(first_hit(*box, {Vec3(1, 0, 0), Vec3::Zero()})->t, 0);
  EXPECT_FALSE(first_hit(*box, {Vec3(0, 0, 0), Vec3::Zero()}));
  EXPECT_EQ(first_hit(*box, {Vec3(-3, 0.25, 1), Vec3(1, 0, 0)})->t, 2);  // along a face
  EXPECT_EQ(first_hit(*box, {Vec3(-1, 0.25, 0.5), Vec3(1, 0, 0)}, 0)->t, 0);
  EXPECT_FALSE(first_hit(*box, {Vec3(-3, 0.25, 0.5), Vec3(1, 0, 0)}, 1.5));
  EXPECT_FALSE(first_hit(*MeshTree::build({}), {}));
}

TEST(MeshRay, HasTheNormalOfTrianglesOfAnySize) {
  for (const int exponent : {-1000, -600, -300, 0, 300, 600, 1000}) {
    const double s = std::ldexp(1.0, exponent);
    const auto plate = MeshTree::build({{Vec3(0, 0, 0), Vec3(9 * s, 0, 0), Vec3(0, 9 * s, 0)}, {{0, 1, 2}}});
    const auto found = crossings(as_probe(Ray{Vec3(s, s, -3 * s), Vec3(1, 0, 3)}, {}), {&*plate, {}});
    ASSERT_FALSE(found.empty()) << exponent;
    EXPECT_EQ(found[0].normal.cwiseAbs(), Vec3(0, 0, 1)) << exponent;
  }
}

TEST(MeshRay, FindsTheMeshFromVeryFarAway) {
  const auto ball = MeshTree::build(make_sphere_mesh(1, 3));
  for (const double far : {1e3, 1e6, 1e12, 1e17}) {
    const auto found = crossings(as_probe(Ray{Vec3(-far, 0.1, 0.2), Vec3(far, 0, 0)}, {}), {&*ball, {}});
    ASSERT_EQ(found.size(), 2U) << far;
    EXPECT_NEAR(found[0].t, 1, 1 / far);
  }
}

}  // namespace
}  // namespace graze::query
