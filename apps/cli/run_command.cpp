/// Reads the arguments of a command, refuses to replace what is read, and runs it.

#include "run_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "grammar/help.h"
#include "grammar/parser.h"
#include "help_command.h"

namespace graze::cli {
namespace {

/// Options that name a file to write.
constexpr std::array writing_options{"--out", "-o", "--report", "--image", "--write", "--write-srdf"};

/// The file to write, if it is also one of the other words, by whatever name: an answer must not replace what it is about.
std::optional<std::string> replaced_input(const std::vector<std::string>& words) {
  std::vector<std::string> outputs, others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    const bool writes = std::ranges::find(writing_options, words[i].substr(0, equals)) != writing_options.end();
    if (writes && equals != std::string::npos)
      outputs.push_back(words[i].substr(equals + 1));
    else if (writes && i + 1 < words.size())
      outputs.push_back(words[++i]);
    else
      others.push_back(words[i].starts_with("--") && equals != std::string::npos ? words[i].substr(equals + 1) : words[i]);
  }
  for (const std::string& output : outputs)
    for (const std::string& other : others)
      if (std::error_code absent;
          std::filesystem::is_regular_file(other, absent) && std::filesystem::equivalent(output, other, absent))
        return output;
  return std::nullopt;
}

}  // namespace

ExitCode run_command(const Command& command, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word == "--help" || word == "-h") return print_text(help_of(command));
  }
  const Result<void> parsed = parse(command, words);
  if (!parsed) return fail_with(command.name, fmt::format("{} (see graze help {})", parsed.error().message, command.name));
  if (const std::optional<std::string> output = replaced_input(words))
    return fail_with(*output, "is the file to read, and would be replaced");
  return command.run();
}

}  // namespace graze::cli
