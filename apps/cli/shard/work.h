#pragma once
/// Work that any number of processes can share: a list of pieces, each of which can be done by anyone, in any order.
///
/// What a piece finds is kept as text in a neutral form, and made into the answer when all pieces are there. That is the one
/// mechanism behind `--shard`, `graze merge` and graze-mpi: the answer cannot depend on who did what.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>

#include "answer/answer.h"
#include "answer/json.h"
#include "shard/input_files.h"
#include "shard/pieces.h"

namespace graze::cli {

/// What results must have in common to be joined.
struct WorkHead {
  std::string version = GRAZE_VERSION;
  std::string command{};
  std::string input{};  ///< digest of all that the answer depends on
  Json options{};       ///< those that the answer depends on, its form included
  std::size_t pieces = 0;
  std::string subject{};  ///< the input as the user named it, for messages; may differ

  [[nodiscard]] Json json() const;
};

/// Nothing where the text is no head.
[[nodiscard]] std::optional<WorkHead> head_in(const Json& json);

/// What keeps two results from being joined; nothing where they can be.
[[nodiscard]] std::optional<std::string> difference(const WorkHead& a, const WorkHead& b);

struct Work {
  WorkHead head{};
  std::vector<Piece> pieces{};
  std::function<std::string()> context{};                        ///< what the answer says beside the pieces' own findings
  std::string item = "line";                                     ///< what pieces consist of, for messages
  std::function<Result<std::string>(const Piece& piece)> run{};  ///< from any thread
  InputFiles files{};

  /// "lines 120-180"
  [[nodiscard]] std::string name(std::size_t piece) const;
};

/// The records of all pieces, in order, read one by one: there may be more than fit into memory.
struct Findings {
  WorkHead head;
  std::string context;
  /// Fails where a record cannot be read, and where take() fails.
  std::function<Result<void>(const std::function<Result<void>(std::string_view record)>& take)> for_each;
};

/// Makes the answer of findings and writes it, as the command would that did all the work itself.
[[nodiscard]] Delivery finish(const Findings& findings, const OutputOptions& output);

}  // namespace graze::cli
