/// glTF 2.0 and GLB: the triangles of the default scene, in world coordinates.

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"
#include "io/mesh/gltf_accessor.h"
#include "io/mesh/gltf_buffers.h"
#include "io/mesh/gltf_document.h"
#include "io/mesh/gltf_mesh.h"
#include "io/mesh/gltf_nodes.h"
#include "io/mesh/readers.h"

namespace graze::io {

namespace {

enum class Mode : std::uint8_t { triangles = 4, strip = 5, fan = 6 };

/// Extensions that change how things look but not where they are, and one that says positions may be integers.
bool is_harmless(std::string_view extension) {
  constexpr auto prefixes =
      std::to_array<std::string_view>({"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "EXT_lights_", "KHR_xmp",
                                       "MSFT_texture_", "KHR_mesh_quantization", "KHR_animation_pointer", "KHR_node_visibility"});
  return std::ranges::any_of(prefixes, [&](std::string_view p) { return extension.starts_with(p); });
}

bool lists(const Json& root, const char* list, std::string_view name) {
  const Json& names = array_in(root, list);
  return std::ranges::any_of(names, [&](const Json& n) { return n.get<std::string>() == name; });
}

/// POSITION, NORMAL, TANGENT, the numbered ones, or a name of the application's own.
bool is_attribute(std::string_view name) {
  if (name.starts_with('_') || name == "POSITION" || name == "NORMAL" || name == "TANGENT") return true;
  constexpr auto numbered = std::to_array<std::string_view>({"TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"});
  const auto prefix = std::ranges::find_if(numbered, [&](std::string_view p) { return name.starts_with(p); });
  if (prefix == numbered.end() || name.size() == prefix->size()) return false;
  return std::ranges::all_of(name.substr(prefix->size()), [](char c) { return c >= '0' && c <= '9'; });
}

/// Sets are numbered from 0 without gaps: the first name whose predecessor is missing, empty when there is none.
std::string attribute_after_gap(const Json& attributes) {
  for (const auto& [name, index] : attributes.items()) {
    const std::size_t underscore = name.rfind('_');
    if (name.starts_with('_') || underscore == std::string::npos || name.ends_with("_0") || name.size() > underscore + 4) continue;
    const int number = std::stoi(name.substr(underscore + 1));
    if (!attributes.contains(fmt::format("{}_{}", name.substr(0, underscore), number - 1))) return name;
  }
  return {};
}

class GltfReader {
 public:
  GltfReader(const GltfDocument& document, const std::vector<GltfAccessor>& accessors, const MeshReadOptions& options)
      : document_(document), accessors_(accessors), builder_(options) {}

  [[nodiscard]] Result<void> check() const {
    if (const std::string trouble = extensions(); !trouble.empty()) return tl::make_unexpected(error_in(document_.path, trouble));
    const Json& meshes = array_in(document_.root, "meshes");
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      for (std::size_t k = 0; k < meshes[i]["primitives"].size(); ++k) {
        if (const std::string trouble = check(meshes[i]["primitives"][k]); !trouble.empty())
          return document_.failure(path_of(i, k), trouble);
      }
    }
    return {};
  }

  Result<TriangleMesh> read(std::span<const GltfInstance> instances) {
    for (const GltfInstance& instance : instances) {
      if (auto added = add(instance); !added) return tl::make_unexpected(added.error());
    }
    return builder_.take();
  }

 private:
  static std::string path_of(std::size_t mesh, std::size_t primitive) {
    return fmt::format("meshes[{}].primitives[{}]", mesh, primitive);
  }

  [[nodiscard]] std::string extensions() const {
    for (const Json& name : array_in(document_.root, "extensionsRequired")) {
      if (!is_harmless(name.get<std::string>()))
        return fmt::format("requires the extension {}, which is not read", printable(name.get<std::string>()));
    }
    return {};
  }

