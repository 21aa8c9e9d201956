/// Outlines of all bodies, each file looked at by one of the neighbours.

#include "input/outlined_assembly.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "input/scene_source.h"

namespace graze::cli {
namespace {

// Between processes of one machine and one program: as memory holds them.
static_assert(std::is_standard_layout_v<BodyOutline> && std::is_trivially_destructible_v<BodyOutline>);

std::string packed(const std::vector<BodyOutline>& outlines) {
  return {reinterpret_cast<const char*>(outlines.data()), outlines.size() * sizeof(BodyOutline)};
}

void unpack(std::string_view text, std::vector<BodyOutline>& into) {
  const std::size_t before = into.size();
  into.resize(before + text.size() / sizeof(BodyOutline));
  std::memcpy(static_cast<void*>(into.data() + before), text.data(), text.size());
}

bool lets_meet(const SceneBody& a, std::uint64_t group, std::uint64_t mask) {
  return (a.group & mask) != 0 && (group & a.mask) != 0;
}

}  // namespace

/// Step by step, the exchange in the middle.
class OutlineMaker {
 public:
  OutlineMaker(const AssemblyOptions& options, const Neighbours& neighbours) : options_(options), neighbours_(neighbours) {}

  Result<OutlinedAssembly> make(const std::vector<std::string>& files, const std::vector<std::string>& against) {
    const Result<std::vector<std::string>> parts = neighbours_.exchange(
        body_sources(files, against).and_then([&](std::vector<BodySource>&& all) { return my_part(std::move(all)); }));
    if (!parts) return tl::make_unexpected(parts.error());
    for (const std::string& part : *parts) unpack(part, made_.outlines_);
    for (std::size_t i = 0; i < is_against_.size(); ++i) made_.outlines_[made_.here_.size() + i].is_against = is_against_[i];
    know_excluded();
    return std::move(made_);
  }

 private:
  /// What is here, and the outlines of a part of the rest.
  Result<std::string> my_part(std::vector<BodySource> sources) {
    for (const BodySource& source : sources)
      if (is_scene_source(source.name, options_)) made_.scene_files_.push_back(source.name);
    Assembler assembler(options_,
                        [&](SceneBody body, const AssemblyBody& described) { return keep_here(std::move(body), described); });
    Result<std::vector<BodySource>> plain = assembler.add_scenes(std::move(sources));
    if (!plain) return tl::make_unexpected(plain.error());
    // Two files alone are looked at for units that do not go together, which takes both.
    constexpr std::size_t most_at_once = 2;
    if (plain->size() <= most_at_once) {
      if (const Result<void> added = assembler.add_files(*plain); !added) return tl::make_unexpected(added.error());
      plain->clear();
    }
    made_.unit_ = assembler.found().unit;
    made_.notes_ = std::move(assembler.found().notes);
    made_.excluded_ = std::move(assembler.found().excluded);
    const bool is_first = neighbours_.index == 0;  // the others leave what everybody has to it
    const Result<void> outlined = (is_first ? outline_here() : Result<void>()).and_then([&] {
      return plain->empty() ? Result<void>() : shelve(*std::move(plain), assembler.names());
    });
    if (!outlined) return tl::make_unexpected(outlined.error());
    std::string mine = packed(made_.outlines_);
    made_.outlines_.clear();
    return mine;
  }

  Result<void> keep_here(SceneBody body, const AssemblyBody& described) {
    if (described.deflection > 0) return fail(ErrorCode::bad_option, cad_is_not_shared);
    made_.here_.push_back(std::move(body));
    kinds_.push_back(described.kind);
    here_is_against_.push_back(described.is_against);
    return {};
  }

  Result<void> outline_here() {
    Result<std::vector<BodyOutline>> here = outlines_of(made_.here_, kinds_);
    if (!here) return tl::make_unexpected(here.error());
    for (std::size_t i = 0; i < here->size(); ++i) (*here)[i].is_against = here_is_against_[i];
    made_.outlines_ = *std::move(here);
    return {};
  }

