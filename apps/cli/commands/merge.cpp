/// graze merge: joins the shards of one work.

#include "shard/merge.h"

#include <array>
#include <memory>

#include "commands/clash_answer.h"
#include "commands/commands.h"
#include "commands/query_lines.h"
#include "commands/robot_answer.h"
#include "grammar/bindings.h"

namespace graze::cli {
namespace {

struct MergeArguments {
  std::vector<std::string> shards;
  OutputOptions output;
};

struct Finisher {
  std::string_view command;
  Delivery (*finish)(const Findings& findings, const OutputOptions& output);
};

constexpr std::array finishers{Finisher{"clash", finish_clash}, Finisher{"query", finish_query}, Finisher{"robot", finish_edges}};

}  // namespace

Delivery finish(const Findings& findings, const OutputOptions& output) {
  for (const Finisher& finisher : finishers)
    if (finisher.command == findings.head.command) return finisher.finish(findings, output);
  return {fail_with(findings.head.command, "is no command whose shards can be joined")};
}

Command merge_command() {
  const auto own = std::make_shared<MergeArguments>();
  MergeArguments& all = *own;
  OptionGroup output = output_options(all.output);
  std::erase_if(output.options, [](const Option& option) {
    return option.name != "--out" && option.name != "--quiet" && option.name != "--no-color";
  });
  return {.name = "merge",
          .summary = "join the shards that query, clash or robot --edges wrote",
          .description =
              "Writes what one process would have written that did all the work, byte for byte, in the form that the shards "
              "were asked for, and exits as it would have. Shards that are missing, given twice, unfinished or damaged, of another "
              "input, "
              "version or of other options are refused by name.",
          .positionals = {arguments("SHARD", "All files that runs with --shard 1/N to N/N wrote, in any order", all.shards)},
          .groups = {output},
          .examples = {{"graze merge part* --out answers.jsonl", "All parts of a run of graze query, as one file"}},
          .exits = exit_meanings("as the command that wrote the shards", "as that command"),
          .run = [own] {
            const Result<Findings> findings = findings_in_shards(own->shards);
            return findings ? finish(*findings, own->output).code : fail_with(findings.error());
          }};
}

}  // namespace graze::cli
