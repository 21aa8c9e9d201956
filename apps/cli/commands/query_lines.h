#pragma once
/// Lines of questions, answered one by one, and what is said about all of them.

#include <cstddef>
#include <filesystem>
#include <string>

#include <graze/query_format.h>

#include "answer/answer.h"
#include "answer/output.h"
#include "input/line_reader.h"
#include "shard/neighbours.h"
#include "shard/work.h"

namespace graze::cli {

struct QueryArguments {
  std::string file = "-";  ///< "-" is standard input
  bool check = false;      ///< compare answers with what the lines expect
  bool strict = false;     ///< unknown fields are errors
  OutputOptions output;
};

struct AnsweredLine {
  Answer answer;
  std::string reason;  ///< of an error, with its line: "7: b.h[1]: negative half extent -0.5"
  bool has_expectation = false;
  bool is_unmet = false;
};

/// Without exceptions: on a thread they would end the program, and with it the answers to all other lines.
[[nodiscard]] AnsweredLine answered(const InputLine& input, const QuestionReader& reader, bool check);

/// Writes answers in order and counts them.
class AnswerWriter {
 public:
  AnswerWriter(std::string file, const OutputOptions& options) : file_(std::move(file)), options_(options), output_(options.out) {}

  void write(const AnsweredLine& line);
  void flush() { output_.flush(); }
  [[nodiscard]] bool failed() const { return output_.failed(); }
  [[nodiscard]] bool is_lost() const { return output_.is_lost(); }
  /// Writes what is left; the message about lines in error or expectations that are not met, and the exit code.
  [[nodiscard]] ExitCode finished();

 private:
  [[nodiscard]] ExitCode verdict() const;

  std::string file_;
  OutputOptions options_;
  Output output_;
  std::size_t errors_ = 0;
  std::string first_error_;  ///< "7: b.h[1]: …": the line and the reason
  std::size_t expectations_ = 0;
  std::size_t unmet_ = 0;
};

/// The questions of a file as work to share, balanced by kind of question and size of meshes.
[[nodiscard]] Result<Work> query_work(const QueryArguments& arguments, const Neighbours& neighbours);
[[nodiscard]] Delivery finish_query(const Findings& findings, const OutputOptions& output);

}  // namespace graze::cli
