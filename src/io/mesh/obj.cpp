/// Wavefront OBJ: vertices and faces of any number of corners. Points, lines, curves and materials are read over.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"
#include "io/mesh/parts.h"
#include "io/mesh/readers.h"
#include "io/mesh/text.h"

namespace graze::io {

namespace {

/// Every statement of the format; others mean that this is not an OBJ file, or a broken one.
constexpr auto ignored_statements = std::to_array<std::string_view>(
    {"vt",     "vn",   "vp",    "g",    "o",        "s",        "l",          "p",         "usemtl", "mtllib", "usemap",
     "maplib", "mg",   "bevel", "lod",  "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech",  "stech",  "cstype",
     "deg",    "bmat", "step",  "curv", "curv2",    "surf",     "parm",       "trim",      "hole",   "scrv",   "sp",
     "end",    "con",  "call",  "csh",  "bsp",      "bzp",      "cdc",        "cdp",       "res"});

struct WaitingFace {
  std::uint64_t line;
  std::size_t group;
  std::vector<std::int64_t> corners;  ///< counted from 1
};

struct Counts {
  std::uint64_t line;
  std::int64_t vertices;
  std::int64_t faces;
};

class ObjReader : private Refusing {
 public:
  ObjReader(const MeshSource& source, const MeshReadOptions& options)
      : source_(source),
        builder_(options),
        cursor_(without_mark(source.bytes), {.hash_comments = true, .line_continuations = true}) {}

  Result<TriangleMesh> read() {
    if (!collect()) return failure();
    return builder_.take();
  }

  /// A mesh for each name of `g` and `o` that faces are under, in the order of the file; faces before any are under "".
  Result<std::vector<NamedMesh>> read_groups() {
    if (!collect()) return failure();
    TriangleMesh whole = builder_.take();
    std::vector<NamedMesh> parts;
    for (const std::string& name : group_names_) parts.push_back({name, {}});
    std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> numbers(parts.size());
    for (std::size_t i = 0; i < whole.triangles.size(); ++i) {
      const std::size_t group = group_of_triangle_[i];
      TriangleMesh& mesh = parts[group].mesh;
      std::array<std::uint32_t, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t corner = whole.triangles[i][k];
        const auto [entry, is_new] = numbers[group].try_emplace(corner, static_cast<std::uint32_t>(mesh.vertices.size()));
        if (is_new) mesh.vertices.push_back(whole.vertices[corner]);
        corners[k] = entry->second;
      }
      mesh.triangles.push_back(corners);
    }
    std::erase_if(parts, [](const NamedMesh& part) { return part.mesh.triangles.empty(); });
    return parts;
  }

 private:
  bool collect() {
    do {
      if (!cursor_.line_is_over() && !statement()) return false;
    } while (cursor_.next_line());
    for (const WaitingFace& face : waiting_) {
      line_ = face.line;
      group_ = face.group;
      corners_ = face.corners;
      if (!add_face()) return false;
    }
    return came_true();
  }

  bool statement() {
    line_ = cursor_.line();
    const std::string_view word = cursor_.word();
    const bool is_first = std::exchange(at_first_statement_, false);
    if (is_first && to_integer(word)) return announced_counts(*to_integer(word));
    if (word == "v") return vertex();
    if (word == "f" || word == "fo") return face();
    if (word == "g" || word == "o") return group();
    if (std::ranges::find(ignored_statements, word) != ignored_statements.end()) return true;
    return refuse(fmt::format("\"{}\" is not a statement of an OBJ file", printable(word)));
  }

  /// A dialect begins with the numbers of vertices and faces. They are accepted only if they are right.
  bool announced_counts(std::int64_t vertices) {
    const auto faces = to_integer(cursor_.word());
    if (!faces || !cursor_.line_is_over()) return refuse("a line of numbers is not a statement of an OBJ file");
    announced_ = Counts{line_, vertices, *faces};
    return true;
  }

  bool came_true() {
    if (!announced_) return true;
    line_ = announced_->line;
    const auto vertices = static_cast<std::int64_t>(builder_.vertex_count());
    if (announced_->vertices == vertices && announced_->faces == faces_) return true;
    return refuse(fmt::format("{} vertices and {} faces are announced, {} and {} are there", announced_->vertices,
                              announced_->faces, vertices, faces_));
  }

