/// Bodies of a mapped file, by the places of their text.

#include <cstdint>
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

}  // namespace

struct StoredScene::Data {
  Data(std::filesystem::path where, io::MappedFile mapped, io::JsonSceneText cut)
      : path(std::move(where)), file(std::move(mapped)), text(std::move(cut)) {}

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

std::optional<StoredScene> StoredScene::open(const std::filesystem::path& path, const SceneReadOptions& options) {
  auto opened = io::fenced(path, [&]() -> Result<std::unique_ptr<Data>> {
    Result<io::MappedFile> file = io::MappedFile::open(path, options.mesh.max_file_bytes);
    if (!file) return tl::make_unexpected(file.error());
    const std::string_view bytes = io::without_mark(file->bytes());
    auto text = io::JsonSceneText::cut(bytes, path.parent_path(), options, most_kept_triangles);
    if (!text) return fail(ErrorCode::file, "");  // read_scene() knows why
    file->forget(bytes.data(), bytes.size());
    auto data = std::make_unique<Data>(path, *std::move(file), *std::move(text));
    PagesBehind behind(data->file);
    return data->text
        .read([&](SceneBody body, std::size_t number) {
          behind.pass(data->text.text_of(number));
          data->names.push_back(std::move(body.name));
          data->numbers.push_back(static_cast<std::uint32_t>(number));
        })
        .map([&](SceneFile rest) {
          data->rest = std::move(rest);
          data->file.expect_jumps();
          return std::move(data);
        });
  });
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
