/// graze query: answers lines of questions in batches, on several threads, and compares them with expectations.

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "answer/answer.h"
#include "answer/output.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "input/line_reader.h"

namespace graze::cli {
namespace {

struct QueryArguments {
  std::string file = "-";  ///< "-" is standard input
  bool check = false;      ///< compare answers with what the lines expect
  bool strict = false;     ///< unknown fields are errors
  OutputOptions output;
};

struct Totals {
  std::size_t errors = 0;
  std::string first_error;  ///< "7: b.h[1]: …": the line and the reason
  std::size_t expectations = 0;
  std::size_t unmet = 0;
};

struct AnsweredLine {
  Answer answer;
  std::string reason;  ///< of an error, with its line: "7: b.h[1]: negative half extent -0.5"
  bool has_expectation = false;
  bool is_unmet = false;
};

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Adds what the comparison found to the answer itself, so that it is beside the id.
void check_expectation(const Question& question, AnsweredLine& line) {
  const std::optional<std::string> difference = unmet_expectation(question.expect, line.answer.line);
  nlohmann::ordered_json verdict{{"met", !difference}};
  if (difference) verdict["reason"] = *difference;
  if (question.is_expectation_soft) verdict["soft"] = true;
  line.has_expectation = true;
  line.is_unmet = difference && !question.is_expectation_soft;
  line.answer.line.pop_back();
  line.answer.line += fmt::format(R"(,"check":{}}})", verdict.dump());
}

/// Where the line is that is in error: beside the error in its answer, and for the one line on standard error.
void add_line_number(const InputLine& input, const QuestionLine& line, AnsweredLine& result) {
  result.answer.line.pop_back();
  result.answer.line += fmt::format(R"(,"line":{}}})", input.number);
  const auto told = nlohmann::json::parse(result.answer.line, nullptr, false);
  const bool has_reason = told.is_object() && told.contains("error") && told["error"].contains("message");
  const std::string reason = has_reason      ? told["error"]["message"].get<std::string>()
                             : line.question ? ""
                                             : line.question.error().message;
  result.reason = fmt::format("{}: {}", input.number, reason);
}

AnsweredLine answered_or_thrown(const InputLine& input, const QuestionReader& reader, bool check) {
  const QuestionLine line =
      input.is_too_long ? QuestionLine{"null", fail(ErrorCode::limit, fmt::format("line: longer than {} bytes", max_line_bytes))}
                        : reader.read(input.text);
  AnsweredLine result{answer(line), {}};
  if (!result.answer.ok) add_line_number(input, line, result);
  if (check && line.question && !line.question->expect.empty()) check_expectation(*line.question, result);
  return result;
}

/// Without exceptions: on a thread they would end the program, and with it the answers to all other lines.
AnsweredLine answered(const InputLine& input, const QuestionReader& reader, bool check) {
  try {
    return answered_or_thrown(input, reader, check);
  } catch (const std::exception&) {  // the library throws nothing but what a lack of memory makes of it
    return {
        {false,
         fmt::format(R"({{"id":null,"ok":false,"error":{{"code":"limit","message":"line: does not fit into memory"}},"line":{}}})",
                     input.number)},
        fmt::format("{}: does not fit into memory", input.number)};
  }
}

/// Fewer than wanted where the system gives no more; this thread works in any case.
std::vector<std::jthread> started(std::size_t count, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  try {
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
  } catch (const std::system_error&) {
  }
  return threads;
}

/// Each thread takes the next line not yet taken; the order of the answers is that of the lines.
std::vector<AnsweredLine> answered(const std::vector<InputLine>& batch, const QuestionReader& reader,
                                   const QueryArguments& arguments, Progress& progress) {
  std::vector<AnsweredLine> answers(batch.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < batch.size(); i = next++) {
      answers[i] = answered(batch[i], reader, arguments.check);
      progress.advance();
    }
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted = arguments.output.threads > 0 ? arguments.output.threads : cores;
  const auto useful = std::clamp<std::size_t>(batch.size(), 1, wanted);
  std::vector<std::jthread> others = started(useful - 1, work);
  work();
  others.clear();
  return answers;
}

void write_and_count(const std::vector<AnsweredLine>& answers, const QueryArguments& arguments, Output& output, Totals& totals) {
  for (const AnsweredLine& line : answers) {
    if (!line.answer.ok && totals.errors++ == 0) totals.first_error = line.reason;
    totals.expectations += line.has_expectation ? 1 : 0;
    totals.unmet += line.is_unmet ? 1 : 0;
    if (arguments.output.quiet && arguments.output.out.empty()) continue;
    output.write(line.answer.line);
    output.write("\n");
  }
  output.flush();
}

ExitCode verdict(const QueryArguments& arguments, const Totals& totals) {
  if (totals.errors > 0) {
    const std::string more = totals.errors == 1 ? "" : fmt::format(" (and {} in error)", counted(totals.errors - 1, "more line"));
    return fail_with(arguments.file + ":" + totals.first_error.substr(0, totals.first_error.find(':')),
                     totals.first_error.substr(totals.first_error.find(':') + 2) + more);
  }
  if (totals.unmet > 0)
    fail_with(arguments.file,
              fmt::format("{} of {} not met", totals.unmet,
                          totals.expectations == 1 ? "1 expectation is" : fmt::format("{} expectations are", totals.expectations)));
  return totals.unmet > 0 ? hit : clear;
}

ExitCode answer_all(int descriptor, const std::filesystem::path& directory, const QueryArguments& arguments) {
  const QuestionReader reader(directory, arguments.strict);
  LineReader lines(descriptor);
  Output output(arguments.output.out);
  Totals totals;
  {
    Progress progress("questions answered:", arguments.output);
    while (!output.failed()) {
      std::vector<InputLine> batch = lines.next_batch();
      if (batch.empty()) break;
      std::erase_if(batch, [](const InputLine& line) { return !line.is_too_long && is_blank(line.text); });
      write_and_count(answered(batch, reader, arguments, progress), arguments, output, totals);
    }
  }
  if (lines.error_number() != 0) return fail_with(arguments.file, system_reason(lines.error_number()));
  const ExitCode written = output.finished(clear);
  return written == clear ? verdict(arguments, totals) : written;
}

ExitCode run_query(const QueryArguments& arguments) {
  if (arguments.file == "-") {
    QueryArguments named = arguments;
    named.file = "standard input";
    return answer_all(STDIN_FILENO, {}, named);
  }
  const int descriptor = ::open(arguments.file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail_with(arguments.file, system_reason(errno));
  const ExitCode code = answer_all(descriptor, std::filesystem::path(arguments.file).parent_path(), arguments);
  ::close(descriptor);
  return code;
}

}  // namespace

Command query_command() {
  const auto own = std::make_shared<QueryArguments>();
  QueryArguments& all = *own;
  OptionGroup output = output_options(all.output);
  std::erase_if(output.options, [](const Option& option) {
    return option.name == "--csv" || option.name == "--units" || option.name == "--precise" || option.name == "--no-color";
  });
  std::erase_if(output.options.front().excludes, [](const std::string& name) { return name == "--csv"; });
  output.options.front().help = "Accepted as everywhere: answers are JSON, one object a line, in any case";
  return {.name = "query",
          .summary = "answer questions, one JSON object a line",
          .description =
              "One JSON object a line in, one a line out, in the same order, with all digits: docs/query.md describes the format. "
              "A line in error "
              "is answered with the reason and its number, and does not stop the run. Numbers are in the unit of the question.",
          .positionals = {optional_argument("FILE", "File of questions; standard input if it is - or absent", all.file)},
          .groups = {{"Question",
                      {flag("--check", "Compare the answers with what the lines expect", all.check),
                       flag("--strict", "Refuse lines with unknown fields", all.strict)}},
                     output},
          .examples = {{"graze query questions.jsonl", "Every question the library knows, from a file"},
                       {"graze query cases.jsonl --check --quiet", "A regression test"}},
          .exits = {{0, "every line was answered"},
                    {1, "with --check: an answer differs from what the line expects"},
                    {2, "a line was in error, or the file cannot be read"}},
          .run = [own] { return run_query(*own); }};
}

}  // namespace graze::cli