  /// Whether the primitive makes sense, shown or not.
  [[nodiscard]] std::string check(const Json& primitive) const {
    const Json& attributes = primitive["attributes"];
    std::uint64_t count = 0;
    for (const auto& [name, index] : attributes.items()) {
      if (!is_attribute(name)) return fmt::format("attributes.{}: is not an attribute of glTF", printable(name));
      const GltfAccessor& a = accessors_[*whole_number(index)];
      if (count != 0 && a.count != count) return fmt::format("attributes.{}: has another count than the others", printable(name));
      count = a.count;
    }
    if (const std::string name = attribute_after_gap(attributes); !name.empty()) {
      return fmt::format("attributes.{}: is given without the one before it", printable(name));
    }
    if (attributes.contains("POSITION")) {
      if (std::string trouble = check_positions(accessors_[whole_number_in(attributes, "POSITION")]); !trouble.empty())
        return trouble;
    }
    if (!primitive.contains("indices")) return {};
    return check_indices(accessors_[whole_number_in(primitive, "indices")]);
  }

  [[nodiscard]] std::string check_positions(const GltfAccessor& a) const {
    const bool quantized = a.component != GltfComponent::float32;
    const bool may_be = lists(document_.root, "extensionsUsed", "KHR_mesh_quantization") && a.component != GltfComponent::uint32;
    if (a.type != "VEC3" || (quantized && !may_be)) return a.where + " cannot hold positions";
    return {};
  }

  static std::string check_indices(const GltfAccessor& a) {
    const bool fits =
        a.component == GltfComponent::uint8 || a.component == GltfComponent::uint16 || a.component == GltfComponent::uint32;
    if (a.type != "SCALAR" || !fits || a.normalized) return a.where + " cannot hold indices";
    if (a.has_stride) return a.where + " holds indices, whose bufferView must not have a byteStride";
    return {};
  }

  Result<void> add(const GltfInstance& instance) {
    const Json& mesh = document_.root["meshes"][instance.mesh];
    for (const Json& weight : array_in(mesh, "weights")) {
      if (weight.get<double>() != 0)
        return document_.failure(fmt::format("meshes[{}]", instance.mesh), "weights: morph targets are not read");
    }
    const Json& primitives = mesh["primitives"];
    for (std::size_t k = 0; k < primitives.size(); ++k) {
      if (const Trouble trouble = add(primitives[k], instance.to_world); !trouble.reason.empty()) {
        return tl::make_unexpected(error_in(document_.path, path_of(instance.mesh, k) + ": " + trouble.reason, trouble.code));
      }
    }
    return {};
  }

  /// Points and lines have no triangles; without positions there is nothing to show.
  Trouble add(const Json& primitive, const AffineMap& to_world) {
    const std::uint64_t mode = whole_number_in(primitive, "mode", static_cast<std::uint64_t>(Mode::triangles));
    if (mode < static_cast<std::uint64_t>(Mode::triangles) || !primitive["attributes"].contains("POSITION")) return {};
    if (primitive.contains("extensions") && primitive["extensions"].contains("KHR_draco_mesh_compression")) {
      return {"Draco compression is not read"};
    }
    const GltfAccessor& positions = accessors_[whole_number_in(primitive["attributes"], "POSITION")];
    const auto first = static_cast<std::uint32_t>(builder_.vertex_count());
    if (Trouble trouble = add_vertices(positions, to_world); !trouble.reason.empty()) return trouble;
    if (Trouble trouble = collect_corners(primitive, positions.count, first); !trouble.reason.empty()) return trouble;
    return add_faces(static_cast<Mode>(mode), to_world.mirrors());
  }

  Trouble add_vertices(const GltfAccessor& positions, const AffineMap& to_world) {
    if (Trouble trouble = backed_by_bytes(positions); !trouble.reason.empty()) return trouble;
    if (!builder_.expect_vertices(builder_.vertex_count() + positions.count)) return builder_.trouble();
    for (std::uint64_t i = 0; i < positions.count; ++i) {
      const Vec3 p{positions.number(i, 0), positions.number(i, 1), positions.number(i, 2)};
      if (!builder_.add_vertex(to_world(p))) return builder_.trouble();
    }
    return {};
  }

