/// Completion scripts for bash, zsh and fish. They hold the whole grammar, so that a key press starts no program.

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grammar/help.h"

namespace graze::cli {
namespace {

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> all;
  for (const OptionGroup& group : command.groups)
    for (const Option& option : group.options) all.push_back(&option);
  return all;
}

std::string words_of(const std::vector<Command>& commands) {
  std::string words;
  for (const Command& command : commands) words += (words.empty() ? "" : " ") + command.name;
  return words;
}

/// In single quotes, for any of the three shells.
std::string shell_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("’") : std::string(1, c);
  return result + "'";
}

std::string choices_of(const Command& command) {
  std::string words;
  for (const Positional& positional : command.positionals)
    for (const std::string& choice : positional.choices) words += (words.empty() ? "" : " ") + choice;
  return words;
}

std::string bash_values(const Option& option) {
  if (!option.choices.empty())
    return fmt::format("    {}) mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\"); return ;;\n", option.name,
                       fmt::join(option.choices, " "));
  if (option.completes == Completes::folders)
    return fmt::format("    {}) mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); return ;;\n", option.name);
  return fmt::format("    {}) mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return ;;\n", option.name);
}

std::string bash_case(const Command& command) {
  std::string names, values;
  for (const Option* option : options_of(command)) {
    names += (names.empty() ? "" : " ") + option->name;
    if (!option->value.empty()) values += bash_values(*option);
  }
  std::string text = fmt::format("  {})\n    case $before in\n{}    esac\n", command.name, values);
  text += fmt::format("    [[ $word == -* ]] && mapfile -t COMPREPLY < <(compgen -W '{} --help' -- \"$word\") && return\n", names);
  if (const std::string choices = choices_of(command); !choices.empty())
    text += fmt::format("    mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\") ;;\n", choices);
  else
    text += "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n";
  return text;
}

std::string bash_script(const std::vector<Command>& commands) {
  std::string text = fmt::format(
      "# Completion of graze for bash: source it, or put it where bash-completion looks.\n"
      "_graze() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n",
      words_of(commands));
  for (const Command& command : commands) text += bash_case(command);
  return text + "  esac\n}\ncomplete -o filenames -F _graze graze\n";
}

/// In the second column of _arguments these mean something.
std::string zsh_text(std::string text) {
  std::string result;
  for (const char c : text) result += c == ':' || c == '[' || c == ']' ? std::string("\\") + c : std::string(1, c);
  return result;
}

std::string zsh_case(const Command& command) {
  std::string text = fmt::format("    {})\n      _arguments \\\n", command.name);
  for (const Option* option : options_of(command)) {
    std::string spec =
        (option->repeats ? "*" : "") + option->name + (option->value.empty() ? "" : "=") + "[" + zsh_text(option->help) + "]";
    if (!option->choices.empty())
      spec += fmt::format(":{}:({})", option->value, fmt::join(option->choices, " "));
    else if (!option->value.empty())
      spec += fmt::format(":{}:_files", option->value);
    text += "        " + shell_quoted(spec) + " \\\n";
  }
  const std::string choices = choices_of(command);
  return text + "        " + shell_quoted(choices.empty() ? "*:file:_files" : fmt::format("*:word:({})", choices)) + " ;;\n";
}

std::string zsh_script(const std::vector<Command>& commands) {
  std::string text =
      "#compdef graze\n# Completion of graze for zsh: save it as _graze in a folder of $fpath.\n_graze() {\n  local -a commands\n  "
      "commands=(\n";
  for (const Command& command : commands) text += "    " + shell_quoted(command.name + ":" + zsh_text(command.summary)) + "\n";
  text +=
      "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n  shift "
      "words\n"
      "  ((CURRENT--))\n  case $command in\n";
  for (const Command& command : commands) text += zsh_case(command);
  return text + "  esac\n}\n_graze \"$@\"\n";
}

std::string fish_script(const std::vector<Command>& commands) {
  std::string text = "# Completion of graze for fish: save it as graze.fish in ~/.config/fish/completions.\n";
  const std::string first = fmt::format("not __fish_seen_subcommand_from {}", words_of(commands));
  for (const Command& command : commands)
    text +=
        fmt::format("complete -c graze -f -n {} -a {} -d {}\n", shell_quoted(first), command.name, shell_quoted(command.summary));
  for (const Command& command : commands) {
    const std::string here = shell_quoted("__fish_seen_subcommand_from " + command.name);
    for (const Option* option : options_of(command)) {
      text += fmt::format("complete -c graze -n {} -l {} -d {}", here, option->name.substr(2), shell_quoted(option->help));
      if (!option->short_name.empty()) text += " -s " + option->short_name.substr(1);
      if (!option->choices.empty())
        text += fmt::format(" -x -a '{}'", fmt::join(option->choices, " "));
      else if (!option->value.empty())
        text += " -r";
      text += "\n";
    }
    if (const std::string choices = choices_of(command); !choices.empty())
      text += fmt::format("complete -c graze -f -n {} -a '{}'\n", here, choices);
  }
  return text;
}

}  // namespace

std::string completion_for(const std::string& shell, const std::vector<Command>& commands) {
  if (shell == "bash") return bash_script(commands);
  if (shell == "zsh") return zsh_script(commands);
  return fish_script(commands);
}

}  // namespace graze::cli
