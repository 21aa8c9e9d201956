/// The header of a PLY file: lines of words, ended by "end_header" and exactly one line end.

#include "io/mesh/ply_header.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "io/mesh/text.h"

namespace graze::io {

namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};

constexpr auto type_names = std::to_array<TypeName>({{"char", PlyType::int8},
                                                     {"int8", PlyType::int8},
                                                     {"uchar", PlyType::uint8},
                                                     {"uint8", PlyType::uint8},
                                                     {"short", PlyType::int16},
                                                     {"int16", PlyType::int16},
                                                     {"ushort", PlyType::uint16},
                                                     {"uint16", PlyType::uint16},
                                                     {"int", PlyType::int32},
                                                     {"int32", PlyType::int32},
                                                     {"uint", PlyType::uint32},
                                                     {"uint32", PlyType::uint32},
                                                     {"float", PlyType::float32},
                                                     {"float32", PlyType::float32},
                                                     {"double", PlyType::float64},
                                                     {"float64", PlyType::float64}});

std::optional<PlyType> to_type(std::string_view word) {
  const auto found = std::ranges::find(type_names, word, &TypeName::name);
  if (found == type_names.end()) return std::nullopt;
  return found->type;
}

class HeaderReader {
 public:
  explicit HeaderReader(const MeshSource& source) : source_(source), text_(source.bytes), cursor_(text_) {}

  Result<PlyHeader> read() {
    if (magic() && lines()) return std::move(header_);
    return tl::make_unexpected(error_at_line(source_.path, cursor_.line(), reason_));
  }

 private:
  bool magic() {
    if (cursor_.word() != "ply" || !cursor_.line_is_over()) return refuse("expected \"ply\" on a line of its own");
    // A lone CR must be distinguished from CR LF by the first line: in a binary file the byte after the header may look like LF.
    const std::string_view rest = text_.substr(cursor_.offset());
    line_end_bytes_ = rest.starts_with("\r\n") ? 2 : 1;
    return true;
  }

  bool lines() {
    while (cursor_.next_line()) {
      const std::string_view word = cursor_.word();
      if (word == "end_header") return end();
      if (word.empty() || word == "comment" || word == "obj_info") continue;
      const bool known = word == "format" || word == "element" || word == "property";
      if (!known) return refuse(fmt::format("\"{}\" does not belong in a PLY header", printable(word)));
      const bool fine = word == "format" ? format() : word == "element" ? element() : property();
      if (!fine) return false;
      if (!cursor_.line_is_over()) return refuse(fmt::format("\"{}\" is one word too many", printable(cursor_.word())));
    }
    return refuse("the file ends inside its header");
  }

  bool end() {
    if (!has_format_) return refuse("no \"format\" line");
    if (!cursor_.line_is_over()) return refuse("\"end_header\" is not alone on its line");
    const std::size_t end_of_words = cursor_.offset();
    if (cursor_.at_end() && !is_empty()) return refuse("the file ends with its header");
    header_.bytes = std::min(text_.size(), end_of_words + line_end_bytes_);
    header_.lines = cursor_.line();
    return true;
  }

  [[nodiscard]] bool is_empty() const {
    return std::ranges::all_of(header_.elements, [](const PlyElement& e) { return e.count == 0; });
  }

  bool format() {
    const std::string_view word = cursor_.word();
    if (has_format_) return refuse("a second \"format\" line");
    has_format_ = true;
    if (cursor_.word() != "1.0") return refuse("only version 1.0 of PLY is known");
    if (word == "ascii")
      header_.encoding = PlyEncoding::text;
    else if (word == "binary_little_endian")
      header_.encoding = PlyEncoding::little_endian;
    else if (word == "binary_big_endian")
      header_.encoding = PlyEncoding::big_endian;
    else
      return refuse(fmt::format("\"{}\" is no PLY encoding", printable(word)));
    return true;
  }

  bool element() {
    PlyElement element;
    element.line = cursor_.line();
    element.name = cursor_.word();
    const std::string_view word = cursor_.word();
    const auto count = to_integer(word);
    if (!count || *count < 0) return refuse(fmt::format("\"{}\" is not a number of elements", printable(word)));
    if (*count > std::numeric_limits<std::uint32_t>::max()) return refuse(fmt::format("{} elements are too many", *count));
    element.count = static_cast<std::uint64_t>(*count);
    if (!element_names_.insert(element.name).second)
      return refuse(fmt::format("element \"{}\" is declared twice", printable(element.name)));
    property_names_.clear();
    header_.elements.push_back(std::move(element));
    return true;
  }

  bool property() {
    if (header_.elements.empty()) return refuse("a property before the first element");
    PlyProperty property;
    std::string_view word = cursor_.word();
    if (word == "list") {
      word = cursor_.word();
      property.count_type = to_type(word);
      if (!property.count_type || !is_integer(*property.count_type)) {
        return refuse(fmt::format("\"{}\" cannot count a list", printable(word)));
      }
      word = cursor_.word();
    }
    const auto type = to_type(word);
    if (!type) return refuse(fmt::format("\"{}\" is no PLY type", printable(word)));
    property.type = *type;
    property.name = cursor_.word();
    if (property.name.empty()) return refuse("a property without a name");
    if (!property_names_.insert(property.name).second) return refuse("a property is declared twice");
    header_.elements.back().properties.push_back(std::move(property));
    return true;
  }

  bool refuse(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  const MeshSource& source_;
  std::string_view text_;
  TextCursor cursor_;
  PlyHeader header_;
  std::unordered_set<std::string> element_names_;   // a header may be long: a file can be all header
  std::unordered_set<std::string> property_names_;  // of the last element
  std::size_t line_end_bytes_ = 1;
  bool has_format_ = false;
  std::string reason_;
};

}  // namespace

std::size_t size_of(PlyType type) {
  constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

const PlyProperty* PlyElement::find(std::string_view property) const {
  const auto found = std::ranges::find(properties, property, &PlyProperty::name);
  return found == properties.end() ? nullptr : &*found;
}

Result<PlyHeader> read_ply_header(const MeshSource& source) { return HeaderReader(source).read(); }

}  // namespace graze::io