  Trouble collect_corners(const Json& primitive, std::uint64_t vertex_count, std::uint32_t first) {
    corners_.clear();
    if (!primitive.contains("indices")) {
      for (std::uint64_t i = 0; i < vertex_count; ++i) corners_.push_back(first + static_cast<std::uint32_t>(i));
      return {};
    }
    const GltfAccessor& indices = accessors_[whole_number_in(primitive, "indices")];
    if (Trouble trouble = backed_by_bytes(indices); !trouble.reason.empty()) return trouble;
    const std::uint64_t restart = (1ULL << (8 * size_of(indices.component))) - 1;
    for (std::uint64_t i = 0; i < indices.count; ++i) {
      const std::uint32_t index = indices.index(i);
      if (index == restart) return {fmt::format("index {} is the primitive restart value", index)};
      if (index >= vertex_count)
        return {fmt::format("vertex index {} is out of range, there are {} vertices", index, vertex_count)};
      corners_.push_back(first + index);
    }
    return {};
  }

  /// Elements without bytes are all zero: that must not claim unlimited memory.
  static Trouble backed_by_bytes(const GltfAccessor& a) {
    constexpr std::uint64_t most_zeros = 65'536;
    if (!a.why_absent.empty()) return {fmt::format("{}: the bytes are not available: its buffer {}", a.where, a.why_absent)};
    if (a.data == nullptr && a.count > most_zeros)
      return {fmt::format("{}: {} elements without bytes", a.where, a.count), ErrorCode::limit};
    return {};
  }

  Trouble add_faces(Mode mode, bool mirrored) {
    const std::size_t n = corners_.size();
    if (mode == Mode::triangles && n % 3 != 0) return {fmt::format("{} corners do not make whole triangles", n)};
    if (n < 3) return {fmt::format("{} corners are too few for a strip or fan", n)};
    const std::size_t step = mode == Mode::triangles ? 3 : 1;
    for (std::size_t i = 0; i + 2 < n; i += step) {
      std::array<std::uint32_t, 3> t{corners_[mode == Mode::fan ? 0 : i], corners_[i + 1], corners_[i + 2]};
      const bool odd_in_strip = mode == Mode::strip && i % 2 == 1;
      if (odd_in_strip != mirrored) std::swap(t[1], t[2]);
      if (!builder_.add_triangle(t)) return builder_.trouble();
    }
    return {};
  }

  const GltfDocument& document_;
  const std::vector<GltfAccessor>& accessors_;
  MeshBuilder builder_;
  std::vector<std::uint32_t> corners_;  ///< of the primitive at hand, as numbers in the whole mesh
};

}  // namespace

Result<void> check_gltf_meshes(const GltfDocument& document, const std::vector<GltfAccessor>& accessors) {
  return GltfReader(document, accessors, {}).check();
}

Result<TriangleMesh> read_gltf_meshes(const GltfDocument& document, const std::vector<GltfAccessor>& accessors,
                                      std::span<const GltfInstance> instances, const MeshReadOptions& options) {
  return GltfReader(document, accessors, options).read(instances);
}

Result<TriangleMesh> read_gltf(const MeshSource& source, const MeshReadOptions& options) {
  const auto document = read_gltf_document(source);
  if (!document) return tl::make_unexpected(document.error());
  const auto buffers = GltfBuffers::open(*document, options.max_file_bytes);
  if (!buffers) return tl::make_unexpected(buffers.error());
  const auto accessors = read_gltf_accessors(*document, *buffers);
  if (!accessors) return tl::make_unexpected(accessors.error());
  const auto instances = read_gltf_instances(*document);
  if (!instances) return tl::make_unexpected(instances.error());
  if (const auto checked = check_gltf_meshes(*document, *accessors); !checked) return tl::make_unexpected(checked.error());
  return read_gltf_meshes(*document, *accessors, *instances, options);
}

}  // namespace graze::io
