/// URIs into bytes.

#include "io/mesh/gltf_buffers.h"

#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "io/files/beside.h"

namespace graze::io {

namespace {

std::optional<std::uint32_t> base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return std::nullopt;
}

std::optional<std::string> base64_decoded(std::string_view text) {
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (const char c : text) {
    const auto digit = base64_digit(c);
    if (!digit) return std::nullopt;
    bits = (bits << 6) | *digit;
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    bytes.push_back(static_cast<char>((bits >> bit_count) & 0xff));
  }
  if (text.size() % 4 == 1) return std::nullopt;
  return bytes;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    bytes.push_back(static_cast<char>(*high * 16 + *low));
    i += 2;
  }
  return bytes;
}

/// data:[type][;base64],payload
std::optional<std::string> data_uri_decoded(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view payload = uri.substr(comma + 1);
  return uri.substr(0, comma).ends_with(";base64") ? base64_decoded(payload) : percent_decoded(payload);
}

/// "http://...", "file:...", "/absolute", "//host/...": everything but a path relative to the glTF file.
bool is_elsewhere(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  return uri.starts_with('/') || (colon != std::string_view::npos && colon < uri.find('/'));
}

GltfBuffer elsewhere(std::string_view uri) {
  return {std::nullopt, fmt::format("\"{}\" is not beside the glTF file, and is not fetched", printable(uri))};
}

std::set<std::uint64_t> buffers_of_accessors(const Json& root) {
  std::set<std::uint64_t> used;
  const auto use_view = [&](const Json& owner) {
    if (!owner.contains("bufferView")) return;
    used.insert(whole_number_in(root["bufferViews"][whole_number_in(owner, "bufferView")], "buffer"));
  };
  for (const Json& accessor : array_in(root, "accessors")) {
    use_view(accessor);
    if (!accessor.contains("sparse")) continue;
    use_view(accessor["sparse"]["indices"]);
    use_view(accessor["sparse"]["values"]);
  }
  return used;
}

}  // namespace

Result<GltfBuffer> GltfBuffers::decoded(const GltfDocument& document, const std::string& where, std::string_view uri) {
  auto bytes = data_uri_decoded(uri);
  if (!bytes) return document.failure(where + ".uri", "is not a valid data URI");
  return GltfBuffer{decoded_.emplace_back(std::move(*bytes)), {}};
}

Result<GltfBuffer> GltfBuffers::mapped(const GltfDocument& document, const std::string& where, std::string_view uri,
                                       std::uint64_t max_bytes) {
  const auto name = percent_decoded(uri);
  if (!name || name->empty() || name->find('\0') != std::string::npos)
    return document.failure(where + ".uri", "is not a valid file name");
  const auto path = beside_or_below(document.path, *name);
  if (!path) return elsewhere(uri);
  auto file = MappedFile::open(*path, max_bytes);
  if (!file) return tl::make_unexpected(error_in(document.path, where + ": " + file.error().message, file.error().code));
  return GltfBuffer{files_.emplace_back(std::move(*file)).bytes(), {}};
}

Result<GltfBuffers> GltfBuffers::open(const GltfDocument& document, std::uint64_t max_file_bytes) {
  GltfBuffers result;
  const std::set<std::uint64_t> used = buffers_of_accessors(document.root);
  const Json& buffers = array_in(document.root, "buffers");
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::string where = fmt::format("buffers[{}]", i);
    const bool has_uri = buffers[i].contains("uri");
    const std::string uri = has_uri ? buffers[i]["uri"].get<std::string>() : std::string();
    Result<GltfBuffer> buffer = GltfBuffer{std::nullopt, "has no uri, and there is no binary chunk for it"};
    if (!has_uri && i == 0 && document.binary_chunk) buffer = GltfBuffer{document.binary_chunk, {}};
    if (has_uri) buffer = elsewhere(uri);
    if (uri.starts_with("data:"))
      buffer = result.decoded(document, where, uri);
    else if (has_uri && !is_elsewhere(uri) && used.contains(i))
      buffer = result.mapped(document, where, uri, max_file_bytes);
    if (!buffer) return tl::make_unexpected(buffer.error());
    const std::uint64_t length = whole_number_in(buffers[i], "byteLength");
    if (buffer->bytes && buffer->bytes->size() < length) {
      return document.failure(where, fmt::format("{} bytes are declared, {} are there", length, buffer->bytes->size()));
    }
    result.buffers_.push_back(std::move(*buffer));
  }
  return result;
}

}  // namespace graze::io
