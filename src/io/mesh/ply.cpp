/// PLY, the Stanford format: "vertex", "face" and "tristrips" are read, every other element and property is read over.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"
#include "io/mesh/ply_header.h"
#include "io/mesh/ply_values.h"
#include "io/mesh/readers.h"

namespace graze::io {

namespace {

enum class Role : std::uint8_t { ignored, x, y, z, indices };

/// The role of each property of the element.
std::vector<Role> roles_in(const PlyElement& element) {
  const bool vertex = element.name == "vertex";
  const bool face = element.name == "face" || element.name == "tristrips";
  std::vector<Role> roles;
  for (const PlyProperty& p : element.properties) {
    Role role = Role::ignored;
    if (vertex && !p.count_type && p.name == "x") role = Role::x;
    if (vertex && !p.count_type && p.name == "y") role = Role::y;
    if (vertex && !p.count_type && p.name == "z") role = Role::z;
    if (face && p.count_type && (p.name == "vertex_indices" || p.name == "vertex_index")) role = Role::indices;
    roles.push_back(role);
  }
  return roles;
}

bool has(std::span<const Role> roles, Role wanted) { return std::ranges::count(roles, wanted) == 1; }

/// Why the element cannot be read, empty when it can.
std::string trouble_with(const PlyElement& element, std::span<const Role> roles) {
  if (element.properties.empty() && element.count > 0) return "an element without properties";
  if (element.name == "vertex" && !(has(roles, Role::x) && has(roles, Role::y) && has(roles, Role::z))) {
    return "the vertices lack one of the properties x, y and z";
  }
  if ((element.name == "face" || element.name == "tristrips") && element.count > 0) {
    if (!has(roles, Role::indices)) return "the faces lack the list \"vertex_indices\" or \"vertex_index\"";
    const auto at = static_cast<std::size_t>(std::ranges::find(roles, Role::indices) - roles.begin());
    if (!is_integer(element.properties[at].type)) return "vertex indices must be of an integer type";
  }
  return {};
}

template <class Values>
class PlyReader : private Refusing {
 public:
  PlyReader(const MeshSource& source, const PlyHeader& header, const MeshReadOptions& options)
      : source_(source), header_(header), values_(source, header), builder_(options) {}

  Result<TriangleMesh> read() {
    for (const PlyElement& element : header_.elements) {
      const std::vector<Role> roles = roles_in(element);
      if (const std::string reason = trouble_with(element, roles); !reason.empty()) {
        return tl::make_unexpected(error_at_line(source_.path, element.line, reason));
      }
      if (element.count > 0 && !(announce(element) && rows(element, roles))) {
        return tl::make_unexpected(values_.error(trouble_.reason, trouble_.code));
      }
    }
    if (!values_.nothing_follows()) return tl::make_unexpected(values_.error("more follows after the last element"));
    return builder_.take();
  }

 private:
  bool announce(const PlyElement& element) {
    if (!values_.has_room_for(element)) {
      return refuse(fmt::format("{} elements \"{}\" do not fit into the rest of the file", element.count, printable(element.name)));
    }
    if (element.name == "vertex") {
      if (!builder_.expect_vertices(element.count)) return refuse_from(builder_);
      builder_.reserve_vertices(element.count);
    }
    if (element.name == "face") {
      if (!builder_.expect_triangles(element.count)) return refuse_from(builder_);
      builder_.reserve_triangles(element.count);
    }
    return true;
  }

  bool rows(const PlyElement& element, std::span<const Role> roles) {
    for (std::uint64_t i = 0; i < element.count; ++i) {
      if (!values_.begin_row())
        return refuse(fmt::format("the file ends after {} of {} elements \"{}\"", i, element.count, printable(element.name)));
      for (std::size_t k = 0; k < roles.size(); ++k) {
        if (!property(element.properties[k], roles[k])) return false;
      }
      if (!values_.end_row()) return refuse(fmt::format("more values than element \"{}\" has", printable(element.name)));
      if (!finish(element)) return false;
    }
    return true;
  }

  bool property(const PlyProperty& property, Role role) {
    if (property.count_type) return list(property, role == Role::indices);
    double value = 0;
    const bool fine = role == Role::ignored ? values_.skip(property.type) : values_.number(property.type, value);
    if (!fine) return refuse(values_.why_not());
    if (role != Role::ignored) position_[static_cast<int>(role) - static_cast<int>(Role::x)] = value;
    return true;
  }

  bool list(const PlyProperty& property, bool wanted) {
    double count = 0;
    if (!values_.number(*property.count_type, count)) return refuse(values_.why_not());
    if (count < 0 || count != std::floor(count)) return refuse(fmt::format("a list of {} values", count));
    const auto length = static_cast<std::uint64_t>(std::min(count, most_list_values));
    if (!values_.has_room_for_list(length, property.type))
      return refuse(fmt::format("a list of {} values does not fit into the rest of the file", count));
    if (wanted) list_.clear();
    for (std::uint64_t k = 0; k < length; ++k) {
      double value = 0;
      if (!(wanted ? values_.number(property.type, value) : values_.skip(property.type))) return refuse(values_.why_not());
      if (wanted) list_.push_back(value);
    }
    return true;
  }

  bool finish(const PlyElement& element) {
    if (element.name == "vertex") return builder_.add_vertex(position_) || refuse_from(builder_);
    if (element.name == "face") return to_corners(list_) && (builder_.add_polygon(corners_) || refuse_from(builder_));
    if (element.name == "tristrips") return strips();
    return true;
  }

  /// One list may hold several strips, with -1 between them.
  bool strips() {
    std::span<const double> rest = list_;
    while (!rest.empty()) {
      const auto length = static_cast<std::size_t>(std::ranges::find(rest, -1.0) - rest.begin());
      if (!to_corners(rest.first(length))) return false;
      if (!builder_.add_strip(corners_)) return refuse_from(builder_);
      rest = rest.subspan(std::min(rest.size(), length + 1));
    }
    return true;
  }

  bool to_corners(std::span<const double> indices) {
    corners_.clear();
    for (const double index : indices) {
      const bool representable = index >= 0 && index <= std::numeric_limits<std::uint32_t>::max() && index == std::floor(index);
      if (!representable)
        return refuse(fmt::format("vertex index {} is out of range, there are {} vertices", index, builder_.vertex_count()));
      corners_.push_back(static_cast<std::uint32_t>(index));
    }
    return true;
  }

  /// Text may claim more than an integer holds; no file can hold so many.
  static constexpr double most_list_values = 0x1p62;

  const MeshSource& source_;
  const PlyHeader& header_;
  Values values_;
  MeshBuilder builder_;
  Vec3 position_ = Vec3::Zero();
  std::vector<double> list_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

Result<TriangleMesh> read_ply(const MeshSource& source, const MeshReadOptions& options) {
  const auto header = read_ply_header(source);
  if (!header) return tl::make_unexpected(header.error());
  if (header->encoding == PlyEncoding::text) return PlyReader<PlyTextValues>(source, *header, options).read();
  return PlyReader<PlyBinaryValues>(source, *header, options).read();
}

}  // namespace graze::io
