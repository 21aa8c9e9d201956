#pragma once
/// What shared clashes of bodies at rest and in motion have in common: heads, costs, records, and what stands beside them.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/clash_answer.h"
#include "shard/neighbours.h"
#include "shard/work.h"

namespace graze::cli {

/// Without input, pieces and run.
[[nodiscard]] Work unprepared_clash(const ClashArguments& arguments);

/// A body as the cost of a pair is estimated by.
struct CostedBody {
  Aabb box;
  std::size_t triangles = 0;
};
[[nodiscard]] double pair_cost(const CostedBody& a, const CostedBody& b);

/// What a piece has found, as finish_clash() reads it.
[[nodiscard]] std::string clash_record(const Result<std::vector<Json>>& rows);

/// What an answer says beside the pairs that were found.
struct ClashContext {
  std::size_t bodies = 0;
  std::function<std::pair<std::string_view, std::string_view>(std::size_t)> name_and_kind{};
  std::string unit{};
  std::vector<std::string> notes{};
  std::vector<IgnoredBodies> ignored{};
  std::size_t pairs_considered = 0;
  std::optional<double> t_max{};
  std::vector<NamePair> asked{};

  /// Fails where a name is not UTF-8, and could not be read back.
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] std::string text() const;
};

/// Of bodies at rest: of no more of them than outlines and those that are asked about in memory.
[[nodiscard]] Result<Work> clash_rest_work(const ClashArguments& arguments, const Neighbours& neighbours);

}  // namespace graze::cli
