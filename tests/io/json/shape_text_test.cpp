/// Shapes as text: what is written reads back to the same numbers, whatever the shape and however odd the numbers.

#include <array>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <nlohmann/json.hpp>

#include <graze/extent.h>
#include <graze/overlap.h>
#include <graze/query_format.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using nlohmann::json;
using testing::AnyBody;
using testing::effort;

Geometry read_back(const std::string& text) {
  const QuestionLine line = QuestionReader(".").read(R"({"query":"fit","a":)" + text + "}");
  EXPECT_TRUE(line.question) << line.question.error().message << " in " << text;
  return line.question->a->geometry;
}

/// Equal to the bit: -0 is not 0 here.
bool same_bits(double x, double y) { return std::memcmp(&x, &y, sizeof x) == 0; }

TEST(ShapeText, OfEveryShapeOfSpaceReadsBackToItself) {
  AnyBody random(71);
  for (int i = 0; i < effort(40); ++i) {
    for (int kind = 0; kind < AnyBody::kinds; ++kind) {
      const auto made = Geometry::make(random.shape(kind));
      ASSERT_TRUE(made) << kind << ": " << made.error().message;
      const std::string text = shape_text(*made);
      const Geometry again = read_back(text);
      EXPECT_EQ(again.shape().value.index(), made->shape().value.index()) << text;
      EXPECT_EQ(shape_text(again), text);
    }
  }
}

TEST(ShapeText, OfTheTorusReadsBackToItself) {
  const Torus ring{Vec3(0.1, -0.2, 1e-7), Vec3(1, 2, 3), 1.0 / 3, 0x1p-1074};
  const Geometry again = read_back(shape_text(*Geometry::make(Shape{ring})));
  const auto& read = std::get<Torus>(again.shape().value);
  EXPECT_EQ(read.center, ring.center);
  EXPECT_EQ(read.axis, ring.axis);
  EXPECT_TRUE(same_bits(read.major, ring.major));
  EXPECT_TRUE(same_bits(read.minor, ring.minor));
}

/// Numbers of the plane are held as those of space with z = 0, and are written as such.
TEST(ShapeText, OfShapesOfThePlaneMeansTheSameSet) {
  AnyBody random(72);
  for (int i = 0; i < effort(40); ++i) {
    for (int kind = 0; kind < AnyBody::kinds2; ++kind) {
      const auto made = Geometry::make(random.shape2(kind));
      ASSERT_TRUE(made) << kind << ": " << made.error().message;
      const Geometry again = read_back(shape_text(*made));
      const Vec3 direction(random.real(1), random.real(1), 0);
      const auto flat = extent({*made, {}, {}}, direction);
      const auto solid = extent({again, {}, {}}, direction);
      ASSERT_EQ(flat.has_value(), solid.has_value()) << kind;
      if (!flat) continue;
      EXPECT_EQ(flat->min, solid->min) << kind;
      EXPECT_EQ(flat->max, solid->max) << kind;
    }
  }
}

TEST(ShapeText, KeepsEveryBitOfOddNumbers) {
  constexpr double least = std::numeric_limits<double>::denorm_min(), most = std::numeric_limits<double>::max();
  const std::array odd{0.0,    -0.0, least, -least, most, -most, 0.1, 1.0 / 3, 0x1.fffffffffffffp-1, 1e-308, 123456789012345680.0,
                       -5e-324};
  for (const double x : odd) {
    for (const double y : odd) {
      const Geometry again = read_back(shape_text(*Geometry::make(Shape{Point{Vec3(x, y, 1)}})));
      const Vec3 p = std::get<Point>(again.shape().value).p;
      EXPECT_TRUE(same_bits(p.x(), x)) << x << " became " << p.x();
      EXPECT_TRUE(same_bits(p.y(), y)) << y << " became " << p.y();
    }
  }
}

TEST(ShapeText, OfAMeshHasItsVerticesAndTrianglesInTheirOrder) {
  const TriangleMesh mesh = AnyBody::mesh_of({Vec3(-1, -2, -3), Vec3(1, 2, 3)});
  const json text = json::parse(shape_text(*Geometry::make(Shape{mesh})));
  EXPECT_EQ(text["type"], "mesh");
  ASSERT_EQ(text["v"].size(), mesh.vertices.size());
  ASSERT_EQ(text["f"].size(), mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    EXPECT_EQ(text["v"][i], json({mesh.vertices[i].x(), mesh.vertices[i].y(), mesh.vertices[i].z()}));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) EXPECT_EQ(text["f"][i], json(mesh.triangles[i]));
}

TEST(ShapeText, OfACloudHasEachPointOnce) {
  const PointCloud cloud{{Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(1, 2, 3), Vec3(-7, 0, 9)}};
  const Geometry again = read_back(shape_text(*Geometry::make(Shape{cloud})));
  const json text = json::parse(shape_text(again));
  EXPECT_EQ(text["type"], "points");
  EXPECT_EQ(text["p"].size(), cloud.points.size()) << "points given twice stay twice";
}

/// Answers do not change on the way through text, which is what the format is for.
TEST(ShapeText, GivesTheAnswersOfTheShapeItself) {
  AnyBody random(73);
  for (int i = 0; i < effort(400); ++i) {
    const int kind = static_cast<int>(random.below(AnyBody::kinds)), other = static_cast<int>(random.below(AnyBody::kinds));
    const Body a = random.body(kind, 0.8), b = random.body(other, 0.8);
    const Body copy{read_back(shape_text(a.geometry)), a.pose, {}};
    const auto direct = overlap(a, b), through = overlap(copy, b);
    ASSERT_EQ(direct.has_value(), through.has_value()) << kind << " and " << other;
    if (!direct) continue;
    EXPECT_EQ(*direct, *through) << kind << " and " << other;
  }
}

}  // namespace
}  // namespace graze
