#pragma once
/// What happens between the words of a command line and the command.

#include <string>
#include <vector>

#include "grammar/grammar.h"

namespace graze::cli {

/// The command with these arguments, or its help where they ask for it.
[[nodiscard]] ExitCode run_command(const Command& command, const std::vector<std::string>& words);

}  // namespace graze::cli
