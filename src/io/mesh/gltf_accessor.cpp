/// Layout and values of accessors. [glTF20 §3.6.2]

#include "io/mesh/gltf_accessor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "io/mesh/bytes.h"

namespace graze::io {

namespace {

struct Layout {
  std::string_view type;
  std::size_t columns;
  std::size_t rows;
};

constexpr auto layouts = std::to_array<Layout>(
    {{"SCALAR", 1, 1}, {"VEC2", 1, 2}, {"VEC3", 1, 3}, {"VEC4", 1, 4}, {"MAT2", 2, 2}, {"MAT3", 3, 3}, {"MAT4", 4, 4}});

/// Bytes from one column of a matrix to the next.
std::size_t column_bytes(const GltfAccessor& a) {
  const std::size_t bytes = a.rows * size_of(a.component);
  return a.columns == 1 ? bytes : (bytes + 3) / 4 * 4;
}

double stored_number(const char* at, GltfComponent component) {
  switch (component) {
    case GltfComponent::int8: return static_cast<double>(load<std::int8_t>(at));
    case GltfComponent::uint8: return static_cast<double>(load<std::uint8_t>(at));
    case GltfComponent::int16: return static_cast<double>(load<std::int16_t>(at));
    case GltfComponent::uint16: return static_cast<double>(load<std::uint16_t>(at));
    case GltfComponent::uint32: return static_cast<double>(load<std::uint32_t>(at));
    case GltfComponent::float32: return static_cast<double>(load<float>(at));
  }
  return 0;
}

/// The largest value of a normalized component, which stands for 1.
double full_scale(GltfComponent component) {
  switch (component) {
    case GltfComponent::int8: return 127;
    case GltfComponent::uint8: return 255;
    case GltfComponent::int16: return 32767;
    default: return 65535;
  }
}

std::optional<GltfComponent> component_of(std::uint64_t code) {
  for (const auto c : {GltfComponent::int8, GltfComponent::uint8, GltfComponent::int16, GltfComponent::uint16,
                       GltfComponent::uint32, GltfComponent::float32}) {
    if (static_cast<std::uint64_t>(c) == code) return c;
  }
  return std::nullopt;
}

std::set<std::uint64_t> index_accessors(const Json& root) {
  std::set<std::uint64_t> found;
  for (const Json& mesh : array_in(root, "meshes")) {
    for (const Json& primitive : mesh["primitives"]) {
      if (primitive.contains("indices")) found.insert(whole_number_in(primitive, "indices"));
    }
  }
  return found;
}

struct View {
  const GltfBuffer* buffer = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t stride = 0;  ///< 0 when tightly packed
};

class AccessorReader {
 public:
  AccessorReader(const GltfDocument& document, const GltfBuffers& buffers) : document_(document), buffers_(buffers) {}

  Result<std::vector<GltfAccessor>> read() {
    const Json& views = array_in(document_.root, "bufferViews");
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (const std::string trouble = view(views[i]); !trouble.empty())
        return document_.failure(fmt::format("bufferViews[{}]", i), trouble);
    }
    // Wrong bounds of indices are common and harmless: each index is compared with the number of vertices later.
    const std::set<std::uint64_t> indices = index_accessors(document_.root);
    std::vector<GltfAccessor> accessors;
    const Json& array = array_in(document_.root, "accessors");
    for (std::size_t i = 0; i < array.size(); ++i) {
      GltfAccessor& a = accessors.emplace_back();
      a.where = fmt::format("accessors[{}]", i);
      std::string trouble = layout(array[i], a);
      if (trouble.empty()) trouble = dense(array[i], a);
      if (trouble.empty()) trouble = sparse(array[i], a);
      if (trouble.empty() && !indices.contains(i)) trouble = bounds(array[i], a);
      if (!trouble.empty()) return document_.failure(a.where, trouble);
    }
    return accessors;
  }

