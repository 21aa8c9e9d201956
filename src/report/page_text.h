#pragma once
/// Foreign text in a page: made harmless for the place where it stands.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace graze::report {

/// Bytes that are not UTF-8 become U+FFFD, control characters too.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// As the text of an element or in a quoted attribute of HTML.
[[nodiscard]] std::string html_text(std::string_view text);

/// As the content of a script element: nothing in it ends the element or opens a comment there, and it stays the same JSON.
[[nodiscard]] std::string script_json(const nlohmann::json& json);

}  // namespace graze::report
