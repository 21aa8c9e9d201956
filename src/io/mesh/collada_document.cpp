/// Keeps of a COLLADA file what places triangles, and reads over the rest.

#include "io/mesh/collada_document.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "io/mesh/text.h"

namespace graze::io {

namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Looks, sounds, physics and private data of programs. What makes a mesh move is read over as well; a node that uses it is
/// refused.
bool is_left_out(std::string_view name) {
  constexpr auto kept_libraries = std::to_array<std::string_view>({"library_geometries", "library_visual_scenes", "library_nodes"});
  if (name.starts_with("library_")) return !is_one_of(kept_libraries, name);
  return name == "extra" || name == "technique";
}

bool has_wanted_text(std::string_view name) {
  constexpr auto names =
      std::to_array<std::string_view>({"float_array", "p", "vcount", "matrix", "translate", "rotate", "scale", "lookat"});
  return is_one_of(names, name);
}

}  // namespace

ColladaTrouble trouble_with(const XmlNode& element, std::string reason, ErrorCode code) {
  return {&element, {fmt::format("<{}>: {}", printable(element.name), reason), code}};
}

Result<ColladaDocument> ColladaDocument::read(const MeshSource& source) {
  constexpr std::uint64_t most_elements = 5'000'000;  // a polygon may be an element of its own
  auto tree = XmlTree::read(source, {.skips = is_left_out, .keeps_text = has_wanted_text, .max_elements = most_elements});
  if (!tree) return tl::make_unexpected(tree.error());
  if (tree->root().name != "COLLADA")
    return tl::make_unexpected(error_at_line(source.path, tree->root().line, "a COLLADA file begins with <COLLADA>"));
  ColladaDocument document(std::move(*tree));
  const XmlNode* unit = document.unit();
  const std::string* metres = unit == nullptr ? nullptr : unit->attribute("meter");
  if (metres != nullptr && to_number(*metres).value_or(0) <= 0)
    return tl::make_unexpected(
        error_at_line(source.path, unit->line, fmt::format("<unit>: meter: \"{}\" is not a length > 0", printable(*metres))));
  return document;
}

ColladaDocument::ColladaDocument(XmlTree tree) : tree_(std::move(tree)) {
  std::vector<const XmlNode*> waiting{&tree_.root()};
  while (!waiting.empty()) {
    const XmlNode& element = *waiting.back();
    waiting.pop_back();
    waiting.insert(waiting.end(), element.children.begin(), element.children.end());
    const std::string* id = element.attribute("id");
    if (id == nullptr) continue;
    const auto [entry, is_new] = by_id_.try_emplace(fmt::format("{}#{}", element.name, *id), Entry{&element});
    if (!is_new) entry->second.is_repeated = true;
  }
}

const XmlNode* ColladaDocument::target(const XmlNode& element, std::string_view attribute, std::string_view name,
                                       ColladaTrouble& trouble) const {
  const std::string* url = element.attribute(attribute);
  if (url == nullptr) {
    trouble = trouble_with(element, fmt::format("{}: missing", attribute));
    return nullptr;
  }
  if (!url->starts_with('#')) {
    trouble = trouble_with(element, fmt::format("{}: \"{}\" is not in this file", attribute, printable(*url)));
    return nullptr;
  }
  const auto found = by_id_.find(fmt::format("{}{}", name, *url));
  if (found != by_id_.end() && !found->second.is_repeated) return found->second.element;
  const std::string_view how_many = found == by_id_.end() ? "no" : "more than one";
  trouble = trouble_with(element, fmt::format("{}: there is {} <{}> called \"{}\"", attribute, how_many, name, printable(*url)));
  return nullptr;
}

const XmlNode* ColladaDocument::unit() const {
  const XmlNode* asset = root().child("asset");
  return asset == nullptr ? nullptr : asset->child("unit");
}

double ColladaDocument::unit_in_metres() const {
  const std::string* metres = unit() == nullptr ? nullptr : unit()->attribute("meter");
  return metres == nullptr ? 1 : to_number(*metres).value_or(1);
}

std::vector<double> numbers_in(const XmlNode& element, ColladaTrouble& trouble) {
  std::vector<double> numbers;
  TextCursor cursor(element.text);
  for (std::string_view word = cursor.word_across_lines(); !word.empty(); word = cursor.word_across_lines()) {
    const auto number = to_number(word);
    if (!number) {
      trouble = trouble_with(element, fmt::format("\"{}\" is not a finite number", printable(word)));
      return numbers;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<double> numbers_in(const XmlNode& element, std::size_t wanted, ColladaTrouble& trouble) {
  std::vector<double> numbers = numbers_in(element, trouble);
  if (!trouble.is_there() && numbers.size() != wanted)
    trouble = trouble_with(element, fmt::format("expected {} numbers, found {}", wanted, numbers.size()));
  numbers.resize(wanted);
  return numbers;
}

std::vector<std::uint32_t> indices_in(const XmlNode& element, ColladaTrouble& trouble) {
  std::vector<std::uint32_t> indices;
  TextCursor cursor(element.text);
  for (std::string_view word = cursor.word_across_lines(); !word.empty(); word = cursor.word_across_lines()) {
    const auto index = to_integer(word);
    if (!index || *index < 0 || *index > std::numeric_limits<std::uint32_t>::max()) {
      trouble = trouble_with(element, fmt::format("\"{}\" is not an index", printable(word)));
      return indices;
    }
    indices.push_back(static_cast<std::uint32_t>(*index));
  }
  return indices;
}

std::uint64_t count_in(const XmlNode& element, std::string_view attribute, std::optional<std::uint64_t> otherwise,
                       ColladaTrouble& trouble) {
  const std::string* text = element.attribute(attribute);
  if (text == nullptr && otherwise) return *otherwise;
  const auto number = text == nullptr ? std::nullopt : to_integer(*text);
  if (number && *number >= 0) return static_cast<std::uint64_t>(*number);
  trouble = trouble_with(element, fmt::format("{}: must be a whole number >= 0", attribute));
  return 0;
}

}  // namespace graze::io
