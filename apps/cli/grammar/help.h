#pragma once
/// Help texts, made from the grammar.

#include <string>
#include <string_view>
#include <vector>

#include "grammar/grammar.h"

namespace graze::cli {

/// The text in lines of at most `width` characters, each after `indent` blanks but the first, which follows what stands there.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

[[nodiscard]] std::vector<std::string> paragraphs(const std::string& text);

/// All commands, a line each.
[[nodiscard]] std::string help_of(const std::vector<Command>& commands);
/// Everything about one.
[[nodiscard]] std::string help_of(const Command& command);

/// A manual page in roff; of all commands, or of one.
[[nodiscard]] std::string manual_of(const std::vector<Command>& commands);
[[nodiscard]] std::string manual_of(const Command& command);

/// docs/commands.md.
[[nodiscard]] std::string markdown_of(const std::vector<Command>& commands);

/// A script that teaches a shell (bash, zsh or fish) the commands and options.
[[nodiscard]] std::string completion_for(const std::string& shell, const std::vector<Command>& commands);

}  // namespace graze::cli
