#pragma once
/// What the command understands, as plain data: the parser, --help, man pages, completion scripts and docs/commands.md come from
/// it.

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <graze/error.h>

#include "outcome.h"

namespace graze::cli {

/// What a shell offers for a value.
enum class Completes { nothing, files, folders };

/// Takes a value, or says what is wrong with it: "expected x,y,z". Of flags the value is empty.
using SetValue = std::function<Result<void>(const std::string& value)>;

struct Option {
  std::string name;          ///< "--t-max"
  std::string short_name{};  ///< "-o", or empty
  std::string value{};       ///< what stands for its value in help: "TIME"; empty: a flag
  std::string help{};
  SetValue set{};
  std::vector<std::string> choices{};  ///< of a value that is one of a few words
  Completes completes = Completes::nothing;
  bool repeats = false;                 ///< may be given several times
  bool takes_many = false;              ///< takes all values up to the next option
  std::vector<std::string> needs{};     ///< options, one of which must be there too
  std::vector<std::string> excludes{};  ///< options that must not be there too
};

struct OptionGroup {
  std::string title;
  std::vector<Option> options;
};

inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

struct Positional {
  std::string name;  ///< "FILE"
  std::string help;
  std::size_t least = 1;
  std::size_t most = 1;
  SetValue set{};
  std::vector<std::string> choices{};  ///< for completion alone: set() says what is wrong with others
  Completes completes = Completes::files;
};

struct Example {
  std::string line;     ///< what is typed
  std::string meaning;  ///< what it answers
};

struct ExitMeaning {
  int code = 0;
  std::string meaning;
};

struct Command {
  std::string name;
  std::string summary;      ///< one line, without a full stop
  std::string description;  ///< paragraphs with an empty line between each two
  std::vector<Positional> positionals{};
  std::vector<OptionGroup> groups{};
  std::vector<Example> examples{};
  std::vector<ExitMeaning> exits{};
  std::function<ExitCode()> run{};  ///< once all values are set
};

/// "FILE", "[B]", "FILE..."
[[nodiscard]] std::string usage_of(const Positional& positional);

/// "graze check A [B...] [options]"
[[nodiscard]] std::string usage_of(const Command& command);

/// "--out FILE, -o FILE"
[[nodiscard]] std::string synopsis_of(const Option& option);

}  // namespace graze::cli
