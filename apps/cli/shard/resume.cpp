/// Counts what journals hold.

#include "shard/resume.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace graze::cli {
namespace {

std::vector<bool> pieces_done(const Work& work, std::span<const JournalIndex> journals) {
  std::vector<bool> done(work.pieces.size(), false);
  for (const JournalIndex& journal : journals)
    for (const StoredRecord& record : journal.records)
      if (record.piece < done.size()) done[record.piece] = true;
  return done;
}

}  // namespace

std::vector<std::size_t> pieces_left(const Work& work, std::span<const JournalIndex> journals) {
  const std::vector<bool> done = pieces_done(work, journals);
  std::vector<std::size_t> left;
  for (std::size_t piece = 0; piece < done.size(); ++piece)
    if (!done[piece]) left.push_back(piece);
  return left;
}

void tell_resumed(const Work& work, std::span<const JournalIndex> journals, const OutputOptions& output) {
  const std::vector<bool> done = pieces_done(work, journals);
  std::vector<std::size_t> lost;
  for (const JournalIndex& journal : journals)
    for (const std::size_t piece : journal.begun)
      if (piece < done.size() && !done[piece]) lost.push_back(piece);
  const auto count = static_cast<std::size_t>(std::ranges::count(done, true));
  if (output.quiet || (count == 0 && lost.empty())) return;
  constexpr std::size_t named_at_most = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(lost.size(), named_at_most); ++i)
    names += (i > 0 ? ", " : "; begun and lost: ") + work.name(lost[i]);
  if (lost.size() > named_at_most) names += fmt::format(" and {} more", lost.size() - named_at_most);
  fmt::print(stderr, "graze: resuming: {} of {} done before{}\n", count, counted(done.size(), "piece"), names);
}

}  // namespace graze::cli
