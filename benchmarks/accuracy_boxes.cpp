#include <cmath>

#include "accuracy_making.h"
#include "accuracy_truth.h"

namespace graze::bench {
namespace {

constexpr const char* fcl_issues = "https://github.com/flexible-collision-library/fcl/issues/";

/// Two boxes that share a plane but for `gap`: face above face, turned against each other about its normal.
HardCase face_to_face(Random& random, double gap, double thickness, double far) {
  const auto flat = [&] { return Vec3(uniform(random, 0.5, 1), uniform(random, 0.5, 1), thickness * uniform(random, 0.5, 1)); };
  HardCase c;
  c.a = box_of(flat());
  c.b = box_of(flat());
  c.pose_a = {rotation_of(random), far * vector_of(random)};
  const Vec3 up = c.pose_a.rotation.col(2), aside = c.pose_a.rotation.col(0);
  c.pose_b.rotation = c.pose_a.rotation * turn(uniform(random, 0, 3), Vec3::UnitZ());
  c.pose_b.translation = c.pose_a.translation + (c.a.half.z() + c.b.half.z() + gap) * up + uniform(random, -0.3, 0.3) * aside;
  return c;
}

/// Two edges across each other, `gap` apart.
HardCase edge_to_edge(Random& random, double gap) {
  HardCase c;
  c.a = box_of({1, 0.5, 0.5});
  c.b = box_of({0.5, 1, 0.5});
  const Mat3 both = rotation_of(random);
  const double quarter = std::atan(1.0);
  c.pose_a = {both * turn(quarter, Vec3::UnitX()), Vec3::Zero()};
  c.pose_b = {both * turn(quarter, Vec3::UnitY()), both.col(2) * (std::sqrt(2.0) + gap)};
  return c;
}

template <class Make>
HardCases overlaps(const char* name, std::string seen, Make make) {
  return two_hundred(name, std::move(seen), [&](Random& random) {
    HardCase c = make(random);
    c.yes = meet_exactly(c);
    return std::optional(c);
  });
}

std::vector<HardCases> that_all_but_touch() {
  const std::string seen = std::string(fcl_issues) + "495";
  return {overlaps("boxes face to face, 1e-9 to 1e-4 apart or in each other", seen,
                   [](Random& r) { return face_to_face(r, gap_of(r, -9, -4), 1, 0); }),
          overlaps("boxes face to face, 1e-14 to 1e-9 apart or in each other", seen,
                   [](Random& r) { return face_to_face(r, gap_of(r, -14, -9), 1, 0); }),
          overlaps("plates of a millionth of their size, 1e-9 to 1e-7 apart or in each other", seen,
                   [](Random& r) { return face_to_face(r, gap_of(r, -9, -7), 1e-6, 0); }),
          overlaps("boxes a thousand sizes from the origin, 1e-10 to 1e-6 apart or in each other",
                   "https://github.com/bulletphysics/bullet3/issues/2579",
                   [](Random& r) { return face_to_face(r, gap_of(r, -10, -6), 1, 1000); }),
          overlaps("edges across each other, 1e-12 to 1e-6 apart or in each other", seen,
                   [](Random& r) { return edge_to_edge(r, gap_of(r, -12, -6)); })};
}

/// The gap is what was added, but for the roundings of a pose.
HardCase face_to_face_distance(Random& random) {
  const double gap = power_of_ten(random, -6, -2);
  HardCase c = face_to_face(random, gap, 1, 0);
  c.question = HardCase::Question::distance;
  c.value = gap;
  c.allowed = 1e-6 * gap;
  return c;
}

/// Neither turned, up to ten sizes apart along one axis.
HardCase aligned(Random& random) {
  HardCase c;
  c.question = HardCase::Question::distance;
  c.a = box_of({uniform(random, 0.2, 1), uniform(random, 0.2, 1), uniform(random, 0.2, 1)});
  c.b = box_of({uniform(random, 0.2, 1), uniform(random, 0.2, 1), uniform(random, 0.2, 1)});
  const auto axis = static_cast<Eigen::Index>(random() % 3);
  c.value = uniform(random, 0.1, 10);
  c.pose_a.translation = vector_of(random);
  c.pose_b.translation = c.pose_a.translation;
  c.pose_b.translation[axis] += c.a.half[axis] + c.b.half[axis] + c.value;
  c.allowed = 1e-4;
  return c;
}

/// A box that stands on, or floats above, a platform a hundred times as wide.
HardCase on_a_platform(Random& random) {
  HardCase c;
  c.question = HardCase::Question::distance;
  c.a = box_of({64, 1, 64});
  c.b = box_of({uniform(random, 0.2, 1), uniform(random, 0.2, 1), uniform(random, 0.2, 1)});
  c.value = power_of_ten(random, -4, 0);
  c.pose_b.rotation = turn(uniform(random, 0, 3), Vec3::UnitY());
  c.pose_b.translation = {uniform(random, -60, 60), c.a.half.y() + c.b.half.y() + c.value, uniform(random, -60, 60)};
  c.allowed = 1e-4;
  return c;
}

/// In each other by a tenth of a millionth to a tenth of their size; every other pair stacked without a turn.
std::optional<HardCase> deep(Random& random) {
  const double depth = power_of_ten(random, -7, -1);
  HardCase c = random() % 3 == 0 ? edge_to_edge(random, -depth) : face_to_face(random, -depth, 1, 1);
  if (random() % 2 == 0) c.pose_a.rotation.setIdentity(), c.pose_b.rotation.setIdentity();
  if (c.pose_a.rotation.isIdentity(0)) {
    c.pose_b.translation = c.pose_a.translation + (c.a.half.z() + c.b.half.z() - depth) * Vec3::UnitZ();
  }
  c.question = HardCase::Question::depth;
  c.value = static_cast<double>(depth_of_boxes(c));
  c.allowed = 1e-4;
  return c.value > 0 ? std::optional(c) : std::nullopt;
}

}  // namespace

std::vector<HardCases> hard_boxes() {
  std::vector<HardCases> all = that_all_but_touch();
  all.push_back(two_hundred("distance of boxes face to face, 1e-6 to 1e-2 apart (to 1e-6 of it)",
                            "https://github.com/coal-library/coal/issues/604",
                            [](Random& r) { return std::optional(face_to_face_distance(r)); }));
  all.push_back(two_hundred("distance of boxes that are not turned", std::string(fcl_issues) + "508",
                            [](Random& r) { return std::optional(aligned(r)); }));
  all.push_back(two_hundred("distance of a box from a platform a hundred times as wide",
                            "https://github.com/danfis/libccd/issues/17 https://github.com/bulletphysics/bullet3/issues/1703",
                            [](Random& r) { return std::optional(on_a_platform(r)); }));
  all.push_back(two_hundred("depth of boxes in each other",
                            std::string(fcl_issues) + "399 " + fcl_issues + "493 https://github.com/danfis/libccd/issues/25",
                            deep));
  return all;
}

}  // namespace graze::bench
