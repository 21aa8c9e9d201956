/// Reads a line as a question, answers it, compares it with its expectation, and keeps the totals.

#include "commands/query_lines.h"

#include <exception>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

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

}  // namespace

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

void AnswerWriter::write(const AnsweredLine& line) {
  if (!line.answer.ok && errors_++ == 0) first_error_ = line.reason;
  expectations_ += line.has_expectation ? 1 : 0;
  unmet_ += line.is_unmet ? 1 : 0;
  if (options_.quiet && options_.out.empty()) return;
  output_.write(line.answer.line);
  output_.write("\n");
}

ExitCode AnswerWriter::verdict() const {
  if (errors_ > 0) {
    const std::string more = errors_ == 1 ? "" : fmt::format(" (and {} in error)", counted(errors_ - 1, "more line"));
    return fail_with(file_ + ":" + first_error_.substr(0, first_error_.find(':')),
                     first_error_.substr(first_error_.find(':') + 2) + more);
  }
  if (unmet_ > 0)
    fail_with(file_, fmt::format("{} of {} not met", unmet_,
                                 expectations_ == 1 ? "1 expectation is" : fmt::format("{} expectations are", expectations_)));
  return unmet_ > 0 ? hit : clear;
}

ExitCode AnswerWriter::finished() {
  const ExitCode written = output_.finished(clear);
  return written == clear ? verdict() : written;
}

}  // namespace graze::cli
