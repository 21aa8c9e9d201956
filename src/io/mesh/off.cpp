/// OFF, the object file format of Geomview: counts, vertices, faces. Normals, colours and texture coordinates are read over.

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"
#include "io/mesh/readers.h"
#include "io/mesh/text.h"

namespace graze::io {

namespace {

class OffReader : private Refusing {
 public:
  OffReader(const MeshSource& source, const MeshReadOptions& options)
      : source_(source), builder_(options), cursor_(without_mark(source.bytes), {.hash_comments = true}) {}

  Result<TriangleMesh> read() {
    if (header() && counts() && vertices() && faces() && nothing_follows()) return builder_.take();
    return tl::make_unexpected(error_at_line(source_.path, cursor_.line(), trouble_.reason, trouble_.code));
  }

 private:
  /// [ST][C][N][4][n]OFF [BINARY]; the word may be missing altogether, and then the counts come first.
  bool header() {
    if (!to_line_with_words()) return refuse("no OFF header");
    const TextCursor start = cursor_;
    const std::string_view word = cursor_.word();
    if (to_integer(word)) {
      cursor_ = start;
      return true;
    }
    if (!word.ends_with("OFF")) return refuse(fmt::format("expected an OFF header, found \"{}\"", printable(word)));
    if (!variant(word.substr(0, word.size() - 3))) return false;
    const TextCursor after = cursor_;
    if (same_word(cursor_.word(), "binary")) return refuse("binary OFF files are not read");
    cursor_ = after;
    return true;
  }

  bool variant(std::string_view prefix) {
    const auto take = [&](std::string_view letters) {
      if (!prefix.starts_with(letters)) return false;
      prefix.remove_prefix(letters.size());
      return true;
    };
    if (take("ST")) numbers_after_position_ += 2;
    if (take("C")) numbers_after_position_ += 3;
    if (take("N")) numbers_after_position_ += 3;
    const bool four = take("4");
    const bool any_dimension = take("n");
    if (!prefix.empty()) return refuse(fmt::format("\"{}OFF\" is not a variant of OFF", printable(prefix)));
    if (four) return refuse("vertices with four coordinates are not read");
    return !any_dimension || three_dimensional();
  }

  bool three_dimensional() {
    const std::string_view word = cursor_.word_across_lines();
    const auto dimension = to_integer(word);
    if (dimension == 3) return true;
    return refuse(fmt::format("vertices of dimension \"{}\" are not read, only of dimension 3", printable(word)));
  }

  /// Vertices, faces, and mostly edges, which some writers leave out and no reader needs.
  bool counts() {
    if (!to_line_with_words()) return refuse("the file ends before the counts");
    if (!count(vertex_count_, "vertices") || !count(face_count_, "faces")) return false;
    std::uint64_t edges = 0;
    if (!cursor_.line_is_over() && !count(edges, "edges")) return false;
    return builder_.expect_vertices(vertex_count_) && builder_.expect_triangles(face_count_) ? true : refuse_from(builder_);
  }

  bool count(std::uint64_t& value, std::string_view what) {
    const std::string_view word = cursor_.word();
    const auto number = to_integer(word);
    if (!number || *number < 0) return refuse(fmt::format("\"{}\" is not a number of {}", printable(word), what));
    value = static_cast<std::uint64_t>(*number);
    return true;
  }

  bool vertices() {
    if (vertex_count_ == 0) return true;
    if (!to_line_with_words()) return refuse(fmt::format("the file ends before its {} vertices", vertex_count_));
    const bool by_lines = numbers_after_position_ > 0 || first_vertex_has_extras();
    for (std::uint64_t i = 0; i < vertex_count_; ++i) {
      if (!vertex(i) || (by_lines && !rest_of_vertex())) return false;
    }
    return true;
  }

  bool vertex(std::uint64_t i) {
    Vec3 v;
    for (int k = 0; k < 3; ++k) {
      const std::string_view word = cursor_.word_across_lines();
      if (word.empty()) return refuse(fmt::format("the file ends after {} of {} vertices", i, vertex_count_));
      const auto number = to_number(word);
      if (!number) return refuse(fmt::format("\"{}\" is not a finite number", printable(word)));
      v[k] = *number;
    }
    return builder_.add_vertex(v) || refuse_from(builder_);
  }

  bool rest_of_vertex() {
    int found = 0;
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word(), ++found) {
      if (!to_number(word)) return refuse(fmt::format("\"{}\" is not a finite number", printable(word)));
    }
    return found >= numbers_after_position_ ||
           refuse(fmt::format("a vertex line has {} numbers too few", numbers_after_position_ - found));
  }

  /// Plain OFF may hold all numbers on one line. But some writers put colours behind the vertices without saying so: they are
  /// recognised by having a line for every vertex and face.
  bool first_vertex_has_extras() const {
    TextCursor ahead = cursor_;
    int words = 0;
    while (!ahead.word().empty()) ++words;
    if (words <= 3) return false;
    std::uint64_t lines = 0;
    do {
      lines += ahead.line_is_over() ? 0 : 1;
    } while (ahead.next_line());
    return lines + 1 >= vertex_count_ + face_count_;
  }

  bool faces() {
    for (std::uint64_t i = 0; i < face_count_; ++i) {
      if (!face(i)) return false;
    }
    return true;
  }

  bool face(std::uint64_t i) {
    const std::string_view word = cursor_.word_across_lines();
    if (word.empty()) return refuse(fmt::format("the file ends after {} of {} faces", i, face_count_));
    const auto corners = to_integer(word);
    if (!corners || *corners < 0) return refuse(fmt::format("\"{}\" is not a number of corners", printable(word)));
    corners_.clear();
    for (std::int64_t k = 0; k < *corners; ++k) {
      if (!corner()) return false;
    }
    if (!builder_.add_polygon(corners_)) return refuse_from(builder_);
    return colour_of_face();
  }

  bool corner() {
    const std::string_view word = cursor_.word_across_lines();
    if (word.empty()) return refuse("the file ends inside a face");
    const auto index = to_integer(word);
    if (!index) return refuse(fmt::format("\"{}\" is not a vertex index", printable(word)));
    if (*index < 0 || static_cast<std::uint64_t>(*index) >= vertex_count_) {
      return refuse(fmt::format("vertex index {} is out of range, there are {} vertices", *index, vertex_count_));
    }
    corners_.push_back(static_cast<std::uint32_t>(*index));
    return true;
  }

  /// Up to the end of the line, an index into a colour map or up to four components.
  bool colour_of_face() {
    for (std::string_view word = cursor_.word(); !word.empty(); word = cursor_.word()) {
      if (!to_number(word)) return refuse(fmt::format("\"{}\" is not a finite number", printable(word)));
    }
    return true;
  }

  bool nothing_follows() {
    const std::string_view word = cursor_.word_across_lines();
    return word.empty() || refuse(fmt::format("\"{}\" follows the last face", printable(word)));
  }

  bool to_line_with_words() {
    while (cursor_.line_is_over()) {
      if (!cursor_.next_line()) return false;
    }
    return true;
  }

  const MeshSource& source_;
  MeshBuilder builder_;
  TextCursor cursor_;
  int numbers_after_position_ = 0;  ///< at least so many, by the header
  std::uint64_t vertex_count_ = 0;
  std::uint64_t face_count_ = 0;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

Result<TriangleMesh> read_off(const MeshSource& source, const MeshReadOptions& options) {
  return OffReader(source, options).read();
}

}  // namespace graze::io