 private:
  std::string view(const Json& json) {
    const std::uint64_t buffer = whole_number_in(json, "buffer");
    const View v{&buffers_[buffer], whole_number_in(json, "byteOffset"), whole_number_in(json, "byteLength"),
                 whole_number_in(json, "byteStride")};
    const std::uint64_t buffer_length = whole_number_in(document_.root["buffers"][buffer], "byteLength");
    if (v.offset > buffer_length || v.length > buffer_length - v.offset) {
      return fmt::format("{} bytes from {} on do not fit into a buffer of {} bytes", v.length, v.offset, buffer_length);
    }
    if (v.stride % 4 != 0) return fmt::format("byteStride: {} is not a multiple of 4", v.stride);
    views_.push_back(v);
    return {};
  }

  static std::string layout(const Json& json, GltfAccessor& a) {
    const auto component = component_of(whole_number_in(json, "componentType"));
    if (!component) return "componentType: is not one of glTF's";
    a.component = *component;
    a.type = json["type"].get<std::string>();
    const auto found = std::ranges::find(layouts, a.type, &Layout::type);
    if (found == layouts.end()) return fmt::format("type: \"{}\" is not one of glTF's", printable(a.type));
    a.columns = found->columns;
    a.rows = found->rows;
    a.count = whole_number_in(json, "count");
    a.normalized = json.value("normalized", false);
    const bool integer = a.component != GltfComponent::float32 && a.component != GltfComponent::uint32;
    return a.normalized && !integer ? "normalized: only 8 and 16 bit integers can be" : "";
  }

  std::string dense(const Json& json, GltfAccessor& a) const {
    const std::uint64_t offset = whole_number_in(json, "byteOffset");
    if (!json.contains("bufferView")) return json.contains("byteOffset") ? "byteOffset: is given without a bufferView" : "";
    const View& v = views_[whole_number_in(json, "bufferView")];
    a.has_stride = v.stride > 0;
    a.stride = a.has_stride ? v.stride : a.element_bytes();
    if (a.stride < a.element_bytes()) return "its elements are larger than the byteStride of its bufferView";
    if (offset % size_of(a.component) != 0 || (offset + v.offset) % size_of(a.component) != 0) return "byteOffset: is not aligned";
    const std::uint64_t last = offset + a.element_bytes();
    if (last > v.length || a.count - 1 > (v.length - last) / a.stride) {
      return fmt::format("{} elements do not fit into a bufferView of {} bytes", a.count, v.length);
    }
    a.why_absent = v.buffer->why_absent;
    if (v.buffer->bytes) a.data = v.buffer->bytes->data() + v.offset + offset;
    return {};
  }

  std::string sparse(const Json& json, GltfAccessor& a) const {
    if (!json.contains("sparse")) return {};
    const Json& sparse = json["sparse"];
    const std::uint64_t count = whole_number_in(sparse, "count");
    if (count > a.count) return fmt::format("sparse.count: {} is more than the count of {}", count, a.count);
    const auto component = component_of(whole_number_in(sparse["indices"], "componentType"));
    const bool fits = component == GltfComponent::uint8 || component == GltfComponent::uint16 || component == GltfComponent::uint32;
    if (!fits) return "sparse.indices.componentType: must be an unsigned integer";
    const char* indices = nullptr;
    if (std::string trouble = packed(sparse["indices"], count, size_of(*component), indices, a); !trouble.empty())
      return "sparse.indices: " + trouble;
    if (std::string trouble = packed(sparse["values"], count, a.element_bytes(), a.replacements, a); !trouble.empty())
      return "sparse.values: " + trouble;
    if (!a.why_absent.empty()) return {};
    return replaced_elements(indices, count, *component, a);
  }

  /// `count` items of `size` bytes, one after the other.
  std::string packed(const Json& json, std::uint64_t count, std::size_t size, const char*& data, GltfAccessor& a) const {
    const View& v = views_[whole_number_in(json, "bufferView")];
    const std::uint64_t offset = whole_number_in(json, "byteOffset");
    if (v.stride != 0) return "its bufferView must not have a byteStride";
    if (offset > v.length || count > (v.length - offset) / size)
      return fmt::format("{} items do not fit into a bufferView of {} bytes", count, v.length);
    if (v.buffer->bytes) data = v.buffer->bytes->data() + v.offset + offset;
    if (!v.buffer->bytes) a.why_absent = v.buffer->why_absent;
    return {};
  }

