/// Recognises formats, and names those graze does not read.

#include "io/mesh/format.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "io/files/gunzip.h"
#include "io/files/source.h"
#include "io/mesh/readers.h"
#include "io/mesh/text.h"
#include "io/mesh/tree_file_layout.h"

namespace graze::io {

namespace {

constexpr std::string_view formats_read = "graze reads STL, OBJ, PLY, OFF, glTF, GLB, 3MF, COLLADA and its own trees";

struct Extension {
  std::string_view name;
  MeshFormat format;
};

constexpr auto extensions = std::to_array<Extension>({{".stl", MeshFormat::stl},
                                                      {".obj", MeshFormat::obj},
                                                      {".ply", MeshFormat::ply},
                                                      {".off", MeshFormat::off},
                                                      {".gltf", MeshFormat::gltf},
                                                      {".glb", MeshFormat::gltf},
                                                      {".3mf", MeshFormat::threemf},
                                                      {".dae", MeshFormat::collada},
                                                      {".graze", MeshFormat::tree}});

std::optional<MeshFormat> by_name(const std::filesystem::path& path) {
  const std::string extension = without_gz(path).extension().string();
  const auto found = std::ranges::find_if(extensions, [&](const Extension& e) { return same_word(extension, e.name); });
  if (found == extensions.end()) return std::nullopt;
  return found->format;
}

struct Foreign {
  std::string_view beginning;  ///< of the file, blanks skipped
  std::string_view what;
};

constexpr auto foreign_beginnings = std::to_array<Foreign>({
    {"version https://git-lfs", "a Git LFS pointer instead of the mesh itself"},
    {"Kaydara FBX Binary", "an FBX file"},
    {"; FBX", "an FBX file"},
    {"#VRML", "a VRML file"},
    {"#X3D", "an X3D file"},
    {"ISO-10303-21",
     "a STEP file, of which triangles are only an approximation: graze convert makes a mesh of it, graze check, distance, clash "
     "and view read it"},
    {"BLENDER", "a Blender file"},
    {"DRACO", "a Draco file"},
    {"# vtk DataFile", "a VTK file"},
    {"$MeshFormat", "a Gmsh file"},
});

/// XML by its first element, if that is in the first bytes.
std::string_view xml_dialect(std::string_view start) {
  constexpr auto dialects = std::to_array<Foreign>({{"<X3D", "an X3D file"},
                                                    {"<amf", "an AMF file"},
                                                    {"<VTKFile", "a VTK file"},
                                                    {"<svg", "an SVG picture"},
                                                    {"<html", "an HTML page"}});
  const auto found =
      std::ranges::find_if(dialects, [&](const Foreign& d) { return start.find(d.beginning) != std::string_view::npos; });
  return found == dialects.end() ? "an XML file" : found->what;
}

/// The format of a file that graze cannot read; empty when it is unknown.
std::string_view foreign_format(std::string_view start) {
  const auto found = std::ranges::find_if(foreign_beginnings, [&](const Foreign& f) { return start.starts_with(f.beginning); });
  if (found != foreign_beginnings.end()) return found->what;
  return start.starts_with('<') ? xml_dialect(start) : std::string_view{};
}

bool begins_like_obj(std::string_view start) {
  TextCursor cursor(start, {.hash_comments = true, .line_continuations = true});
  const std::string_view word = cursor.word_across_lines();
  return std::ranges::any_of(std::to_array<std::string_view>({"v", "vn", "vt", "mtllib", "o", "g", "usemtl", "s"}),
                             [&](std::string_view w) { return word == w; });
}

bool begins_like_off(std::string_view start) {
  TextCursor cursor(start, {.hash_comments = true});
  const std::string_view word = cursor.word_across_lines();
  return word.ends_with("OFF") && word.find_first_not_of("STCN4nOF") == std::string_view::npos;
}

std::optional<MeshFormat> by_magic(std::string_view bytes) {
  if (bytes.starts_with(tree_file::magic)) return MeshFormat::tree;
  if (bytes.starts_with("glTF")) return MeshFormat::gltf;
  if (bytes.starts_with("PK\x03\x04")) return MeshFormat::threemf;
  if (bytes.starts_with("ply") && bytes.size() > 3 && (is_blank(bytes[3]) || is_line_end(bytes[3]))) return MeshFormat::ply;
  if (has_binary_stl_size(bytes)) return MeshFormat::stl;
  return std::nullopt;
}

std::optional<MeshFormat> by_first_words(std::string_view start) {
  if (start.starts_with('{')) return MeshFormat::gltf;
  if (start.starts_with('<') && start.find("<COLLADA") != std::string_view::npos) return MeshFormat::collada;
  if (begins_like_off(start)) return MeshFormat::off;
  if (TextCursor cursor(start); same_word(cursor.word(), "solid")) return MeshFormat::stl;
  return std::nullopt;
}

}  // namespace

Result<MeshFormat> recognise(const std::filesystem::path& path, std::string_view bytes) {
  if (const auto format = by_magic(bytes)) return *format;
  constexpr std::size_t looked_at = 4096;
  std::string_view start = without_mark(bytes).substr(0, looked_at);
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  if (const auto format = by_first_words(start)) return *format;
  // A long comment may stand before its first element.
  if (start.starts_with('<') && by_name(path) == MeshFormat::collada) return MeshFormat::collada;
  if (const std::string_view what = foreign_format(start); !what.empty()) {
    return tl::make_unexpected(error_in(path, fmt::format("is {}; {}", what, formats_read)));
  }
  if (const auto format = by_name(path)) return *format;
  if (begins_like_obj(start)) return MeshFormat::obj;
  return tl::make_unexpected(error_in(path, fmt::format("is not in a known format; {}", formats_read)));
}

}  // namespace graze::io
