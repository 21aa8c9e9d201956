#pragma once
/// Files of finished pieces. A journal grows by a record a piece; a shard is a journal that is complete.
///
/// The first line is a JSON object, the head. Then come `{"begun":k}` where a worker began a piece, and
/// `{"piece":k,"bytes":n,"digest":"…"}` with n bytes behind its line end where it finished it. A file that was cut off anywhere is
/// good up to the last whole record.

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>

#include "shard/work.h"

namespace graze::cli {

/// Which part of the work a file holds: shard 2 of 7.
struct ShardNumber {
  std::size_t index = 0;
  std::size_t count = 0;

  friend bool operator==(const ShardNumber&, const ShardNumber&) = default;
};

/// The context is a record like those of pieces.
inline constexpr std::size_t context_piece = static_cast<std::size_t>(-1);

struct StoredRecord {
  std::size_t piece = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string digest;
};

/// What a file holds, the records themselves left where they are.
struct JournalIndex {
  std::string path{};
  WorkHead head{};
  ShardNumber shard{};
  bool is_complete = false;
  std::size_t records_told = 0;  ///< how many records a complete one should have
  bool is_cut = false;           ///< something follows the last whole record
  std::vector<StoredRecord> records{};
  std::vector<std::size_t> begun{};  ///< pieces that were begun and have no record
  std::uint64_t good_bytes = 0;      ///< up to the end of the last whole record

  /// Of a complete shard: nothing is cut off.
  [[nodiscard]] bool is_whole() const { return is_complete && !is_cut && records.size() == records_told; }
};

/// Fails where the file is no journal.
[[nodiscard]] Result<JournalIndex> read_journal(const std::string& path);

/// The text of a record. Fails where it does not have its digest.
[[nodiscard]] Result<std::string> read_record(const std::string& path, const StoredRecord& record);

/// Of a journal; of a complete shard with so many records.
[[nodiscard]] std::string head_line(const WorkHead& head, const ShardNumber& shard,
                                    std::optional<std::size_t> complete_records = std::nullopt);
[[nodiscard]] std::string record_text(std::size_t piece, std::string_view record);

/// A journal open for more, by one process at a time.
class Journal {
 public:
  /// Fails where another process has it. Keeps what is there of this work when `resume`, else begins anew; a journal of other work
  /// is not continued.
  [[nodiscard]] static Result<Journal> open(const std::string& path, const WorkHead& head, const ShardNumber& shard, bool resume);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// From any thread.
  [[nodiscard]] Result<void> begin(std::size_t piece);
  [[nodiscard]] Result<void> add(std::size_t piece, std::string_view record);

  /// What was there when it was opened.
  [[nodiscard]] const JournalIndex& found() const { return found_; }
  [[nodiscard]] const std::string& path() const { return found_.path; }
  /// Takes it away, before others can have it.
  void remove();

 private:
  Journal(int descriptor, JournalIndex found) : descriptor_(descriptor), found_(std::move(found)) {}
  [[nodiscard]] Result<void> append(std::string_view text);

  int descriptor_ = -1;
  JournalIndex found_;
  std::uint64_t bytes_ = 0;  ///< of whole records
  bool is_broken_ = false;
  std::mutex mutex_;
};

}  // namespace graze::cli
