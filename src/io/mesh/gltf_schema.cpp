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

enum class FieldKind { object, objects, index, indices, index_map, index_maps, whole, number, numbers, boolean, text, texts };
enum class Need { optional, required };

struct Field {
  std::string_view owner;
  const char* name;
  FieldKind kind;
  Need need = Need::optional;
  const char* target = "";  ///< the table's own name of an object, or the array of the root an index points into
  double low = 0;           ///< of a whole number
  double high = 0x1p53;     ///< of a whole number; doubles hold every whole number up to here
  std::size_t items = 0;    ///< of numbers; 0 for any, but at least one
};

constexpr auto fields = std::to_array<Field>({
    {"root", "asset", FieldKind::object, Need::required, "asset"},
    {"root", "accessors", FieldKind::objects, Need::optional, "accessor"},
    {"root", "animations", FieldKind::objects, Need::optional, "animation"},
    {"root", "buffers", FieldKind::objects, Need::optional, "buffer"},
    {"root", "bufferViews", FieldKind::objects, Need::optional, "bufferView"},
    {"root", "cameras", FieldKind::objects, Need::optional, "camera"},
    {"root", "images", FieldKind::objects, Need::optional, "image"},
    {"root", "materials", FieldKind::objects, Need::optional, "material"},
    {"root", "meshes", FieldKind::objects, Need::optional, "mesh"},
    {"root", "nodes", FieldKind::objects, Need::optional, "node"},
    {"root", "samplers", FieldKind::objects, Need::optional, "sampler"},
    {"root", "scenes", FieldKind::objects, Need::optional, "scene"},
    {"root", "skins", FieldKind::objects, Need::optional, "skin"},
    {"root", "textures", FieldKind::objects, Need::optional, "texture"},
    {"root", "scene", FieldKind::index, Need::optional, "scenes"},
    {"root", "extensionsUsed", FieldKind::texts},
    {"root", "extensionsRequired", FieldKind::texts},
    {"asset", "version", FieldKind::text, Need::required},
    {"asset", "minVersion", FieldKind::text},
    {"asset", "generator", FieldKind::text},
    {"asset", "copyright", FieldKind::text},
    {"accessor", "bufferView", FieldKind::index, Need::optional, "bufferViews"},
    {"accessor", "byteOffset", FieldKind::whole},
    {"accessor", "componentType", FieldKind::whole, Need::required},
    {"accessor", "normalized", FieldKind::boolean},
    {"accessor", "count", FieldKind::whole, Need::required, "", 1},
    {"accessor", "type", FieldKind::text, Need::required},
    {"accessor", "max", FieldKind::numbers},
    {"accessor", "min", FieldKind::numbers},
    {"accessor", "sparse", FieldKind::object, Need::optional, "sparse"},
    {"sparse", "count", FieldKind::whole, Need::required, "", 1},
    {"sparse", "indices", FieldKind::object, Need::required, "sparse indices"},
    {"sparse", "values", FieldKind::object, Need::required, "sparse values"},
    {"sparse indices", "bufferView", FieldKind::index, Need::required, "bufferViews"},
    {"sparse indices", "byteOffset", FieldKind::whole},
    {"sparse indices", "componentType", FieldKind::whole, Need::required},
    {"sparse values", "bufferView", FieldKind::index, Need::required, "bufferViews"},
    {"sparse values", "byteOffset", FieldKind::whole},
    {"buffer", "uri", FieldKind::text},
    {"buffer", "byteLength", FieldKind::whole, Need::required, "", 1},
    {"bufferView", "buffer", FieldKind::index, Need::required, "buffers"},
    {"bufferView", "byteOffset", FieldKind::whole},
    {"bufferView", "byteLength", FieldKind::whole, Need::required, "", 1},
    {"bufferView", "byteStride", FieldKind::whole, Need::optional, "", 4, 252},
    {"bufferView", "target", FieldKind::whole, Need::optional, "", 34962, 34963},
    {"mesh", "primitives", FieldKind::objects, Need::required, "primitive"},
    {"mesh", "weights", FieldKind::numbers},
    {"primitive", "attributes", FieldKind::index_map, Need::required, "accessors"},
    {"primitive", "indices", FieldKind::index, Need::optional, "accessors"},
    {"primitive", "material", FieldKind::index, Need::optional, "materials"},
    {"primitive", "mode", FieldKind::whole, Need::optional, "", 0, 6},
    {"primitive", "targets", FieldKind::index_maps, Need::optional, "accessors"},
    {"node", "camera", FieldKind::index, Need::optional, "cameras"},
    {"node", "children", FieldKind::indices, Need::optional, "nodes"},
    {"node", "skin", FieldKind::index, Need::optional, "skins"},
    {"node", "mesh", FieldKind::index, Need::optional, "meshes"},
    {"node", "matrix", FieldKind::numbers, Need::optional, "", 0, 0, 16},
    {"node", "rotation", FieldKind::numbers, Need::optional, "", 0, 0, 4},
    {"node", "scale", FieldKind::numbers, Need::optional, "", 0, 0, 3},
    {"node", "translation", FieldKind::numbers, Need::optional, "", 0, 0, 3},
    {"node", "weights", FieldKind::numbers},
    {"scene", "nodes", FieldKind::indices, Need::optional, "nodes"},
    {"skin", "inverseBindMatrices", FieldKind::index, Need::optional, "accessors"},
    {"skin", "skeleton", FieldKind::index, Need::optional, "nodes"},
    {"skin", "joints", FieldKind::indices, Need::required, "nodes"},
    {"animation", "channels", FieldKind::objects, Need::required, "channel"},
    {"animation", "samplers", FieldKind::objects, Need::required, "animation sampler"},
    {"channel", "sampler", FieldKind::whole, Need::required},
    {"channel", "target", FieldKind::object, Need::required, "channel target"},
    {"channel target", "node", FieldKind::index, Need::optional, "nodes"},
    {"channel target", "path", FieldKind::text, Need::required},
    {"animation sampler", "input", FieldKind::index, Need::required, "accessors"},
    {"animation sampler", "output", FieldKind::index, Need::required, "accessors"},
    {"animation sampler", "interpolation", FieldKind::text},
    {"camera", "type", FieldKind::text, Need::required},
    {"camera", "orthographic", FieldKind::object, Need::optional, "orthographic"},
    {"camera", "perspective", FieldKind::object, Need::optional, "perspective"},
    {"image", "uri", FieldKind::text},
    {"image", "mimeType", FieldKind::text},
    {"image", "bufferView", FieldKind::index, Need::optional, "bufferViews"},
    {"material", "pbrMetallicRoughness", FieldKind::object, Need::optional, "pbrMetallicRoughness"},
    {"material", "normalTexture", FieldKind::object, Need::optional, "texture info"},
    {"material", "occlusionTexture", FieldKind::object, Need::optional, "texture info"},
    {"material", "emissiveTexture", FieldKind::object, Need::optional, "texture info"},
    {"material", "emissiveFactor", FieldKind::numbers, Need::optional, "", 0, 0, 3},
    {"material", "alphaMode", FieldKind::text},
    {"material", "alphaCutoff", FieldKind::number},
    {"material", "doubleSided", FieldKind::boolean},
    {"pbrMetallicRoughness", "baseColorFactor", FieldKind::numbers, Need::optional, "", 0, 0, 4},
    {"pbrMetallicRoughness", "baseColorTexture", FieldKind::object, Need::optional, "texture info"},
    {"pbrMetallicRoughness", "metallicFactor", FieldKind::number},
    {"pbrMetallicRoughness", "roughnessFactor", FieldKind::number},
    {"pbrMetallicRoughness", "metallicRoughnessTexture", FieldKind::object, Need::optional, "texture info"},
    {"texture info", "index", FieldKind::index, Need::required, "textures"},
    {"texture info", "texCoord", FieldKind::whole},
    {"texture", "sampler", FieldKind::index, Need::optional, "samplers"},
    {"texture", "source", FieldKind::index, Need::optional, "images"},
});

