/// Mesh files of every format, from memory where that can be asked for.

#include <zlib.h>

#include <graze/generate.h>
#include <graze/mesh_file.h>
#include <graze/scene_file.h>

#include "fuzz/scratch.h"
#include "fuzz/sound.h"
#include "fuzz/targets.h"
#include "io/mesh/gltf_sample.h"
#include "io/mesh/samples.h"
#include "io/mesh/tree_file_layout.h"

namespace graze::fuzz {
namespace {

using test::tetrahedron;

/// What an attacker may make us hold: no input of a few kilobytes has to be refused by them to be answered in time.
MeshReadOptions options_for(std::optional<MeshFormat> format) {
  MeshReadOptions options;
  options.format = format;
  options.max_triangles = options.max_vertices = options.max_instances = 100'000;
  options.max_polygon_corners = 2'000;
  options.max_unpacked_bytes = 1U << 22U;
  return options;
}

void check(const Result<TriangleMesh>& mesh) { mesh ? expect_sound(*mesh) : expect_sound(mesh.error()); }

template <MeshFormat format>
void read_as(std::string_view bytes) {
  check(read_mesh_bytes(bytes, "attack", options_for(format)));
}

void read_recognised(std::string_view bytes) { check(read_mesh_bytes(bytes, "attack.gz", options_for(std::nullopt))); }

std::string gzip(const std::string& text) {
  std::string packed(text.size() + 256, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

/// A whole package where the bytes begin as one, else the model in a package: few changes of compressed bytes get as far as that.
void read_3mf(std::string_view bytes) {
  std::filesystem::path path;
  if (bytes.starts_with("PK")) {
    path = scratch_file("attack.3mf", bytes);
  } else {
    path = scratch_folder() / "attack.3mf";
    test::write_zip(path, {{"3D/3dmodel.model", std::string(bytes)}});
  }
  check(read_mesh(path, options_for(MeshFormat::threemf)));
  expect_sound_error(read_scene(path, {.mesh = options_for(std::nullopt)}));
}

/// Nodes and animations too.
void read_gltf_scene(std::string_view bytes) {
  const auto path = scratch_file("attack.glb", bytes);
  const auto scene = read_scene(path, {.animation = 0, .mesh = options_for(std::nullopt)});
  if (!scene) return expect_sound(scene.error());
  expect_sound_error(make_scene(*scene));
}

/// With the checksum put right, which an attacker can do as well.
void read_saved(std::string_view bytes) {
  namespace layout = io::tree_file;
  std::string whole(bytes);
  if (whole.size() >= layout::header_bytes) {
    const std::uint64_t sum = layout::checksum(std::string_view(whole).substr(layout::numbers_at));
    const std::uint64_t size = whole.size();
    for (unsigned k = 0; k < 8; ++k) {
      whole[layout::checksum_at + k] = static_cast<char>(sum >> 8 * k & 255U);
      whole[layout::size_at + k] = static_cast<char>(size >> 8 * k & 255U);
    }
  }
  const auto geometry = read_tree(scratch_file("attack.graze", whole), options_for(std::nullopt));
  if (!geometry) return expect_sound(geometry.error());
  if (geometry->mesh()->triangles.size() > small_mesh) return;
  const Body body{*geometry, {}, {}}, shifted{*geometry, {.translation = {0.25, 0, 0}}, {}};
  expect_sound_error(overlap(body, shifted));
}

std::vector<std::string> stl_seeds() { return {test::stl_binary(tetrahedron()), test::stl_text(tetrahedron())}; }
std::vector<std::string> obj_seeds() {
  return {test::obj_text(tetrahedron()),
          "# quads\nmtllib a.mtl\ng one two\nv 0 0 0 1\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1e-3\nvt 0 0\nvn 0 0 1\ns off\n"
          "f -5/1/1 -4/1 -3//1 -2\nf 1 2 3 \\\n 5\no next\nl 1 2\np 1\nf 1 2 5\r\n"};
}
std::vector<std::string> ply_seeds() {
  return {test::ply_text(tetrahedron()), test::ply_binary(tetrahedron(), false), test::ply_binary(tetrahedron(), true)};
}
std::vector<std::string> off_seeds() {
  return {test::off_text(tetrahedron()), "COFF\n3 1 0\n0 0 0 1 0 0 1\n1 0 0 1 0 0 1\n0 1 0 1 0 0 1\n3 0 1 2\n"};
}
std::vector<std::string> gltf_seeds() {
  const std::string in_text = test::gltf_json(
      R"("uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAA/AAACAAEAAAABAAMAAAADAAIAAQACAAMA",)");
  return {
      test::glb(test::gltf_json(), test::gltf_buffer(tetrahedron())), in_text,
      test::glb(
          test::gltf_json(
              "",
              R"(,"nodes":[{"mesh":0,"scale":[1,2,3],"children":[1]},{"mesh":0,"rotation":[0,0,0.6,0.8]}],"scenes":[{"nodes":[0]}],"scene":0)"),
          test::gltf_buffer(tetrahedron()))};
}

std::string animated() {
  test::GltfFile file;
  std::string numbers;
  for (const float x : {0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.6F, 0.8F})
    numbers += test::bytes_of(x);
  const std::size_t view = file.add_view(numbers);
  const auto accessor = [&](int offset, const char* type) {
    file.root["accessors"].push_back(
        {{"bufferView", view}, {"byteOffset", offset}, {"componentType", 5126}, {"count", 2}, {"type", type}});
  };
  accessor(0, "SCALAR");
  accessor(8, "VEC3");
  accessor(32, "VEC4");
  file.root["nodes"] = nlohmann::json::parse(
      R"([{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "name": "m", "rotation": [0, 0, 0, 1]}, {"mesh": 0}])");
  file.root["animations"] = nlohmann::json::parse(
      R"([{"channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}, {"sampler": 1, "target": {"node": 1, "path": "rotation"}}],
           "samplers": [{"input": 2, "output": 3, "interpolation": "STEP"}, {"input": 2, "output": 4}]}])");
  return test::glb(file.root.dump(), file.buffer);
}

