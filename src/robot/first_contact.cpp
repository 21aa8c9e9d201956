/// First contact of a robot along a joint trajectory, or the proof that there is none.

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "robot/check.h"

namespace graze {
namespace robots {
namespace {

using windows::WindowContact;
using windows::WindowSearch;

class TrajectoryCheck {
 public:
  TrajectoryCheck(const RobotCell::Data& cell, const Segments& segments, const RobotCheckOptions& options, double tolerance)
      : cell_(cell),
        segments_(segments),
        options_(options),
        tolerance_(tolerance),
        movement_(cell.movement()),
        search_(cell.scene, {options.clearance, tolerance, false, options.all, options.max_evaluations}) {}

  Result<RobotImpact> run() {
    answer_.free_until = segments_.pieces.front().from;
    look_at_start();
    if (!is_over_) follow();
    finish();
    answer_.evaluations = search_.looks();
    if (answer_.status == TurningStatus::clear && options_.want_clearance) {
      if (const auto measured = measure(); !measured) return tl::make_unexpected(measured.error());
    }
    answer_.assumed = segments_.assumed;
    answer_.limits = segments_.violations;
    return std::move(answer_);
  }

 private:
  [[nodiscard]] std::uint32_t tag_of(const WindowContact& contact) const { return cell_.scene.pairs()[contact.pair].tag; }

  void look_at_start() {
    const Segment& piece = segments_.pieces.front();
    movement_.set(piece.drivers);
    search_.meet_at(movement_, 0);
    std::vector<WindowContact> met = search_.contacts();
    const std::vector<WindowContact> inside = cell_.containment.contacts(cell_.scene, movement_, met);
    met.insert(met.end(), inside.begin(), inside.end());
    std::stable_sort(met.begin(), met.end(), [&](const auto& x, const auto& y) { return tag_of(x) < tag_of(y); });
    for (const WindowContact& contact : met) {
      RobotContact initial = named(cell_, contact, piece);
      initial.initial = true;
      search_.leave_out(tag_of(contact));
      met_at_start_.push_back(tag_of(contact));
      (options_.ignore_initial || !options_.all ? answer_.initial : answer_.pairs).push_back(std::move(initial));
    }
    for (const StillPair& pair : cell_.still) search_.leave_out(pair.tag);
    if (met.empty() || options_.ignore_initial || options_.all) return;
    answer_.first = answer_.initial.front();
    answer_.initial.erase(answer_.initial.begin());
    is_over_ = true;
  }

  void follow() {
    for (const Segment& piece : segments_.pieces) {
      movement_.set(piece.drivers);
      const WindowSearch::End end = search_.run(movement_, 0, 1);
      answer_.free_until = piece.time_before(search_.free_until());
      for (const WindowContact& contact : search_.contacts()) add(contact, piece);
      if (end == WindowSearch::End::unfinished) answer_.status = TurningStatus::unfinished;
      if (end != WindowSearch::End::clear) return;
    }
    answer_.free_until = segments_.pieces.back().to;
  }

  void add(const WindowContact& contact, const Segment& piece) {
    RobotContact found = named(cell_, contact, piece);
    if (options_.all)
      answer_.pairs.push_back(std::move(found));
    else
      answer_.first = std::move(found);
  }

  void finish() {
    std::stable_sort(answer_.pairs.begin(), answer_.pairs.end(),
                     [](const RobotContact& x, const RobotContact& y) { return x.t_lo < y.t_lo; });
    if (!answer_.pairs.empty()) answer_.first = answer_.pairs.front();
    if (!answer_.first) return;
    if (answer_.status == TurningStatus::clear) answer_.status = TurningStatus::contact;
    answer_.free_until = answer_.first->t_lo;
  }

