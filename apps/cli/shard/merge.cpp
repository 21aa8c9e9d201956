/// Finds every piece in one of the files, and reads them in order.

#include "shard/merge.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "answer/wording.h"

namespace graze::cli {
namespace {

tl::unexpected<Error> wrong_shard(const std::string& path, std::string_view reason) {
  return fail(ErrorCode::file, fmt::format("{}: {}", path, reason));
}

/// Where the record of each piece is.
struct Place {
  std::size_t journal = 0;
  const StoredRecord* record = nullptr;
};

struct Shelf {
  std::vector<JournalIndex> journals;
  std::vector<Place> places;
};

Result<void> check_shard(const JournalIndex& shard, const JournalIndex& first) {
  if (!shard.is_complete || shard.shard.count == 0) return wrong_shard(shard.path, "is the journal of a run that has not ended");
  if (!shard.is_whole())
    return wrong_shard(shard.path, fmt::format("is damaged or cut short: {} of its {} are there", shard.records.size(),
                                               counted(shard.records_told, "record")));
  if (const auto other = difference(shard.head, first.head))
    return wrong_shard(shard.path, fmt::format("does not go with {}: it is {}", first.path, *other));
  if (shard.shard.count != first.shard.count)
    return wrong_shard(shard.path, fmt::format("does not go with {}: it is one of {} shards, not of {}", first.path,
                                               shard.shard.count, first.shard.count));
  return {};
}

/// Every number from 1 to n, once.
Result<void> check_all_there(const std::vector<JournalIndex>& shards) {
  std::vector<const JournalIndex*> by_number(shards.front().shard.count, nullptr);
  for (const JournalIndex& shard : shards) {
    if (shard.shard.index == 0 || shard.shard.index > by_number.size())
      return wrong_shard(shard.path, "has no number among its shards");
    const JournalIndex*& slot = by_number[shard.shard.index - 1];
    if (slot != nullptr)
      return wrong_shard(shard.path, fmt::format("is shard {}/{}, and so is {}", shard.shard.index, shard.shard.count, slot->path));
    slot = &shard;
  }
  for (std::size_t i = 0; i < by_number.size(); ++i)
    if (by_number[i] == nullptr)
      return wrong_shard(fmt::format("shard {}/{}", i + 1, by_number.size()), "is missing among the files given");
  return {};
}

Result<std::string> context_in(const std::vector<JournalIndex>& shards) {
  for (const JournalIndex& shard : shards)
    for (const StoredRecord& record : shard.records)
      if (record.piece == context_piece) return read_record(shard.path, record);
  return wrong_shard(shards.front().path, "is damaged: its shards do not say what they are about");
}

}  // namespace

Result<Findings> findings_in(std::vector<JournalIndex> journals, const WorkHead& head, std::string context) {
  const auto shelf = std::make_shared<Shelf>(Shelf{std::move(journals), std::vector<Place>(head.pieces)});
  for (std::size_t i = 0; i < shelf->journals.size(); ++i) {
    for (const StoredRecord& record : shelf->journals[i].records) {
      if (record.piece == context_piece) continue;
      if (record.piece >= head.pieces || shelf->places[record.piece].record != nullptr)
        return wrong_shard(shelf->journals[i].path,
                           fmt::format("is damaged: piece {} is there twice, or should not be", record.piece));
      shelf->places[record.piece] = {i, &record};
    }
  }
  for (std::size_t piece = 0; piece < head.pieces; ++piece)
    if (shelf->places[piece].record == nullptr)
      return wrong_shard(shelf->journals.front().path, fmt::format("is damaged, or another shard is: piece {} is missing", piece));
  return Findings{head, std::move(context), [shelf](const std::function<Result<void>(std::string_view)>& take) -> Result<void> {
                    for (const Place& place : shelf->places) {
                      const Result<void> taken =
                          read_record(shelf->journals[place.journal].path, *place.record).and_then([&](const std::string& text) {
                            return take(text);
                          });
                      if (!taken) return taken;
                    }
                    return {};
                  }};
}

Result<Findings> findings_in_shards(const std::vector<std::string>& files) {
  std::vector<JournalIndex> shards;
  for (const std::string& file : files) {
    Result<JournalIndex> shard = read_journal(file);
    if (!shard) return tl::make_unexpected(shard.error());
    shards.push_back(*std::move(shard));
    if (const Result<void> fits = check_shard(shards.back(), shards.front()); !fits) return tl::make_unexpected(fits.error());
  }
  if (const Result<void> all = check_all_there(shards); !all) return tl::make_unexpected(all.error());
  Result<std::string> context = context_in(shards);
  if (!context) return tl::make_unexpected(context.error());
  const WorkHead head = shards.front().head;
  return findings_in(std::move(shards), head, *std::move(context));
}

}  // namespace graze::cli
