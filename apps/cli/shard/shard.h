#pragma once
/// --shard and --resume: one part of work that many processes share, and the engine that does it.

#include <functional>
#include <string>

#include "answer/answer.h"
#include "answer/output_file.h"
#include "grammar/grammar.h"
#include "shard/journal.h"
#include "shard/neighbours.h"
#include "shard/work.h"

namespace graze::cli {

struct ShardOptions {
  ShardNumber shard{};  ///< 0 of 0: all of it
  bool resume = false;

  [[nodiscard]] bool wanted() const { return shard.count > 0; }
};

/// --shard and --resume.
[[nodiscard]] OptionGroup shard_options(ShardOptions& into);

/// Does the shard and writes it to output.out in one step, from a journal beside it that is gone then.
[[nodiscard]] ExitCode run_shard(const Work& work, const ShardOptions& options, const OutputOptions& output);

/// Does shared work, and says how it ended: run_shard(), or that of graze-mpi.
struct Engine {
  std::function<ExitCode(const Work& work, const ShardOptions& shard, const OutputOptions& output)> run{};
  Neighbours neighbours{};

  explicit operator bool() const { return run != nullptr; }
  /// Without one of its own a process does a shard.
  [[nodiscard]] Engine or_shards() const { return *this ? *this : Engine{run_shard}; }
};

/// Prepared work, done by the engine.
[[nodiscard]] inline ExitCode run_with(const Engine& engine, const Result<Work>& work, const ShardOptions& shard,
                                       const OutputOptions& output) {
  if (shard.wanted() && output.out.empty()) return fail_with("--out", "a shard cannot go to standard output");
  if (const Result<void> fine = check_replaceable(output.out); !fine) return fail_with(fine.error());
  return work ? engine.run(*work, shard, output) : fail_with(work.error());
}

}  // namespace graze::cli
