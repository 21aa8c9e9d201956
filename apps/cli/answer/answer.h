#pragma once
/// An answer in all its forms, and where it goes: options that every command has.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "answer/json.h"
#include "answer/output.h"
#include "answer/report.h"
#include "answer/wording.h"
#include "grammar/grammar.h"
#include "outcome.h"

namespace graze::cli {

/// How and where an answer is given.
struct OutputOptions {
  bool json = false;
  bool csv = false;
  std::string out{};  ///< empty: standard output
  std::size_t threads = 0;
  std::string units{};
  bool quiet = false;
  bool no_color = false;
  bool progress = false;
  bool precise = false;
  ReportFiles reports{};  ///< of commands that have report_options()
};

/// --json, --csv, --out, --threads, --units, --quiet, --no-color, --progress, --precise.
[[nodiscard]] OptionGroup output_options(OutputOptions& into);
/// The same for commands whose --out is a mesh or a folder, which they describe themselves.
[[nodiscard]] OptionGroup output_options_without_out(OutputOptions& into);
/// The group less what would mean nothing to a command: an option is taken and heeded, or not known.
[[nodiscard]] OptionGroup without(OptionGroup group, const std::vector<std::string>& names);

/// What every command that asks a question exits with.
[[nodiscard]] std::vector<ExitMeaning> exit_meanings(std::string clear, std::string hit);

/// Colours only on a terminal that takes them.
[[nodiscard]] Wording wording_for(const OutputOptions& options, std::string unit = {});

struct AnswerForms {
  Json json;
  std::vector<Json> rows{};  ///< of the CSV table; the whole JSON, less its head, where there are none
  std::string text{};
  ExitCode code = clear;
  ReportMaker report{};  ///< for --report and --image
  /// Writes the form that was asked for itself, bit by bit: of answers that may be larger than memory. The forms above are not
  /// looked at then.
  std::function<Result<void>(Output& output)> write{};
};

/// Writes the form that was asked for. `code`, or an error when it could not be written.
[[nodiscard]] ExitCode deliver(const OutputOptions& options, const AnswerForms& answer);

/// How a command ended that others have worked for.
struct Delivery {
  ExitCode code = error;
  bool is_whole = false;  ///< whether all of the answer is where it was to go; it may tell of errors itself
};
[[nodiscard]] Delivery delivery_of(const OutputOptions& options, const AnswerForms& answer);

}  // namespace graze::cli
