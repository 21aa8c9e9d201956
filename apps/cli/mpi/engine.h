#pragma once
/// Shared work, done by all ranks of an MPI job.

#include <optional>
#include <string>
#include <vector>

#include "answer/answer.h"
#include "mpi/node_folder.h"
#include "mpi/ranks.h"
#include "shard/shard.h"

namespace graze::cli {

/// Each rank takes pieces by tickets and keeps them in a journal of its own beside the output; the first rank writes the answer of
/// all of them, and the journals are gone then. What a rank that died has not finished is done anew with --resume.
class RankEngine {
 public:
  explicit RankEngine(const Ranks& ranks) : ranks_(ranks), folder_(ranks) {}

  /// For the commands, which prepare their work together with the other ranks of this machine.
  [[nodiscard]] Engine engine();
  /// In ranks that could not prepare their work: lets the others go, whatever they are waiting for. Nothing where run() was called.
  void leave();
  /// Whether run() was called: work that could not be prepared never gets so far, in some ranks or in all.
  [[nodiscard]] bool has_run() const { return has_run_; }

 private:
  ExitCode run(const Work& work, const ShardOptions& shard, const OutputOptions& output);
  [[nodiscard]] Result<std::vector<std::string>> exchange(Result<std::string> mine);

  const Ranks& ranks_;
  NodeFolder folder_;
  std::optional<Error> left_;  ///< why a rank of this machine takes part no more
  bool has_run_ = false;
};

}  // namespace graze::cli
