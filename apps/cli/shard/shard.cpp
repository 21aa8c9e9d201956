/// Does what is left of a shard and puts it in its place.

#include "shard/shard.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include <graze/file.h>

#include "answer/progress.h"
#include "grammar/bindings.h"
#include "shard/resume.h"
#include "shard/workers.h"

namespace graze::cli {
namespace {

/// "2/7"
Result<ShardNumber> shard_in(const std::string& text) {
  ShardNumber shard;
  const char* const end = text.data() + text.size();
  const auto [slash, problem] = std::from_chars(text.data(), end, shard.index);
  const bool has_slash = problem == std::errc() && slash != end && *slash == '/';
  const auto [stop, other] = has_slash ? std::from_chars(slash + 1, end, shard.count) : std::from_chars_result{slash, problem};
  if (has_slash && other == std::errc() && stop == end && shard.index >= 1 && shard.index <= shard.count) return shard;
  return fail(ErrorCode::bad_option, fmt::format("expected I/N with I from 1 to N, as in 2/7, got {}", text));
}

/// Whether the file holds this shard already; an error where it holds another.
Result<bool> is_done(const Work& work, const ShardNumber& shard, const std::string& file) {
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return false;
  const Result<JournalIndex> found = read_journal(file);
  if (!found) return tl::make_unexpected(found.error());
  if (const auto other = difference(found->head, work.head))
    return fail(ErrorCode::file, fmt::format("{}: {}; remove it to begin anew", file, *other));
  if (found->shard != shard)
    return fail(ErrorCode::file, fmt::format("{}: is shard {}/{}", file, found->shard.index, found->shard.count));
  return found->is_whole();
}

/// All records of the journal, in order, as a complete shard.
Result<void> write_shard(const Work& work, const ShardNumber& shard, const std::string& journal, const std::string& file) {
  const Result<JournalIndex> written = read_journal(journal);
  if (!written) return tl::make_unexpected(written.error());
  std::map<std::size_t, const StoredRecord*> by_piece;
  for (const StoredRecord& record : written->records) by_piece[record.piece] = &record;
  FileWriter writer(file);
  writer.write(head_line(work.head, shard, by_piece.size() + (shard.index == 1 ? 1 : 0)));
  for (const auto& [piece, record] : by_piece) {
    const Result<std::string> read = read_record(journal, *record);
    if (!read) return tl::make_unexpected(read.error());
    if (!writer.write(record_text(piece, *read))) break;  // finish() says why
  }
  if (shard.index == 1) writer.write(record_text(context_piece, work.context ? work.context() : ""));
  return writer.finish();
}

Result<void> do_shard(const Work& work, const ShardOptions& options, const OutputOptions& output) {
  Result<Journal> journal = Journal::open(output.out + ".journal", work.head, options.shard, options.resume);
  if (!journal) return tl::make_unexpected(journal.error());
  if (options.resume) tell_resumed(work, {&journal->found(), 1}, output);
  const auto [first, end] = share_of(work.pieces, options.shard.index - 1, options.shard.count);
  std::vector<std::size_t> left = pieces_left(work, {&journal->found(), 1});
  std::erase_if(left, [&](std::size_t piece) { return piece < first || piece >= end; });
  Progress progress("pieces done:", output, left.size());
  std::size_t taken = 0;
  const auto next = [&] { return taken < left.size() ? std::optional(left[taken++]) : std::nullopt; };
  return do_pieces(work, next, *journal, output.threads, [&] { progress.advance(); })
      .and_then([&] { return work.files.check_unchanged(); })
      .and_then([&] { return write_shard(work, options.shard, journal->path(), output.out); })
      .map([&] { journal->remove(); });
}

}  // namespace

OptionGroup shard_options(ShardOptions& into) {
  Option shard{
      .name = "--shard",
      .value = "I/N",
      .help =
          "Do part I of N, from 1 on, of about equal cost, and write it to --out, for graze merge. Exits with 0 when it is "
          "written, whatever was found",
      .set = [&into](const std::string& word) { return shard_in(word).map([&](const ShardNumber& n) { into.shard = n; }); }};
  return {"Shards",
          {needing(std::move(shard), {"--out"}),
           needing(flag("--resume", "Skip what an earlier run of this shard has done, which may have been killed", into.resume),
                   {"--shard"})}};
}

ExitCode run_shard(const Work& work, const ShardOptions& options, const OutputOptions& output) {
  if (options.resume) {
    const Result<bool> done = is_done(work, options.shard, output.out);
    if (!done) return fail_with(done.error());
    if (*done) return clear;
  }
  const Result<void> done = do_shard(work, options, output);
  return done ? clear : fail_with(done.error());
}

}  // namespace graze::cli
