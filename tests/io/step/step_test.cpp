/// STEP files as scenes: units, names, instances, colours, and how far triangles are from what they stand for.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/scene_file.h>

#include "io/mesh/temp.h"
#include "io/step/step_files.h"

namespace graze {
namespace {

using StepScene = test::TempFiles;

#ifndef GRAZE_WITH_STEP

TEST_F(StepScene, SaysWhatToBuildWhereItIsNotBuiltIn) {
  const auto file = write("a.step", "ISO-10303-21;\nHEADER;\n");
  EXPECT_FALSE(has_step());
  const auto scene = read_scene(file, {.cad = true});
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("GRAZE_BUILD_STEP"), std::string::npos) << scene.error().message;
}

#else

const TriangleMesh& mesh_of(const SceneFile& scene, std::size_t body = 0) { return *scene.bodies[body].parts[0].geometry.mesh(); }

Result<SceneFile> read_cad(const std::filesystem::path& file, double deflection = 0) {
  return read_scene(file, {.cad = true, .deflection = deflection});
}

/// The largest |f| over a fine grid on all triangles: an own way to see how far a mesh is from the surface f = 0.
template <class Distance>
double farthest(const TriangleMesh& mesh, const Distance& f) {
  constexpr int steps = 40;
  double largest = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; i + j <= steps; ++j)
        largest = std::max(largest, std::abs(f(Vec3(a + (b - a) * i / steps + (c - a) * j / steps))));
  }
  return largest;
}

/// What is told must be at least what the own way finds, and not needlessly more.
void expect_deviation(const SceneFile& scene, double found, double asked) {
  const double told = scene.cad[0].deviation;
  EXPECT_GE(told, found);
  EXPECT_LE(told, 1.5 * found);
  EXPECT_LE(told, asked);
}

TEST_F(StepScene, BoxIsExact) {
  test::write_part(path("a.step"), BRepPrimAPI_MakeBox(gp_Pnt(1, 2, 3), 4, 5, 6).Shape());
  const auto scene = read_cad(path("a.step"));
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_EQ(scene->bodies.size(), 1U);
  EXPECT_EQ(scene->units, "mm");
  EXPECT_EQ(mesh_of(*scene).triangles.size(), 12U);
  EXPECT_EQ(mesh_of(*scene).vertices.size(), 8U);
  EXPECT_TRUE(scene->bodies[0].parts[0].solid);
  EXPECT_LT(scene->cad[0].deviation, 1e-12);
  const MeshReport report = report_on(mesh_of(*scene));
  EXPECT_EQ(report.bounds.min, Vec3(1, 2, 3));
  EXPECT_EQ(report.bounds.max, Vec3(5, 7, 9));
  EXPECT_DOUBLE_EQ(report.volume.value_or(0), 120);  // positive: outsides are outside
}

TEST_F(StepScene, SphereIsAsFarOffAsItSays) {
  test::write_part(path("a.step"), BRepPrimAPI_MakeSphere(10).Shape());
  for (const double asked : {0.01, 0.1, 1.0}) {
    const auto scene = read_cad(path("a.step"), asked);
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_TRUE(scene->bodies[0].parts[0].solid) << asked;
    expect_deviation(*scene, farthest(mesh_of(*scene), [](const Vec3& p) { return p.norm() - 10; }), asked);
  }
}

