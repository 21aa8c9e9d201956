/// Help as plain text of eighty columns.

#include "grammar/help.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t help_indent = 26;

std::string entry(const std::string& name, const std::string& meaning) {
  std::string line = "  " + name;
  line += line.size() + 2 > help_indent ? "\n" + std::string(help_indent, ' ') : std::string(help_indent - line.size(), ' ');
  return line + wrapped(meaning, help_indent, columns) + "\n";
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t letters = static_cast<std::size_t>(std::ranges::count_if(word, [](char c) { return (c & 0xc0) != 0x80; }));
    if (column > indent && column + 1 + letters > width) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += letters;
  }
  return result;
}

std::vector<std::string> paragraphs(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return result;
}

std::string help_of(const std::vector<Command>& commands) {
  std::string text =
      "graze: collision detection between meshes and solids, still or moving\n\n"
      "Usage: graze COMMAND [arguments] [options]\n\nCommands:\n";
  for (const Command& command : commands) text += fmt::format("  {:<12}{}\n", command.name, wrapped(command.summary, 14, columns));
  return text +
         "\nMesh files: STL, OBJ, PLY, OFF, glTF, GLB, 3MF and COLLADA, also compressed (.gz);\n"
         "- is standard input. Where a body is asked for, a shape may be written instead:\n"
         "box:1,2,3 or sphere:0.5 (graze help shapes tells all of them).\n\n"
         "graze help COMMAND tells all about one, graze --version the version.\n"
         "Exit codes: 0 clear, 1 something meets, 2 an error.\n";
}

std::string help_of(const Command& command) {
  std::string text = fmt::format("graze {}: {}\n\nUsage: {}\n", command.name, command.summary, usage_of(command));
  for (const std::string& paragraph : paragraphs(command.description)) text += "\n" + wrapped(paragraph, 0, columns) + "\n";
  if (!command.positionals.empty()) text += "\nArguments:\n";
  for (const Positional& positional : command.positionals) text += entry(usage_of(positional), positional.help);
  for (const OptionGroup& group : command.groups) {
    text += "\n" + group.title + ":\n";
    for (const Option& option : group.options) text += entry(synopsis_of(option), option.help);
  }
  if (!command.examples.empty()) text += "\nExamples:\n";
  for (const Example& example : command.examples)
    text += fmt::format("  {}\n      {}\n", example.line, wrapped(example.meaning, 6, columns));
  if (!command.exits.empty()) text += "\nExit codes:\n";
  for (const ExitMeaning& exit : command.exits) text += fmt::format("  {}  {}\n", exit.code, wrapped(exit.meaning, 5, columns));
  return text;
}

}  // namespace graze::cli