  Result<void> shelve(std::vector<BodySource> files, UniqueNames& names) {
    std::vector<std::string> sources;
    sources.reserve(files.size());
    for (BodySource& file : files) {
      if (file.name == "-") return fail(ErrorCode::bad_option, "-: standard input can be read only once, and not by many");
      is_against_.push_back(file.is_against);
      sources.push_back(std::move(file.name));
    }
    files = {};
    rename(sources, names);
    Loading loading = options_.loading;
    loading.units = made_.unit_;
    made_.shelf_ = std::make_unique<BodyShelf>(BodyLoader(std::move(sources), loading));
    const BodyLoader& loader = made_.shelf_->loader();
    made_.unit_ = loader.unit();
    made_.notes_.insert(made_.notes_.end(), loader.notes().begin(), loader.notes().end());
    const std::size_t first = loader.size() * neighbours_.index / neighbours_.count;
    const std::size_t end = loader.size() * (neighbours_.index + 1) / neighbours_.count;
    return made_.shelf_->outlines(first, end, loading.threads).map([&](const std::vector<BodyOutline>& outlines) {
      made_.outlines_.insert(made_.outlines_.end(), outlines.begin(), outlines.end());
    });
  }

  /// Most names are those of the files, which are there already.
  void rename(const std::vector<std::string>& sources, UniqueNames& names) {
    std::vector<std::uint32_t> sorted(sources.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::ranges::sort(sorted, {}, [&](std::uint32_t i) -> const std::string& { return sources[i]; });
    const bool differ =
        std::ranges::adjacent_find(sorted, {}, [&](std::uint32_t i) -> const std::string& { return sources[i]; }) == sorted.end();
    if (differ && std::ranges::none_of(sources, [&](const std::string& name) { return names.is_taken(name); })) return;
    for (std::size_t i = 0; i < sources.size(); ++i)
      if (std::string name = names.unique(sources[i]); name != sources[i]) made_.renamed_[i] = std::move(name);
  }

  /// Names that no body has were refused by the reader.
  void know_excluded() {
    if (made_.excluded_.empty()) return;
    std::map<std::string_view, std::size_t> by_name;
    for (std::size_t i = 0; i < made_.here_.size(); ++i) by_name[made_.here_[i].name] = i;
    for (const auto& [a, b] : made_.excluded_) {
      const auto first = by_name.find(a), second = by_name.find(b);
      if (first != by_name.end() && second != by_name.end())
        made_.excluded_bodies_.push_back(std::minmax(first->second, second->second));
    }
    std::ranges::sort(made_.excluded_bodies_);
  }

  const AssemblyOptions& options_;
  const Neighbours& neighbours_;
  OutlinedAssembly made_;
  std::vector<std::string> kinds_;     ///< of bodies that are here
  std::vector<bool> here_is_against_;  ///< likewise
  std::vector<bool> is_against_;       ///< of the others
};

const std::string& OutlinedAssembly::name(std::size_t i) const {
  if (i < here_.size()) return here_[i].name;
  const auto other = renamed_.find(i - here_.size());
  return other != renamed_.end() ? other->second : shelf_->loader().source(i - here_.size());
}

bool OutlinedAssembly::may_meet(std::size_t a, std::size_t b) const {
  if (b < a) return may_meet(b, a);
  if (a < here_.size()) {
    const bool is_other_here = b < here_.size();
    if (!lets_meet(here_[a], is_other_here ? here_[b].group : every_group, is_other_here ? here_[b].mask : every_group))
      return false;
  }
  return !std::ranges::binary_search(excluded_bodies_, std::pair(a, b));
}

std::optional<std::size_t> OutlinedAssembly::find(const std::string& name) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (this->name(i) == name) return i;
  return std::nullopt;
}

Result<SceneBody> OutlinedAssembly::body(std::size_t i) const {
  if (i < here_.size()) return here_[i];
  return shelf_->get(i - here_.size(), outlines_[i]).map([&](SceneBody body) {
    body.name = name(i);
    return body;
  });
}

Result<OutlinedAssembly> outline_assembly(const std::vector<std::string>& files, const std::vector<std::string>& against,
                                          const AssemblyOptions& options, const Neighbours& neighbours) {
  return OutlineMaker(options, neighbours).make(files, against);
}

}  // namespace graze::cli