  /// Starts with what is found at way-points, which is mostly near the truth.
  Result<void> measure() {
    const double slack = std::max(options_.clearance_tolerance.value_or(tolerance_), tolerance_);
    WindowSearch search(cell_.scene, {0, 0, false, false, options_.max_evaluations});
    for (const std::uint32_t tag : met_at_start_) search.leave_out(tag);
    windows::LeastDistance least;
    std::size_t where = 0;
    auto keep = [&, before = least.distance](std::size_t piece) mutable {
      if (least.distance < before) where = piece;
      before = least.distance;
    };
    for (std::size_t k = 0; k < segments_.pieces.size(); ++k) {
      movement_.set(segments_.pieces[k].drivers);
      search.measure_at(movement_, 0, least);
      keep(k);
      if (k == 0) {
        for (const StillPair& pair : cell_.still) search.leave_out(pair.tag);
      }
    }
    const auto lower = [&](double within) {
      for (std::size_t k = 0; k < segments_.pieces.size(); ++k) {
        movement_.set(segments_.pieces[k].drivers);
        if (!search.measure(movement_, 0, 1, within, least)) return false;
        keep(k);
      }
      return true;
    };
    const bool is_known = lower_roughly(slack, least, lower) && lower(slack);
    answer_.evaluations += search.looks();
    if (!is_known) return {};
    if (!std::isfinite(least.distance)) return {};
    const NamedPair& tag = cell_.tags[cell_.scene.pairs()[least.pair].tag];
    const Segment& piece = segments_.pieces[where];
    answer_.clearance = RobotClearance{std::max(0.0, least.distance - slack),
                                       slack,
                                       piece.from + least.at * (piece.to - piece.from),
                                       cell_.name_of(tag, 0),
                                       cell_.name_of(tag, 1),
                                       tag.is_object};
    return {};
  }

  /// To less than twice the truth: much that is farther off than the least distance need not be measured to the slack then.
  template <typename Lower>
  [[nodiscard]] static bool lower_roughly(double slack, const windows::LeastDistance& least, const Lower& lower) {
    double within = std::numeric_limits<double>::infinity();
    while (least.distance < within && least.distance / 2 > slack) {
      within = least.distance / 2;
      if (!lower(within)) return false;
    }
    return true;
  }

  const RobotCell::Data& cell_;
  const Segments& segments_;
  const RobotCheckOptions& options_;
  double tolerance_;
  SegmentMovement movement_;
  WindowSearch search_;
  RobotImpact answer_;
  std::vector<std::uint32_t> met_at_start_;
  bool is_over_ = false;
};

}  // namespace
}  // namespace robots

Result<RobotImpact> RobotCell::first_contact(const JointTrajectory& trajectory, const RobotCheckOptions& options) const {
  const Result<double> tolerance = robots::tolerance_for(*data_, options.tolerance);
  if (!tolerance) return tl::make_unexpected(tolerance.error());
  if (const auto checked = robots::check_clearance(options.clearance); !checked) return tl::make_unexpected(checked.error());
  if (options.clearance_tolerance && !(*options.clearance_tolerance > 0))
    return fail(ErrorCode::bad_option, fmt::format("clearance_tolerance: {} is not positive", *options.clearance_tolerance));
  const Result<robots::Segments> segments = robots::segments_of(data_->robot, trajectory);
  if (!segments) return tl::make_unexpected(segments.error());
  double resolvable = *tolerance;
  for (const robots::Segment& piece : segments->pieces) {
    if (const auto checked = robots::check_reach(*data_, piece.drivers); !checked) return tl::make_unexpected(checked.error());
    const Result<double> resolved = robots::tolerance_along(*data_, piece.drivers, *tolerance);
    if (!resolved) return tl::make_unexpected(at(fmt::format("t = {} to {}", piece.from, piece.to), resolved.error()));
    resolvable = std::max(resolvable, *resolved);
  }
  return robots::TrajectoryCheck(*data_, *segments, options, resolvable).run();
}

Result<RobotImpact> first_contact(const Robot& robot, std::span<const WorldObject> world, const JointTrajectory& trajectory,
                                  const RobotCheckOptions& options, const RobotCellOptions& cell) {
  const Result<RobotCell> made = RobotCell::make(robot, {world.begin(), world.end()}, cell);
  if (!made) return tl::make_unexpected(made.error());
  return made->first_contact(trajectory, options);
}

}  // namespace graze
