#pragma once
/// One model part of a 3MF package: objects made of triangles or of other objects, and which of them are to be built.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <graze/mesh_file.h>
#include <graze/vec.h>

#include "io/files/source.h"
#include "io/mesh/affine.h"
#include "io/mesh/xml.h"

namespace graze::io {

struct ThreemfReference {
  std::string part;  ///< of the package, without the leading slash; empty for the part that refers
  std::uint32_t object = 0;
  AffineMap map;
};

struct ThreemfObject {
  std::string name;  ///< may be empty
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<ThreemfReference> components;
};

struct ThreemfModel {
  double unit_in_metres = 0.001;
  std::string unit = "mm";
  std::map<std::uint32_t, ThreemfObject> objects;
  std::vector<ThreemfReference> items;
};

/// Takes the elements of a model part one by one.
class ThreemfModelReader {
 public:
  explicit ThreemfModelReader(const MeshReadOptions& options)
      : vertices_left_(options.max_vertices), triangles_left_(options.max_triangles) {}

  void begin_namespace(std::string_view prefix, std::string_view uri) { namespaces_[std::string(prefix)] = uri; }
  Trouble begin(const XmlElement& element);
  Trouble end(std::string_view name);

  [[nodiscard]] ThreemfModel take() { return std::move(model_); }

 private:
  Trouble model(const XmlElement& element);
  Trouble object(const XmlElement& element);
  Trouble vertex(const XmlElement& element);
  Trouble triangle(const XmlElement& element);
  Trouble reference(const XmlElement& element, std::vector<ThreemfReference>& list);

  ThreemfModel model_;
  ThreemfObject* current_ = nullptr;  ///< the object whose element is open
  bool has_root_ = false;
  std::map<std::string, std::string> namespaces_;
  std::uint64_t vertices_left_;
  std::uint64_t triangles_left_;
};

}  // namespace graze::io
