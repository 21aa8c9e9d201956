/// Positions through sources and accessors, faces through indices that they share with normals and the like.

#include "io/mesh/collada_geometry.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"

namespace graze::io {

namespace {

constexpr std::array<std::string_view, 3> axis_names = {"X", "Y", "Z"};

/// Which numbers of a group are x, y and z: those that are called so, or the first three where none has a name.
std::array<std::uint64_t, 3> columns_of(const XmlNode& accessor) {
  std::array<std::uint64_t, 3> columns{0, 1, 2};
  std::uint64_t at = 0;
  for (const XmlNode* child : accessor.children) {
    if (child->name != "param") continue;
    const std::string* name = child->attribute("name");
    for (std::size_t k = 0; k < 3; ++k) {
      if (name != nullptr && *name == axis_names[k]) columns[k] = at;
    }
    ++at;
  }
  return columns;
}

class GeometryReader {
 public:
  GeometryReader(const ColladaDocument& document, const MeshReadOptions& options, ColladaTrouble& trouble)
      : document_(document), builder_(options), trouble_(trouble) {}

  TriangleMesh read(const XmlNode& geometry) {
    const XmlNode* mesh = geometry.child("mesh");
    if (mesh == nullptr) {
      trouble_ = trouble_with(geometry, "holds no <mesh>");
      return {};
    }
    for (const XmlNode* part : mesh->children) {
      if (!add(*part)) return {};
    }
    return builder_.take();
  }

 private:
  bool add(const XmlNode& part) {
    if (part.name == "triangles") return triangles(part);
    if (part.name == "polylist") return polylist(part);
    if (part.name == "polygons") return polygons(part);
    if (part.name == "trifans" || part.name == "tristrips") return fans_or_strips(part, part.name == "tristrips");
    return true;  // sources, lines, and what else has no triangles
  }

  bool triangles(const XmlNode& part) {
    const std::uint64_t count = count_in(part, "count", std::nullopt, trouble_);
    if (failed() || !find_corners(part)) return false;
    std::vector<std::uint32_t> corners;
    if (!gather(part, corners)) return false;
    if (corners.size() != 3 * count) return refuse(part, fmt::format("count: {}, but there are {} corners", count, corners.size()));
    for (std::size_t i = 0; i < corners.size(); i += 3) {
      if (!builder_.add_triangle({corners[i], corners[i + 1], corners[i + 2]})) return refuse_from_builder(part);
    }
    return true;
  }

  bool polylist(const XmlNode& part) {
    const std::uint64_t count = count_in(part, "count", std::nullopt, trouble_);
    if (failed() || !find_corners(part)) return false;
    std::vector<std::uint32_t> corners;
    if (!gather(part, corners)) return false;
    const XmlNode* sizes_element = part.child("vcount");
    const std::vector<std::uint32_t> sizes =
        sizes_element == nullptr ? std::vector<std::uint32_t>{} : indices_in(*sizes_element, trouble_);
    if (failed()) return false;
    if (sizes.size() != count) return refuse(part, fmt::format("count: {}, but there are {} polygons", count, sizes.size()));
    std::span<const std::uint32_t> rest = corners;
    for (const std::uint32_t size : sizes) {
      if (size > rest.size()) return refuse(part, "<vcount> asks for more corners than there are");
      if (!polygon(part, rest.first(size))) return false;
      rest = rest.subspan(size);
    }
    return rest.empty() || refuse(part, fmt::format("{} corners are left over", rest.size()));
  }

  bool polygons(const XmlNode& part) {
    if (part.child("ph") != nullptr) return refuse(*part.child("ph"), "polygons with holes are not read");
    if (!find_corners(part)) return false;
    for (const XmlNode* p : part.children) {
      if (p->name != "p") continue;
      std::vector<std::uint32_t> corners;
      if (!gather_from(*p, corners) || !polygon(*p, corners)) return false;
    }
    return true;
  }

  bool fans_or_strips(const XmlNode& part, bool is_strip) {
    if (!find_corners(part)) return false;
    for (const XmlNode* p : part.children) {
      if (p->name != "p") continue;
      std::vector<std::uint32_t> corners;
      if (!gather_from(*p, corners)) return false;
      if (corners.size() < 3) return refuse(*p, fmt::format("{} corners are too few", corners.size()));
      for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const std::size_t first = is_strip ? i - 1 : 0;
        const bool turned = is_strip && i % 2 == 0;
        if (!builder_.add_triangle({corners[first], corners[turned ? i + 1 : i], corners[turned ? i : i + 1]}))
          return refuse_from_builder(*p);
      }
    }
    return true;
  }

  bool polygon(const XmlNode& where, std::span<const std::uint32_t> corners) {
    if (corners.size() < 3) return refuse(where, fmt::format("a polygon of {} corners", corners.size()));
    return builder_.add_polygon(corners) || refuse_from_builder(where);
  }

