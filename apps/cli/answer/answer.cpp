/// The common options, and the writing of answers.

#include "answer/answer.h"

#include <unistd.h>
#include <algorithm>
#include <cstdlib>

#include "answer/csv.h"
#include "answer/units.h"
#include "grammar/bindings.h"

namespace graze::cli {
namespace {

constexpr std::size_t max_threads = 1024;

std::vector<Option> form_options(OutputOptions& into) {
  return {excluding(flag("--json", "Answer as one JSON object (docs/schema)", into.json), {"--csv"}),
          flag("--csv", "Answer as a table for spreadsheets", into.csv)};
}

std::vector<Option> common_options(OutputOptions& into) {
  return {
      count("--threads", "N", "Use at most N threads; default: all cores. Answers do not depend on it", into.threads, 1,
            max_threads),
      choice(
          "--units", "UNIT",
          "Unit of all numbers, and of files that do not tell theirs: um, mm, cm, m, in, ft. Files in another unit are converted",
          unit_names(), into.units),
      [&] {
        Option quiet = flag("--quiet", "Print nothing; the exit code is the answer", into.quiet);
        quiet.short_name = "-q";
        return quiet;
      }(),
      flag("--no-color", "No colours on a terminal (as with the variable NO_COLOR)", into.no_color),
      flag("--progress", "Show progress on standard error even where that is no terminal", into.progress),
      flag("--precise", "All digits of every number; default: six", into.precise),
  };
}

std::string table_text(const AnswerForms& answer) {
  if (!answer.rows.empty()) return csv_of(answer.rows);
  Json row = answer.json;
  for (const char* head : {"graze", "schema", "command", "pairs"}) row.erase(head);
  return row.empty() || answer.json.contains("pairs") ? csv_of({}) : csv_of({row});
}

}  // namespace

OptionGroup output_options(OutputOptions& into) {
  OptionGroup group{"Output", form_options(into)};
  Option out = file("--out", "FILE", "Write the answer to this file, in one step; - or default: standard output", into.out);
  out.set = [&into](const std::string& word) -> Result<void> {
    into.out = word == "-" ? "" : word;
    return {};
  };
  out.short_name = "-o";
  group.options.push_back(std::move(out));
  for (Option& option : common_options(into)) group.options.push_back(std::move(option));
  return group;
}

OptionGroup output_options_without_out(OutputOptions& into) {
  OptionGroup group{"Output", form_options(into)};
  for (Option& option : common_options(into)) group.options.push_back(std::move(option));
  return group;
}

OptionGroup without(OptionGroup group, const std::vector<std::string>& names) {
  const auto is_named = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
  std::erase_if(group.options, [&](const Option& option) { return is_named(option.name); });
  for (Option& option : group.options) std::erase_if(option.excludes, is_named);
  return group;
}

std::vector<ExitMeaning> exit_meanings(std::string clear, std::string hit) {
  return {{0, std::move(clear)}, {1, std::move(hit)}, {2, "an error, told in one line on standard error"}};
}

Wording wording_for(const OutputOptions& options, std::string unit) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  const bool may_color = !options.no_color && options.out.empty() && (no_color == nullptr || *no_color == '\0') && !is_dumb;
  return {options.precise, may_color && isatty(STDOUT_FILENO) == 1, std::move(unit)};
}

ExitCode deliver(const OutputOptions& options, const AnswerForms& answer) { return delivery_of(options, answer).code; }

Delivery delivery_of(const OutputOptions& options, const AnswerForms& answer) {
  if (const Result<void> written = write_wanted(options.reports, answer.report); !written) return {fail_with(written.error())};
  if (options.quiet && options.out.empty()) return {answer.code, true};
  Output output(options.out);
  if (answer.write) {
    if (const Result<void> written = answer.write(output); !written) return {fail_with(written.error())};
  } else {
    output.write(options.json ? json_line(answer.json) : options.csv ? table_text(answer) : answer.text);
  }
  const ExitCode code = output.finished(answer.code);
  return {code, !output.is_lost()};
}

}  // namespace graze::cli
