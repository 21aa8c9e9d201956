/// Reads values of options into variables.

#include "grammar/bindings.h"

#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace graze::cli {
namespace {

tl::unexpected<Error> expected_value(std::string_view what, std::string_view got) {
  return fail(ErrorCode::bad_option, fmt::format("expected {}, got {}", what, got));
}

Result<double> number_among(const std::string& text, Numbers numbers) {
  const std::optional<double> value = number_in(text);
  const std::string_view what = numbers == Numbers::positive       ? "a number above 0"
                                : numbers == Numbers::not_negative ? "a number that is not negative"
                                                                   : "a number";
  const bool is_right = value && (numbers == Numbers::any || *value > 0 || (numbers == Numbers::not_negative && *value == 0));
  if (!is_right) return expected_value(what, text);
  return *value;
}

Result<std::size_t> count_between(const std::string& text, std::size_t least, std::size_t most) {
  std::size_t value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = problem == std::errc() && stop == text.data() + text.size();
  if (is_whole && value >= least && value <= most) return value;
  return expected_value(most == any_number ? (least == 0 ? "a whole number" : fmt::format("a whole number from {} on", least))
                                           : fmt::format("a whole number from {} to {}", least, most),
                        text);
}

template <class Into>
Option bound_number(std::string name, std::string value, std::string help, Into& into, Numbers numbers) {
  return {
      .name = std::move(name),
      .value = std::move(value),
      .help = std::move(help),
      .set = [&into, numbers](const std::string& word) { return number_among(word, numbers).map([&](double n) { into = n; }); }};
}

}  // namespace

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || stop != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::vector<double>> numbers_in(std::string_view text) {
  std::vector<double> result;
  while (true) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    const std::optional<double> value = number_in(part);
    if (!value) return std::nullopt;
    result.push_back(*value);
    if (comma == std::string_view::npos) return result;
    text.remove_prefix(comma + 1);
  }
}

Option flag(std::string name, std::string help, bool& into) {
  return {.name = std::move(name), .help = std::move(help), .set = [&into](const std::string&) -> Result<void> {
            into = true;
            return {};
          }};
}

Option text(std::string name, std::string value, std::string help, std::string& into) {
  return {.name = std::move(name),
          .value = std::move(value),
          .help = std::move(help),
          .set = [&into](const std::string& word) -> Result<void> {
            into = word;
            return {};
          }};
}

Option texts(std::string name, std::string value, std::string help, std::vector<std::string>& into) {
  return {.name = std::move(name),
          .value = std::move(value),
          .help = std::move(help),
          .set = [&into](const std::string& word) -> Result<void> {
            into.push_back(word);
            return {};
          },
          .repeats = true};
}

Option file(std::string name, std::string value, std::string help, std::string& into) {
  Option option = text(std::move(name), std::move(value), std::move(help), into);
  option.completes = Completes::files;
  return option;
}

Option file_to_write(std::string name, std::string value, std::string help, std::string& into) {
  Option option = file(std::move(name), std::move(value), std::move(help), into);
  option.set = [&into](const std::string& word) -> Result<void> {
    if (word == "-") return fail(ErrorCode::bad_option, "cannot go to standard output; give the file a name");
    into = word;
    return {};
  };
  return option;
}

Option choice(std::string name, std::string value, std::string help, std::vector<std::string> choices, std::string& into) {
  Option option = text(std::move(name), std::move(value), std::move(help), into);
  option.choices = std::move(choices);
  return option;
}

Option number(std::string name, std::string value, std::string help, double& into, Numbers numbers) {
  return bound_number(std::move(name), std::move(value), std::move(help), into, numbers);
}

Option number(std::string name, std::string value, std::string help, std::optional<double>& into, Numbers numbers) {
  return bound_number(std::move(name), std::move(value), std::move(help), into, numbers);
}

Option count(std::string name, std::string value, std::string help, std::size_t& into, std::size_t least, std::size_t most) {
  return {.name = std::move(name),
          .value = std::move(value),
          .help = std::move(help),
          .set = [&into, least, most](const std::string& word) {
            return count_between(word, least, most).map([&](std::size_t n) { into = n; });
          }};
}

Option count(std::string name, std::string value, std::string help, std::optional<std::size_t>& into) {
  return {.name = std::move(name), .value = std::move(value), .help = std::move(help), .set = [&into](const std::string& word) {
            return count_between(word, 0, any_number).map([&](std::size_t n) { into = n; });
          }};
}

Option count(std::string name, std::string value, std::string help, std::optional<std::uint32_t>& into) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  return {.name = std::move(name), .value = std::move(value), .help = std::move(help), .set = [&into](const std::string& word) {
            return count_between(word, 0, most).map([&](std::size_t n) { into = static_cast<std::uint32_t>(n); });
          }};
}

Option needing(Option option, std::vector<std::string> others) {
  option.needs = std::move(others);
  return option;
}

Option excluding(Option option, std::vector<std::string> others) {
  option.excludes = std::move(others);
  return option;
}

Positional argument(std::string name, std::string help, std::string& into) {
  return {.name = std::move(name), .help = std::move(help), .set = [&into](const std::string& word) -> Result<void> {
            into = word;
            return {};
          }};
}

Positional optional_argument(std::string name, std::string help, std::string& into) {
  Positional positional = argument(std::move(name), std::move(help), into);
  positional.least = 0;
  return positional;
}

Positional arguments(std::string name, std::string help, std::vector<std::string>& into, std::size_t least) {
  return {.name = std::move(name),
          .help = std::move(help),
          .least = least,
          .most = any_number,
          .set = [&into](const std::string& word) -> Result<void> {
            into.push_back(word);
            return {};
          }};
}

}  // namespace graze::cli
