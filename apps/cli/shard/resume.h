#pragma once
/// What journals of an earlier run have left to do.

#include <cstddef>
#include <span>
#include <vector>

#include "shard/journal.h"
#include "shard/work.h"

namespace graze::cli {

/// Pieces without a record in any of the journals, in order.
[[nodiscard]] std::vector<std::size_t> pieces_left(const Work& work, std::span<const JournalIndex> journals);

/// Says on standard error what was done and, by name, what was begun and lost, unless the user wants quiet or nothing was.
void tell_resumed(const Work& work, std::span<const JournalIndex> journals, const OutputOptions& output);

}  // namespace graze::cli
