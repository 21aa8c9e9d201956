/// Clashes of bodies at rest as shared work: near pairs of outlines along a curve, and bodies that are loaded for the pairs of a
/// piece.

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include <graze/scene_motion.h>

#include "commands/clash_work.h"
#include "commands/curve_pairs.h"
#include "input/outlined_assembly.h"
#include "input/scene_source.h"

namespace graze::cli {
namespace {

/// Some bodies of an assembly in a scene of their own, by their numbers in the whole.
struct LoadedBodiesOfPairs {
  Assembly assembly{};
  std::map<std::size_t, BodyId> ids{};
  std::size_t triangles = 0;
};

/// Scenes that workers borrow for a piece: the next piece is mostly about the same bodies.
class ScenePool {
 public:
  std::unique_ptr<LoadedBodiesOfPairs> borrow() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<LoadedBodiesOfPairs>();
    std::unique_ptr<LoadedBodiesOfPairs> scene = std::move(free_.back());
    free_.pop_back();
    return scene;
  }

  void give_back(std::unique_ptr<LoadedBodiesOfPairs> scene) {
    constexpr std::size_t most_bodies = 4096, most_triangles = 1'000'000;  // about 10 MB, and with their trees 200 MB
    if (scene->ids.size() > most_bodies || scene->triangles > most_triangles) return;
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scene));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<LoadedBodiesOfPairs>> free_;
};

/// All that the workers share.
struct RestJob {
  explicit RestJob(ClashArguments asked) : arguments(std::move(asked)) {}

  ClashArguments arguments;
  OutlinedAssembly assembly{};
  std::vector<NamePair> ignored{};                                    ///< asked for
  std::vector<std::pair<std::size_t, std::size_t>> ignored_bodies{};  ///< sorted, smaller number first
  std::unique_ptr<CurvePairs> pairs{};
  ScenePool scenes{};
};

Result<void> add_body(const RestJob& job, std::size_t i, LoadedBodiesOfPairs& into) {
  if (into.ids.contains(i)) return {};
  return job.assembly.body(i)
      .and_then([&](SceneBody body) { return into.assembly.scene.add(std::move(body)); })
      .map([&](BodyId id) {
        const BodyOutline& outline = job.assembly.outline(i);
        into.assembly.ids.push_back(id);
        into.assembly.bodies.push_back({.name = job.assembly.name(i), .kind = std::string(kind_name(outline.kind))});
        into.triangles += outline.triangles;
        into.ids.emplace(i, id);
      });
}

Result<void> add_bodies(const RestJob& job, const std::vector<BoxPair>& pairs, LoadedBodiesOfPairs& into) {
  std::set<std::size_t> bodies;
  for (const BoxPair& pair : pairs) bodies.insert(pair.begin(), pair.end());
  for (const std::size_t i : bodies)
    if (const Result<void> added = add_body(job, i, into); !added) return added;
  return {};
}

/// Of two bodies in one box a scene asks the one with the smaller id first, which must be that of the whole assembly.
bool keeps_order(const RestJob& job, const BoxPair& pair, const LoadedBodiesOfPairs& loaded) {
  const Aabb &a = job.assembly.outline(pair[0]).box, &b = job.assembly.outline(pair[1]).box;
  return a.min != b.min || a.max != b.max || loaded.ids.at(pair[0]) < loaded.ids.at(pair[1]);
}

Result<std::vector<Json>> rows_in(const RestJob& job, const std::vector<BoxPair>& pairs, LoadedBodiesOfPairs& loaded) {
  Result<void> added = add_bodies(job, pairs, loaded);
  if (added && !std::ranges::all_of(pairs, [&](const BoxPair& pair) { return keeps_order(job, pair, loaded); })) {
    loaded = {};  // bodies of one piece alone are added in the order of the whole
    added = add_bodies(job, pairs, loaded);
  }
  if (!added) return tl::make_unexpected(added.error());
  std::vector<ScenePair> asked;
  for (const BoxPair& pair : pairs) {
    const auto [a, b] = std::minmax(loaded.ids.at(pair[0]), loaded.ids.at(pair[1]));
    asked.push_back({a, b});
  }
  const SceneOptions alone{.threads = 1};
  Result<SceneStatuses> found = statuses_of(loaded.assembly.scene, asked, status_question(job.arguments, loaded.assembly), alone);
  if (!found) return tl::make_unexpected(found.error());
  std::vector<Json> rows = rest_rows(job.arguments, loaded.assembly, *found, 1);
  std::ranges::sort(rows, by_names);  // bodies of a borrowed scene are in no order
  return rows;
}

