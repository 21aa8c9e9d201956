/// Agrees on the work, takes pieces until none is left, and puts the answer together.

#include "mpi/engine.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "answer/progress.h"
#include "shard/merge.h"
#include "shard/resume.h"
#include "shard/workers.h"
#include "threads.h"

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

/// OUT.journal.7; of answers to standard output graze-DIGEST.journal.7 in the current folder.
std::string journal_base(const Work& work, const OutputOptions& output) {
  return (output.out.empty() ? "graze-" + work.head.input : output.out) + ".journal.";
}

/// Journals of all ranks, and of those of earlier runs with more of them.
std::vector<std::string> journal_files(const std::string& base) {
  const fs::path path(base);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string start = path.filename().string();
  std::vector<std::string> files;
  std::error_code none;
  for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    const std::string rank = name.starts_with(start) ? name.substr(start.size()) : "";
    if (!rank.empty() && std::ranges::all_of(rank, [](char c) { return c >= '0' && c <= '9'; }))
      files.push_back((path.parent_path() / name).string());
  }
  std::ranges::sort(files);
  return files;
}

/// All journals of this work.
Result<std::vector<JournalIndex>> all_journals(const Work& work, const std::string& base) {
  std::vector<JournalIndex> journals;
  for (const std::string& file : journal_files(base)) {
    Result<JournalIndex> journal = read_journal(file);
    if (!journal) return tl::make_unexpected(journal.error());
    if (const auto other = difference(journal->head, work.head))
      return fail(ErrorCode::file, fmt::format("{}: {}; remove it to begin anew", file, *other));
    journals.push_back(*std::move(journal));
  }
  return journals;
}

void remove_journals(const std::string& base) {
  std::error_code none;
  for (const std::string& file : journal_files(base)) fs::remove(file, none);
}

/// One run of the engine, step by step; every step is taken by all ranks or by none.
class RankRun {
 public:
  RankRun(const Ranks& ranks, const Work& work, const ShardOptions& shard, const OutputOptions& output)
      : ranks_(ranks), work_(work), shard_(shard), output_(output), base_(journal_base(work, output)) {}

  ExitCode run() {
    const bool is_done = agreed(same_work()) && agreed(open_journals()) && agreed(find_left()) && agreed(do_all());
    return static_cast<ExitCode>(ranks_.from_first(is_done ? finish_first() : error));
  }

 private:
  /// Whether this step went well in all ranks; says here what went wrong.
  bool agreed(const Result<void>& step) const {
    if (!step) fail_with(step.error());
    return ranks_.all(step.has_value());
  }

  /// A rank that reads other files than the first one must not answer.
  Result<void> same_work() const {
    const std::string first = ranks_.from_first(work_.head.json().dump(-1, ' ', false, Json::error_handler_t::replace));
    const std::optional<WorkHead> head = head_in(Json::parse(first, nullptr, false));
    const auto other = head ? difference(work_.head, *head) : std::optional<std::string>("unreadable");
    if (!other) return {};
    return fail(ErrorCode::file, fmt::format("{}: what rank {} reads is {}", work_.head.subject, ranks_.rank(), *other));
  }

  /// The first rank first, so that a second job is refused before it has touched anything.
  Result<void> open_journals() {
    Result<void> opened = ranks_.is_first() ? clear_and_open() : Result<void>();
    if (!ranks_.all(opened.has_value())) return opened;
    return ranks_.is_first() ? opened : open();
  }

  Result<void> clear_and_open() {
    const Result<void> opened = open();
    if (!opened || shard_.resume) return opened;
    std::error_code none;
    for (const std::string& file : journal_files(base_))
      if (file != journal_->path()) fs::remove(file, none);
    return {};
  }

  Result<void> open() {
    return Journal::open(base_ + std::to_string(ranks_.rank()), work_.head, {}, shard_.resume).map([&](Journal&& journal) {
      journal_ = std::make_unique<Journal>(std::move(journal));
    });
  }

  Result<void> find_left() {
    Result<std::vector<JournalIndex>> found = ranks_.is_first() ? all_journals(work_, base_) : std::vector<JournalIndex>();
    std::vector<std::uint64_t> left;
    if (found && ranks_.is_first()) {
      if (shard_.resume) tell_resumed(work_, *found, output_);
      for (const std::size_t piece : pieces_left(work_, *found)) left.push_back(piece);
    }
    left_ = ranks_.from_first(std::move(left));
    if (!found) return tl::make_unexpected(found.error());
    return {};
  }

