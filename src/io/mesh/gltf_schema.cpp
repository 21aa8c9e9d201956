/// The schema of glTF 2.0 as a table, and one walk over it. Depth is that of the table, not of the data. [glTF20 §5]

#include "io/mesh/gltf_schema.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "io/files/source.h"
#include "io/mesh/gltf_document.h"

namespace graze::io {

namespace {

enum class Kind { object, objects, index, indices, index_map, index_maps, whole, number, numbers, boolean, text, texts };
enum class Need { optional, required };

struct Field {
  std::string_view owner;
  const char* name;
  Kind kind;
  Need need = Need::optional;
  const char* target = "";  ///< the table's own name of an object, or the array of the root an index points into
  double low = 0;           ///< of a whole number
  double high = 0x1p53;     ///< of a whole number; doubles hold every whole number up to here
  std::size_t items = 0;    ///< of numbers; 0 for any, but at least one
};

constexpr auto fields = std::to_array<Field>({
    {"root", "asset", Kind::object, Need::required, "asset"},
    {"root", "accessors", Kind::objects, Need::optional, "accessor"},
    {"root", "animations", Kind::objects, Need::optional, "animation"},
    {"root", "buffers", Kind::objects, Need::optional, "buffer"},
    {"root", "bufferViews", Kind::objects, Need::optional, "bufferView"},
    {"root", "cameras", Kind::objects, Need::optional, "camera"},
    {"root", "images", Kind::objects, Need::optional, "image"},
    {"root", "materials", Kind::objects, Need::optional, "material"},
    {"root", "meshes", Kind::objects, Need::optional, "mesh"},
    {"root", "nodes", Kind::objects, Need::optional, "node"},
    {"root", "samplers", Kind::objects, Need::optional, "sampler"},
    {"root", "scenes", Kind::objects, Need::optional, "scene"},
    {"root", "skins", Kind::objects, Need::optional, "skin"},
    {"root", "textures", Kind::objects, Need::optional, "texture"},
    {"root", "scene", Kind::index, Need::optional, "scenes"},
    {"root", "extensionsUsed", Kind::texts},
    {"root", "extensionsRequired", Kind::texts},
    {"asset", "version", Kind::text, Need::required},
    {"asset", "minVersion", Kind::text},
    {"asset", "generator", Kind::text},
    {"asset", "copyright", Kind::text},
    {"accessor", "bufferView", Kind::index, Need::optional, "bufferViews"},
    {"accessor", "byteOffset", Kind::whole},
    {"accessor", "componentType", Kind::whole, Need::required},
    {"accessor", "normalized", Kind::boolean},
    {"accessor", "count", Kind::whole, Need::required, "", 1},
    {"accessor", "type", Kind::text, Need::required},
    {"accessor", "max", Kind::numbers},
    {"accessor", "min", Kind::numbers},
    {"accessor", "sparse", Kind::object, Need::optional, "sparse"},
    {"sparse", "count", Kind::whole, Need::required, "", 1},
    {"sparse", "indices", Kind::object, Need::required, "sparse indices"},
    {"sparse", "values", Kind::object, Need::required, "sparse values"},
    {"sparse indices", "bufferView", Kind::index, Need::required, "bufferViews"},
    {"sparse indices", "byteOffset", Kind::whole},
    {"sparse indices", "componentType", Kind::whole, Need::required},
    {"sparse values", "bufferView", Kind::index, Need::required, "bufferViews"},
    {"sparse values", "byteOffset", Kind::whole},
    {"buffer", "uri", Kind::text},
    {"buffer", "byteLength", Kind::whole, Need::required, "", 1},
    {"bufferView", "buffer", Kind::index, Need::required, "buffers"},
    {"bufferView", "byteOffset", Kind::whole},
    {"bufferView", "byteLength", Kind::whole, Need::required, "", 1},
    {"bufferView", "byteStride", Kind::whole, Need::optional, "", 4, 252},
    {"bufferView", "target", Kind::whole, Need::optional, "", 34962, 34963},
    {"mesh", "primitives", Kind::objects, Need::required, "primitive"},
    {"mesh", "weights", Kind::numbers},
    {"primitive", "attributes", Kind::index_map, Need::required, "accessors"},
    {"primitive", "indices", Kind::index, Need::optional, "accessors"},
    {"primitive", "material", Kind::index, Need::optional, "materials"},
    {"primitive", "mode", Kind::whole, Need::optional, "", 0, 6},
    {"primitive", "targets", Kind::index_maps, Need::optional, "accessors"},
    {"node", "camera", Kind::index, Need::optional, "cameras"},
    {"node", "children", Kind::indices, Need::optional, "nodes"},
    {"node", "skin", Kind::index, Need::optional, "skins"},
    {"node", "mesh", Kind::index, Need::optional, "meshes"},
    {"node", "matrix", Kind::numbers, Need::optional, "", 0, 0, 16},
    {"node", "rotation", Kind::numbers, Need::optional, "", 0, 0, 4},
    {"node", "scale", Kind::numbers, Need::optional, "", 0, 0, 3},
    {"node", "translation", Kind::numbers, Need::optional, "", 0, 0, 3},
    {"node", "weights", Kind::numbers},
    {"scene", "nodes", Kind::indices, Need::optional, "nodes"},
    {"skin", "inverseBindMatrices", Kind::index, Need::optional, "accessors"},
    {"skin", "skeleton", Kind::index, Need::optional, "nodes"},
    {"skin", "joints", Kind::indices, Need::required, "nodes"},
    {"animation", "channels", Kind::objects, Need::required, "channel"},
    {"animation", "samplers", Kind::objects, Need::required, "animation sampler"},
    {"channel", "sampler", Kind::whole, Need::required},
    {"channel", "target", Kind::object, Need::required, "channel target"},
    {"channel target", "node", Kind::index, Need::optional, "nodes"},
    {"channel target", "path", Kind::text, Need::required},
    {"animation sampler", "input", Kind::index, Need::required, "accessors"},
    {"animation sampler", "output", Kind::index, Need::required, "accessors"},
    {"animation sampler", "interpolation", Kind::text},
    {"camera", "type", Kind::text, Need::required},
    {"camera", "orthographic", Kind::object, Need::optional, "orthographic"},
    {"camera", "perspective", Kind::object, Need::optional, "perspective"},
    {"image", "uri", Kind::text},
    {"image", "mimeType", Kind::text},
    {"image", "bufferView", Kind::index, Need::optional, "bufferViews"},
    {"material", "pbrMetallicRoughness", Kind::object, Need::optional, "pbrMetallicRoughness"},
    {"material", "normalTexture", Kind::object, Need::optional, "texture info"},
    {"material", "occlusionTexture", Kind::object, Need::optional, "texture info"},
    {"material", "emissiveTexture", Kind::object, Need::optional, "texture info"},
    {"material", "emissiveFactor", Kind::numbers, Need::optional, "", 0, 0, 3},
    {"material", "alphaMode", Kind::text},
    {"material", "alphaCutoff", Kind::number},
    {"material", "doubleSided", Kind::boolean},
    {"pbrMetallicRoughness", "baseColorFactor", Kind::numbers, Need::optional, "", 0, 0, 4},
    {"pbrMetallicRoughness", "baseColorTexture", Kind::object, Need::optional, "texture info"},
    {"pbrMetallicRoughness", "metallicFactor", Kind::number},
    {"pbrMetallicRoughness", "roughnessFactor", Kind::number},
    {"pbrMetallicRoughness", "metallicRoughnessTexture", Kind::object, Need::optional, "texture info"},
    {"texture info", "index", Kind::index, Need::required, "textures"},
    {"texture info", "texCoord", Kind::whole},
    {"texture", "sampler", Kind::index, Need::optional, "samplers"},
    {"texture", "source", Kind::index, Need::optional, "images"},
});

class Walk {
 public:
  explicit Walk(const Json& root) : root_(root) {}

