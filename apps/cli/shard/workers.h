#pragma once
/// Threads that do pieces and write them to a journal.

#include <cstddef>
#include <functional>
#include <optional>

#include <graze/error.h>

#include "shard/journal.h"
#include "shard/work.h"

namespace graze::cli {

/// The next piece to do, nothing at the end. Called by one thread at a time.
using NextPiece = std::function<std::optional<std::size_t>()>;

/// Until there is no next piece, or one fails, which is then not in the journal: the first error. Calls on_done() after each piece,
/// from any thread.
[[nodiscard]] Result<void> do_pieces(const Work& work, const NextPiece& next, Journal& journal, std::size_t threads,
                                     const std::function<void()>& on_done);

}  // namespace graze::cli
