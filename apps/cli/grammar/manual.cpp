/// Manual pages and docs/commands.md, from the same grammar as --help.

#include <algorithm>

#include <fmt/format.h>

#include "grammar/help.h"

namespace graze::cli {
namespace {

/// Text that means nothing to roff.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  const bool is_command = result.starts_with('.') || result.starts_with('\'');
  return is_command ? "\\&" + result : result;
}

std::string page_head(const std::string& name, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"graze {}\" \"graze\"\n.SH NAME\n{} \\- {}\n", name, GRAZE_VERSION, plain(name),
                     plain(summary));
}

std::string tagged(const std::string& tag, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", plain(tag), plain(text));
}

/// A summary, which is a part of a line elsewhere, where it stands alone.
std::string sentence(std::string summary) {
  if (!summary.empty() && summary[0] >= 'a' && summary[0] <= 'z') summary[0] = static_cast<char>(summary[0] - 'a' + 'A');
  return summary.ends_with('?') ? summary : summary + ".";
}

/// A cell of a table in Markdown.
std::string cell(std::string text) {
  for (std::size_t i = text.find('|'); i != std::string::npos; i = text.find('|', i + 2)) text.insert(i, "\\");
  return text;
}

std::string markdown_of(const Command& command) {
  std::string text =
      fmt::format("\n## graze {}\n\n{}\n\n```\n{}\n```\n", command.name, sentence(command.summary), usage_of(command));
  for (const std::string& paragraph : paragraphs(command.description)) text += "\n" + paragraph + "\n";
  if (!command.positionals.empty() || !command.groups.empty()) text += "\n| | |\n|---|---|\n";
  for (const Positional& positional : command.positionals)
    text += fmt::format("| `{}` | {} |\n", usage_of(positional), cell(positional.help));
  for (const OptionGroup& group : command.groups)
    for (const Option& option : group.options) text += fmt::format("| `{}` | {} |\n", cell(synopsis_of(option)), cell(option.help));
  if (!command.examples.empty()) text += "\n```\n";
  for (const Example& example : command.examples) text += fmt::format("{}\n    # {}\n", example.line, example.meaning);
  if (!command.examples.empty()) text += "```\n";
  if (!command.exits.empty()) text += "\nExit codes:";
  for (const ExitMeaning& exit : command.exits)
    text += fmt::format(" {} {}{}", exit.code, exit.meaning, &exit == &command.exits.back() ? ".\n" : ";");
  return text;
}

}  // namespace

std::string manual_of(const std::vector<Command>& commands) {
  std::string text = page_head("graze", "collision detection between meshes and solids, still or moving");
  text += ".SH SYNOPSIS\n.B graze\n.I COMMAND\n[arguments] [options]\n.SH COMMANDS\n";
  for (const Command& command : commands) text += tagged("graze " + command.name, sentence(command.summary));
  text += ".SH EXIT STATUS\n0: clear. 1: something meets. 2: an error, told in one line on standard error.\n.SH SEE ALSO\n";
  for (const Command& command : commands)
    text += fmt::format(".BR graze\\-{} (1){}\n", command.name, &command == &commands.back() ? "" : ",");
  return text;
}

std::string manual_of(const Command& command) {
  std::string text = page_head("graze-" + command.name, command.summary);
  text += fmt::format(".SH SYNOPSIS\n{}\n.SH DESCRIPTION\n", plain(usage_of(command)));
  for (const std::string& paragraph : paragraphs(command.description)) text += ".PP\n" + plain(paragraph) + "\n";
  if (!command.positionals.empty()) text += ".SH ARGUMENTS\n";
  for (const Positional& positional : command.positionals) text += tagged(usage_of(positional), positional.help);
  for (const OptionGroup& group : command.groups) {
    text += fmt::format(".SH \"{}\"\n", plain(group.title));
    for (const Option& option : group.options) text += tagged(synopsis_of(option), option.help);
  }
  if (!command.examples.empty()) text += ".SH EXAMPLES\n";
  for (const Example& example : command.examples) text += tagged(example.line, example.meaning);
  if (!command.exits.empty()) text += ".SH \"EXIT STATUS\"\n";
  for (const ExitMeaning& exit : command.exits) text += tagged(std::to_string(exit.code), exit.meaning);
  return text + ".SH SEE ALSO\n.BR graze (1)\n";
}

std::string markdown_of(const std::vector<Command>& commands) {
  std::string text =
      "# The commands of graze\n\nMade by `graze help --markdown` from what the command itself understands; a test compares the "
      "two.\n\n";
  for (const Command& command : commands)
    text += fmt::format("- [`graze {}`](#graze-{}): {}\n", command.name, command.name, command.summary);
  for (const Command& command : commands) text += markdown_of(command);
  return text;
}

}  // namespace graze::cli
