/// Answers are those of the bodies, whatever order they were added in: down to the last digit, and to which of several equally good
/// planes, points or triangles is named.

#include <scene/any_scene.h>

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include <graze/raycast.h>
#include <graze/scene_motion.h>
#include <graze/scene_probe.h>
#include <graze/scene_questions.h>

namespace graze {
namespace {

using testing::AnyScene;

/// One contact, seen from the body that comes first in the list of all.
struct SeenContact {
  std::array<std::size_t, 2> bodies{};
  std::array<PartPlace, 2> places;
  std::vector<double> numbers;

  friend auto operator<=>(const SeenContact&, const SeenContact&) = default;
};

class SeenContacts {
 public:
  explicit SeenContacts(const std::vector<std::size_t>& order) : order_(order) {}

  void add(BodyId a, BodyId b, const std::array<PartPlace, 2>& places, const ContactSet& set, const std::optional<Vec3>& normal,
           double value) {
    SeenContact seen{{order_[a.index], order_[b.index]}, places, {value, normal ? 1.0 : 0.0}};
    const bool is_swapped = seen.bodies[1] < seen.bodies[0];
    if (is_swapped) {
      std::swap(seen.bodies[0], seen.bodies[1]);
      std::swap(seen.places[0], seen.places[1]);
    }
    for (const Vec3& p : set.points) seen.numbers.insert(seen.numbers.end(), p.begin(), p.end());
    if (normal) {
      for (const double x : *normal) seen.numbers.push_back(is_swapped ? -x : x);
    }
    all_.push_back(std::move(seen));
  }
  [[nodiscard]] std::vector<SeenContact> sorted() && {
    std::ranges::sort(all_);
    return std::move(all_);
  }

