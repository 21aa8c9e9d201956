/// One pass over the words; what belongs together is checked at the end.

#include "grammar/parser.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grammar/suggestion.h"

namespace graze::cli {
namespace {

tl::unexpected<Error> wrong(std::string message) { return fail(ErrorCode::bad_option, std::move(message)); }

class LineParser {
 public:
  LineParser(const Command& command, const std::vector<std::string>& words) : command_(command), words_(words) {
    for (const OptionGroup& group : command.groups)
      for (const Option& option : group.options) options_.push_back(&option);
  }

  Result<void> parse() {
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      Result<void> done;
      if (!only_arguments_ && word == "--")
        only_arguments_ = true;
      else if (!only_arguments_ && word.size() > 1 && word[0] == '-')
        done = take_option(word);
      else
        done = take_argument(word);
      if (!done) return done;
    }
    return check_arguments().and_then([&] { return check_company(); });
  }

 private:
  const Option* named(const std::string& name) const {
    const auto found = std::ranges::find_if(
        options_, [&](const Option* o) { return o->name == name || (!name.empty() && o->short_name == name); });
    return found == options_.end() ? nullptr : *found;
  }

  Result<void> take_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    std::string name = word.substr(0, equals);
    if (named(name)) {
      if (equals == std::string::npos) return take_values(*named(name));
      if (named(name)->value.empty()) return wrong(fmt::format("{} takes no value", name));
      return set(*named(name), word.substr(equals + 1));
    }
    if (word[1] != '-' && word.size() > 2) {  // -oFILE
      const Option* option = named(word.substr(0, 2));
      if (option && !option->value.empty()) return set(*option, word.substr(2));
    }
    std::vector<std::string> known;
    for (const Option* option : options_) known.push_back(option->name);
    return wrong(fmt::format("unknown option {}{}", name, suggestion(name, known)));
  }

  bool is_at_value() const { return next_ < words_.size() && !named(words_[next_].substr(0, words_[next_].find('='))); }

  Result<void> take_values(const Option& option) {
    if (option.value.empty()) return set(option, "");
    if (!is_at_value()) return wrong(fmt::format("{} needs a value: {}", option.name, option.value));
    Result<void> done = set(option, words_[next_++]);
    while (done && option.takes_many && is_at_value() && !looks_like_option(words_[next_]))
      done = set_again(option, words_[next_++]);
    return done;
  }

  static bool looks_like_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

  Result<void> set(const Option& option, const std::string& value) {
    if (++given_[option.name] > 1 && !option.repeats && !option.takes_many)
      return wrong(fmt::format("{} is given twice", option.name));
    return set_again(option, value);
  }

  static Result<void> set_again(const Option& option, const std::string& value) {
    if (!option.value.empty() && value.empty()) return wrong(fmt::format("{} is given without a value", option.name));
    if (!option.choices.empty() && std::ranges::find(option.choices, value) == option.choices.end())
      return wrong(fmt::format("{}: {} is none of {}{}", option.name, value, fmt::join(option.choices, ", "),
                               suggestion(value, option.choices)));
    return option.set(value).map_error(
        [&](const Error& error) { return Error{error.code, fmt::format("{}: {}", option.name, error.message)}; });
  }

  Result<void> take_argument(const std::string& word) {
    if (word.empty()) return wrong("an empty argument");
    std::size_t before = 0;
    for (const Positional& positional : command_.positionals) {
      if (positional.most == any_number || arguments_ < before + positional.most) {
        ++arguments_;
        return positional.set(word);
      }
      before += positional.most;
    }
    return wrong(fmt::format("one argument too many: {}", word));
  }

  Result<void> check_arguments() const {
    std::size_t needed = 0;
    for (const Positional& positional : command_.positionals) {
      needed += positional.least;
      if (arguments_ < needed) return wrong(fmt::format("{} is missing; usage: {}", positional.name, usage_of(command_)));
    }
    return {};
  }

  bool is_given(const std::string& name) const { return given_.contains(name); }

  Result<void> check_company() const {
    for (const Option* option : options_) {
      if (!is_given(option->name)) continue;
      const auto given = [&](const std::string& name) { return is_given(name); };
      if (!option->needs.empty() && std::ranges::none_of(option->needs, given))
        return wrong(fmt::format("{} needs {}", option->name, fmt::join(option->needs, " or ")));
      const auto other = std::ranges::find_if(option->excludes, given);
      if (other != option->excludes.end()) return wrong(fmt::format("{} and {} exclude each other", option->name, *other));
    }
    return {};
  }

  const Command& command_;
  const std::vector<std::string>& words_;
  std::vector<const Option*> options_;
  std::map<std::string, int> given_;
  std::size_t next_ = 0;
  std::size_t arguments_ = 0;
  bool only_arguments_ = false;
};

}  // namespace

Result<void> parse(const Command& command, const std::vector<std::string>& words) { return LineParser(command, words).parse(); }

}  // namespace graze::cli
