/// The graze command: finds the command that is meant, reads its arguments and runs it.

#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <graze/mesh_file.h>
#include <graze/report.h>

#include "answer/output.h"
#include "commands/commands.h"
#include "grammar/help.h"
#include "grammar/suggestion.h"
#include "help_command.h"
#include "run_command.h"

namespace {

using namespace graze::cli;

/// With what this build lacks.
std::string version_text() {
  return std::string("graze " GRAZE_VERSION "\n") + (graze::has_report_view() ? "" : "built without the 3D view of reports\n") +
         (graze::has_step() ? "reads STEP files, through Open CASCADE\n" : "built without STEP files\n");
}

ExitCode run(std::vector<std::string> words) {
  if (words.empty()) return fail_with("no command", "say what to do, as in graze check a.stl b.stl (see graze help)");
  const std::string name = words.front();
  words.erase(words.begin());
  if (name == "--version" || name == "-V" || name == "version") return print_text(version_text());
  std::vector<Command> commands = all_commands();
  add_help_commands(commands);
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
  catch_bus_errors();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of write(), which ends the command quietly
  try {
    return run({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::bad_alloc&) {
    return fail_with("memory", "not enough");
  } catch (const std::exception& unexpected) {
    return fail_with("unexpected", unexpected.what());
  }
}
