/// The elements of the 3MF core specification; those of extensions are read over unless the file requires them. [3MF-core]

#include "io/mesh/threemf_model.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "io/mesh/text.h"

namespace graze::io {

namespace {

constexpr std::string_view core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02|";
constexpr std::string_view part_attribute = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06|path";

/// Extensions whose being ignored moves no triangle.
constexpr auto harmless = std::to_array<std::string_view>({"http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
                                                           "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
                                                           "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07"});

std::optional<double> number_in(const XmlElement& element, std::string_view name) {
  const auto text = element.attribute(name);
  return text ? to_number(*text) : std::nullopt;
}

std::optional<std::uint32_t> index_in(const XmlElement& element, std::string_view name) {
  const auto text = element.attribute(name);
  const auto number = text ? to_integer(*text) : std::nullopt;
  if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

struct Unit {
  std::string_view name;
  std::string_view symbol;
  double per_metre;
};

constexpr auto units = std::to_array<Unit>({{"micron", "um", 1'000'000},
                                            {"millimeter", "mm", 1000},
                                            {"centimeter", "cm", 100},
                                            {"inch", "in", 1 / 0.0254},
                                            {"foot", "ft", 1 / 0.3048},
                                            {"meter", "m", 1}});

/// Twelve numbers, row by row for row vectors: the fourth row is the translation.
std::optional<AffineMap> map_of(std::string_view text) {
  std::array<double, 12> m{};
  TextCursor cursor(text);
  for (double& number : m) {
    const auto value = to_number(cursor.word_across_lines());
    if (!value) return std::nullopt;
    number = *value;
  }
  if (!cursor.word_across_lines().empty()) return std::nullopt;
  AffineMap map;
  map.linear << m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8];
  map.offset << m[9], m[10], m[11];
  return map;
}

}  // namespace

Trouble ThreemfModelReader::begin(const XmlElement& element) {
  if (!has_root_) return model(element);
  if (!element.name().starts_with(core)) return {};
  const std::string_view name = element.name().substr(core.size());
  if (name == "object") return object(element);
  if (name == "item") return reference(element, model_.items);
  const bool in_object = name == "vertex" || name == "triangle" || name == "component";
  if (in_object && current_ == nullptr) return {fmt::format("<{}> outside of an object", name)};
  if (name == "vertex") return vertex(element);
  if (name == "triangle") return triangle(element);
  if (name == "component") return reference(element, current_->components);
  return {};
}

Trouble ThreemfModelReader::end(std::string_view name) {
  if (name.starts_with(core) && name.substr(core.size()) == "object") current_ = nullptr;
  return {};
}

Trouble ThreemfModelReader::model(const XmlElement& element) {
  if (!element.name().starts_with(core) || element.name().substr(core.size()) != "model") return {"is not a 3MF model"};
  has_root_ = true;
  const std::string_view name = element.attribute("unit").value_or("millimeter");
  const auto unit = std::ranges::find(units, name, &Unit::name);
  if (unit == units.end()) return {fmt::format("unit: \"{}\" is not a unit of 3MF", printable(name))};
  model_.unit_in_metres = 1 / unit->per_metre;
  model_.unit = unit->symbol;
  TextCursor required(element.attribute("requiredextensions").value_or(""));
  for (std::string_view prefix = required.word_across_lines(); !prefix.empty(); prefix = required.word_across_lines()) {
    const auto uri = namespaces_.find(std::string(prefix));
    if (uri == namespaces_.end()) return {fmt::format("requires the undeclared extension \"{}\"", printable(prefix))};
    if (std::ranges::find(harmless, uri->second) == harmless.end()) {
      return {fmt::format("requires the extension {}, which is not read", printable(uri->second))};
    }
  }
  return {};
}

Trouble ThreemfModelReader::object(const XmlElement& element) {
  const auto id = index_in(element, "id");
  if (!id) return {"an object without a valid id"};
  if (current_ != nullptr) return {"an object inside an object"};
  const auto [entry, is_new] = model_.objects.try_emplace(*id);
  if (!is_new) return {fmt::format("object {} is defined twice", *id)};
  current_ = &entry->second;
  current_->name = element.attribute("name").value_or("");
  return {};
}

Trouble ThreemfModelReader::vertex(const XmlElement& element) {
  const auto x = number_in(element, "x");
  const auto y = number_in(element, "y");
  const auto z = number_in(element, "z");
  if (!x || !y || !z) return {"a vertex without three finite coordinates"};
  if (vertices_left_-- == 0) return {"more vertices than the limit allows", ErrorCode::limit};
  current_->vertices.emplace_back(*x, *y, *z);
  return {};
}

Trouble ThreemfModelReader::triangle(const XmlElement& element) {
  std::array<std::uint32_t, 3> corners{};
  constexpr std::array<std::string_view, 3> names = {"v1", "v2", "v3"};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto index = index_in(element, names[k]);
    if (!index) return {"a triangle without three vertex indices"};
    if (*index >= current_->vertices.size()) {
      return {fmt::format("vertex index {} is out of range, there are {} vertices", *index, current_->vertices.size())};
    }
    corners[k] = *index;
  }
  if (triangles_left_-- == 0) return {"more triangles than the limit allows", ErrorCode::limit};
  current_->triangles.push_back(corners);
  return {};
}

Trouble ThreemfModelReader::reference(const XmlElement& element, std::vector<ThreemfReference>& list) {
  ThreemfReference reference;
  const auto id = index_in(element, "objectid");
  if (!id) return {"a reference without a valid objectid"};
  reference.object = *id;
  if (const auto text = element.attribute("transform")) {
    const auto map = map_of(*text);
    if (!map) return {"a transform must be twelve finite numbers"};
    reference.map = *map;
  }
  if (const auto part = element.attribute(part_attribute)) reference.part = part->substr(part->starts_with('/') ? 1 : 0);
  list.push_back(std::move(reference));
  return {};
}

}  // namespace graze::io
