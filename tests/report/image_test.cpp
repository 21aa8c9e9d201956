/// Pictures: sound PNG files that show bodies where they are, the nearer before the farther, at the time of contact.

#include <gtest/gtest.h>
#include <array>
#include <filesystem>

#include <graze/generate.h>
#include <graze/report.h>
#include <graze/sweep.h>

#include "report/decoded_png.h"

namespace graze {
namespace {

using testing::decoded_png;
using testing::DecodedPng;

NamedBody ball(const std::string& name, const Vec3& at, double radius = 1, const Vec3& velocity = Vec3::Zero()) {
  return {name, {Geometry::make(Shape{Sphere{Vec3::Zero(), radius}}).value(), {Mat3::Identity(), at}, {.velocity = velocity}}};
}

DecodedPng drawn(const ReportData& data, const ImageOptions& options) {
  const Result<std::string> file = render_png(data, options);
  EXPECT_TRUE(file) << file.error().message;
  const std::optional<DecodedPng> image = decoded_png(file.value_or(""));
  EXPECT_TRUE(image);
  return image.value_or(DecodedPng{});
}

bool is_blue(const std::array<int, 3>& c) { return c[2] > c[0] + 40; }
bool is_orange(const std::array<int, 3>& c) { return c[0] > c[2] + 40; }
bool is_background(const std::array<int, 3>& c) { return c[0] > 200 && std::abs(c[2] - c[0]) < 25; }

/// How many pixels of the upper part, which has no text, are so.
template <class Is>
int count(const DecodedPng& image, const Is& is, unsigned from_x, unsigned to_x) {
  int found = 0;
  for (unsigned y = 0; y < image.height * 89 / 100; ++y)
    for (unsigned x = from_x; x < to_x; ++x) found += is(image.pixel(x, y)) ? 1 : 0;
  return found;
}

TEST(Image, ShowsTheFirstBodyAtTheLeftAndTheSecondAtTheRight) {
  const ReportData data = report_of(ball("a", Vec3(-2, 0, 0)), ball("b", Vec3(2, 0, 0))).value();
  const DecodedPng image = drawn(data, {.width = 200, .height = 120, .view_from = Vec3(0, -1, 0)});
  ASSERT_EQ(image.width, 200U);
  ASSERT_EQ(image.height, 120U);
  EXPECT_GT(count(image, is_blue, 0, 95), 300);
  EXPECT_EQ(count(image, is_blue, 105, 200), 0);
  EXPECT_GT(count(image, is_orange, 105, 200), 300);
  EXPECT_TRUE(is_background(image.pixel(1, 1)));
}

TEST(Image, SwapsSidesWhenLookedAtFromBehind) {
  const ReportData data = report_of(ball("a", Vec3(-2, 0, 0)), ball("b", Vec3(2, 0, 0))).value();
  const DecodedPng image = drawn(data, {.width = 200, .height = 120, .view_from = Vec3(0, 1, 0)});
  EXPECT_GT(count(image, is_blue, 105, 200), 300);
  EXPECT_EQ(count(image, is_blue, 0, 95), 0);
}

TEST(Image, HidesWhatIsBehind) {
  const ReportData data = report_of(ball("small", Vec3(0, 5, 0), 0.5), ball("large", Vec3(0, 0, 0), 2)).value();
  EXPECT_EQ(count(drawn(data, {.width = 160, .height = 160, .view_from = Vec3(0, -1, 0)}), is_blue, 0, 160), 0);
  EXPECT_GT(count(drawn(data, {.width = 160, .height = 160, .view_from = Vec3(0, 1, 0)}), is_blue, 0, 160), 50);
}

TEST(Image, ShowsMovingBodiesAtTheTimeOfContact) {
  const NamedBody a = ball("a", Vec3(-6, 0, 0), 1, Vec3(1, 0, 0)), b = ball("b", Vec3(6, 0, 0));
  const Result<std::optional<Impact>> impact = sweep(a.body, b.body);
  ASSERT_TRUE(impact && *impact);
  EXPECT_DOUBLE_EQ((*impact)->first, 10);
  const ReportData data = report_of(a, b, *impact, 20);
  const ImageOptions options{.width = 300, .height = 120, .view_from = Vec3(0, -1, 0), .trail = false};
  // They fill the picture when they touch; at the start they are small at its ends.
  ImageOptions at_start = options;
  at_start.time = 0;
  EXPECT_GT(count(drawn(data, options), is_blue, 0, 300), 3 * count(drawn(data, at_start), is_blue, 0, 300));
}

TEST(Image, IsTheSameEveryTime) {
  const ReportData data = report_of(ball("a", Vec3(-0.5, 0, 0)), ball("b", Vec3(0.5, 0, 0))).value();
  EXPECT_EQ(render_png(data, {.width = 100, .height = 80}).value(), render_png(data, {.width = 100, .height = 80}).value());
}

/// A wall before the camera and behind it: what crosses the near plane is cut, not thrown away or turned inside out.
TEST(Image, CutsWhatReachesBehindTheCamera) {
  const Geometry floor = Geometry::make(Shape{make_box_mesh(Vec3(1000, 1000, 1))}).value();
  const NamedBody speck = ball("speck", Vec3(0, 0, 1.5), 0.5);
  const Result<ReportData> data = report_of({"floor", {floor, {}, {}}}, speck);
  ASSERT_TRUE(data);
  const DecodedPng image = drawn(*data, {.width = 100, .height = 100, .finding = 0, .view_from = Vec3(0, -1, 0.3)});
  const std::array<int, 3> floor_colour = image.pixel(50, 75);
  EXPECT_TRUE(is_blue(floor_colour)) << floor_colour[0] << " " << floor_colour[1] << " " << floor_colour[2];
}

TEST(Image, RefusesWhatMakesNoSense) {
  const ReportData data = report_of(ball("a", Vec3(-2, 0, 0)), ball("b", Vec3(2, 0, 0))).value();
  EXPECT_EQ(render_png(data, {.width = 8}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(render_png(data, {.height = 100000}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(render_png(data, {.finding = 7}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(render_png(data, {.view_from = Vec3::Zero()}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(render_png(data, {.time = std::numeric_limits<double>::quiet_NaN()}).error().code, ErrorCode::not_finite);
}

TEST(Image, OfNothingIsEmptyButSound) {
  const DecodedPng image = drawn(ReportData{}, {.width = 64, .height = 64});
  EXPECT_TRUE(is_background(image.pixel(32, 20)));
}

TEST(Image, DrawsEveryKindOfShape) {
  const Shape shapes[] = {Shape{Point{}},
                          Shape{Line{}},
                          Shape{Ray{}},
                          Shape{Segment{{Vec3::Zero(), Vec3(1, 0, 0)}}},
                          Shape{Plane{}},
                          Shape{HalfSpace{}},
                          Shape{Capsule{{Vec3::Zero(), Vec3(1, 0, 0)}, 0.2}},
                          Shape{Cylinder{{Vec3::Zero(), Vec3(1, 0, 0)}, 0.2}},
                          Shape{Cone{Vec3::Zero(), Vec3(1, 0, 0), 0.2}},
                          Shape{Ellipsoid{Vec3::Zero(), world_frame(), Vec3(1, 0.5, 0.2)}},
                          Shape{Aabb{Vec3::Zero(), Vec3(1, 1, 1)}},
                          Shape{Triangle{{Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 0, 1)}}},
                          Shape{PointCloud{{Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 0, 1)}}},
                          Shape{ConvexPolygon{{Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 0, 1)}}}};
  for (const Shape& shape : shapes) {
    ReportData data;
    data.bodies.push_back({"shape", {{Geometry::make(shape).value()}}, {}});
    data.bodies.push_back({"ball", {{Geometry::make(Shape{Sphere{Vec3(0, 4, 0), 0.1}}).value()}}, {}});
    EXPECT_GT(count(drawn(data, {.width = 600, .height = 450, .view_from = Vec3(0.2, -1, 0.4)}), is_blue, 0, 600), 20)
        << shape.value.index();
  }
}

TEST(Image, IsWrittenToAFileInOneStep) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "graze_image_test.png";
  const ReportData data = report_of(ball("a", Vec3(-2, 0, 0)), ball("b", Vec3(2, 0, 0))).value();
  ASSERT_TRUE(write_image(file, data, {.width = 64, .height = 64}));
  EXPECT_EQ(std::filesystem::file_size(file), render_png(data, {.width = 64, .height = 64})->size());
  std::filesystem::remove(file);
  EXPECT_FALSE(write_image("/nowhere/at/all.png", data));
}

}  // namespace
}  // namespace graze
