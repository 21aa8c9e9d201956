#pragma once
/// A COLLADA file as a tree with an index of what others refer to, and the numbers in its elements.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <graze/error.h>

#include "io/mesh/xml_tree.h"

namespace graze::io {

/// What is wrong, and where.
struct ColladaTrouble {
  const XmlNode* element = nullptr;
  Trouble trouble{};

  [[nodiscard]] bool is_there() const { return !trouble.reason.empty(); }
};

[[nodiscard]] ColladaTrouble trouble_with(const XmlNode& element, std::string reason, ErrorCode code = ErrorCode::file);

class ColladaDocument {
 public:
  [[nodiscard]] static Result<ColladaDocument> read(const MeshSource& source);

  [[nodiscard]] const XmlNode& root() const { return tree_.root(); }
  /// The element of that name that an attribute like url="#id" points to; trouble says why there is none.
  [[nodiscard]] const XmlNode* target(const XmlNode& element, std::string_view attribute, std::string_view name,
                                      ColladaTrouble& trouble) const;
  [[nodiscard]] double unit_in_metres() const;  ///< of the file; 1 where it says nothing

 private:
  struct Entry {
    const XmlNode* element;
    bool is_repeated = false;
  };

  explicit ColladaDocument(XmlTree tree);
  [[nodiscard]] const XmlNode* unit() const;  ///< nothing where the file has none

  XmlTree tree_;
  std::unordered_map<std::string, Entry> by_id_;  ///< keys are "name#id"
};

/// All numbers in the text of an element; stops at the first word that is none, which `trouble` then names.
[[nodiscard]] std::vector<double> numbers_in(const XmlNode& element, ColladaTrouble& trouble);
/// The same, and as many as wanted.
[[nodiscard]] std::vector<double> numbers_in(const XmlNode& element, std::size_t wanted, ColladaTrouble& trouble);
/// All whole numbers >= 0.
[[nodiscard]] std::vector<std::uint32_t> indices_in(const XmlNode& element, ColladaTrouble& trouble);
/// An attribute that is a whole number >= 0, or `otherwise` where it is absent.
[[nodiscard]] std::uint64_t count_in(const XmlNode& element, std::string_view attribute, std::optional<std::uint64_t> otherwise,
                                     ColladaTrouble& trouble);

}  // namespace graze::io
