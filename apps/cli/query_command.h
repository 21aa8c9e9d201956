#pragma once
/// graze query: answers questions, one JSON object a line.

#include <string>

#include "outcome.h"

namespace graze::cli {

struct QueryArguments {
  std::string file = "-";  ///< "-" is standard input
  int threads = 1;
  bool check = false;   ///< compare answers with what the lines expect
  bool strict = false;  ///< unknown fields are errors
};

[[nodiscard]] ExitCode run_query(const QueryArguments& arguments);

}  // namespace graze::cli
