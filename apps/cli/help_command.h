#pragma once
/// Commands about the commands: help, completion, man.

#include <string>
#include <vector>

#include "grammar/grammar.h"

namespace graze::cli {

[[nodiscard]] ExitCode print_text(const std::string& text);

/// graze help, graze completion and graze man, about the commands given and themselves.
[[nodiscard]] std::vector<Command> help_commands(const std::vector<Command>& commands);

}  // namespace graze::cli
