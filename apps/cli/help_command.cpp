/// Prints help, manual pages, completion scripts and docs/commands.md, all from the grammar.

#include "help_command.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include <graze/file.h>

#include "answer/output.h"
#include "grammar/bindings.h"
#include "grammar/help.h"
#include "grammar/suggestion.h"
#include "input/shape_text.h"

namespace graze::cli {
namespace {

struct HelpArguments {
  std::string topic;
  bool markdown = false;
  std::string folder;
  const std::vector<Command>& commands;  ///< all of them; not held, since those of this file hold these arguments
};

std::string shapes_text() {
  std::string text = "Shapes that may stand where a body is asked for:\n\n";
  for (const ShapeForm& form : shape_forms()) text += fmt::format("  {:<32}{}\n", form.form, wrapped(form.meaning, 34, 80));
  return text + "\nLengths are in the unit of --units. A file of such a name is written ./box:1\n";
}

std::vector<std::string> topics(const std::vector<Command>& commands) {
  std::vector<std::string> names{"shapes"};
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

ExitCode no_topic(const std::string& topic, const HelpArguments& arguments) {
  return fail_with(topic, fmt::format("no such command{} (see graze help)", suggestion(topic, topics(arguments.commands))));
}

ExitCode run_help(const HelpArguments& arguments) {
  if (arguments.markdown) return print_text(markdown_of(arguments.commands));
  if (arguments.topic.empty()) return print_text(help_of(arguments.commands));
  if (arguments.topic == "shapes") return print_text(shapes_text());
  const auto found = std::ranges::find(arguments.commands, arguments.topic, &Command::name);
  return found == arguments.commands.end() ? no_topic(arguments.topic, arguments) : print_text(help_of(*found));
}

/// Every page into a folder, as `cmake --install` needs them.
ExitCode write_pages(const HelpArguments& arguments) {
  std::error_code problem;
  const std::filesystem::path folder(arguments.folder);
  std::filesystem::create_directories(folder, problem);
  if (problem) return fail_with(arguments.folder, problem.message());
  Result<void> written = write_file(folder / "graze.1", manual_of(arguments.commands));
  for (const Command& command : arguments.commands)
    if (written) written = write_file(folder / ("graze-" + command.name + ".1"), manual_of(command));
  return written ? clear : fail_with(written.error());
}

ExitCode run_man(const HelpArguments& arguments) {
  if (!arguments.folder.empty()) return write_pages(arguments);
  if (arguments.topic.empty() || arguments.topic == "graze") return print_text(manual_of(arguments.commands));
  const auto found = std::ranges::find(arguments.commands, arguments.topic, &Command::name);
  return found == arguments.commands.end() ? no_topic(arguments.topic, arguments) : print_text(manual_of(*found));
}

Command help_itself(const std::shared_ptr<HelpArguments>& own) {
  return {.name = "help",
          .summary = "all commands, or all about one",
          .description = "graze help shapes tells which shapes may stand in place of mesh files.",
          .positionals = {optional_argument("COMMAND", "A command, or shapes", own->topic)},
          .groups = {{"Options", {flag("--markdown", "Everything, as docs/commands.md", own->markdown)}}},
          .examples = {{"graze help check", "All about graze check"}},
          .exits = {},
          .run = [own] { return run_help(*own); }};
}

Command completion(const std::shared_ptr<HelpArguments>& own) {
  Positional shell = argument("SHELL", "bash, zsh or fish", own->topic);
  shell.choices = {"bash", "zsh", "fish"};
  shell.set = [own](const std::string& word) -> Result<void> {
    if (word != "bash" && word != "zsh" && word != "fish")
      return fail(ErrorCode::bad_option, fmt::format("{} is none of bash, zsh, fish", word));
    own->topic = word;
    return {};
  };
  return {.name = "completion",
          .summary = "a script that completes commands and options in a shell",
          .description = "`cmake --install` puts the scripts where the shells look for them.",
          .positionals = {shell},
          .groups = {},
          .examples = {{"source <(graze completion bash)", "For this shell"}},
          .exits = {},
          .run = [own] { return print_text(completion_for(own->topic, own->commands)); }};
}

Command manual(const std::shared_ptr<HelpArguments>& own) {
  Option folder = text("--folder", "FOLDER", "Write all pages into this folder", own->folder);
  folder.completes = Completes::folders;
  return {.name = "man",
          .summary = "a manual page",
          .description = "In roff, for man -l. `cmake --install` installs all of them.",
          .positionals = {optional_argument("COMMAND", "Of this command; default: of graze", own->topic)},
          .groups = {{"Options", {folder}}},
          .examples = {{"graze man check | man -l -", "Read it at once"}},
          .exits = {},
          .run = [own] { return run_man(*own); }};
}

}  // namespace

ExitCode print_text(const std::string& text) {
  Output output;
  output.write(text);
  return output.finished(clear);
}

void add_help_commands(std::vector<Command>& commands) {
  const std::shared_ptr<HelpArguments> own(new HelpArguments{.topic = {}, .folder = {}, .commands = commands});
  Command help = help_itself(own), pages = manual(own);
  const std::vector<std::string> known = topics(commands);
  help.positionals.front().choices = known;
  pages.positionals.front().choices.assign(known.begin() + 1, known.end());  // the shapes have no page
  commands.insert(commands.end(), {help, completion(own), pages});
}

}  // namespace graze::cli