  Result<void> do_all() {
    Tickets tickets(ranks_);
    OutputOptions shown = output_;
    shown.quiet = shown.quiet || !ranks_.is_first();
    shown.progress = shown.progress && ranks_.is_first();
    Progress progress("pieces begun by all ranks:", shown, left_.size());
    const auto next = [&, pile = static_cast<std::size_t>(ranks_.rank())]() mutable {
      const std::optional<std::size_t> piece = next_piece(tickets, pile);
      if (ranks_.is_first()) progress.set(begun(tickets.taken()), left_.size());
      return piece;
    };
    const std::size_t cores = thread_count(0) / static_cast<std::size_t>(ranks_.on_this_node());
    const std::size_t threads = output_.threads > 0 ? output_.threads : std::max<std::size_t>(1, cores);
    return do_pieces(work_, next, *journal_, threads, [] {}).and_then([&] { return work_.files.check_unchanged(); });
  }

  /// Each rank has a pile of pieces of its own, neighbours that mostly need the same bodies.
  std::size_t pile_start(std::size_t pile) const { return left_.size() * pile / static_cast<std::size_t>(ranks_.size()); }
  std::size_t pile_size(std::size_t pile) const { return pile_start(pile + 1) - pile_start(pile); }

  /// Of this pile or, when there is none left, of the one with most left, which is this rank's pile from then on.
  std::optional<std::size_t> next_piece(Tickets& tickets, std::size_t& pile) const {
    while (true) {
      const std::uint64_t ticket = tickets.next(pile);
      if (ticket < pile_size(pile)) return left_[pile_start(pile) + ticket];
      const std::vector<std::uint64_t> taken = tickets.taken();
      std::size_t most = 0;
      for (std::size_t i = 0; i < taken.size(); ++i) {
        const std::size_t rest = pile_size(i) - std::min<std::size_t>(taken[i], pile_size(i));
        if (rest > most) pile = i;
        most = std::max(most, rest);
      }
      if (most == 0) return std::nullopt;
    }
  }

  std::size_t begun(const std::vector<std::uint64_t>& taken) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < taken.size(); ++i) sum += std::min<std::size_t>(taken[i], pile_size(i));
    return sum;
  }

  ExitCode finish_first() {
    if (!ranks_.is_first()) return clear;
    const Result<Findings> findings = all_journals(work_, base_).and_then([&](std::vector<JournalIndex>&& journals) {
      return findings_in(std::move(journals), work_.head, work_.context ? work_.context() : "");
    });
    if (!findings) return fail_with(findings.error());
    const Delivery answer = finish(*findings, output_);
    if (answer.is_whole) remove_journals(base_);  // else --resume has nothing left to do but this
    return answer.code;
  }

  const Ranks& ranks_;
  const Work& work_;
  const ShardOptions& shard_;
  const OutputOptions& output_;
  std::string base_;
  std::unique_ptr<Journal> journal_;
  std::vector<std::uint64_t> left_;  ///< pieces
};

}  // namespace

Engine RankEngine::engine() {
  return {[this](const Work& work, const ShardOptions& shard, const OutputOptions& output) { return run(work, shard, output); },
          {static_cast<std::size_t>(ranks_.index_on_node()), static_cast<std::size_t>(ranks_.on_this_node()), folder_.path(),
           [this](Result<std::string> mine) { return exchange(std::move(mine)); }}};
}

namespace {

/// Before each text that neighbours tell: whether it is what was made, or why it was not, or why nothing more will come.
constexpr char made_mark = 'm', error_mark = 'e', left_mark = 'l';

}  // namespace

Result<std::vector<std::string>> RankEngine::exchange(Result<std::string> mine) {
  if (left_) return tl::make_unexpected(mine ? *left_ : mine.error());
  std::vector<std::string> texts =
      ranks_.all_on_node(mine ? made_mark + *std::move(mine) : std::string(1, error_mark) + mine.error().message);
  for (const std::string& text : texts)
    if (text.front() == left_mark) left_ = Error{ErrorCode::limit, text.substr(1)};
  for (std::string& text : texts) {
    if (text.front() != made_mark) return fail(ErrorCode::file, text.substr(1));
    text.erase(0, 1);
  }
  return texts;
}

void RankEngine::leave() {
  if (has_run_) return;
  if (!left_) static_cast<void>(ranks_.all_on_node(fmt::format("{}rank {} could not prepare its work", left_mark, ranks_.rank())));
  static_cast<void>(ranks_.all(false));
}

ExitCode RankEngine::run(const Work& work, const ShardOptions& shard, const OutputOptions& output) {
  has_run_ = true;
  const bool is_prepared = exchange(std::string()).has_value();
  if (!ranks_.all(is_prepared)) return error;  // a rank could not prepare, and says so itself
  return RankRun(ranks_, work, shard, output).run();
}

}  // namespace graze::cli
