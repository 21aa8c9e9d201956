#pragma once
/// One line of JSON as a tree, read strictly: no repeated keys, no numbers a double cannot hold, no unlimited nesting.
/// Internal to the sources of io: it shows nlohmann-json, which the library's users need not have.

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <graze/error.h>

namespace graze {

using Json = nlohmann::json;
/// Keeps fields in the order they were added: answers are written in a fixed order.
using OrderedJson = nlohmann::ordered_json;

/// Deeper nesting is refused. The format itself needs five levels (question, shape, field, list, point).
inline constexpr std::size_t max_json_depth = 64;

struct JsonLine {
  std::string id = "null";  ///< the top-level "id" as JSON text, even when the rest of the line is in error after it
  Result<Json> root;
};

/// Numbers out of a double's range, and the NaN and Infinity that some writers emit, are not_finite at their path; the rest that is
/// wrong with the text is bad_json. Of a text from within a document: how many levels are around it.
[[nodiscard]] JsonLine read_json_line(std::string_view text, std::size_t levels_around = 0);

/// "a number", "a string", … for messages.
[[nodiscard]] std::string_view kind_of(const Json& value);

}  // namespace graze