  static std::string replaced_elements(const char* indices, std::uint64_t count, GltfComponent component, GltfAccessor& a) {
    a.replaced.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const double number = stored_number(indices + i * size_of(component), component);
      if (number >= static_cast<double>(a.count)) return fmt::format("sparse.indices: {} is out of range", number);
      const auto element = static_cast<std::uint32_t>(number);
      if (!a.replaced.empty() && element <= a.replaced.back()) return "sparse.indices: must ascend";
      a.replaced.push_back(element);
    }
    return {};
  }

  /// Numbers must be finite and lie between "min" and "max". Bounds that are looser than they should be are tolerated.
  static std::string bounds(const Json& json, const GltfAccessor& a) {
    for (const char* name : {"min", "max"}) {
      if (json.contains(name) && json[name].size() != a.components())
        return fmt::format("{}: must have {} numbers", name, a.components());
    }
    // Elements without bytes may be any number, too many to look at.
    if (!a.why_absent.empty() || a.data == nullptr) return {};
    for (std::size_t k = 0; k < a.components(); ++k) {
      const auto range = stored_range(a, k);
      if (!range) return "a number is not finite";
      if (json.contains("min") && exceeds(json["min"][k].get<double>(), range->first, a)) {
        return fmt::format("min[{}]: {} is declared, {} is found", k, json["min"][k].get<double>(), range->first);
      }
      if (json.contains("max") && exceeds(range->second, json["max"][k].get<double>(), a)) {
        return fmt::format("max[{}]: {} is declared, {} is found", k, json["max"][k].get<double>(), range->second);
      }
    }
    return {};
  }

  static std::optional<std::pair<double, double>> stored_range(const GltfAccessor& a, std::size_t k) {
    std::pair<double, double> range{a.stored(0, k), a.stored(0, k)};
    for (std::uint64_t i = 0; i < a.count; ++i) {
      const double number = a.stored(i, k);
      if (!std::isfinite(number)) return std::nullopt;
      range.first = std::min(range.first, number);
      range.second = std::max(range.second, number);
    }
    return range;
  }

  /// Whether a number is larger than a bound lets it be. Writers print floats with as few as six significant digits, or six
  /// decimals.
  static bool exceeds(double large, double small, const GltfAccessor& a) {
    if (a.component != GltfComponent::float32) return large > small;
    // 5e-6 of the number, rounded up. No unit. MeshGltf.ForgivesBoundsOfSixDigitsAndRefusesWorse
    constexpr double six_digits = 0x1p-17;
    // 5e-7, rounded up, in the unit of the file. MeshGltf.ForgivesBoundsOfSixDigitsAndRefusesWorse
    constexpr double six_decimals = 0x1p-20;
    return large - small > std::max(six_digits * std::abs(large), six_decimals);
  }

  const GltfDocument& document_;
  const GltfBuffers& buffers_;
  std::vector<View> views_;
};

}  // namespace

std::size_t size_of(GltfComponent component) {
  switch (component) {
    case GltfComponent::int8:
    case GltfComponent::uint8: return 1;
    case GltfComponent::int16:
    case GltfComponent::uint16: return 2;
    default: return 4;
  }
}

std::size_t GltfAccessor::element_bytes() const { return columns * column_bytes(*this); }

const char* GltfAccessor::address(std::uint64_t element, std::size_t k) const {
  const std::size_t within = k / rows * column_bytes(*this) + k % rows * size_of(component);
  if (!replaced.empty()) {
    const auto found = std::ranges::lower_bound(replaced, element);
    if (found != replaced.end() && *found == element) {
      return replacements + static_cast<std::size_t>(found - replaced.begin()) * element_bytes() + within;
    }
  }
  return data == nullptr ? nullptr : data + element * stride + within;
}

double GltfAccessor::stored(std::uint64_t element, std::size_t k) const {
  const char* at = address(element, k);
  return at == nullptr ? 0 : stored_number(at, component);
}

double GltfAccessor::number(std::uint64_t element, std::size_t k) const {
  return normalized ? std::max(stored(element, k) / full_scale(component), -1.0) : stored(element, k);
}

Result<std::vector<GltfAccessor>> read_gltf_accessors(const GltfDocument& document, const GltfBuffers& buffers) {
  return AccessorReader(document, buffers).read();
}

}  // namespace graze::io