class SchemaWalk {
 public:
  explicit SchemaWalk(const Json& root) : root_(root) {}

  std::string object(const Json& value, std::string_view type, const std::string& where) const {
    if (!value.is_object()) return where + ": must be an object";
    if (std::string trouble = named_and_extended(value, where); !trouble.empty()) return trouble;
    for (const Field& field : fields) {
      if (field.owner != type) continue;
      const std::string path = where.empty() ? field.name : where + "." + field.name;
      const auto found = value.find(field.name);
      if (found == value.end() && field.need == Need::required) return path + ": is missing";
      if (found == value.end()) continue;
      if (std::string trouble = property(*found, field, path); !trouble.empty()) return trouble;
    }
    return {};
  }

 private:
  /// What every object may have.
  static std::string named_and_extended(const Json& value, const std::string& where) {
    const std::string prefix = where.empty() ? "" : where + ".";
    if (const auto name = value.find("name"); name != value.end() && !name->is_string()) return prefix + "name: must be a string";
    const auto used = value.find("extensions");
    if (used == value.end()) return {};
    if (!used->is_object()) return prefix + "extensions: must be an object";
    for (const auto& [name, extension] : used->items()) {
      if (!extension.is_object()) return prefix + "extensions." + printable(name) + ": must be an object";
    }
    return {};
  }

  std::string property(const Json& value, const Field& field, const std::string& where) const {
    switch (field.kind) {
      case FieldKind::object: return object(value, field.target, where);
      case FieldKind::index: return index(value, field.target, where);
      case FieldKind::index_map: return index_map(value, field.target, where);
      case FieldKind::whole: return whole(value, field, where);
      case FieldKind::number: return value.is_number() ? "" : where + ": must be a number";
      case FieldKind::boolean: return value.is_boolean() ? "" : where + ": must be true or false";
      case FieldKind::text: return value.is_string() ? "" : where + ": must be a string";
      default: return array(value, field, where);
    }
  }

  std::string array(const Json& value, const Field& field, const std::string& where) const {
    if (!value.is_array()) return where + ": must be an array";
    if (value.empty()) return where + ": must not be empty";
    if (field.items > 0 && value.size() != field.items) return where + fmt::format(": must have {} items", field.items);
    const bool distinct = field.kind == FieldKind::indices || field.kind == FieldKind::texts;
    std::set<Json> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string path = fmt::format("{}[{}]", where, i);
      if (std::string trouble = item(value[i], field, path); !trouble.empty()) return trouble;
      if (distinct && !seen.insert(value[i]).second) return path + ": is repeated";
    }
    return {};
  }

  std::string item(const Json& value, const Field& field, const std::string& where) const {
    switch (field.kind) {
      case FieldKind::objects: return object(value, field.target, where);
      case FieldKind::indices: return index(value, field.target, where);
      case FieldKind::index_maps: return index_map(value, field.target, where);
      case FieldKind::numbers: return value.is_number() ? "" : where + ": must be a number";
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
  if (std::string trouble = SchemaWalk(root).object(root, "root", ""); !trouble.empty()) return trouble;
  if (std::string trouble = version_trouble(root["asset"]); !trouble.empty()) return trouble;
  return extension_trouble(root);
}

}  // namespace graze::io
