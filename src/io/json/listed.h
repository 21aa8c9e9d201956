#pragma once
/// A JSON document with one long list, whose elements are left as text to be read one by one: as a tree they take ten times the
/// room. Internal to the sources of io.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct ListedJson {
  std::string rest;                        ///< the document with the list empty
  std::string_view name;                   ///< of the list
  std::vector<std::string_view> elements;  ///< within the text
};

/// Cuts the list of one of these names out of the object that the text is. The document is JSON exactly where the rest and every
/// element are. Nothing where it has no such list, several, or no such form.
[[nodiscard]] std::optional<ListedJson> cut_at_list(std::string_view text, std::span<const std::string_view> names);

}  // namespace graze
