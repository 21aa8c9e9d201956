/// What a step of a scene allocates once it has seen as many bodies and pairs: nothing.

#include <oracle/counted_heap.h>
#include <scene/any_scene.h>

#include <cmath>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>

namespace graze {
namespace {

using testing::allocations;

/// Bodies of these geometries in turn on a grid, near enough to meet their neighbours; every third one flies.
struct Crowd {
  explicit Crowd(const std::vector<Geometry>& geometries, bool solid = false) {
    constexpr int side = 6;
    constexpr double pitch = 0.9;
    for (int i = 0; i < side * side * side; ++i) {
      SceneBody body;
      const Geometry& geometry = geometries[static_cast<std::size_t>(i) % geometries.size()];
      body.parts.push_back({geometry, {}, solid && geometry.mesh() != nullptr, {}});
      body.pose.translation = pitch * Vec3(i % side, i / side % side, i / side / side);
      if (i % 3 == 0) body.motion = Motion{.velocity = Vec3(0.1, -0.2, 0.05 * (i % 5))};
      ids.push_back(scene.add(body).value());
    }
  }

  /// What an application does again and again.
  std::size_t step(double shift, const SceneOptions& options) {
    for (const BodyId id : ids) {
      Pose pose = scene.body(id).value()->pose;
      pose.translation.x() += shift;
      if (!scene.set_pose(id, pose)) return 0;
    }
    std::size_t pairs = 0;
    const auto count = [&](const ScenePair&) { return ++pairs, true; };
    if (!visit_overlaps(scene, count, options) || !any_overlap(scene, options)) return 0;
    return pairs;
  }

