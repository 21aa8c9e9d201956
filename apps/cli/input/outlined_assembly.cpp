/// Outlines of all bodies, each file looked at by one of the neighbours.

#include "input/outlined_assembly.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "input/scene_source.h"
#include "input/stored_bodies.h"

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

}  // namespace

/// Step by step, the exchange in the middle.
class OutlineMaker {
 public:
  OutlineMaker(const AssemblyOptions& options, const Neighbours& neighbours) : options_(options), neighbours_(neighbours) {}

  Result<OutlinedAssembly> make(const std::vector<std::string>& files, const std::vector<std::string>& against) {
    const Result<std::vector<std::string>> parts = neighbours_.exchange(
        body_sources(files, against).and_then([&](std::vector<BodySource>&& all) { return my_part(std::move(all)); }));
    if (!parts) return tl::make_unexpected(parts.error());
    std::vector<BodyOutline> outlines;
    for (const std::string& part : *parts) unpack(part, outlines);
    if (outlines.size() != is_against_.size()) return fail(ErrorCode::file, "a file was changed while it was read");
    put_in_order(std::move(outlines));
    know_excluded();
    return std::move(made_);
  }

 private:
  /// What is here, and the outlines of a part of the rest.
  Result<std::string> my_part(std::vector<BodySource> sources) {
    for (const BodySource& source : sources)
      if (is_scene_source(source.name, options_)) made_.scene_files_.push_back(source.name);
    Assembler assembler(
        options_, [&](SceneBody body, const AssemblyBody& described) { return keep_here(std::move(body), described); },
        [&](StoredScene scene, const std::map<std::size_t, std::string>& renamed, double factor, const BodySource& from) {
          shelve_scene(std::move(scene), renamed, factor, from);
        },
        neighbours_);
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
    if (!plain->empty()) {
      if (const Result<void> shelved = shelve_files(*std::move(plain), assembler.names()); !shelved)
        return tl::make_unexpected(shelved.error());
    }
    if (stored_.size() > 0) made_.shelf_ = std::make_unique<BodyShelf>(std::move(stored_));
    return my_outlines();
  }

  void begin_run(bool is_here, std::size_t number) {
    const bool goes_on = is_here && !made_.runs_.empty() && made_.runs_.back().is_here;
    if (!goes_on) made_.runs_.push_back({is_against_.size(), is_here, number});
  }

  Result<void> keep_here(SceneBody body, const AssemblyBody& described) {
    if (described.deflection > 0) return fail(ErrorCode::bad_option, cad_is_not_shared);
    begin_run(true, made_.here_.size());
    made_.here_.push_back(std::move(body));
    is_against_.push_back(described.is_against);
    return {};
  }

  void shelve_scene(StoredScene scene, const std::map<std::size_t, std::string>& renamed, double factor, const BodySource& from) {
    const std::size_t first = stored_.size();
    begin_run(false, first);
    is_against_.resize(is_against_.size() + scene.size(), from.is_against);
    for (const auto& [number, name] : renamed) made_.renamed_[first + number] = name;
    stored_.add(std::move(scene), factor, from.name);
  }

  Result<void> shelve_files(std::vector<BodySource> files, UniqueNames& names) {
    begin_run(false, stored_.size());
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
    BodyLoader loader(std::move(sources), loading);
    made_.unit_ = loader.unit();
    made_.notes_.insert(made_.notes_.end(), loader.notes().begin(), loader.notes().end());
    stored_.add(std::move(loader));
    return {};
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
      if (std::string name = names.unique(sources[i]); name != sources[i]) made_.renamed_[stored_.size() + i] = std::move(name);
  }

  /// The others leave what everybody has in memory to the first one.
  Result<std::string> my_outlines() const {
    std::string mine;
    if (neighbours_.index == 0) {
      const Result<std::vector<BodyOutline>> here = outlines_of(made_.here_);
      if (!here) return tl::make_unexpected(here.error());
      mine = packed(*here);
    }
    if (made_.shelf_ == nullptr) return mine;
    const std::size_t count = made_.shelf_->stored().size();
    return made_.shelf_
        ->outlines(count * neighbours_.index / neighbours_.count, count * (neighbours_.index + 1) / neighbours_.count,
                   options_.loading.threads)
        .map([&](const std::vector<BodyOutline>& outlines) { return std::move(mine) + packed(outlines); });
  }

  /// Outlines come with those of the bodies here before those of the shelf.
  void put_in_order(std::vector<BodyOutline> outlines) {
    if (made_.here_.empty()) {
      made_.outlines_ = std::move(outlines);
    } else {
      for (std::size_t i = 0; i < outlines.size(); ++i) {
        const OutlinedAssembly::Run run = made_.at(i);
        made_.outlines_.push_back(outlines[run.is_here ? run.number : made_.here_.size() + run.number]);
      }
    }
    for (std::size_t i = 0; i < is_against_.size(); ++i) made_.outlines_[i].is_against = is_against_[i];
  }

  /// Names that no body has were refused by the reader.
  void know_excluded() {
    if (made_.excluded_.empty()) return;
    std::map<std::string_view, std::size_t> by_name;
    for (const auto& [a, b] : made_.excluded_) by_name[a] = by_name[b] = made_.size();
    for (std::size_t i = 0; i < made_.size(); ++i)
      if (const auto wanted = by_name.find(made_.name(i)); wanted != by_name.end()) wanted->second = i;
    for (const auto& [a, b] : made_.excluded_) {
      const auto pair = std::minmax(by_name[a], by_name[b]);
      if (pair.second < made_.size()) made_.excluded_bodies_.push_back(pair);
    }
    std::ranges::sort(made_.excluded_bodies_);
  }

  const AssemblyOptions& options_;
  const Neighbours& neighbours_;
  OutlinedAssembly made_;
  StoredBodies stored_;
  std::vector<bool> is_against_;
};

/// The run of a body, from it on.
OutlinedAssembly::Run OutlinedAssembly::at(std::size_t i) const {
  const Run& run = *std::prev(std::ranges::upper_bound(runs_, i, {}, &Run::first));
  return {i, run.is_here, run.number + (i - run.first)};
}

const std::string& OutlinedAssembly::name(std::size_t i) const {
  const Run run = at(i);
  if (run.is_here) return here_[run.number].name;
  const auto other = renamed_.find(run.number);
  return other != renamed_.end() ? other->second : shelf_->stored().name(run.number);
}

bool OutlinedAssembly::may_meet(std::size_t a, std::size_t b) const {
  const BodyOutline &first = outlines_[a], &second = outlines_[b];
  return (first.group & second.mask) != 0 && (second.group & first.mask) != 0 &&
         !std::ranges::binary_search(excluded_bodies_, std::pair(std::min(a, b), std::max(a, b)));
}

std::optional<std::size_t> OutlinedAssembly::find(const std::string& name) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (this->name(i) == name) return i;
  return std::nullopt;
}

Result<SceneBody> OutlinedAssembly::body(std::size_t i) const {
  const Run run = at(i);
  if (run.is_here) return here_[run.number];
  return shelf_->get(run.number, outlines_[i]).map([&](SceneBody body) {
    body.name = name(i);
    return body;
  });
}

Result<OutlinedAssembly> outline_assembly(const std::vector<std::string>& files, const std::vector<std::string>& against,
                                          const AssemblyOptions& options, const Neighbours& neighbours) {
  return OutlineMaker(options, neighbours).make(files, against);
}

}  // namespace graze::cli
