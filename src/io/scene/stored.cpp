/// Bodies of a mapped file, by the places of their text.

#include <cstdint>
#include <cstring>
#include <utility>

#include <graze/scene_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/mesh/text.h"
#include "io/scene/json_scene.h"

namespace graze {
namespace {

/// With their trees about 400 MB.
constexpr std::size_t most_kept_triangles = 2'000'000;

/// Pages that were read count as memory of the process until they are given back.
class PagesBehind {
 public:
  explicit PagesBehind(const io::MappedFile& file) : file_(file), kept_(file.bytes().data()) {}

  void pass(std::string_view text) {
    constexpr std::ptrdiff_t most_bytes = 1 << 22;
    const char* const end = text.data() + text.size();
    if (end - kept_ < most_bytes) return;
    file_.forget(kept_, static_cast<std::size_t>(end - kept_));
    kept_ = end;
  }

 private:
  const io::MappedFile& file_;
  const char* kept_;
};

// Between processes of one machine and one program: numbers as memory holds them.
struct PackedEntry {
  double end = 0;
  std::uint32_t name_bytes = 0, is_robot = 0;
};

void pack(const io::SceneEntry& entry, std::string& text) {
  const PackedEntry head{entry.end, static_cast<std::uint32_t>(entry.name.size()), entry.is_robot ? 1U : 0U};
  text.append(reinterpret_cast<const char*>(&head), sizeof head).append(entry.name);
}

/// The first entry of a text, which loses it; nothing where the text ends in the middle.
std::optional<io::SceneEntry> unpacked(std::string_view& text) {
  PackedEntry head;
  if (text.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, text.data(), sizeof head);
  if (text.size() - sizeof head < head.name_bytes) return std::nullopt;
  io::SceneEntry entry{std::string(text.substr(sizeof head, head.name_bytes)), head.is_robot != 0, head.end};
  text.remove_prefix(sizeof head + head.name_bytes);
  return entry;
}

Result<std::string> look_at_share(const io::JsonSceneText& text, const io::MappedFile& file, const SceneReadShare& share) {
  const std::size_t first = text.size() * share.index / share.count, end = text.size() * (share.index + 1) / share.count;
  PagesBehind behind(file);
  std::string found;
  const auto take = [&](const io::SceneEntry& entry, std::size_t number) -> Result<void> {
    pack(entry, found);
    behind.pass(text.text_of(number));
    return {};
  };
  return text.look_at(first, end, take).map([&] { return std::move(found); });
}

/// read_scene() knows why.
tl::unexpected<Error> told_by_reader() { return fail(ErrorCode::file, ""); }

}  // namespace

struct StoredScene::Data {
  Data(std::filesystem::path where, io::MappedFile mapped, io::JsonSceneText cut)
      : path(std::move(where)), file(std::move(mapped)), text(std::move(cut)) {}

  /// Shows what all processes have found, and keeps the names of bodies and their numbers.
  Result<void> show(const std::vector<std::string>& shares, const io::TakeEntry& take) {
    std::size_t number = 0;
    for (std::string_view share : shares) {
      for (; !share.empty(); ++number) {
        std::optional<io::SceneEntry> entry = unpacked(share);
        if (!entry || number >= text.size()) return told_by_reader();
        if (!entry->is_robot) {
          names.push_back(entry->name);
          numbers.push_back(static_cast<std::uint32_t>(number));
        }
        if (const Result<void> taken = take(*std::move(entry), number); !taken) return taken;
      }
    }
    if (number != text.size()) return told_by_reader();
    return {};
  }

  std::filesystem::path path;
  io::MappedFile file;
  io::JsonSceneText text;
  SceneFile rest;
  std::vector<std::string> names;
  std::vector<std::uint32_t> numbers;  ///< in the list of the file
};

StoredScene::StoredScene(std::unique_ptr<Data> data) : data_(std::move(data)) {}
StoredScene::StoredScene(StoredScene&& other) noexcept = default;
StoredScene& StoredScene::operator=(StoredScene&& other) noexcept = default;
StoredScene::~StoredScene() = default;

std::optional<StoredScene> StoredScene::open(const std::filesystem::path& path, const SceneReadOptions& options,
                                             const SceneReadShare& share) {
  bool has_told = false;
  const auto exchange = [&](std::optional<std::string> mine) -> std::optional<std::vector<std::string>> {
    has_told = true;
    if (share.exchange) return share.exchange(std::move(mine));
    return mine ? std::optional(std::vector{*std::move(mine)}) : std::nullopt;
  };
  auto opened = io::fenced(path, [&]() -> Result<std::unique_ptr<Data>> {
    Result<io::MappedFile> file = io::MappedFile::open(path, options.mesh.max_file_bytes);
    if (!file) return tl::make_unexpected(file.error());
    const std::string_view bytes = io::without_mark(file->bytes());
    auto text = io::JsonSceneText::cut(bytes, path.parent_path(), options, most_kept_triangles);
    if (!text) return told_by_reader();
    file->forget(bytes.data(), bytes.size());
    auto data = std::make_unique<Data>(path, *std::move(file), *std::move(text));
    const auto entries = [&](const io::TakeEntry& take) -> Result<void> {
      Result<std::string> mine = look_at_share(data->text, data->file, share);
      const auto shares = exchange(mine ? std::optional(*std::move(mine)) : std::nullopt);
      if (!shares) return told_by_reader();
      return data->show(*shares, take);
    };
    return data->text.read_rest(entries).map([&](SceneFile rest) {
      data->rest = std::move(rest);
      data->file.expect_jumps();
      return std::move(data);
    });
  });
  if (!has_told) static_cast<void>(exchange(std::nullopt));
  if (!opened) return std::nullopt;
  return StoredScene(*std::move(opened));
}

std::size_t StoredScene::size() const { return data_->names.size(); }

const std::string& StoredScene::name(std::size_t i) const { return data_->names[i]; }

Result<SceneBody> StoredScene::body(std::size_t i) const {
  return io::fenced(data_->path, [&] {
    return data_->text.body(data_->numbers[i], data_->names[i]).map_error([&](const Error& error) {
      return io::error_in(data_->path, error.message, error.code);
    });
  });
}

const SceneFile& StoredScene::rest() const { return data_->rest; }

}  // namespace graze