TEST_F(StepScene, CylinderConeAndTorusAreAsFarOffAsTheySay) {
  test::write_part(path("cylinder.step"), BRepPrimAPI_MakeCylinder(3, 20).Shape());
  auto scene = read_cad(path("cylinder.step"), 0.05);
  ASSERT_TRUE(scene) << scene.error().message;
  const auto from_cylinder = [](const Vec3& p) {
    const bool on_cap = p.z() == 0 || p.z() == 20;  // a cap is flat: only its rim is off
    return on_cap ? 0 : std::hypot(p.x(), p.y()) - 3;
  };
  expect_deviation(*scene, farthest(mesh_of(*scene), from_cylinder), 0.05);

  test::write_part(path("cone.step"), BRepPrimAPI_MakeCone(4, 1, 6).Shape());
  scene = read_cad(path("cone.step"), 0.05);
  ASSERT_TRUE(scene) << scene.error().message;
  const double slope = std::cos(std::atan2(3, 6));
  const auto from_cone = [&](const Vec3& p) {
    return p.z() == 0 || p.z() == 6 ? 0 : (std::hypot(p.x(), p.y()) - (4 - p.z() / 2)) * slope;
  };
  expect_deviation(*scene, farthest(mesh_of(*scene), from_cone), 0.05);

  test::write_part(path("torus.step"), BRepPrimAPI_MakeTorus(8, 2).Shape());
  scene = read_cad(path("torus.step"), 0.05);
  ASSERT_TRUE(scene) << scene.error().message;
  const auto from_torus = [](const Vec3& p) { return std::hypot(std::hypot(p.x(), p.y()) - 8, p.z()) - 2; };
  expect_deviation(*scene, farthest(mesh_of(*scene), from_torus), 0.05);
}

TEST_F(StepScene, SplineSurfaceIsAsFarOffAsItSays) {
  test::write_part(path("a.step"), BRepBuilderAPI_NurbsConvert(BRepPrimAPI_MakeSphere(10).Shape(), true).Shape());
  const auto scene = read_cad(path("a.step"), 0.1);
  ASSERT_TRUE(scene) << scene.error().message;
  const double found = farthest(mesh_of(*scene), [](const Vec3& p) { return p.norm() - 10; });
  EXPECT_GE(scene->cad[0].deviation, found);
  EXPECT_LE(scene->cad[0].deviation, 2 * found);
}

TEST_F(StepScene, UnitIsThatOfTheFile) {
  const TopoDS_Shape inch = BRepPrimAPI_MakeBox(25.4, 50.8, 254).Shape();
  struct Case {
    std::string option, unit;
    double metres, x;
  };
  for (const Case& c :
       {Case{"INCH", "in", 0.0254, 1}, Case{"M", "m", 1, 0.0254}, Case{"MM", "mm", 0.001, 25.4}, Case{"CM", "cm", 0.01, 2.54}}) {
    test::write_part(path("a.step"), inch, {.unit = c.option});
    EXPECT_EQ(metres_per_unit(path("a.step")), c.metres) << c.option;
    const auto scene = read_cad(path("a.step"));
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->units, c.unit);
    const MeshReport report = report_on(mesh_of(*scene));
    EXPECT_NEAR(report.bounds.max.x(), c.x, 1e-14 * c.x) << c.option;
    EXPECT_NEAR(report.bounds.max.z(), 10 * c.x, 1e-13 * c.x) << c.option;
  }
}

TEST_F(StepScene, DeflectionIsInTheUnitOfTheFile) {
  test::write_part(path("a.step"), BRepPrimAPI_MakeSphere(254).Shape(), {.unit = "INCH"});
  const auto scene = read_cad(path("a.step"), 0.01);
  ASSERT_TRUE(scene) << scene.error().message;
  expect_deviation(*scene, farthest(mesh_of(*scene), [](const Vec3& p) { return p.norm() - 10; }), 0.01);
}

TEST_F(StepScene, EverySchemaIsRead) {
  for (const std::string schema : {"AP203", "AP214IS", "AP242DIS"}) {
    test::write_part(path("a.step"), BRepPrimAPI_MakeBox(1, 1, 1).Shape(), {.schema = schema});
    const auto scene = read_cad(path("a.step"));
    EXPECT_TRUE(scene) << schema << ": " << scene.error().message;
  }
}

