/// Each thread takes the next piece, does it and writes it down.

#include "shard/workers.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

#include "threads.h"

namespace graze::cli {
namespace {

Result<void> do_one(const Work& work, std::size_t piece, Journal& journal) {
  const Result<void> begun = journal.begin(piece);
  if (!begun) return begun;
  const Result<std::string> record = work.run(work.pieces[piece]);
  if (!record) return tl::make_unexpected(record.error());
  return journal.add(piece, *record);
}

/// On a thread of its own an exception would end the program.
Result<void> do_without_exceptions(const Work& work, std::size_t piece, Journal& journal) {
  try {
    return do_one(work, piece, journal);
  } catch (const std::exception&) {  // the library throws nothing but what a lack of memory makes of it
    return fail(ErrorCode::limit, work.name(piece) + ": does not fit into memory");
  }
}

}  // namespace

Result<void> do_pieces(const Work& work, const NextPiece& next, Journal& journal, std::size_t threads,
                       const std::function<void()>& on_done) {
  std::mutex mutex;
  Result<void> outcome;
  const auto take = [&]() -> std::optional<std::size_t> {
    const std::lock_guard lock(mutex);
    return outcome ? next() : std::nullopt;
  };
  const auto work_on = [&] {
    for (std::optional<std::size_t> piece = take(); piece; piece = take()) {
      Result<void> done = do_without_exceptions(work, *piece, journal);
      on_done();
      const std::lock_guard lock(mutex);
      if (!done && outcome) outcome = std::move(done);
    }
  };
  on_threads(std::clamp<std::size_t>(work.pieces.size(), 1, thread_count(threads)), work_on);
  return outcome;
}

}  // namespace graze::cli