  Scene scene;
  std::vector<BodyId> ids;
};

void expect_no_heap(Crowd crowd, double at) {
  const SceneOptions options{.at = at, .threads = 1};
  // Until bodies have been seen to stay near their places, whose pairs are kept then.
  for (int i = 0; i < 9; ++i) EXPECT_GT(crowd.step(i % 2 == 0 ? 0.01 : -0.01, options), 20U);
  const std::size_t before = allocations;
  const std::size_t pairs = crowd.step(-0.01, options);
  EXPECT_EQ(allocations, before) << pairs << " pairs";
}

Geometry made(const Shape& shape) { return Geometry::make(shape).value(); }

std::vector<Geometry> shapes() {
  return {made(Shape{Aabb{Vec3::Constant(-0.5), Vec3::Constant(0.5)}}), made(Shape{Sphere{Vec3::Zero(), 0.5}}),
          made(Shape{Capsule{{Vec3(0, 0, -0.3), Vec3(0, 0, 0.3)}, 0.3}}),
          made(Shape{Obb{Vec3::Zero(), Obb{}.axes, Vec3(0.5, 0.4, 0.5)}})};
}

TEST(WarmScene, TakesNoHeapForStepsOfShapes) {
  expect_no_heap(Crowd(shapes()), 0);
  expect_no_heap(Crowd(shapes()), 0.5);
}

TEST(WarmScene, TakesNoHeapForStepsOfMeshesAndBalls) {
  const std::vector<Geometry> round{made(Shape{make_sphere_mesh(0.5, 2)}), made(Shape{Sphere{Vec3::Zero(), 0.5}}),
                                    made(Shape{make_torus_mesh(0.4, 0.15, 16, 8)})};
  expect_no_heap(Crowd(round), 0);
  expect_no_heap(Crowd(round), 0.5);
}

/// The hull of points on a sphere, large enough to meet its neighbours.
Geometry gem() {
  std::vector<Vec3> points;
  for (int i = 0; i < 14; ++i)
    points.push_back(0.8 * Vec3(std::sin(1.7 * i), std::cos(2.3 * i), std::sin(0.9 * i + 1)).normalized());
  return made(Shape{convex_hull(points).value()});
}

TEST(WarmScene, TakesNoHeapForStepsOfPolytopesAndMeshes) {
  const Geometry mesh = made(Shape{make_sphere_mesh(0.5, 2)});
  const Geometry cylinder = made(Shape{Cylinder{{Vec3(0, 0, -0.4), Vec3(0, 0, 0.4)}, 0.4}});
  for (const double at : {0.0, 0.5}) {
    expect_no_heap(Crowd({gem()}), at);
    expect_no_heap(Crowd({gem(), mesh}), at);
    expect_no_heap(Crowd({cylinder, mesh}), at);
  }
}

TEST(WarmScene, TakesNoHeapForStepsOfSolidMeshes) {
  const std::vector<Geometry> meshes{made(Shape{make_sphere_mesh(0.5, 2)}), made(Shape{make_torus_mesh(0.4, 0.15, 16, 8)})};
  const std::vector<Geometry> mixed{meshes[0], gem(), made(Shape{Sphere{Vec3::Zero(), 0.5}})};
  for (const double at : {0.0, 0.5}) {
    expect_no_heap(Crowd(meshes, true), at);
    expect_no_heap(Crowd(mixed, true), at);
  }
}

/// Bodies of every kind but what is endless, among each other in an order of their own.
std::vector<Geometry> every_kind(testing::AnyBody& random) {
  std::vector<Geometry> kinds{made(Shape{Torus{Vec3::Zero(), Vec3(1, 2, 3), 0.5, 0.2}}), gem(),
                              made(Shape{make_sphere_mesh(0.7, 2)}), made(Shape{make_torus_mesh(0.6, 0.25, 16, 8)})};
  const std::vector<double> heights{0, 0.3, 0, 0.1, 0.4, 0.2, 0, 0.3, 0.1};
  kinds.push_back(made(Shape{height_field(3, heights, Vec2(0.5, 0.5)).value()}));
  for (int kind = 0; kind < testing::AnyBody::kinds; ++kind) {
    if (!testing::AnyScene::is_endless(kind)) kinds.push_back(made(random.shape(kind)));
  }
  for (std::size_t i = kinds.size() - 1; i > 0; --i) std::swap(kinds[i], kinds[random.below(i + 1)]);
  return kinds;
}

enum class Moving : std::uint8_t { straight, turning, keyframes };

/// Every third body stands, every fifth is a compound, closed meshes are solids.
Scene mixed_scene(std::uint64_t seed, Moving moving) {
  testing::AnyBody random(seed);
  const std::vector<Geometry> kinds = every_kind(random);
  Scene scene;
  for (int i = 0; i < 96; ++i) {
    const Geometry& geometry = kinds[static_cast<std::size_t>(i) % kinds.size()];
    SceneBody body;
    body.parts.push_back({geometry, {}, geometry.mesh() != nullptr && geometry.topology().is_closed() && i % 2 == 0, {}});
    if (i % 5 == 0) body.parts.push_back({kinds[random.below(kinds.size())], {Mat3::Identity(), Vec3(0.4, 0, 0)}, false, {}});
    body.pose = random.pose(0.1);
    body.pose.translation += 1.2 * Vec3(i % 4, i / 4 % 4, i / 16);
    const Motion motion{random.vector(0.5), moving == Moving::turning ? random.vector(0.5) : Vec3(Vec3::Zero()), {}};
    Pose later = body.pose;
    later.translation += motion.velocity;
    if (i % 3 != 0) body.motion = motion;
    if (i % 3 != 0 && moving == Moving::keyframes) body.motion = Path::through({{0, body.pose}, {1, later}}).value();
    static_cast<void>(scene.add(body).value());
  }
  return scene;
}

std::size_t blocks_of(const ContactSet& set) { return set.points.size() > 6 ? 1 : 0; }

template <class Contacts>
std::size_t blocks_of(const Contacts& contacts) {
  std::size_t blocks = contacts.pairs.capacity() > 0 ? 1 : 0;
  for (const PairContact& contact : contacts.pairs) blocks += blocks_of(contact.set);
  return blocks;
}

/// What the question allocates beyond the blocks that its answer holds. It answers these.
template <class Ask>
std::size_t heap_of_warm(const Ask& ask) {
  // Until bodies have been seen to stay near their places, whose pairs are kept then.
  for (int i = 0; i < 9; ++i) static_cast<void>(ask());
  const std::size_t before = allocations;
  const std::size_t held = ask();
  return allocations - before - held;
}

/// In each of the ways that bodies move.
template <class Ask>
void expect_no_heap_in_any_motion(const Ask& ask) {
  for (const Moving moving : {Moving::straight, Moving::turning, Moving::keyframes}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Scene scene = mixed_scene(seed, moving);
      EXPECT_EQ(heap_of_warm([&] { return ask(scene); }), 0U) << "seed " << seed << ", motion " << static_cast<int>(moving);
    }
  }
}

constexpr std::size_t no_answer = 1000000;

TEST(WarmScene, TakesNoHeapForOverlapsOfBodiesOfEveryKind) {
  expect_no_heap_in_any_motion([](const Scene& scene) {
    for (const double at : {0.0, 0.5}) {
      if (!visit_overlaps(scene, [](const ScenePair&) { return true; }, {.at = at, .threads = 1})) return no_answer;
    }
    return std::size_t{0};
  });
}

TEST(WarmScene, TakesNoHeapForNearestPairsOfBodiesOfEveryKind) {
  expect_no_heap_in_any_motion([](const Scene& scene) {
    const auto found = closest_pairs(scene, 40, {.threads = 1});
    return found && !found->empty() ? std::size_t{1} : no_answer;
  });
}

TEST(WarmScene, TakesNoHeapForFirstContactsOfBodiesOfEveryKind) {
  expect_no_heap_in_any_motion([](const Scene& scene) {
    const auto first = first_contact(scene, {.t_max = 1}, {.threads = 1, .ignore_initial = true});
    const auto all = first_contacts(scene, {.t_max = 1}, {.threads = 1, .ignore_initial = true});
    return first && all && !all->pairs.empty() ? blocks_of(*first) + blocks_of(*all) : no_answer;
  });
}

/// With the depths of those that overlap, whose manifold nobody asked for.
TEST(WarmScene, TakesNoHeapForStatusesOfPolytopes) {
  const std::vector<Geometry> kinds{gem(), made(Shape{Aabb{Vec3::Constant(-0.5), Vec3::Constant(0.5)}}),
                                    made(Shape{Obb{Vec3::Zero(), Obb{}.axes, Vec3(0.5, 0.4, 0.5)}})};
  const Crowd crowd(kinds);
  for (const double at : {0.0, 0.5}) {
    std::size_t depths = 0;
    const std::size_t heap = heap_of_warm([&] {
      const auto found = statuses(crowd.scene, {.clearance = 0.3}, {.at = at, .threads = 1});
      depths = 0;
      for (const PairStatus& status : found->pairs) depths += status.depth ? 1 : 0;
      return std::size_t{1};
    });
    EXPECT_EQ(heap, 0U);
    EXPECT_GT(depths, 100U);
  }
}

/// Crossings that a ray has with a body are a block of their own, also where another body is hit first.
TEST(WarmScene, TakesNoHeapForRaysBeyondTheirHits) {
  expect_no_heap_in_any_motion([](const Scene& scene) {
    std::size_t blocks = 0;
    for (const double at : {0.0, 0.5}) {
      for (int k = 0; k < 20; ++k) {
        const Vec3 origin(-2, 0.3 * k, 0.2 * k);
        const auto hits = raycast(scene, {origin, Vec3(1, 0.1, 0.05)}, {}, {.at = at});
        for (const SceneHit& hit : *hits) blocks += hit.crossings.empty() ? 0 : 1;
        blocks += hits->empty() ? 0 : 1;
      }
    }
    return blocks > 40 ? blocks : no_answer;
  });
}

}  // namespace
}  // namespace graze
