/// Bodies that are not in a scene against those that are.

#include <algorithm>
#include <optional>

#include <graze/scene_probe.h>

#include "scene/candidates.h"
#include "scene/course.h"
#include "scene/earliest.h"
#include "scene/fixed_order.h"
#include "scene/pair_overlap.h"
#include "scene/pair_sweep.h"
#include "scene/status_options.h"
#include "scene/swept.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

Result<Record> probe_of(const Scene::Data& data, const SceneBody& probe) {
  SharedShapes own;
  auto record = record_of(probe, own);
  if (!record) return tl::make_unexpected(at("probe", record.error()));
  if (data.size > 0 && data.is_planar != record->shapes[0]->geometry.is_planar())
    return fail(ErrorCode::bad_shape, "probe.parts[0].geometry: 2D and 3D shapes have no questions in common");
  return record;
}

/// The bodies that may be within a distance of a box at a time; sorted.
std::vector<std::uint32_t> near_at(const Scene::Data& data, const Aabb& box, double at, double distance) {
  if (at == 0) return data.boxes.in_box(box, distance);
  std::vector<std::uint32_t> found;
  data.last_instant.boxes(data, at)->in_box(box, found, distance);
  return found;
}

/// The bodies that may come within a distance of a box during [0, t_max]; sorted.
std::vector<std::uint32_t> near_during(const Scene::Data& data, const Aabb& box, double t_max, double distance) {
  std::vector<std::uint32_t> found = data.boxes.in_box(box, distance);
  std::erase_if(found, [&](std::uint32_t i) { return data.is_moving[i] != 0; });
  for (std::uint32_t i = 0; i < data.is_moving.size(); ++i) {
    if (data.is_moving[i] != 0 && gap(swept_box(data.records[i], 0, t_max), box) <= distance) found.push_back(i);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Those that the probe may meet.
std::vector<IndexPair> pairs_with_probe(const Cast& cast, const std::vector<std::uint32_t>& near, const SceneOptions& options) {
  const Scene::Data& data = *cast.scene;
  std::vector<IndexPair> pairs;
  for (const std::uint32_t i : near) {
    if (!may_meet(*cast.probe, data.records[i])) continue;
    if (!options.may_meet || options.may_meet(cast.probe->id, data.records[i].id)) pairs.push_back({probe_index, i});
  }
  return pairs;
}

/// A question about an instant.
class ProbeAtInstant {
 public:
  ProbeAtInstant(const Cast& cast, double distance, const SceneOptions& options) : cast_(cast), options_(options) {
    place(*cast.probe, pose_at(cast.probe->given, options.at), parts_);
    pairs_ = pairs_with_probe(cast, near_at(*cast.scene, box_around(parts_), options.at, distance), options);
  }

  [[nodiscard]] const std::vector<IndexPair>& pairs() const { return pairs_; }

  /// ask(parts of the probe, parts of the other) -> Result<Answer> for pair i, unless it is to be ignored.
  template <class Ask>
  [[nodiscard]] auto asked(std::size_t i, const Ask& ask) const {
    using Answer = decltype(ask(parts_, parts_));
    const Record& other = cast_[pairs_[i].second];
    if (options_.ignore_initial) {
      const auto met = parts_meet(cast_.probe->placed, other.placed);
      if (!met) return Answer(tl::make_unexpected(met.error()));
      if (*met) return Answer();
    }
    std::vector<PlacedPart> then;
    return ask(parts_, parts_at(other, options_.at, then));
  }

 private:
  Cast cast_;
  const SceneOptions& options_;
  std::vector<PlacedPart> parts_;
  std::vector<IndexPair> pairs_;
};

Result<std::vector<IndexPair>> pairs_in_time(const Cast& cast, const SceneTimeOptions& question, const SceneOptions& options) {
  if (const auto ok = check_question(question); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_options(*cast.scene, options); !ok) return tl::make_unexpected(ok.error());
  const Aabb way = swept_box(*cast.probe, 0, question.t_max);
  return pairs_with_probe(cast, near_during(*cast.scene, way, question.t_max, question.margin), options);
}

}  // namespace

Result<std::vector<BodyId>> overlapping_bodies(const Scene& scene, const SceneBody& probe, const SceneOptions& options) {
  if (const auto ok = check_options(scene.data(), options); !ok) return tl::make_unexpected(ok.error());
  const auto record = probe_of(scene.data(), probe);
  if (!record) return tl::make_unexpected(record.error());
  const Cast cast{&scene.data(), &*record};
  const ProbeAtInstant instant(cast, 0, options);
  std::vector<char> meet(instant.pairs().size(), 0);
  const auto done = in_portions(cast, instant.pairs(), options, [&](std::size_t i) -> Result<void> {
    const auto found = instant.asked(i, [](const auto& a, const auto& b) { return parts_meet(a, b); });
    if (!found) return tl::make_unexpected(cast.of_pair(instant.pairs()[i], found.error()));
    meet[i] = *found ? 1 : 0;
    return {};
  });
  if (!done) return tl::make_unexpected(done.error());
  std::vector<BodyId> bodies;
  for (std::size_t i = 0; i < meet.size(); ++i) {
    if (meet[i] != 0) bodies.push_back(cast[instant.pairs()[i].second].id);
  }
  return bodies;
}

Result<SceneStatuses> statuses(const Scene& scene, const SceneBody& probe, const SceneStatusOptions& question,
                               const SceneOptions& options) {
  if (const auto ok = check_status_options(question); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_options(scene.data(), options); !ok) return tl::make_unexpected(ok.error());
  const auto record = probe_of(scene.data(), probe);
  if (!record) return tl::make_unexpected(record.error());
  const Cast cast{&scene.data(), &*record};
  const ProbeAtInstant instant(cast, std::max(question.tolerance, question.clearance), options);
  std::vector<std::optional<PairStatus>> found(instant.pairs().size());
  const auto done = in_portions(cast, instant.pairs(), options, [&](std::size_t i) -> Result<void> {
    auto status = instant.asked(i, [&](const auto& a, const auto& b) { return status_of(a, b, question); });
    if (!status) return tl::make_unexpected(cast.of_pair(instant.pairs()[i], status.error()));
    found[i] = *std::move(status);
    return {};
  });
  if (!done) return tl::make_unexpected(done.error());
  SceneStatuses answer{{}, found.size()};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    answer.pairs.push_back(*std::move(found[i]));
    answer.pairs.back().pair = cast.ids_of(instant.pairs()[i]);
  }
  return answer;
}

