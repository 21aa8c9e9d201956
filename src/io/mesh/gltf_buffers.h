#pragma once
/// The bytes behind the buffers of a glTF file: data URIs, files beside it, the binary chunk of a GLB file.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>

#include "io/files/source.h"
#include "io/mesh/gltf_document.h"

namespace graze::io {

/// A buffer whose bytes are out of reach (an address on the net, no address at all) is an error only when geometry needs it.
struct GltfBuffer {
  std::optional<std::string_view> bytes;
  std::string why_absent;
};

class GltfBuffers {
 public:
  /// Data URIs are all decoded; of the files, those that some accessor uses are opened.
  static Result<GltfBuffers> open(const GltfDocument& document, std::uint64_t max_file_bytes);

  [[nodiscard]] const GltfBuffer& operator[](std::size_t i) const { return buffers_[i]; }

 private:
  Result<GltfBuffer> decoded(const GltfDocument& document, const std::string& where, std::string_view uri);
  Result<GltfBuffer> mapped(const GltfDocument& document, const std::string& where, std::string_view uri, std::uint64_t max_bytes);

  std::vector<GltfBuffer> buffers_;
  std::deque<MappedFile> files_;  ///< deques, so that views into them stay valid
  std::deque<std::string> decoded_;
};

}  // namespace graze::io
