#pragma once
/// What the header of a PLY file says about the rows that follow it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>

#include "io/files/source.h"

namespace graze::io {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

[[nodiscard]] std::size_t size_of(PlyType type);
[[nodiscard]] inline bool is_integer(PlyType type) { return type < PlyType::float32; }

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count_type;  ///< of a list; absent for a single value
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  std::uint64_t line = 0;  ///< of the header that declares it

  [[nodiscard]] const PlyProperty* find(std::string_view property) const;
};

enum class PlyEncoding : std::uint8_t { text, little_endian, big_endian };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::text;
  std::vector<PlyElement> elements;
  std::size_t bytes = 0;    ///< length of the header, its last line end included
  std::uint64_t lines = 0;  ///< of the header
};

[[nodiscard]] Result<PlyHeader> read_ply_header(const MeshSource& source);

}  // namespace graze::io
