/// graze query: answers lines of questions in batches, on several threads, and compares them with expectations.

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <vector>

#include <graze/query_format.h>

#include "answer/progress.h"
#include "commands/commands.h"
#include "commands/query_lines.h"
#include "grammar/bindings.h"
#include "input/line_reader.h"
#include "shard/shard.h"
#include "threads.h"

namespace graze::cli {
namespace {

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
  on_threads(std::clamp<std::size_t>(batch.size(), 1, thread_count(arguments.output.threads)), work);
  return answers;
}

ExitCode answer_all(int descriptor, const std::filesystem::path& directory, const QueryArguments& arguments) {
  const QuestionReader reader(directory, arguments.strict);
  LineReader lines(descriptor);
  AnswerWriter writer(arguments.file, arguments.output);
  {
    Progress progress("questions answered:", arguments.output);
    while (!writer.failed()) {
      std::vector<InputLine> batch = lines.next_batch();
      if (batch.empty()) break;
      std::erase_if(batch, [](const InputLine& line) { return line.is_blank(); });
      for (const AnsweredLine& line : answered(batch, reader, arguments, progress)) writer.write(line);
      writer.flush();
    }
  }
  if (lines.error_number() != 0) return fail_with(arguments.file, system_reason(lines.error_number()));
  return writer.finished();
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

Command query_command(const Engine& engine) {
  const auto own = std::make_shared<QueryArguments>();
  const auto shard = std::make_shared<ShardOptions>();
  QueryArguments& all = *own;
  OptionGroup output = without(output_options(all.output), {"--csv", "--units", "--precise", "--no-color"});
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
                     shard_options(*shard),
                     output},
          .examples = {{"graze query questions.jsonl", "Every question the library knows, from a file"},
                       {"graze query cases.jsonl --check --quiet", "A regression test"},
                       {"graze query questions.jsonl --shard 2/7 --out part2 --resume",
                        "The second of seven parts, each on a machine of its own"}},
          .exits = {{0, "every line was answered"},
                    {1, "with --check: an answer differs from what the line expects"},
                    {2, "a line was in error, or the file cannot be read"}},
          .run = [own, shard, engine] {
            if (!engine && !shard->wanted()) return run_query(*own);
            const Engine doing = engine.or_shards();
            return run_with(doing, query_work(*own, doing.neighbours), *shard, own->output);
          }};
}

}  // namespace graze::cli
