/// Reads what is whole of a journal, and appends to it under a lock that the system takes back whatever ends the process.

#include "shard/journal.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace graze::cli {
namespace {

tl::unexpected<Error> in_journal(const std::string& path, std::string_view reason) {
  return fail(ErrorCode::file, fmt::format("{}: {}", path, reason));
}

std::optional<std::size_t> number_field(const Json& json, const char* name) {
  if (!json.contains(name) || !json[name].is_number_unsigned()) return std::nullopt;
  return json[name].get<std::size_t>();
}

std::optional<StoredRecord> record_in(const Json& json) {
  const std::optional<std::size_t> piece = json.contains("context") ? context_piece : number_field(json, "piece");
  const std::optional<std::size_t> bytes = number_field(json, "bytes");
  if (!piece || !bytes || !json.contains("digest") || !json["digest"].is_string()) return std::nullopt;
  return StoredRecord{*piece, 0, *bytes, json["digest"].get<std::string>()};
}

/// The head line, and whether there is one.
bool take_head(const std::string& line, JournalIndex& index) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("shard") || !json.contains("work")) return false;
  const std::optional<WorkHead> head = head_in(json["work"]);
  const std::optional<std::size_t> which = number_field(json["shard"], "index"), count = number_field(json["shard"], "count");
  if (!head || !which || !count) return false;
  index.head = *head;
  index.shard = {*which, *count};
  const std::optional<std::size_t> records = number_field(json, "complete");
  index.is_complete = records.has_value();
  index.records_told = records.value_or(0);
  return true;
}

/// The records of a file, up to one that is cut off.
void take_records(std::ifstream& file, std::uint64_t size, JournalIndex& index) {
  std::set<std::size_t> begun;
  std::string line;
  while (index.good_bytes < size && std::getline(file, line) && !file.eof()) {
    const std::uint64_t behind_line = index.good_bytes + line.size() + 1;
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) break;
    if (const std::optional<std::size_t> piece = number_field(json, "begun")) {
      begun.insert(*piece);
      index.good_bytes = behind_line;
      continue;
    }
    std::optional<StoredRecord> record = record_in(json);
    if (!record || record->bytes > size - behind_line) break;
    record->offset = behind_line;
    begun.erase(record->piece);
    index.good_bytes = behind_line + record->bytes;
    file.seekg(static_cast<std::streamoff>(index.good_bytes));
    index.records.push_back(*std::move(record));
  }
  index.begun.assign(begun.begin(), begun.end());
}

bool written_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The file, open and locked. It may have been finished and removed by another process between the two.
Result<int> locked(const std::string& path) {
  struct ::stat status{};
  while (true) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (descriptor < 0) return in_journal(path, fmt::format("cannot write: {}", system_reason(errno)));
    const bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    const bool is_ours = is_file && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (is_ours && ::fstat(descriptor, &status) == 0 && status.st_nlink > 0) return descriptor;
    ::close(descriptor);
    if (!is_file) return in_journal(path, "cannot write: is not a regular file");
    if (!is_ours) return in_journal(path, "another process is writing this shard");
  }
}

/// What is no beginning of a journal belongs to somebody else.
bool may_be_journal(int descriptor) {
  constexpr std::string_view mark = "{\"shard\":";
  std::string start(mark.size(), '\0');
  const ssize_t got = ::pread(descriptor, start.data(), start.size(), 0);
  return got >= 0 && mark.starts_with(std::string_view(start).substr(0, static_cast<std::size_t>(got)));
}

/// Up to the first record that is not what was written: a machine that went down may leave such.
JournalIndex without_damage(JournalIndex index) {
  for (std::size_t i = 0; i < index.records.size(); ++i) {
    if (read_record(index.path, index.records[i])) continue;
    index.good_bytes = i == 0 ? 0 : index.records[i - 1].offset + index.records[i - 1].bytes;
    index.records.resize(i);
  }
  return index;
}

}  // namespace

Result<JournalIndex> read_journal(const std::string& path) {
  std::error_code problem;
  const std::uint64_t size = std::filesystem::file_size(path, problem);
  if (problem) return in_journal(path, problem.message());
  std::ifstream file(path, std::ios::binary);
  JournalIndex index{.path = path};
  std::string line;
  if (!file || !std::getline(file, line) || file.eof() || !take_head(line, index))
    return in_journal(path, "is no shard that graze wrote");
  index.good_bytes = line.size() + 1;
  take_records(file, size, index);
  index.is_cut = index.good_bytes < size;
  return index;
}

Result<std::string> read_record(const std::string& path, const StoredRecord& record) {
  std::ifstream file(path, std::ios::binary);
  std::string text(record.bytes, '\0');
  file.seekg(static_cast<std::streamoff>(record.offset));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file || digest_of(text) != record.digest)
    return in_journal(path, fmt::format("is damaged: piece {} is not what was written", record.piece));
  return text;
}

std::string head_line(const WorkHead& head, const ShardNumber& shard, std::optional<std::size_t> complete_records) {
  return json_line(Json{{"shard", {{"index", shard.index}, {"count", shard.count}}},
                        {"complete", complete_records ? Json(*complete_records) : Json(false)},
                        {"work", head.json()}});
}

std::string record_text(std::size_t piece, std::string_view record) {
  const std::string which = piece == context_piece ? "\"context\":true" : fmt::format("\"piece\":{}", piece);
  return fmt::format("{{{},\"bytes\":{},\"digest\":\"{}\"}}\n{}", which, record.size(), digest_of(record), record);
}

Result<Journal> Journal::open(const std::string& path, const WorkHead& head, const ShardNumber& shard, bool resume) {
  const Result<int> descriptor = locked(path);
  if (!descriptor) return tl::make_unexpected(descriptor.error());
  Journal journal(*descriptor, JournalIndex{.path = path, .head = head, .shard = shard});
  if (!may_be_journal(*descriptor)) return in_journal(path, "is there already, and is no journal of graze");
  Result<JournalIndex> found = resume ? read_journal(path) : in_journal(path, "is to begin anew");
  if (found) {  // else not even its head is whole
    if (const auto other = difference(found->head, head)) return in_journal(path, *other + "; remove it to begin anew");
    if (found->shard != shard) return in_journal(path, "is of another shard; remove it to begin anew");
    journal.found_ = without_damage(*std::move(found));
  }
  journal.bytes_ = journal.found_.good_bytes;
  if (::ftruncate(*descriptor, static_cast<off_t>(journal.bytes_)) != 0 || ::lseek(*descriptor, 0, SEEK_END) < 0)
    return in_journal(path, fmt::format("cannot write: {}", system_reason(errno)));
  if (journal.bytes_ > 0) return journal;
  const Result<void> begun = journal.append(head_line(head, shard));
  if (!begun) return tl::make_unexpected(begun.error());
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), found_(std::move(other.found_)), bytes_(other.bytes_) {}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> Journal::append(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (!is_broken_ && written_whole(descriptor_, text)) {
    bytes_ += text.size();
    return {};
  }
  const int reason = is_broken_ ? EIO : errno;
  is_broken_ = true;  // nothing may follow half a record
  static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(bytes_)));
  return in_journal(path(), fmt::format("cannot write: {}", system_reason(reason)));
}

Result<void> Journal::begin(std::size_t piece) { return append(fmt::format("{{\"begun\":{}}}\n", piece)); }

Result<void> Journal::add(std::size_t piece, std::string_view record) { return append(record_text(piece, record)); }

void Journal::remove() { ::unlink(path().c_str()); }

}  // namespace graze::cli
