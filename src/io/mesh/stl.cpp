/// STL, the triangle soup: 84 bytes and 50 a triangle, or the words "facet", "outer loop", "vertex". Normals are ignored, because
/// writers leave zeros and NaN there; every triangle has vertices of its own.

#include <array>

#include <fmt/format.h>

#include "io/mesh/builder.h"
#include "io/mesh/bytes.h"
#include "io/mesh/readers.h"
#include "io/mesh/text.h"

namespace graze::io {

namespace {

constexpr std::size_t header_bytes = 84;
constexpr std::size_t count_offset = 80;
constexpr std::size_t triangle_bytes = 50;
constexpr std::size_t normal_bytes = 12;

std::uint64_t binary_size(std::string_view bytes) {
  return header_bytes + triangle_bytes * std::uint64_t{load<std::uint32_t>(bytes.data() + count_offset)};
}

/// Binary files may begin with "solid" too, but hold a zero byte in their first numbers.
bool looks_like_text(std::string_view bytes) {
  constexpr std::size_t looked_at = 1024;
  const std::string_view start = without_mark(bytes).substr(0, looked_at);
  if (start.find('\0') != std::string_view::npos) return false;
  TextCursor cursor(start);
  return same_word(cursor.word_across_lines(), "solid");
}

class BinaryStl {
 public:
  BinaryStl(const MeshSource& source, const MeshReadOptions& options) : source_(source), builder_(options) {}

  Result<TriangleMesh> read() {
    const std::string_view bytes = source_.bytes;
    if (bytes.size() < header_bytes) return trouble(bytes.size(), {"cut off inside the header of a binary STL file"});
    const std::uint64_t count = load<std::uint32_t>(bytes.data() + count_offset);
    if (!builder_.expect_triangles(count)) return trouble(count_offset, builder_.trouble());
    if (binary_size(bytes) != bytes.size()) {
      return trouble(count_offset,
                     {fmt::format("{} triangles need {} bytes, the file has {}", count, binary_size(bytes), bytes.size())});
    }
    return triangles(count);
  }

 private:
  Result<TriangleMesh> triangles(std::uint64_t count) {
    if (!builder_.expect_vertices(3 * count)) return trouble(count_offset, builder_.trouble());
    builder_.reserve_vertices(3 * count);
    builder_.reserve_triangles(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t offset = header_bytes + i * triangle_bytes + normal_bytes;
      if (!triangle(source_.bytes.data() + offset)) return trouble(offset, builder_.trouble());
    }
    return builder_.take();
  }

  bool triangle(const char* at) {
    const auto first = static_cast<std::uint32_t>(builder_.vertex_count());
    for (int k = 0; k < 3; ++k, at += 3 * sizeof(float)) {
      const Vec3 v{static_cast<double>(load<float>(at)), static_cast<double>(load<float>(at + sizeof(float))),
                   static_cast<double>(load<float>(at + 2 * sizeof(float)))};
      if (!builder_.add_vertex(v)) return false;
    }
    return builder_.add_triangle({first, first + 1, first + 2});
  }

  [[nodiscard]] tl::unexpected<Error> trouble(std::uint64_t offset, const Trouble& what) const {
    return tl::make_unexpected(error_at_byte(source_.path, offset, what.reason, what.code));
  }

  const MeshSource& source_;
  MeshBuilder builder_;
};

class TextStl : private Refusing {
 public:
  TextStl(const MeshSource& source, const MeshReadOptions& options)
      : source_(source), builder_(options), cursor_(without_mark(source.bytes)) {}

  Result<TriangleMesh> read() {
    for (std::string_view word = cursor_.word_across_lines(); !word.empty(); word = cursor_.word_across_lines()) {
      if (!same_word(word, "solid")) refuse(fmt::format("expected \"solid\", found \"{}\"", printable(word)));
      if (!trouble_.reason.empty() || !solid()) {
        return tl::make_unexpected(error_at_line(source_.path, cursor_.line(), trouble_.reason, trouble_.code));
      }
    }
    return builder_.take();
  }

 private:
  bool solid() {
    cursor_.rest_of_line();
    for (;;) {
      const std::string_view word = cursor_.word_across_lines();
      if (same_word(word, "endsolid")) {
        cursor_.rest_of_line();
        return true;
      }
      if (!same_word(word, "facet")) return unexpected("\"facet\" or \"endsolid\"", word);
      if (!facet()) return false;
    }
  }

  bool facet() {
    if (!expect("normal")) return false;
    for (int k = 0; k < 3; ++k) {
      if (cursor_.word_across_lines().empty()) return unexpected("a normal", {});
    }
    if (!expect("outer") || !expect("loop")) return false;
    const auto first = static_cast<std::uint32_t>(builder_.vertex_count());
    for (int k = 0; k < 3; ++k) {
      if (!expect("vertex") || !vertex()) return false;
    }
    if (!builder_.add_triangle({first, first + 1, first + 2})) return refuse_from(builder_);
    return expect("endloop") && expect("endfacet");
  }

  bool vertex() {
    Vec3 v;
    for (int k = 0; k < 3; ++k) {
      const std::string_view word = cursor_.word_across_lines();
      const auto number = to_number(word);
      if (!number) return unexpected("a finite number", word);
      v[k] = *number;
    }
    return builder_.add_vertex(v) || refuse_from(builder_);
  }

  bool expect(std::string_view wanted) {
    const std::string_view word = cursor_.word_across_lines();
    return same_word(word, wanted) || unexpected(fmt::format("\"{}\"", wanted), word);
  }

  bool unexpected(std::string_view wanted, std::string_view word) {
    if (word.empty()) return refuse(fmt::format("the file ends where {} should be", wanted));
    return refuse(fmt::format("expected {}, found \"{}\"", wanted, printable(word)));
  }

  const MeshSource& source_;
  MeshBuilder builder_;
  TextCursor cursor_;
};

}  // namespace

bool has_binary_stl_size(std::string_view bytes) { return bytes.size() >= header_bytes && binary_size(bytes) == bytes.size(); }

Result<TriangleMesh> read_stl(const MeshSource& source, const MeshReadOptions& options) {
  if (!has_binary_stl_size(source.bytes) && looks_like_text(source.bytes)) return TextStl(source, options).read();
  return BinaryStl(source, options).read();
}

}  // namespace graze::io