std::vector<std::string> gltf_scene_seeds() { return {animated()}; }

std::vector<std::string> threemf_seeds() {
  const std::string model =
      test::threemf_model(test::threemf_object(1, tetrahedron()) +
                              "<object id=\"2\"><components><component objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 5 6 7\"/>"
                              "<component objectid=\"1\"/></components></object>",
                          "<item objectid=\"2\" transform=\"2 0 0 0 2 0 0 0 2 0 0 0\"/><item objectid=\"1\"/>");
  test::write_zip(scratch_folder() / "seed.3mf", {{"3D/3dmodel.model", model}});
  return {model, test::file_bytes(scratch_folder() / "seed.3mf")};
}

std::vector<std::string> collada_seeds() {
  return {
      R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="mm" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">0 0 0 1 0 0 0 2 0 0 0 .5</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix><node><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>1 2 1</scale>
<instance_geometry url="#g"/></node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)"};
}

std::vector<std::string> gzip_seeds() {
  return {gzip(test::obj_text(tetrahedron())), gzip(test::stl_binary(tetrahedron())) + gzip("trailing"), gzip(gzip("v 0 0 0\n"))};
}

std::vector<std::string> tree_seeds() {
  std::vector<std::string> seeds;
  const auto save = [&](const TriangleMesh& mesh, const BuildOptions& options) {
    const auto path = scratch_folder() / "seed.graze";
    const auto made = Geometry::make(Shape{mesh}, options);
    expect(made.has_value() && write_tree(path, *made).has_value(), "seeds can be made");
    seeds.push_back(test::file_bytes(path));
  };
  save(tetrahedron(), {});
  save(tetrahedron(), {.kind = TreeKind::box_tree});
  save(make_torus_mesh(3, 1, 6, 5), {.layout = NodeLayout::compact});
  save(make_torus_mesh(3, 1, 6, 5), {});
  return seeds;
}

}  // namespace

std::vector<Target> mesh_targets() {
  return {{"stl", read_as<MeshFormat::stl>, stl_seeds, 3000},
          {"obj", read_as<MeshFormat::obj>, obj_seeds, 3000},
          {"ply", read_as<MeshFormat::ply>, ply_seeds, 3000},
          {"off", read_as<MeshFormat::off>, off_seeds, 3000},
          {"gltf", read_as<MeshFormat::gltf>, gltf_seeds, 2000},
          {"gltf_scene", read_gltf_scene, gltf_scene_seeds, 1000},
          {"3mf", read_3mf, threemf_seeds, 500},
          {"collada", read_as<MeshFormat::collada>, collada_seeds, 2000},
          {"gzip", read_recognised, gzip_seeds, 3000},
          {"tree", read_saved, tree_seeds, 1000}};
}

}  // namespace graze::fuzz