  /// Where among the indices of a corner that of its position is, how many there are, and the positions themselves.
  bool find_corners(const XmlNode& part) {
    stride_ = 1;
    const XmlNode* vertex = nullptr;
    for (const XmlNode* input : part.children) {
      if (input->name != "input") continue;
      const std::uint64_t offset = count_in(*input, "offset", 0, trouble_);
      constexpr std::uint64_t most_inputs = 1024;
      if (!failed() && offset >= most_inputs) return refuse(*input, fmt::format("offset: {} is out of range", offset));
      if (failed()) return false;
      stride_ = std::max(stride_, static_cast<std::size_t>(offset) + 1);
      const std::string* semantic = input->attribute("semantic");
      if (semantic == nullptr || *semantic != "VERTEX") continue;
      vertex = input;
      offset_ = static_cast<std::size_t>(offset);
    }
    if (vertex == nullptr) return refuse(part, "has no <input> of the semantic VERTEX");
    const XmlNode* vertices = document_.target(*vertex, "source", "vertices", trouble_);
    return vertices != nullptr && (vertices == vertices_ || load(*vertices));
  }

  bool load(const XmlNode& vertices) {
    const auto position = std::ranges::find_if(vertices.children, [](const XmlNode* child) {
      const std::string* semantic = child->attribute("semantic");
      return child->name == "input" && semantic != nullptr && *semantic == "POSITION";
    });
    if (position == vertices.children.end()) return refuse(vertices, "has no <input> of the semantic POSITION");
    const XmlNode* source = document_.target(**position, "source", "source", trouble_);
    if (source == nullptr) return false;
    const XmlNode* technique = source->child("technique_common");
    const XmlNode* accessor = technique == nullptr ? nullptr : technique->child("accessor");
    if (accessor == nullptr) return refuse(*source, "has no <accessor>");
    const XmlNode* array = document_.target(*accessor, "source", "float_array", trouble_);
    if (array == nullptr) return false;
    vertices_ = &vertices;
    first_ = static_cast<std::uint32_t>(builder_.vertex_count());
    return add_positions(*accessor, *array);
  }

  bool add_positions(const XmlNode& accessor, const XmlNode& array) {
    const std::uint64_t announced = count_in(array, "count", std::nullopt, trouble_);
    const std::uint64_t count = count_in(accessor, "count", std::nullopt, trouble_);
    const std::uint64_t stride = count_in(accessor, "stride", 1, trouble_);
    const std::uint64_t offset = count_in(accessor, "offset", 0, trouble_);
    if (failed()) return false;
    const std::vector<double> numbers = numbers_in(array, trouble_);
    if (failed()) return false;
    if (numbers.size() != announced)
      return refuse(array, fmt::format("count: {}, but there are {} numbers", announced, numbers.size()));
    const std::array<std::uint64_t, 3> columns = columns_of(accessor);
    if (std::ranges::max(columns) >= stride) return refuse(accessor, fmt::format("stride: {} numbers are no position", stride));
    if (offset > numbers.size() || count > (numbers.size() - offset) / stride)
      return refuse(accessor, fmt::format("count: {} positions do not fit into {} numbers", count, numbers.size()));
    for (std::uint64_t i = 0; i < count; ++i) {
      const double* at = numbers.data() + offset + i * stride;
      if (!builder_.add_vertex({at[columns[0]], at[columns[1]], at[columns[2]]})) return refuse_from_builder(accessor);
    }
    return true;
  }

  /// The corners of all <p>.
  bool gather(const XmlNode& part, std::vector<std::uint32_t>& corners) {
    return std::ranges::all_of(part.children,
                               [&](const XmlNode* child) { return child->name != "p" || gather_from(*child, corners); });
  }

  bool gather_from(const XmlNode& p, std::vector<std::uint32_t>& corners) {
    const std::vector<std::uint32_t> indices = indices_in(p, trouble_);
    if (failed()) return false;
    if (indices.size() % stride_ != 0)
      return refuse(p, fmt::format("{} indices are no corners of {} each", indices.size(), stride_));
    const std::size_t known = builder_.vertex_count() - first_;
    for (std::size_t i = offset_; i < indices.size(); i += stride_) {
      if (indices[i] >= known)
        return refuse(p, fmt::format("vertex index {} is out of range, there are {} vertices", indices[i], known));
      corners.push_back(first_ + indices[i]);
    }
    return true;
  }

  [[nodiscard]] bool failed() const { return trouble_.is_there(); }

  bool refuse(const XmlNode& element, std::string reason) {
    trouble_ = trouble_with(element, std::move(reason));
    return false;
  }
  bool refuse_from_builder(const XmlNode& element) {
    trouble_ = trouble_with(element, builder_.trouble().reason, builder_.trouble().code);
    return false;
  }

  const ColladaDocument& document_;
  MeshBuilder builder_;
  ColladaTrouble& trouble_;
  const XmlNode* vertices_ = nullptr;  ///< whose positions are in the builder, last
  std::uint32_t first_ = 0;            ///< their first number there
  std::size_t stride_ = 1;             ///< indices a corner
  std::size_t offset_ = 0;             ///< of the position among them
};

}  // namespace

TriangleMesh collada_mesh(const ColladaDocument& document, const XmlNode& geometry, const MeshReadOptions& options,
                          ColladaTrouble& trouble) {
  return GeometryReader(document, options, trouble).read(geometry);
}

}  // namespace graze::io