std::string piece_record(RestJob& job, const Piece& piece) {
  std::unique_ptr<LoadedBodiesOfPairs> scene = job.scenes.borrow();
  std::string record = clash_record(rows_in(job, job.pairs->pairs(piece.first, piece.end), *scene));
  job.scenes.give_back(std::move(scene));
  return record;
}

/// Meshes, names and kinds; of files that hold many bodies, whose poses are in no digest, all bytes.
void add_input(const RestJob& job, Digest& digest, InputFiles& files) {
  for (const std::string& file : job.assembly.scene_files()) files.add(file, digest);
  for (std::size_t i = 0; i < job.assembly.size(); ++i) {
    const BodyOutline& outline = job.assembly.outline(i);
    digest.add(job.assembly.name(i));
    digest.add(std::uint64_t{outline.kind} << 1U | (outline.is_against ? 1U : 0U));
    for (const std::uint64_t word : outline.digest) digest.add(word);
  }
}

Result<void> take_ignored(RestJob& job) {
  if (job.arguments.ignore.empty()) return {};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < job.assembly.size(); ++i) names.push_back(job.assembly.name(i));
  return ignored_pairs(job.arguments, names).map([&](std::vector<NamePair>&& pairs) {
    for (const auto& [a, b] : pairs) job.ignored_bodies.push_back(std::minmax(*job.assembly.find(a), *job.assembly.find(b)));
    std::ranges::sort(job.ignored_bodies);
    job.ignored = std::move(pairs);
  });
}

bool counts(const RestJob& job, const BoxPair& pair) {
  const auto [a, b] = pair;
  if (!job.arguments.against.empty() && job.assembly.outline(a).is_against == job.assembly.outline(b).is_against) return false;
  return job.assembly.may_meet(a, b) && !std::ranges::binary_search(job.ignored_bodies, std::pair<std::size_t, std::size_t>(a, b));
}

std::unique_ptr<CurvePairs> near_pairs(const RestJob& job, const SceneStatusOptions& question) {
  std::vector<Aabb> boxes;
  boxes.reserve(job.assembly.size());
  for (std::size_t i = 0; i < job.assembly.size(); ++i) boxes.push_back(job.assembly.outline(i).box);
  return std::make_unique<CurvePairs>(std::move(boxes), std::max(question.tolerance, question.clearance),
                                      [&job](const BoxPair& pair) { return counts(job, pair); });
}

CostedBody costed(const RestJob& job, std::uint32_t i) { return {job.assembly.outline(i).box, job.assembly.outline(i).triangles}; }

ClashContext context_of(const RestJob& job) {
  ClashContext context{.bodies = job.assembly.size(),
                       .name_and_kind =
                           [&job](std::size_t i) {
                             return std::pair<std::string_view, std::string_view>(job.assembly.name(i),
                                                                                  kind_name(job.assembly.outline(i).kind));
                           },
                       .unit = job.assembly.unit(),
                       .notes = job.assembly.notes(),
                       .pairs_considered = job.pairs->size()};
  for (const auto& [a, b] : job.ignored) context.ignored.push_back({a, b, "asked for"});
  for (const auto& [a, b] : job.assembly.excluded()) context.ignored.push_back({a, b, "excluded by the file"});
  return context;
}

}  // namespace

Result<Work> clash_rest_work(const ClashArguments& arguments, const Neighbours& neighbours) {
  const auto job = std::make_shared<RestJob>(arguments);
  Result<OutlinedAssembly> assembly = outline_assembly(arguments.files, arguments.against, assembly_options(arguments), neighbours);
  if (!assembly) return tl::make_unexpected(assembly.error());
  job->assembly = *std::move(assembly);
  if (const Result<void> taken = take_ignored(*job); !taken) return tl::make_unexpected(taken.error());
  const SceneStatusOptions question = status_question(arguments, {});
  if (const auto fine = pairs_to_ask(Scene(), question, {}); !fine) return tl::make_unexpected(fine.error());
  job->pairs = near_pairs(*job, question);
  Work work = unprepared_clash(arguments);
  PieceCutter cutter;
  job->pairs->for_each([&](const BoxPair& pair) { cutter.add(pair_cost(costed(*job, pair[0]), costed(*job, pair[1]))); });
  work.pieces = std::move(cutter).pieces();
  Digest digest;
  add_input(*job, digest, work.files);
  work.head.input = digest.text();
  work.head.pieces = work.pieces.size();
  if (const Result<void> fine = context_of(*job).check(); !fine) return tl::make_unexpected(fine.error());
  work.context = [job] { return context_of(*job).text(); };
  work.run = [job](const Piece& piece) -> Result<std::string> { return piece_record(*job, piece); };
  return work;
}

}  // namespace graze::cli
