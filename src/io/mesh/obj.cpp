/// Wavefront OBJ: vertices and faces of any number of corners. Points, lines, curves, materials and groups are read over.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"
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
    do {
      if (!cursor_.line_is_over() && !statement()) return failure();
    } while (cursor_.next_line());
    for (const WaitingFace& face : waiting_) {
      line_ = face.line;
      corners_ = face.corners;
      if (!add_face()) return failure();
    }
    if (!came_true()) return failure();
    return builder_.take();
  }

 private:
  bool statement() {
    line_ = cursor_.line();
    const std::string_view word = cursor_.word();
    const bool is_first = std::exchange(at_first_statement_, false);
    if (is_first && to_integer(word)) return announced_counts(*to_integer(word));
    if (word == "v") return vertex();
    if (word == "f" || word == "fo") return face();
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
      waiting_.push_back({line_, corners_});
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
    return builder_.add_polygon(zero_based_) || refuse_from(builder_);
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
};

}  // namespace

Result<TriangleMesh> read_obj(const MeshSource& source, const MeshReadOptions& options) {
  return ObjReader(source, options).read();
}

}  // namespace graze::io
