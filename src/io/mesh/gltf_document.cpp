/// The GLB container, and JSON text into a tree.

#include "io/mesh/gltf_document.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/bytes.h"
#include "io/mesh/gltf_schema.h"
#include "io/mesh/text.h"

namespace graze::io {

namespace {

constexpr std::size_t glb_header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;
constexpr std::uint32_t json_chunk = 0x4E4F534A;
constexpr std::uint32_t binary_chunk = 0x004E4942;

struct Chunks {
  std::string_view json;
  std::size_t json_offset = 0;
  std::optional<std::string_view> binary;
};

class GlbReader {
 public:
  explicit GlbReader(const MeshSource& source) : source_(source), bytes_(source.bytes) {}

  Result<Chunks> read() {
    if (bytes_.size() < glb_header_bytes) return failure(bytes_.size(), "cut off inside the GLB header");
    const auto version = load<std::uint32_t>(bytes_.data() + 4);
    if (version != 2) return failure(4, fmt::format("GLB version {} is not read, only version 2", version));
    const std::uint64_t length = load<std::uint32_t>(bytes_.data() + 8);
    if (length != bytes_.size()) return failure(8, fmt::format("the header says {} bytes, the file has {}", length, bytes_.size()));
    Chunks chunks;
    std::size_t at = glb_header_bytes;
    for (int number = 0; at < bytes_.size(); ++number) {
      if (const std::string reason = chunk(number, at, chunks); !reason.empty()) return failure(at, reason);
    }
    if (chunks.json.empty()) return failure(at, "no JSON chunk");
    return chunks;
  }

 private:
  /// Takes one chunk and moves on behind it; says what is wrong otherwise. Kinds that are not known may come after the first.
  std::string chunk(int number, std::size_t& at, Chunks& chunks) const {
    if (bytes_.size() - at < chunk_header_bytes) return "cut off inside a chunk header";
    const std::uint64_t length = load<std::uint32_t>(bytes_.data() + at);
    const auto kind = load<std::uint32_t>(bytes_.data() + at + 4);
    const std::size_t begin = at + chunk_header_bytes;
    if (length > bytes_.size() - begin) return fmt::format("a chunk of {} bytes does not fit into the file", length);
    if (length % 4 != 0) return fmt::format("a chunk of {} bytes is not a multiple of 4", length);
    if ((number == 0) != (kind == json_chunk)) return "the first chunk, and no other, must be JSON";
    if (kind == binary_chunk && number != 1) return "the binary chunk must be the second one";
    if (kind == json_chunk) chunks.json_offset = begin;
    if (kind == json_chunk) chunks.json = bytes_.substr(begin, length);
    if (kind == binary_chunk) chunks.binary = bytes_.substr(begin, length);
    at = begin + length;
    return {};
  }

  [[nodiscard]] tl::unexpected<Error> failure(std::size_t offset, std::string_view reason) const {
    return tl::make_unexpected(error_at_byte(source_.path, offset, reason));
  }

  const MeshSource& source_;
  std::string_view bytes_;
};

/// What the parser does not tell: where it stopped when a number overflowed, and names that are given twice, of which it takes the
/// last. (Its callbacks could tell those, in a time that grows with the square of the length of a list of objects.)
class JsonChecker final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    names_.emplace_back();
    return true;
  }
  bool key(string_t& name) override {
    if (names_.back().insert(name).second) return true;
    repeated_ = name;
    return false;
  }
  bool end_object() override {
    names_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    stopped_at_ = position;
    return false;
  }

  [[nodiscard]] std::size_t stopped_at() const { return stopped_at_; }
  [[nodiscard]] const std::optional<std::string>& repeated() const { return repeated_; }

 private:
  std::size_t stopped_at_ = 0;
  std::vector<std::unordered_set<std::string>> names_;  // of each object around the place
  std::optional<std::string> repeated_;
};

/// The byte of a number that no double can hold, counted from 1; of its end.
std::size_t overflow_in(std::string_view text) {
  JsonChecker checker;
  Json::sax_parse(text.begin(), text.end(), &checker);
  return checker.stopped_at();
}

/// The first name that an object has twice, which glTF forbids.
std::optional<std::string> repeated_name_in(std::string_view text) {
  JsonChecker checker;
  Json::sax_parse(text.begin(), text.end(), &checker);
  return checker.repeated();
}

/// What the parser says, without its own prefix "[json.exception...] parse error at line 1, column 2: ".
std::string parser_reason(const Json::parse_error& error) {
  const std::string_view text = error.what();
  const std::size_t end = text.find(": ");
  constexpr std::size_t longest = 200;
  return "not valid JSON: " + printable(end == std::string_view::npos ? text : text.substr(end + 2), longest);
}

Result<Json> parsed(const MeshSource& source, std::string_view text, bool in_glb, std::size_t offset) {
  if (in_glb && without_mark(text).size() != text.size()) {
    return tl::make_unexpected(error_at_byte(source.path, offset, "a byte order mark in front of the JSON"));
  }
  const auto failure = [&](std::size_t byte, const std::string& reason) {
    const std::size_t at = std::min(std::max<std::size_t>(byte, 1) - 1, text.size());  // the parser counts from 1
    if (in_glb) return tl::make_unexpected(error_at_byte(source.path, offset + at, reason));
    const auto line = 1 + static_cast<std::uint64_t>(std::ranges::count(text.substr(0, at), '\n'));
    return tl::make_unexpected(error_at_line(source.path, line, reason));
  };
  try {
    Json root = Json::parse(text.begin(), text.end());
    const std::optional<std::string> repeated = repeated_name_in(text);
    if (!repeated) return root;
    return tl::make_unexpected(error_in(source.path, fmt::format("\"{}\" is given twice in one object", printable(*repeated))));
  } catch (const Json::parse_error& error) {
    return failure(error.byte, parser_reason(error));
  } catch (const Json::out_of_range&) {
    return failure(overflow_in(text), "not valid JSON: a number beyond the range of doubles");
  } catch (const Json::exception& error) {
    return tl::make_unexpected(error_in(source.path, "not valid JSON: " + printable(error.what())));
  }
}

}  // namespace

Result<GltfDocument> read_gltf_document(const MeshSource& source) {
  const bool in_glb = source.bytes.starts_with("glTF");
  Result<Chunks> chunks = Chunks{source.bytes, 0, std::nullopt};
  if (in_glb) chunks = GlbReader(source).read();
  if (!chunks) return tl::make_unexpected(chunks.error());
  auto root = parsed(source, chunks->json, in_glb, chunks->json_offset);
  if (!root) return tl::make_unexpected(root.error());
  // Not const, so that it is moved out: copying a tree takes stack for every level of nesting.
  GltfDocument document{source.path, std::move(*root), chunks->binary};
  if (const std::string reason = gltf_schema_trouble(document.root); !reason.empty()) {
    return tl::make_unexpected(error_in(source.path, reason));
  }
  return document;
}

std::optional<std::uint64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (!value.is_number()) return std::nullopt;
  constexpr double first_too_large = 0x1p53;  // doubles are no longer all the whole numbers from here on
  const auto number = value.get<double>();
  if (!(number >= 0 && number < first_too_large && number == std::floor(number))) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

std::uint64_t whole_number_in(const Json& object, const char* name, std::uint64_t otherwise) {
  const auto found = object.find(name);
  return found == object.end() ? otherwise : whole_number(*found).value_or(otherwise);
}

const Json& array_in(const Json& object, const char* name) {
  static const Json none = Json::array();
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

}  // namespace graze::io