  /// What follows is under this name, also where the name was there before.
  bool group() {
    std::string_view name = cursor_.rest_of_line();
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    const auto [entry, is_new] = group_numbers_.try_emplace(std::string(name), group_names_.size());
    if (is_new) group_names_.emplace_back(name);
    group_ = entry->second;
    return true;
  }

  /// Three coordinates; a weight and a colour may follow and are only checked to be numbers.
  bool vertex() {
    constexpr int most_numbers = 8;
    std::array<double, most_numbers> numbers{};
    int count = 0;
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
      const auto number = to_number(word);
      if (!number) return refuse(fmt::format("\"{}\" is not a finite number", printable(word)));
      if (count == most_numbers) return refuse("a vertex with too many numbers");
      numbers[count++] = *number;
    }
    if (count < 3) return refuse(fmt::format("a vertex needs three coordinates, this one has {}", count));
    return builder_.add_vertex({numbers[0], numbers[1], numbers[2]}) || refuse_from(builder_);
  }

  bool face() {
    corners_.clear();
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
      if (!corner(word)) return false;
    }
    if (corners_.size() < 3) return refuse(fmt::format("a face needs three corners, this one has {}", corners_.size()));
    const auto known = static_cast<std::int64_t>(builder_.vertex_count());
    const bool looks_ahead = std::ranges::any_of(corners_, [&](std::int64_t c) { return c > known; });
    // Some writers put faces before their vertices. From the first such face on all wait, so that the order stays.
    if (looks_ahead || !waiting_.empty()) {
      waiting_.push_back({line_, group_, corners_});
      return true;
    }
    return add_face();
  }

  /// "v", "v/vt", "v//vn" or "v/vt/vn". Only the first counts; the others must be numbers where they are given.
  bool corner(std::string_view word) {
    const std::size_t slash = word.find('/');
    const auto index = to_integer(word.substr(0, slash));
    if (!index || !rest_is_well_formed(word, slash))
      return refuse(fmt::format("\"{}\" is not a corner of a face", printable(word)));
    const auto known = static_cast<std::int64_t>(builder_.vertex_count());
    const std::int64_t from_one = *index < 0 ? known + 1 + *index : *index;
    if (from_one < 1) return refuse(fmt::format("vertex index {} is out of range, there are {} vertices so far", *index, known));
    corners_.push_back(from_one);
    return true;
  }

  static bool rest_is_well_formed(std::string_view word, std::size_t slash) {
    for (int part = 0; slash != std::string_view::npos; ++part) {
      const std::size_t next = word.find('/', slash + 1);
      const std::string_view index = word.substr(slash + 1, next == std::string_view::npos ? next : next - slash - 1);
      if (part == 2 || (!index.empty() && !to_integer(index))) return false;
      slash = next;
    }
    return true;
  }

  bool add_face() {
    zero_based_.clear();
    ++faces_;
    const auto known = static_cast<std::int64_t>(builder_.vertex_count());
    for (const std::int64_t corner : corners_) {
      if (corner > known) return refuse(fmt::format("vertex index {} is out of range, there are {} vertices", corner, known));
      zero_based_.push_back(static_cast<std::uint32_t>(corner - 1));
    }
    if (!builder_.add_polygon(zero_based_)) return refuse_from(builder_);
    group_of_triangle_.resize(builder_.triangle_count(), group_);
    return true;
  }

  [[nodiscard]] tl::unexpected<Error> failure() const {
    return tl::make_unexpected(error_at_line(source_.path, line_, trouble_.reason, trouble_.code));
  }

  const MeshSource& source_;
  MeshBuilder builder_;
  TextCursor cursor_;
  std::uint64_t line_ = 1;
  std::vector<std::int64_t> corners_;  ///< of the face at hand, counted from 1
  std::vector<std::uint32_t> zero_based_;
  std::vector<WaitingFace> waiting_;
  bool at_first_statement_ = true;
  std::optional<Counts> announced_;
  std::int64_t faces_ = 0;
  std::vector<std::string> group_names_{""};
  std::unordered_map<std::string, std::size_t> group_numbers_{{"", 0}};
  std::size_t group_ = 0;  ///< that of the statements at hand
  std::vector<std::size_t> group_of_triangle_;
};

}  // namespace

Result<TriangleMesh> read_obj(const MeshSource& source, const MeshReadOptions& options) {
  return ObjReader(source, options).read();
}

Result<std::vector<NamedMesh>> read_obj_groups(const MeshSource& source, const MeshReadOptions& options) {
  return ObjReader(source, options).read_groups();
}

}  // namespace graze::io