Result<SceneContact> first_contact(const Scene& scene, const SceneBody& probe, const SceneTimeOptions& question,
                                   const SceneOptions& options) {
  const auto record = probe_of(scene.data(), probe);
  if (!record) return tl::make_unexpected(record.error());
  const Cast cast{&scene.data(), &*record};
  const auto pairs = pairs_in_time(cast, question, options);
  if (!pairs) return tl::make_unexpected(pairs.error());
  EarliestSearch search(cast, question, options);
  std::vector<TimedPair>& timed = search.pairs_to_search();
  for (const IndexPair& pair : *pairs) {
    const double earliest = earliest_meeting(*record, cast[pair.second], question.margin);
    if (earliest <= question.t_max) timed.push_back({earliest, pair});
  }
  if (const auto done = search.search(question.t_max); !done) return tl::make_unexpected(done.error());
  auto answer = search.answer();
  if (answer) answer->pairs_considered = pairs->size();
  return answer;
}

Result<SceneContacts> first_contacts(const Scene& scene, const SceneBody& probe, const SceneTimeOptions& question,
                                     const SceneOptions& options) {
  const auto record = probe_of(scene.data(), probe);
  if (!record) return tl::make_unexpected(record.error());
  const Cast cast{&scene.data(), &*record};
  const auto pairs = pairs_in_time(cast, question, options);
  if (!pairs) return tl::make_unexpected(pairs.error());
  return contacts_of_pairs(cast, *pairs, question, options);
}

}  // namespace graze
