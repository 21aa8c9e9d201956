#pragma once
/// Options that set a variable. The variables must outlive the command.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/grammar.h"

namespace graze::cli {

/// Which numbers an option takes.
enum class Numbers { any, not_negative, positive };

[[nodiscard]] Option flag(std::string name, std::string help, bool& into);
[[nodiscard]] Option text(std::string name, std::string value, std::string help, std::string& into);
/// One text a time it is given.
[[nodiscard]] Option texts(std::string name, std::string value, std::string help, std::vector<std::string>& into);
[[nodiscard]] Option file(std::string name, std::string value, std::string help, std::string& into);
/// One to write, by what can only be written to a file: "-" is refused.
[[nodiscard]] Option file_to_write(std::string name, std::string value, std::string help, std::string& into);
[[nodiscard]] Option choice(std::string name, std::string value, std::string help, std::vector<std::string> choices,
                            std::string& into);
[[nodiscard]] Option number(std::string name, std::string value, std::string help, double& into, Numbers numbers = Numbers::any);
[[nodiscard]] Option number(std::string name, std::string value, std::string help, std::optional<double>& into,
                            Numbers numbers = Numbers::any);
[[nodiscard]] Option count(std::string name, std::string value, std::string help, std::size_t& into, std::size_t least = 0,
                           std::size_t most = any_number);
[[nodiscard]] Option count(std::string name, std::string value, std::string help, std::optional<std::size_t>& into);
[[nodiscard]] Option count(std::string name, std::string value, std::string help, std::optional<std::uint32_t>& into);

/// The same option with more said about it.
[[nodiscard]] Option needing(Option option, std::vector<std::string> others);
[[nodiscard]] Option excluding(Option option, std::vector<std::string> others);

[[nodiscard]] Positional argument(std::string name, std::string help, std::string& into);
[[nodiscard]] Positional optional_argument(std::string name, std::string help, std::string& into);
[[nodiscard]] Positional arguments(std::string name, std::string help, std::vector<std::string>& into, std::size_t least = 1);

/// A finite number, nothing when the text is anything else.
[[nodiscard]] std::optional<double> number_in(std::string_view text);
/// Numbers with a comma between each two; nothing when a part is not a finite number.
[[nodiscard]] std::optional<std::vector<double>> numbers_in(std::string_view text);

}  // namespace graze::cli
