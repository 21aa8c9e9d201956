#pragma once
/// One line of a query file, answered.

#include <string>

#include <nlohmann/json.hpp>

#include <graze/query_format.h>

namespace graze::testing {

/// Files that the line names are looked for in the working directory.
inline nlohmann::json ask(const std::string& line) { return nlohmann::json::parse(answer(QuestionReader(".").read(line)).line); }

}  // namespace graze::testing
