#pragma once
/// Joins what shards have written.

#include <string>
#include <vector>

#include <graze/error.h>

#include "shard/journal.h"
#include "shard/work.h"

namespace graze::cli {

/// All shards of one work. Fails, with names, where one is missing, given twice, unfinished, damaged, or of other work.
[[nodiscard]] Result<Findings> findings_in_shards(const std::vector<std::string>& files);

/// The records of journals that hold all pieces between them.
[[nodiscard]] Result<Findings> findings_in(std::vector<JournalIndex> journals, const WorkHead& head, std::string context);

}  // namespace graze::cli
