/// The graze command: finds the command that is meant, reads its arguments and runs it.

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <graze/report.h>

#include "answer/output.h"
#include "commands/commands.h"
#include "grammar/help.h"
#include "grammar/parser.h"
#include "grammar/suggestion.h"
#include "help_command.h"

namespace {

using namespace graze::cli;

/// With what this build lacks.
std::string version_text() {
  return std::string("graze " GRAZE_VERSION "\n") + (graze::has_report_view() ? "" : "built without the 3D view of reports\n");
}

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

ExitCode run_command(const Command& command, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word == "--help" || word == "-h") return print_text(help_of(command));
  }
  const graze::Result<void> parsed = parse(command, words);
  if (!parsed) return fail_with(command.name, fmt::format("{} (see graze help {})", parsed.error().message, command.name));
  if (const std::optional<std::string> output = replaced_input(words))
    return fail_with(*output, "is the file to read, and would be replaced");
  return command.run();
}

ExitCode run(std::vector<std::string> words) {
  if (words.empty()) return fail_with("no command", "say what to do, as in graze check a.stl b.stl (see graze help)");
  const std::string name = words.front();
  words.erase(words.begin());
  if (name == "--version" || name == "-V" || name == "version") return print_text(version_text());
  std::vector<Command> commands = all_commands();
  for (Command& command : help_commands(commands)) commands.push_back(std::move(command));
  if (name == "--help" || name == "-h") return print_text(help_of(commands));
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.name == name) return run_command(command, words);
    names.push_back(command.name);
  }
  if (name.starts_with('-')) names = {"--help", "--version"};
  const char* what = name.starts_with('-') ? "option without a command" : "no such command";
  return fail_with(name, fmt::format("{}{} (see graze help)", what, suggestion(name, names)));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of write(), which ends the command quietly
  try {
    return run({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::bad_alloc&) {
    return fail_with("memory", "not enough");
  } catch (const std::exception& unexpected) {
    return fail_with("unexpected", unexpected.what());
  }
}
