#pragma once
/// Commands about the commands: help, completion, man.

#include <string>
#include <vector>

#include "grammar/grammar.h"

namespace graze::cli {

[[nodiscard]] ExitCode print_text(const std::string& text);

/// Adds graze help, graze completion and graze man: about all commands of the list, which has to stay where it is while they run.
void add_help_commands(std::vector<Command>& commands);

}  // namespace graze::cli