 private:
  const std::vector<std::size_t>& order_;
  std::vector<SeenContact> all_;
};

std::array<std::int64_t, 4> by_parts_then_by_triangles(const PartContact& contact) {
  const auto& [a, b] = contact.places;
  return {a.part, b.part, a.triangle, b.triangle};
}

std::vector<SeenContact> seen_of_contacts(const Scene& scene, const std::vector<std::size_t>& order) {
  SeenContacts seen(order);
  const auto found = contacts(scene).value();
  for (const PairContacts& pair : found) {
    EXPECT_TRUE(std::ranges::is_sorted(pair.contacts, {}, by_parts_then_by_triangles));
    for (const PartContact& contact : pair.contacts)
      seen.add(pair.pair.a, pair.pair.b, contact.places, contact.set, contact.normal, contact.depth.value_or(-1));
  }
  return std::move(seen).sorted();
}

std::vector<SeenContact> seen_of_callbacks(const Scene& scene, const std::vector<std::size_t>& order) {
  SeenContacts seen(order);
  const auto on_contact = [&](const ContactNotice& notice) {
    seen.add(notice.self, notice.other, {notice.self_place, notice.other_place}, notice.set, std::nullopt, notice.time);
    return true;
  };
  EXPECT_TRUE(find_contacts(scene, {.t_max = 0.5}, on_contact).value());
  return std::move(seen).sorted();
}

std::vector<SeenContact> seen_of_first(const Scene& scene, const std::vector<std::size_t>& order) {
  SeenContacts seen(order);
  const auto found = first_contact(scene, {.t_max = 2}).value();
  for (const PairContact& contact : found.pairs)
    seen.add(contact.pair.a, contact.pair.b, contact.places, contact.set, contact.normal, contact.t_lo);
  return std::move(seen).sorted();
}

/// Boxes and meshes of boxes whose sides are whole numbers, many of which touch, and bodies of every kind; most of them move.
std::vector<SceneBody> many_that_touch(AnyScene& random, bool on_grid) {
  std::vector<SceneBody> bodies;
  std::map<std::array<double, 3>, bool> is_taken;  // two bodies that are the same could only be told apart by their ids
  while (bodies.size() < 26) {
    SceneBody body = random.scene_body(2);
    if (on_grid) {
      const Vec3 place = random.grid(2);
      if (std::exchange(is_taken[{place.x(), place.y(), place.z()}], true)) continue;
      const Aabb box{Vec3::Zero(), Vec3(1, 1, 1 + static_cast<double>(random.below(2)))};
      body = {.parts = {{*Geometry::make(random.below(2) == 0 ? Shape{box} : Shape{AnyScene::mesh_of(box)})}}};
      body.pose.translation = place;
    }
    body.group = body.mask = every_group;
    if (random.below(3) != 0) body.motion = Motion{on_grid ? Vec3(random.grid(1)) : Vec3(random.vector(1)), Vec3::Zero(), {}};
    bodies.push_back(std::move(body));
  }
  return bodies;
}

template <class Seen>
void expect_the_same_in_any_order(const Seen& seen_of) {
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    AnyScene random(seed);
    const std::vector<SceneBody> bodies = many_that_touch(random, seed % 2 == 0);
    std::vector<std::size_t> order(bodies.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::vector<SeenContact> expected = seen_of(testing::scene_of(bodies), order);
    seen += expected.size();
    for (int k = 0; k < 3; ++k) {
      std::vector<SceneBody> shuffled;
      for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
      for (const std::size_t i : order) shuffled.push_back(bodies[i]);
      EXPECT_EQ(seen_of(testing::scene_of(shuffled), order), expected);
    }
  }
  EXPECT_GT(seen, 50U);
}

TEST(SceneOrder, DoesNotChangeWhereARayFirstHits) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    AnyScene random(seed);
    std::vector<SceneBody> bodies = random.bodies(20, 2);
    for (SceneBody& body : bodies) body.scale = 1;  // a mesh of another size keeps its tree, and the order of its triangles
    for (std::size_t i = 0; i < 10; ++i) bodies.push_back(bodies[i]);  // hit as soon as the others, but for a rounding
    const Scene scene = testing::scene_of(bodies);
    for (int k = 0; k < 60; ++k) {
      const Ray ray{random.vector(4), random.vector(1)};
      double first = std::numeric_limits<double>::infinity();
      for (const SceneBody& body : bodies) {
        for (const Body& part : testing::parts_in_world(body)) {
          const Raycast hit = raycast(ray, part, {.first_only = true}).value();
          if (hit.intersect) first = std::min(first, hit.t);
        }
      }
      const auto hits = raycast(scene, ray, {.first_only = true}).value();
      EXPECT_EQ(hits.empty() ? std::numeric_limits<double>::infinity() : hits[0].t, first) << "seed " << seed << ", ray " << k;
    }
  }
}

TEST(SceneOrder, DoesNotChangeContacts) { expect_the_same_in_any_order(seen_of_contacts); }
TEST(SceneOrder, DoesNotChangeWhatCallbacksAreTold) { expect_the_same_in_any_order(seen_of_callbacks); }
TEST(SceneOrder, DoesNotChangeTheFirstContact) { expect_the_same_in_any_order(seen_of_first); }

/// What the least distance is within a tolerance, and which pair is named for it.
TEST(SceneOrder, DoesNotChangeTheClosestApproach) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    AnyScene random(seed);
    std::vector<SceneBody> bodies;
    for (int i = 0; i < 12; ++i) {
      SceneBody body{.parts = {{*Geometry::make(Shape{Sphere{Vec3::Zero(), 0.02}})}}};
      body.pose.translation = random.vector(2);
      body.motion = Motion{random.vector(3), Vec3::Zero(), {}};
      body.name = std::to_string(i);
      bodies.push_back(std::move(body));
    }
    const auto seen = [&] {
      const Scene scene = testing::scene_of(bodies);
      const SceneApproach found = **closest_approach(scene, {.t_max = 1, .tolerance = 0.02});
      std::array names{(*scene.body(found.pair.a))->name, (*scene.body(found.pair.b))->name};
      std::ranges::sort(names);
      return std::tuple(found.distance, found.distance_at_least, found.at, names);
    };
    const auto expected = seen();
    for (int k = 0; k < 3; ++k) {
      for (std::size_t i = bodies.size() - 1; i > 0; --i) std::swap(bodies[i], bodies[random.below(i + 1)]);
      EXPECT_EQ(seen(), expected) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace graze
