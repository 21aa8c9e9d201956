/// Answers lines of questions in batches, on several threads, and compares them with expectations.

#include "query_command.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "line_reader.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

struct Totals {
  std::size_t errors = 0;
  std::size_t expectations = 0;
  std::size_t unmet = 0;
};

struct AnsweredLine {
  Answer answer;
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

AnsweredLine answered_or_thrown(const InputLine& input, const QuestionReader& reader, bool check) {
  const QuestionLine line =
      input.is_too_long ? QuestionLine{"null", fail(ErrorCode::limit, fmt::format("line: longer than {} bytes", max_line_bytes))}
                        : reader.read(input.text);
  AnsweredLine result{answer(line)};
  if (check && line.question && !line.question->expect.empty()) check_expectation(*line.question, result);
  return result;
}

/// Without exceptions: on a thread they would end the program, and with it the answers to all other lines.
AnsweredLine answered(const InputLine& input, const QuestionReader& reader, bool check) {
  try {
    return answered_or_thrown(input, reader, check);
  } catch (const std::exception&) {  // the library throws nothing but what a lack of memory makes of it
    return {{false, R"({"id":null,"ok":false,"error":{"code":"limit","message":"line: does not fit into memory"}})"}};
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
  const auto useful = std::clamp<std::size_t>(batch.size(), 1, static_cast<std::size_t>(arguments.threads));
  std::vector<std::jthread> others = started(useful - 1, work);
  work();
  others.clear();
  return answers;
}

void write_and_count(const std::vector<AnsweredLine>& answers, Output& output, Totals& totals) {
  for (const AnsweredLine& line : answers) {
    totals.errors += line.answer.ok ? 0 : 1;
    totals.expectations += line.has_expectation ? 1 : 0;
    totals.unmet += line.is_unmet ? 1 : 0;
    output.write(line.answer.line);
    output.write("\n");
  }
  output.flush();
}

ExitCode verdict(const QueryArguments& arguments, const Totals& totals) {
  if (totals.unmet > 0)
    fail_with(arguments.file, fmt::format("{} of {} expectations are not met", totals.unmet, totals.expectations));
  if (totals.errors > 0) return error;
  return totals.unmet > 0 ? hit : clear;
}

ExitCode answer_all(int descriptor, const std::filesystem::path& directory, const QueryArguments& arguments) {
  const QuestionReader reader(directory, arguments.strict);
  LineReader lines(descriptor);
  Output output;
  Totals totals;
  {
    Progress progress("questions answered:");
    while (!output.failed()) {
      std::vector<InputLine> batch = lines.next_batch();
      if (batch.empty()) break;
      std::erase_if(batch, [](const InputLine& line) { return !line.is_too_long && is_blank(line.text); });
      write_and_count(answered(batch, reader, arguments, progress), output, totals);
    }
  }
  if (lines.error_number() != 0) return fail_with(arguments.file, system_reason(lines.error_number()));
  return output.failed() ? output.finished(error) : verdict(arguments, totals);
}

}  // namespace

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

}  // namespace graze::cli
