#pragma once
/// A whole XML file as a tree of elements that know their lines. Names are as written; parts that nobody asks for are left out.

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <graze/error.h>

#include "io/files/source.h"
#include "io/mesh/xml.h"

namespace graze::io {

struct XmlNode {
  std::string name;
  std::uint64_t line = 0;
  std::vector<std::pair<std::string, std::string>> attributes{};  ///< without blanks around the values
  std::string text{};                                             ///< only where the rules keep it
  std::vector<const XmlNode*> children{};                         ///< in the order of the file

  /// Null when it is absent.
  [[nodiscard]] const std::string* attribute(std::string_view wanted) const;
  /// The first of that name, null when there is none.
  [[nodiscard]] const XmlNode* child(std::string_view wanted) const;
};

struct XmlTreeRules {
  /// Says what is wrong with an element, whether it is kept or not.
  std::function<Trouble(const XmlElement&)> check = nullptr;
  /// Elements that are read over with all that is in them.
  std::function<bool(std::string_view name)> skips = nullptr;
  std::function<bool(std::string_view name)> keeps_text = nullptr;
  std::uint64_t max_elements = 1'000'000;  ///< that are kept: about 200 bytes each
};

class XmlTree {
 public:
  /// Errors read "<path>:<line>: reason".
  [[nodiscard]] static Result<XmlTree> read(const MeshSource& source, const XmlTreeRules& rules);

  [[nodiscard]] const XmlNode& root() const { return nodes_.front(); }

 private:
  std::deque<XmlNode> nodes_;  ///< a deque, so that pointers to its elements stay valid
};

}  // namespace graze::io
