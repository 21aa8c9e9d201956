#pragma once
/// Accessors of a glTF file: typed views of its buffers, with their sparse replacements, checked before they are used.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>

#include "io/mesh/gltf_buffers.h"
#include "io/mesh/gltf_document.h"

namespace graze::io {

enum class GltfComponent : std::uint16_t { int8 = 5120, uint8 = 5121, int16 = 5122, uint16 = 5123, uint32 = 5125, float32 = 5126 };

[[nodiscard]] std::size_t size_of(GltfComponent component);

struct GltfAccessor {
  std::string where;  ///< "accessors[3]", for errors
  std::string type;   ///< "SCALAR", "VEC3"...
  GltfComponent component = GltfComponent::float32;
  bool normalized = false;
  bool has_stride = false;  ///< its bufferView says how far apart elements are
  std::uint64_t count = 0;
  std::size_t columns = 1;  ///< of matrices, each column padded to four bytes
  std::size_t rows = 1;     ///< components a column
  std::string why_absent;   ///< not empty when its bytes are out of reach

  const char* data = nullptr;           ///< of element 0; null where all elements are zero
  std::size_t stride = 0;               ///< bytes from one element to the next
  std::vector<std::uint32_t> replaced;  ///< elements that `replacements` are for, ascending
  const char* replacements = nullptr;   ///< tightly packed

  [[nodiscard]] std::size_t components() const { return columns * rows; }
  [[nodiscard]] std::size_t element_bytes() const;

  /// As stored in the file.
  [[nodiscard]] double stored(std::uint64_t element, std::size_t k) const;

  /// Integers between -1 and 1 or 0 and 1 where they are normalized.
  [[nodiscard]] double number(std::uint64_t element, std::size_t k) const;

  [[nodiscard]] std::uint32_t index(std::uint64_t element) const { return static_cast<std::uint32_t>(stored(element, 0)); }

 private:
  [[nodiscard]] const char* address(std::uint64_t element, std::size_t k) const;
};

/// All accessors of the file, their numbers checked against their own bounds wherever the bytes are at hand.
[[nodiscard]] Result<std::vector<GltfAccessor>> read_gltf_accessors(const GltfDocument& document, const GltfBuffers& buffers);

}  // namespace graze::io
