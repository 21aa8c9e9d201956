/// Straight lines in joint space and single poses, for planners: yes or no, by many threads.

#include <algorithm>

#include <fmt/format.h>

#include <graze/batch.h>

#include "robot/check.h"

namespace graze {
namespace robots {
namespace {

using windows::WindowSearch;

/// A contact of what never moves, if there is one within the clearance.
const StillPair* still_contact(const RobotCell::Data& cell, double clearance) {
  const auto found =
      std::find_if(cell.still.begin(), cell.still.end(), [&](const StillPair& p) { return p.distance <= clearance; });
  return found == cell.still.end() ? nullptr : &*found;
}

EdgeAnswer answer_about(const RobotCell::Data& cell, TurningStatus status, double fraction, std::uint32_t tag) {
  const NamedPair& pair = cell.tags[tag];
  return {status, fraction, cell.name_of(pair, 0), cell.name_of(pair, 1)};
}

std::vector<Cubic> lines(std::span<const double> from, std::span<const double> to) {
  std::vector<Cubic> cubics;
  for (std::size_t k = 0; k < from.size(); ++k) cubics.push_back(line(from[k], to[k]));
  return cubics;
}

Result<EdgeAnswer> check_edge(const RobotCell::Data& cell, std::span<const double> from, std::span<const double> to,
                              const EdgeOptions& options, double tolerance) {
  for (const auto& end : {from, to}) {
    if (const auto checked = check_positions(cell.robot, end); !checked) return tl::make_unexpected(checked.error());
  }
  const std::vector<Cubic> cubics = lines(from, to);
  if (const auto checked = check_reach(cell, cubics); !checked) return tl::make_unexpected(checked.error());
  const Result<double> resolved = tolerance_along(cell, cubics, tolerance);
  if (!resolved) return tl::make_unexpected(resolved.error());
  if (const StillPair* still = still_contact(cell, options.clearance))
    return answer_about(cell, TurningStatus::contact, 0, still->tag);
  SegmentMovement movement = cell.movement();
  movement.set(cubics);
  WindowSearch search(cell.scene, {options.clearance, *resolved, !options.want_fraction, false, options.max_evaluations});
  for (const StillPair& pair : cell.still) search.leave_out(pair.tag);
  const WindowSearch::End end = search.run(movement, 0, 1);
  if (end == WindowSearch::End::clear || search.free_until() > 0) {  // surfaces are apart at the start: what is inside shows
    const auto inside = cell.containment.contacts(cell.scene, movement, {});
    if (!inside.empty()) return answer_about(cell, TurningStatus::contact, 0, cell.scene.pairs()[inside.front().pair].tag);
  }
  switch (end) {
    case WindowSearch::End::clear: return EdgeAnswer{};
    case WindowSearch::End::unfinished: return EdgeAnswer{TurningStatus::unfinished, search.free_until()};
    case WindowSearch::End::contact: break;
  }
  return answer_about(cell, TurningStatus::contact, search.free_until(), cell.scene.pairs()[search.contacts().front().pair].tag);
}

Result<double> checked_tolerance(const RobotCell::Data& cell, const EdgeOptions& options) {
  if (const auto checked = check_clearance(options.clearance); !checked) return tl::make_unexpected(checked.error());
  return tolerance_for(cell, options.tolerance);
}

/// What touches in a pose, one contact a tag.
Result<std::vector<std::uint32_t>> tags_in_contact(const RobotCell::Data& cell, std::span<const double> positions, double within) {
  if (const auto checked = check_positions(cell.robot, positions); !checked) return tl::make_unexpected(checked.error());
  if (const auto checked = check_clearance(within); !checked) return tl::make_unexpected(checked.error());
  const std::vector<Cubic> cubics = lines(positions, positions);
  if (const auto checked = check_reach(cell, cubics); !checked) return tl::make_unexpected(checked.error());
  SegmentMovement movement = cell.movement();
  movement.set(cubics);
  WindowSearch search(cell.scene, {within, least_robot_tolerance * cell.size, false, true, 0});
  search.meet_at(movement, 0);
  const std::vector<windows::WindowContact> inside = cell.containment.contacts(cell.scene, movement, search.contacts());
  std::vector<std::uint32_t> tags;
  for (const auto* list : {&search.contacts(), &inside}) {
    for (const windows::WindowContact& contact : *list) tags.push_back(cell.scene.pairs()[contact.pair].tag);
  }
  std::sort(tags.begin(), tags.end());
  return tags;
}

}  // namespace
}  // namespace robots

Result<EdgeAnswer> RobotCell::check_edge(std::span<const double> from, std::span<const double> to,
                                         const EdgeOptions& options) const {
  const Result<double> tolerance = robots::checked_tolerance(*data_, options);
  if (!tolerance) return tl::make_unexpected(tolerance.error());
  return robots::check_edge(*data_, from, to, options, *tolerance);
}

Result<std::vector<EdgeAnswer>> RobotCell::check_edges(std::span<const JointEdge> edges, const EdgeOptions& options) const {
  const Result<double> tolerance = robots::checked_tolerance(*data_, options);
  if (!tolerance) return tl::make_unexpected(tolerance.error());
  std::vector<Result<EdgeAnswer>> found(edges.size());
  for_each_in_parallel(edges.size(), {.threads = options.threads}, [&](std::size_t k) {
    found[k] = robots::check_edge(*data_, edges[k].from, edges[k].to, options, *tolerance);
  });
  std::vector<EdgeAnswer> answers;
  answers.reserve(edges.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (!found[k]) return tl::make_unexpected(at(fmt::format("edges[{}]", k), found[k].error()));
    answers.push_back(*found[k]);
  }
  return answers;
}

Result<bool> RobotCell::is_free(std::span<const double> positions, double clearance) const {
  const auto tags = robots::tags_in_contact(*data_, positions, clearance);
  if (!tags) return tl::make_unexpected(tags.error());
  return tags->empty();
}

Result<std::vector<IgnoredPair>> RobotCell::touching(std::span<const double> positions, double within,
                                                     std::string_view reason) const {
  const auto tags = robots::tags_in_contact(*data_, positions, within);
  if (!tags) return tl::make_unexpected(tags.error());
  std::vector<IgnoredPair> pairs;
  for (const std::uint32_t tag : *tags)
    pairs.push_back({data_->name_of(data_->tags[tag], 0), data_->name_of(data_->tags[tag], 1), std::string(reason)});
  return pairs;
}

}  // namespace graze
