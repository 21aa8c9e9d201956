#pragma once
/// Reads the words of a command line into the values of a command.

#include <string>
#include <vector>

#include <graze/error.h>

#include "grammar/grammar.h"

namespace graze::cli {

/// Sets all values, or says in one line what is wrong, with the nearest known option where one is misspelt. `--name value` and
/// `--name=value` are the same, `--` ends options, `-` is an argument. A value may begin with a minus, but is not taken from
/// among the names of options.
[[nodiscard]] Result<void> parse(const Command& command, const std::vector<std::string>& words);

}  // namespace graze::cli