TEST_F(StepScene, UsesOfAPartShareItsGeometryAndHaveNamesPlacesAndColours) {
  test::StepFile file;
  const TDF_Label bolt = file.part("bolt", BRepPrimAPI_MakeCylinder(1, 10).Shape(), Quantity_Color(1, 0, 0, Quantity_TOC_RGB));
  const TDF_Label plate = file.part("plate", BRepPrimAPI_MakeBox(40, 40, 2).Shape());
  const TDF_Label pair = file.assembly("pair"), all = file.assembly("all");
  file.use(pair, bolt, test::moved(5, 0, 0));
  file.use(pair, bolt, test::moved(-5, 0, 0));
  file.use(all, plate, {});
  file.use(all, pair, test::moved(0, 100, 0) * test::turned_about_z(std::numbers::pi / 2));
  file.use(all, bolt, test::moved(0, 0, 7));
  file.write(path("a.step"));
  const auto scene = read_cad(path("a.step"));
  ASSERT_TRUE(scene) << scene.error().message;
  std::vector<std::string> names;
  std::vector<Vec3> places;
  std::vector<const TriangleMesh*> meshes;
  for (std::size_t i = 0; i < scene->bodies.size(); ++i) {
    names.push_back(scene->bodies[i].name);
    EXPECT_EQ(scene->cad[i].body, names.back());
    if (!names.back().starts_with("bolt")) continue;
    places.push_back(scene->bodies[i].pose.translation);
    meshes.push_back(scene->bodies[i].parts[0].geometry.mesh());
    ASSERT_TRUE(scene->cad[i].colour);
    EXPECT_NEAR((*scene->cad[i].colour)[0], 1, 0.01);
    EXPECT_NEAR((*scene->cad[i].colour)[1], 0, 0.01);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"plate", "bolt", "bolt#2", "bolt#3"}));
  ASSERT_EQ(places.size(), 3U);
  EXPECT_TRUE(std::ranges::all_of(meshes, [&](const TriangleMesh* mesh) { return mesh == meshes[0]; }));
  EXPECT_LT((places[0] - Vec3(0, 105, 0)).norm(), 1e-12);  // the turn takes x to y
  EXPECT_LT((places[1] - Vec3(0, 95, 0)).norm(), 1e-12);
  EXPECT_LT((places[2] - Vec3(0, 0, 7)).norm(), 1e-12);
  EXPECT_TRUE(std::ranges::none_of(scene->cad, [](const CadBody& body) { return body.body == "plate" && body.colour; }));
}

TEST_F(StepScene, MeshReadersAndPlainScenesRefuseWhatIsOnlyNear) {
  test::write_part(path("a.step"), BRepPrimAPI_MakeSphere(1).Shape());
  EXPECT_TRUE(is_step_file(path("a.step")));
  EXPECT_FALSE(read_mesh(path("a.step")));
  EXPECT_FALSE(read_scene(path("a.step")));
  const auto world = write("w.json", R"({"bodies": [{"shape": {"type": "mesh", "file": "a.step"}}]})");
  EXPECT_FALSE(read_scene(world, {.cad = true}));
}

TEST_F(StepScene, DeflectionThatWouldTakeHoursIsRefused) {
  test::write_part(path("a.step"), BRepPrimAPI_MakeSphere(10).Shape());
  const auto scene = read_cad(path("a.step"), 1e-9);
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("finer than a millionth"), std::string::npos) << scene.error().message;
}

std::string written_ball(const std::filesystem::path& file) {
  test::write_part(file, BRepPrimAPI_MakeSphere(1).Shape());
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST_F(StepScene, FilesCutShortAreRefusedInSilence) {
  const std::string whole = written_ball(path("a.step"));
  const std::size_t end = whole.find("END-ISO-10303-21");
  ASSERT_NE(end, std::string::npos);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  constexpr std::size_t cuts = 60;
  for (std::size_t i = 0; i < cuts; ++i) {
    const std::size_t length = 13 + (end - 13) * i / cuts;
    EXPECT_FALSE(read_cad(write("cut.step", whole.substr(0, length)))) << length;
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(StepScene, DamagedFilesEndInAnAnswerInSilence) {
  const std::string whole = written_ball(path("a.step"));
  std::mt19937 random(7);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  for (int round = 0; round < 150; ++round) {
    std::string text = whole;
    for (int k = 0; k < 3; ++k) text[random() % text.size()] = "0123456789#,()$*'.;ABC"[random() % 22];
    const auto scene = read_cad(write("bad.step", text));  // either way, but an answer
    if (scene) {
      EXPECT_FALSE(scene->bodies.empty()) << "seed 7, round " << round;
    } else {
      EXPECT_EQ(scene.error().message.find('\n'), std::string::npos);
    }
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

#endif

}  // namespace
}  // namespace graze