  std::string object(const Json& value, std::string_view type, const std::string& where) const {
    if (!value.is_object()) return where + ": must be an object";
    if (std::string trouble = named_and_extended(value, where); !trouble.empty()) return trouble;
    for (const Field& field : fields) {
      if (field.owner != type) continue;
      const std::string place = where.empty() ? field.name : where + "." + field.name;
      const auto found = value.find(field.name);
      if (found == value.end() && field.need == Need::required) return place + ": is missing";
      if (found == value.end()) continue;
      if (std::string trouble = property(*found, field, place); !trouble.empty()) return trouble;
    }
    return {};
  }

 private:
  /// What every object may have.
  static std::string named_and_extended(const Json& value, const std::string& where) {
    const std::string prefix = where.empty() ? "" : where + ".";
    if (const auto name = value.find("name"); name != value.end() && !name->is_string()) return prefix + "name: must be a string";
    const auto extensions = value.find("extensions");
    if (extensions == value.end()) return {};
    if (!extensions->is_object()) return prefix + "extensions: must be an object";
    for (const auto& [name, extension] : extensions->items()) {
      if (!extension.is_object()) return prefix + "extensions." + printable(name) + ": must be an object";
    }
    return {};
  }

  std::string property(const Json& value, const Field& field, const std::string& where) const {
    switch (field.kind) {
      case Kind::object: return object(value, field.target, where);
      case Kind::index: return index(value, field.target, where);
      case Kind::index_map: return index_map(value, field.target, where);
      case Kind::whole: return whole(value, field, where);
      case Kind::number: return value.is_number() ? "" : where + ": must be a number";
      case Kind::boolean: return value.is_boolean() ? "" : where + ": must be true or false";
      case Kind::text: return value.is_string() ? "" : where + ": must be a string";
      default: return array(value, field, where);
    }
  }

