/// Triangle against triangle, compared with exact clipping in rationals.

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/folders.h>
#include <oracle/rational.h>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include "box/eight_lanes.h"
#include "simd/runnable.h"
#include "triangle/kernels.h"
#include "triangle/overlap.h"
#include "triangle/overlap_lanes.h"

namespace graze {
namespace {

struct Pair {
  Triangle a, b;
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int integer(int least, int greatest) { return std::uniform_int_distribution<int>(least, greatest)(engine_); }
  double real() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  Vec3 grid_point(int reach) { return {1.0 * integer(-reach, reach), 1.0 * integer(-reach, reach), 1.0 * integer(-reach, reach)}; }
  Vec3 point() { return {real(), real(), real()}; }
  Triangle grid_triangle(int reach) { return {{grid_point(reach), grid_point(reach), grid_point(reach)}}; }
  Triangle triangle() { return {{point(), point(), point()}}; }
  Pose pose() { return {Eigen::Quaterniond(real(), real(), real(), real()).normalized().toRotationMatrix(), point()}; }

 private:
  std::mt19937_64 engine_;
};

std::string text(const Triangle& t) {
  std::ostringstream out;
  out.precision(17);
  for (const Vec3& v : t.v) out << "(" << v.x() << ", " << v.y() << ", " << v.z() << ") ";
  return out.str();
}

std::string text(const Pair& pair) { return "a " + text(pair.a) + " b " + text(pair.b); }

Triangle scaled(const Triangle& t, double factor) { return {{factor * t.v[0], factor * t.v[1], factor * t.v[2]}}; }

/// A point of the triangle with barycentric coordinates that are multiples of a quarter, or on an edge, or a vertex.
Vec3 point_of(const Triangle& t, Random& random) {
  const int i = random.integer(0, 4);
  const int j = random.integer(0, 4 - i);
  return (i * t.v[0] + j * t.v[1] + (4 - i - j) * t.v[2]) / 4;
}

/// Three corners on a line, or one corner three times.
Triangle thin(Random& random, int reach) {
  const Vec3 origin = random.grid_point(reach);
  const Vec3 step = random.integer(0, 4) == 0 ? Vec3(Vec3::Zero()) : random.grid_point(1);
  return {{origin + random.integer(-2, 2) * step, origin + random.integer(-2, 2) * step, origin + random.integer(-2, 2) * step}};
}

/// Corners of a random lattice plane, so that two calls with the same plane give coplanar triangles.
Triangle in_lattice_plane(Random& random, const std::array<Vec3, 3>& plane) {
  Triangle t;
  for (Vec3& v : t.v) v = plane[0] + random.integer(-2, 2) * plane[1] + random.integer(-2, 2) * plane[2];
  return t;
}

/// b touches a in one point at least, up to the rounding of that point.
Pair touching(Random& random) {
  const Triangle a = random.triangle();
  Triangle b = random.triangle();
  const Vec3 contact = point_of(a, random);
  if (random.integer(0, 1) == 0) {
    b.v[0] = contact;
  } else {
    b.v[1] = 2 * contact - b.v[0];
  }
  return {a, b};
}

Pair sharing_corners(Random& random) {
  const Triangle a = random.triangle();
  Triangle b = random.triangle();
  for (int i = random.integer(1, 3); i > 0; --i) b.v[random.integer(0, 2)] = a.v[random.integer(0, 2)];
  return {a, b};
}

struct Count {
  int meeting = 0;
  int apart = 0;
};

sat::Verdict told_by(const sat::TriangleKernels& kernels, const PosedTriangle& a, const PosedTriangle& b) {
  sat::TriangleInLanes ready_a, ready_b;
  kernels.place(*a.pose, a.error, a.local.v[0], a.local.v[1], a.local.v[2], ready_a);
  kernels.place(*b.pose, b.error, b.local.v[0], b.local.v[1], b.local.v[2], ready_b);
  return kernels.meeting(ready_a, ready_b);
}

std::vector<const sat::TriangleKernels*> all_kernels() {
  return test::runnable(sat::triangle_kernels_baseline, sat::triangle_kernels_avx2);
}

/// No instruction set is certain of what is not so, of triangles whose differences are off by the slack at most or that were placed
/// with such errors.
bool are_certain_of_nothing_else(const Triangle& a, const Triangle& b, double slack, bool truth) {
  const sat::Verdict wrong = truth ? sat::Verdict::no : sat::Verdict::yes;
  const Pose stays;
  const PosedTriangle posed_a{a, &stays, a, slack / 2}, posed_b{b, &stays, b, slack / 2};
  return std::ranges::none_of(all_kernels(), [&](const sat::TriangleKernels* kernels) {
    return kernels->certain_meeting(a.v, b.v, slack) == wrong || told_by(*kernels, posed_a, posed_b) == wrong;
  });
}
bool are_certain_of_nothing_else(const PosedTriangle& a, const PosedTriangle& b, bool truth) {
  const sat::Verdict wrong = truth ? sat::Verdict::no : sat::Verdict::yes;
  return std::ranges::none_of(all_kernels(), [&](const sat::TriangleKernels* kernels) { return told_by(*kernels, a, b) == wrong; });
}

/// The library against clipping on `cases` pairs; how often each answer occurred, so that no test is one-sided unnoticed.
Count expect_exact(int cases, const std::function<Pair()>& generate) {
  Count count;
  for (int i = 0; i < cases; ++i) {
    const Pair pair = generate();
    const bool truth = oracle::overlap(pair.a, pair.b);
    ++(truth ? count.meeting : count.apart);
    const bool right = overlap(pair.a, pair.b) == truth && overlap(pair.b, pair.a) == truth &&
                       are_certain_of_nothing_else(pair.a, pair.b, 0, truth);
    if (!right) {
      ADD_FAILURE() << "case " << i << ": expected " << truth << " for " << text(pair);
      return count;
    }
  }
  return count;
}

void expect_both_answers(const Count& count, int at_least) {
  EXPECT_GE(count.meeting, at_least);
  EXPECT_GE(count.apart, at_least);
}

TEST(TriangleTriangle, AgreesWithClippingOnSmallIntegerGrids) {
  Random random(21);
  expect_both_answers(expect_exact(50000, [&] { return Pair{random.grid_triangle(2), random.grid_triangle(2)}; }), 15000);
  expect_both_answers(expect_exact(15000, [&] { return Pair{random.grid_triangle(1), random.grid_triangle(1)}; }), 5000);
}

TEST(TriangleTriangle, AgreesWithClippingOnRandomTriangles) {
  Random random(22);
  expect_both_answers(expect_exact(4000, [&] { return Pair{random.triangle(), random.triangle()}; }), 500);
}

TEST(TriangleTriangle, IsCertainOfMostRandomTriangles) {
  Random random(23);
  int certain[2] = {0, 0};
  constexpr int cases = 1000;
  for (int i = 0; i < cases; ++i) {
    const Pair pair{random.triangle(), random.triangle()};
    const auto told = sat::triangle_kernels().certain_meeting(pair.a.v, pair.b.v, 0);
    if (told != sat::Verdict::unknown) ++certain[told == sat::Verdict::yes ? 1 : 0];
  }
  EXPECT_GE(certain[0] + certain[1], cases * 9 / 10);
  EXPECT_GE(certain[1], cases / 10);
}

/// Each corner somewhere within half the slack of where it is.
Triangle blurred(const Triangle& t, double slack, Random& random) {
  Triangle result = t;
  for (Vec3& v : result.v) {
    for (double& x : v) x += slack / 2 * (random.integer(0, 2) == 0 ? random.real() : random.integer(0, 1) * 2 - 1);
  }
  return result;
}

TEST(TriangleTriangle, TrustsNoSignThatItsSlackCouldChange) {
  Random random(29);
  int certain = 0, unknown = 0;
  for (int i = 0; i < 20000; ++i) {
    Pair truth = i % 2 == 0 ? touching(random) : Pair{random.triangle(), random.triangle()};
    const double slack = std::ldexp(1.0, -random.integer(2, 40));
    const Vec3 lift = slack * random.integer(0, 8) * random.point();
    const double shrunk = i % 3 == 0 ? 8 * slack : 1;  // then the slack tilts its plane
    for (int k = 1; k < 3; ++k) truth.a.v[k] = truth.a.v[0] + shrunk * (truth.a.v[k] - truth.a.v[0]);
    for (Vec3& v : truth.b.v) v += lift;
    const Triangle a = blurred(truth.a, slack * (1 - 0x1p-40), random), b = blurred(truth.b, slack * (1 - 0x1p-40), random);
    const bool meet = oracle::overlap(truth.a, truth.b);
    ASSERT_TRUE(are_certain_of_nothing_else(a, b, slack, meet)) << i << ": slack " << slack << ", " << text(truth);
    ++(sat::triangle_kernels().certain_meeting(a.v, b.v, slack) == sat::Verdict::unknown ? unknown : certain);
  }
  EXPECT_GT(certain, 5000);
  EXPECT_GT(unknown, 5000);
}

/// What TriangleInLanes promises, of a triangle and a point that are both blurred. Small triangles are tilted most.
TEST(TriangleTriangle, KnowsHowFarHeightsOverItsPlaneAreOff) {
  using oracle::exact;
  using oracle::Rational;
  Random random(31);
  const auto size = [](const Rational& x) { return Rational(abs(x)); };
  for (int i = 0; i < 5000; ++i) {
    Triangle truth = random.triangle();
    const double error = std::ldexp(1.0, -random.integer(3, 45)), shrunk = std::ldexp(error, random.integer(1, 8));
    for (int k = 1; k < 3; ++k) truth.v[k] = truth.v[0] + shrunk * (truth.v[k] - truth.v[0]);
    const Vec3 true_point = random.point();
    const Triangle seen = blurred(truth, 2 * error, random);
    const Vec3 point = blurred(Triangle{{true_point, true_point, true_point}}, 2 * error, random).v[0];
    const auto from_first = [&](const Vec3& p) { return oracle::operator-(exact(p), exact(truth.v[0])); };
    const Rational height = dot(cross(from_first(truth.v[1]), from_first(truth.v[2])), from_first(true_point));
    for (const sat::TriangleKernels* kernels : all_kernels()) {
      sat::TriangleInLanes ready;
      kernels->place(Pose{}, error, seen.v[0], seen.v[1], seen.v[2], ready);
      Rational told = 0, far = 0;
      for (int k = 0; k < 3; ++k) {
        const Rational way = Rational(point[k]) - Rational(seen.v[0][k]);
        told += Rational(ready.normal[k]) * way;
        far += size(way);
      }
      const Rational bound = Rational(ready.height_error[0]) * far + Rational(ready.height_error[1]) * Rational(2 * error);
      ASSERT_LE(size(Rational(told - height)), bound) << i << ": error " << error;
    }
  }
}

TEST(TriangleTriangle, AgreesWithClippingOnTrianglesBuiltToTouch) {
  Random random(23);
  expect_both_answers(expect_exact(4000, [&] { return touching(random); }), 400);
  EXPECT_EQ(expect_exact(2000, [&] { return sharing_corners(random); }).apart, 0);
}

TEST(TriangleTriangle, AgreesWithClippingOnCoplanarTriangles) {
  Random random(24);
  expect_both_answers(expect_exact(20000,
                                   [&] {
                                     const std::array plane{random.grid_point(2), random.grid_point(2), random.grid_point(2)};
                                     return Pair{in_lattice_plane(random, plane), in_lattice_plane(random, plane)};
                                   }),
                      2000);
}

TEST(TriangleTriangle, AgreesWithClippingOnSegmentsAndPoints) {
  Random random(25);
  expect_both_answers(expect_exact(15000, [&] { return Pair{thin(random, 1), random.grid_triangle(1)}; }), 2000);
  expect_both_answers(expect_exact(15000, [&] { return Pair{thin(random, 1), thin(random, 1)}; }), 1000);
}

TEST(TriangleTriangle, AgreesWithClippingAtEveryScale) {
  for (const double scale :
       {0x1p-1074, 0x1p-1060, 0x1p-1000, 0x1p-500, 0x1p-354, 0x1p-350, 0x1p-300, 0x1p300, 0x1p500, 0x1p1000, 0x1p1022}) {
    Random random(26);
    const Count grid =
        expect_exact(700, [&] { return Pair{scaled(random.grid_triangle(1), scale), scaled(random.grid_triangle(1), scale)}; });
    expect_both_answers(grid, 150);
    expect_exact(200, [&] {
      const Pair pair = touching(random);
      return Pair{scaled(pair.a, scale), scaled(pair.b, scale)};
    });
  }
}

/// Products of three overflow here, bounds of their roundings do not yet.
TEST(TriangleTriangle, AgreesWithClippingWhereVolumesOverflow) {
  for (int exponent = 338; exponent <= 360; exponent += 2) {
    Random random(28);
    const double scale = std::ldexp(1.0, exponent);
    const auto near_one = [&] { return Vec3(scale * (Vec3::Ones() + 0x1p-40 * random.point())); };
    expect_exact(100, [&] {
      const Vec3 corner = random.grid_point(3);
      const Triangle needle{{near_one(), near_one(), corner}};
      return Pair{needle, Triangle{{corner, corner, corner}}};
    });
    expect_exact(100, [&] {
      const Pair pair = touching(random);
      return Pair{scaled(pair.a, scale), scaled(pair.b, scale)};
    });
  }
}

TEST(TriangleTriangle, DoesNotDependOnTheOrderOfCorners) {
  Random random(27);
  for (int i = 0; i < 3000; ++i) {
    Pair pair{random.grid_triangle(2), random.grid_triangle(2)};
    if (i % 3 == 0) pair = touching(random);
    const bool expected = overlap(pair.a, pair.b);
    std::array order_a{0, 1, 2};
    do {
      std::array order_b{0, 1, 2};
      do {
        const Triangle a{{pair.a.v[order_a[0]], pair.a.v[order_a[1]], pair.a.v[order_a[2]]}};
        const Triangle b{{pair.b.v[order_b[0]], pair.b.v[order_b[1]], pair.b.v[order_b[2]]}};
        ASSERT_EQ(overlap(a, b), expected) << text(Pair{a, b});
        ASSERT_EQ(overlap(b, a), expected) << text(Pair{b, a});
      } while (std::next_permutation(order_b.begin(), order_b.end()));
    } while (std::next_permutation(order_a.begin(), order_a.end()));
  }
}

TEST(TriangleTriangle, ToleratesTheLargestAndTheLeastNumbersInOnePair) {
  constexpr double huge = std::numeric_limits<double>::max();
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  const Triangle wide{{Vec3(-huge, -huge, 0), Vec3(huge, -huge, 0), Vec3(0, huge, 0)}};
  EXPECT_TRUE(overlap(wide, {{Vec3(0, 0, -tiny), Vec3(0, 0, tiny), Vec3(tiny, 0, tiny)}}));
  EXPECT_TRUE(overlap(wide, {{Vec3(0, 0, 0), Vec3(0, 0, tiny), Vec3(tiny, 0, tiny)}}));
  EXPECT_FALSE(overlap(wide, {{Vec3(0, 0, tiny), Vec3(0, 0, 2 * tiny), Vec3(tiny, 0, tiny)}}));
}

/// The posed test against clipping of the exact images.
Count expect_posed_exact(int cases, const std::function<std::pair<Pair, std::array<Pose, 2>>()>& generate) {
  Count count;
  for (int i = 0; i < cases; ++i) {
    const auto [pair, poses] = generate();
    const bool truth = oracle::overlap(oracle::posed(pair.a, poses[0]), oracle::posed(pair.b, poses[1]));
    ++(truth ? count.meeting : count.apart);
    const PosedTriangle a = place(pair.a, poses[0]);
    const PosedTriangle b = place(pair.b, poses[1]);
    const double slack = 2 * std::max(a.error, b.error);
    const bool is_certain = are_certain_of_nothing_else(a.world, b.world, slack, truth) && are_certain_of_nothing_else(a, b, truth);
    if (overlap(a, b) != truth || overlap(b, a) != truth || !is_certain) {
      ADD_FAILURE() << "case " << i << ": expected " << truth << " for " << text(pair);
      return count;
    }
  }
  return count;
}

/// One of the 24 rotations of the cube or 24 mirrored ones, and a translation by multiples of an eighth: nothing is rounded.
Pose lattice_pose(Random& random) {
  std::array axes{0, 1, 2};
  for (int i = 0; i < 3; ++i) std::swap(axes[i], axes[random.integer(i, 2)]);
  Pose pose;
  pose.rotation.setZero();
  for (int i = 0; i < 3; ++i) pose.rotation(i, axes[i]) = random.integer(0, 1) == 0 ? 1 : -1;
  pose.translation = random.grid_point(4) / 8;
  return pose;
}

TEST(PosedTriangles, AgreeWithClippingInRandomPoses) {
  Random random(31);
  const Count count = expect_posed_exact(
      4000, [&] { return std::pair{Pair{random.triangle(), random.triangle()}, std::array{random.pose(), random.pose()}}; });
  expect_both_answers(count, 100);
}

TEST(PosedTriangles, AgreeWithClippingWhenTheyTouchInALatticePose) {
  Random random(32);
  const Count count = expect_posed_exact(6000, [&] {
    return std::pair{Pair{random.grid_triangle(1), random.grid_triangle(1)},
                     std::array{lattice_pose(random), lattice_pose(random)}};
  });
  expect_both_answers(count, 1000);
}

/// b is where a's contact point lands after rounding, a few ulps inside or outside.
std::pair<Pair, std::array<Pose, 2>> carried_over(Random& random, double distance_from_origin) {
  const Pair pair = touching(random);
  Pose pose = random.pose();
  pose.translation *= distance_from_origin;
  Triangle b = pair.b;
  for (Vec3& v : b.v) v = pose.to_world(v);
  return {Pair{pair.a, b}, {pose, Pose{}}};
}

TEST(PosedTriangles, AgreeWithClippingWhenOneIsCarriedOntoTheOther) {
  Random random(33);
  expect_both_answers(expect_posed_exact(2000, [&] { return carried_over(random, 1); }), 500);
  expect_both_answers(expect_posed_exact(2000, [&] { return carried_over(random, 0x1p20); }), 500);
}

TEST(PosedTriangles, AgreeWithClippingOnSegmentsAndPointsUnderEqualPosesStoredTwice) {
  Random random(38);
  const Count count = expect_posed_exact(3000, [&] {
    const Pose pose = random.pose();
    return std::pair{Pair{thin(random, 1), random.integer(0, 1) == 0 ? thin(random, 1) : random.grid_triangle(1)},
                     std::array{pose, pose}};
  });
  expect_both_answers(count, 300);
}

TEST(PosedTriangles, KnowTheEndsOfASegmentWhoseRotatedCornersDifferOnlyByRounding) {
  Random random(39);
  Pose turned;  // by 45 degrees about z: the exact x of all points along (1, 1, 0) is the same, the rounded one is not
  turned.rotation << M_SQRT1_2, -M_SQRT1_2, 0, M_SQRT1_2, M_SQRT1_2, 0, 0, 0, 1;
  const Count count = expect_posed_exact(2000, [&] {
    const Vec3 origin = Vec3(random.integer(-99999, 99999), random.integer(-99999, 99999), 0) * 0x1p-18;
    const auto along = [&](int reach) { return Vec3(origin + random.integer(-reach, reach) * Vec3(1, 1, 0)); };
    const Triangle a{{along(2), along(2), along(2)}};
    const Vec3 corner = along(3);
    return std::pair{Pair{a, {{corner, corner, Vec3(corner + Vec3::UnitZ())}}}, std::array{turned, turned}};
  });
  expect_both_answers(count, 200);
}

TEST(PosedTriangles, SharingACornerMeetUnderEqualPosesStoredTwice) {
  Random random(34);
  const Count count = expect_posed_exact(300, [&] {
    const Pose pose = random.pose();
    return std::pair{sharing_corners(random), std::array{pose, pose}};
  });
  EXPECT_EQ(count.apart, 0);
}

TEST(PosedTriangles, OfOnePoseMeetAsTheyDoInTheirOwnFrame) {
  Random random(35);
  for (int i = 0; i < 1000; ++i) {
    const Pose pose = random.pose();
    const Pair pair = touching(random);
    ASSERT_EQ(overlap(place(pair.a, pose), place(pair.b, pose)), overlap(pair.a, pair.b)) << text(pair);
  }
}

TEST(PosedTriangles, AgreeWithClippingAtExtremeScales) {
  for (const double scale : {0x1p-1070, 0x1p-1000, 0x1p-400, 0x1p300, 0x1p1000, 0x1p1021}) {
    Random random(36);
    expect_posed_exact(200, [&] {
      Pose a = lattice_pose(random);
      Pose b = random.integer(0, 1) == 0 ? lattice_pose(random) : random.pose();
      a.translation *= scale;
      b.translation *= scale;
      return std::pair{Pair{scaled(random.grid_triangle(1), scale), scaled(random.grid_triangle(1), scale)}, std::array{a, b}};
    });
  }
}

TEST(PosedTriangles, StayWithinTheirErrorBound) {
  Random random(37);
  for (int i = 0; i < 5000; ++i) {
    Pose pose = random.pose();
    pose.translation *= std::ldexp(1.0, random.integer(-20, 20));
    const Triangle local = scaled(random.triangle(), std::ldexp(1.0, random.integer(-20, 20)));
    const PosedTriangle placed = place(local, pose);
    const oracle::RationalTriangle truth = oracle::posed(local, pose);
    for (int v = 0; v < 3; ++v) {
      for (int k = 0; k < 3; ++k) {
        ASSERT_LE(abs(truth[v][k] - oracle::Rational(placed.world.v[v][k])), oracle::Rational(placed.error)) << text(local);
      }
    }
  }
}

std::filesystem::path shared_cases() { return testing::shared_folder() / "cases"; }

Triangle triangle_from(const nlohmann::json& shape) {
  Triangle t;
  for (int i = 0; i < 3; ++i)
    t.v[i] = {shape["v"][i][0].get<double>(), shape["v"][i][1].get<double>(), shape["v"][i][2].get<double>()};
  return t;
}

/// A question about two plain triangles whose answer does not hang on a rounding the file declares.
bool is_firm_triangle_overlap(const nlohmann::json& question) {
  const auto plain = [](const nlohmann::json& shape) { return shape["type"] == "triangle" && shape.size() == 2; };
  return question.value("query", "") == "overlap" && plain(question["a"]) && plain(question["b"]) &&
         question["expect"].contains("intersect") && !question.contains("borderline") && !question.contains("disputed");
}

TEST(TriangleTriangle, AnswersTheSharedCases) {
  if (!std::filesystem::exists(shared_cases())) GTEST_SKIP() << "no shared cases";
  int answered = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shared_cases())) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const auto question = nlohmann::json::parse(line);
      if (!is_firm_triangle_overlap(question)) continue;
      ++answered;
      EXPECT_EQ(overlap(triangle_from(question["a"]), triangle_from(question["b"])), question["expect"]["intersect"].get<bool>())
          << question["id"];
    }
  }
  EXPECT_GT(answered, 100);
}

}  // namespace
}  // namespace graze
