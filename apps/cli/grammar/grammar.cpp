/// How commands, arguments and options are written in help texts.

#include "grammar/grammar.h"

namespace graze::cli {

std::string usage_of(const Positional& positional) {
  const std::string name = positional.name + (positional.most > 1 ? "..." : "");
  return positional.least == 0 ? "[" + name + "]" : name;
}

std::string usage_of(const Command& command) {
  std::string text = "graze " + command.name;
  for (const Positional& positional : command.positionals) text += " " + usage_of(positional);
  return command.groups.empty() ? text : text + " [options]";
}

std::string synopsis_of(const Option& option) {
  const std::string value = option.value.empty() ? "" : " " + option.value + (option.takes_many ? "..." : "");
  return option.name + value + (option.short_name.empty() ? "" : ", " + option.short_name + value);
}

}  // namespace graze::cli
