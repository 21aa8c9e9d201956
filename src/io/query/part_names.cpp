/// The numbers of shapes.h as words.

#include "io/query/part_names.h"

#include <variant>

#include "geometry/shape_kinds.h"

namespace graze {
namespace {

/// Of a feature by its kind and index; empty where it has no word of its own.
struct PartName {
  std::string_view kind;
  int index;

  [[nodiscard]] std::string_view surface() const { return kind == "face" ? "surface" : ""; }

  std::string_view operator()(const Sphere&) const { return surface(); }
  std::string_view operator()(const Ellipsoid&) const { return surface(); }
  std::string_view operator()(const Torus&) const { return surface(); }
  std::string_view operator()(const Capsule&) const {
    if (kind != "face") return "";
    return index == 2 ? "side" : "end";
  }
  std::string_view operator()(const Cylinder&) const {
    if (kind == "edge") return "rim";
    if (kind != "face") return "";
    return index == 2 ? "side" : "cap";
  }
  std::string_view operator()(const Cone&) const {
    if (kind == "vertex") return "apex";
    if (kind == "edge") return "rim";
    if (kind != "face") return "";
    return index == 1 ? "side" : "base";
  }
  template <class Other>
    requires PolytopeShape<Other> || UnboundedShape<Other> || ManyPieces<Other>
  std::string_view operator()(const Other&) const {
    return "";
  }
};

void add_name(OrderedJson& feature, const Body& body) {
  if (!feature.is_object() || !feature.contains("kind") || !feature["kind"].is_string()) return;
  const std::string kind = feature["kind"].get<std::string>();
  const std::string_view name = std::visit(PartName{kind, feature.value("index", 0)}, body.geometry.shape().value);
  if (!name.empty()) feature["part"] = name;
}

}  // namespace

void add_part_names(OrderedJson& answer, const Question& question) {
  if (!question.a || !question.b || !answer.is_object()) return;
  if (const auto features = answer.find("features"); features != answer.end() && features->is_array() && features->size() == 2) {
    add_name((*features)[0], *question.a);
    add_name((*features)[1], *question.b);
  }
  if (const auto hits = answer.find("hits"); hits != answer.end() && hits->is_array()) {
    for (OrderedJson& hit : *hits) {
      if (hit.is_object() && hit.contains("feature")) add_name(hit["feature"], *question.b);
    }
  }
}

}  // namespace graze