  std::string array(const Json& value, const Field& field, const std::string& where) const {
    if (!value.is_array()) return where + ": must be an array";
    if (value.empty()) return where + ": must not be empty";
    if (field.items > 0 && value.size() != field.items) return where + fmt::format(": must have {} items", field.items);
    const bool distinct = field.kind == Kind::indices || field.kind == Kind::texts;
    std::set<Json> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string place = fmt::format("{}[{}]", where, i);
      if (std::string trouble = item(value[i], field, place); !trouble.empty()) return trouble;
      if (distinct && !seen.insert(value[i]).second) return place + ": stands there twice";
    }
    return {};
  }

  std::string item(const Json& value, const Field& field, const std::string& where) const {
    switch (field.kind) {
      case Kind::objects: return object(value, field.target, where);
      case Kind::indices: return index(value, field.target, where);
      case Kind::index_maps: return index_map(value, field.target, where);
      case Kind::numbers: return value.is_number() ? "" : where + ": must be a number";
      default: return value.is_string() ? "" : where + ": must be a string";
    }
  }

  std::string index(const Json& value, const char* target, const std::string& where) const {
    const auto number = whole_number(value);
    if (!number) return where + ": must be an index";
    const Json& array = array_in(root_, target);
    return array.is_array() && *number < array.size() ? "" : where + fmt::format(": there is no {}[{}]", target, *number);
  }

  std::string index_map(const Json& value, const char* target, const std::string& where) const {
    if (!value.is_object() || value.empty()) return where + ": must be an object with properties";
    for (const auto& [name, number] : value.items()) {
      if (std::string trouble = index(number, target, where + "." + printable(name)); !trouble.empty()) return trouble;
    }
    return {};
  }

  static std::string whole(const Json& value, const Field& field, const std::string& where) {
    const auto number = whole_number(value);
    if (!number) return where + ": must be a whole number that is not negative";
    const auto size = static_cast<double>(*number);
    return size >= field.low && size <= field.high ? "" : where + fmt::format(": {} is out of range", *number);
  }

  const Json& root_;
};

std::string version_trouble(const Json& asset) {
  const std::string version = asset["version"].get<std::string>();
  if (!version.starts_with("2.")) return fmt::format("asset.version: \"{}\" is not read, only 2.x", printable(version));
  const std::string least = asset.value("minVersion", "2.0");
  return least == "2.0" ? "" : fmt::format("asset.minVersion: \"{}\" is newer than 2.0", printable(least));
}

std::string extension_trouble(const Json& root) {
  const Json& used = array_in(root, "extensionsUsed");
  for (const Json& name : array_in(root, "extensionsRequired")) {
    if (std::ranges::find(used, name) != used.end()) continue;
    return fmt::format("extensionsRequired: \"{}\" is missing from extensionsUsed", printable(name.get<std::string>()));
  }
  return {};
}

}  // namespace

std::string gltf_schema_trouble(const Json& root) {
  if (!root.is_object()) return "the JSON is not an object";
  if (std::string trouble = Walk(root).object(root, "root", ""); !trouble.empty()) return trouble;
  if (std::string trouble = version_trouble(root["asset"]); !trouble.empty()) return trouble;
  return extension_trouble(root);
}

}  // namespace graze::io
