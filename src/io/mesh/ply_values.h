#pragma once
/// The numbers after a PLY header, one by one, from text or from bytes of either order. Both have the same members.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/files/source.h"
#include "io/mesh/bytes.h"
#include "io/mesh/ply_header.h"
#include "io/mesh/text.h"

namespace graze::io {

class PlyTextValues {
 public:
  PlyTextValues(const MeshSource& source, const PlyHeader& header)
      : path_(source.path), cursor_(source.bytes.substr(header.bytes)), lines_before_(header.lines) {}

  /// A word and a line end at least.
  [[nodiscard]] bool has_room_for(const PlyElement& element) const { return element.count <= cursor_.bytes_left(); }
  [[nodiscard]] bool has_room_for_list(std::uint64_t count, PlyType) const { return count <= cursor_.bytes_left(); }

  bool begin_row() {
    while (cursor_.line_is_over()) {
      if (!cursor_.next_line()) return false;
    }
    return true;
  }
  bool number(PlyType, double& value) {
    const auto number = to_number(word_ = cursor_.word());
    value = number.value_or(0);
    return number.has_value();
  }
  bool skip(PlyType) { return !(word_ = cursor_.word()).empty(); }
  bool end_row() {
    if (cursor_.line_is_over()) return true;
    word_ = cursor_.word();
    return false;
  }
  bool nothing_follows() { return !begin_row(); }

  [[nodiscard]] std::string why_not() const {
    return word_.empty() ? "a value is missing" : "\"" + printable(word_) + "\" is not the value expected here";
  }
  [[nodiscard]] Error error(std::string_view reason, ErrorCode code = ErrorCode::file) const {
    return error_at_line(path_, lines_before_ + cursor_.line(), reason, code);
  }

 private:
  const std::filesystem::path& path_;
  TextCursor cursor_;
  std::uint64_t lines_before_;
  std::string_view word_;
};

class PlyBinaryValues {
 public:
  PlyBinaryValues(const MeshSource& source, const PlyHeader& header)
      : path_(source.path),
        begin_(source.bytes.data()),
        at_(begin_ + header.bytes),
        end_(begin_ + source.bytes.size()),
        order_(header.encoding == PlyEncoding::big_endian ? std::endian::big : std::endian::little) {}

  [[nodiscard]] bool has_room_for(const PlyElement& element) const {
    std::uint64_t row = 0;
    for (const PlyProperty& p : element.properties) row += size_of(p.count_type.value_or(p.type));
    return element.count <= bytes_left() / row;
  }
  [[nodiscard]] bool has_room_for_list(std::uint64_t count, PlyType type) const { return count <= bytes_left() / size_of(type); }

  bool begin_row() { return at_ != end_; }
  bool number(PlyType type, double& value) {
    if (bytes_left() < size_of(type)) return false;
    value = scalar(type);
    at_ += size_of(type);
    return true;
  }
  bool skip(PlyType type) {
    if (bytes_left() < size_of(type)) return false;
    at_ += size_of(type);
    return true;
  }
  bool end_row() { return true; }
  /// Some writers end their binary files with a line end.
  bool nothing_follows() {
    while (at_ != end_ && (is_blank(*at_) || is_line_end(*at_))) ++at_;
    return at_ == end_;
  }

  [[nodiscard]] std::string why_not() const { return "the file is cut off here"; }
  [[nodiscard]] Error error(std::string_view reason, ErrorCode code = ErrorCode::file) const {
    return error_at_byte(path_, static_cast<std::uint64_t>(at_ - begin_), reason, code);
  }

 private:
  [[nodiscard]] std::uint64_t bytes_left() const { return static_cast<std::uint64_t>(end_ - at_); }
  [[nodiscard]] double scalar(PlyType type) const {
    switch (type) {
      case PlyType::int8: return static_cast<double>(load<std::int8_t>(at_, order_));
      case PlyType::uint8: return static_cast<double>(load<std::uint8_t>(at_, order_));
      case PlyType::int16: return static_cast<double>(load<std::int16_t>(at_, order_));
      case PlyType::uint16: return static_cast<double>(load<std::uint16_t>(at_, order_));
      case PlyType::int32: return static_cast<double>(load<std::int32_t>(at_, order_));
      case PlyType::uint32: return static_cast<double>(load<std::uint32_t>(at_, order_));
      case PlyType::float32: return static_cast<double>(load<float>(at_, order_));
      case PlyType::float64: return load<double>(at_, order_);
    }
    return 0;
  }

  const std::filesystem::path& path_;
  const char* begin_;
  const char* at_;
  const char* end_;
  std::endian order_;
};

}  // namespace graze::io
