/// Prepares a robot and its surroundings: which pairs are checked, with which shapes, along which chains of axes.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <graze/distance.h>
#include <graze/overlap.h>

#include "mesh/solid.h"
#include "motion/turning/bounded_part.h"
#include "robot/cell_data.h"
#include "views/bound.h"

namespace graze {
namespace robots {
namespace {

using windows::WindowScene;

/// Sliding axes without limits are given this many sizes of the robot when unbounded objects are cut to what it can reach.
constexpr double unlimited_slide = 8;

tl::unexpected<Error> about(const char* what, const std::string& name, const Error& error) {
  return fail(error.code, fmt::format("{} {}: {}", what, name, error.message));
}

class CellMaker {
 public:
  CellMaker(Robot robot, std::vector<WorldObject> world, const RobotCellOptions& options)
      : data_(std::make_shared<RobotCell::Data>(std::move(robot), std::move(world))), options_(options) {}

  Result<std::shared_ptr<const RobotCell::Data>> run() {
    data_->base = options_.base;
    for (const auto step : {&CellMaker::check_names, &CellMaker::read_ignored, &CellMaker::add_links, &CellMaker::add_objects}) {
      if (const auto done = (this->*step)(); !done) return tl::make_unexpected(done.error());
    }
    add_self_pairs();
    add_world_pairs();
    data_->containment = ContainmentCheck(data_->scene);
    if (const auto done = measure_still_pairs(); !done) return tl::make_unexpected(done.error());
    return data_;
  }

 private:
  [[nodiscard]] const RobotModel& model() const { return data_->robot.model(); }
  [[nodiscard]] const Robot::Data& robot() const { return data_->robot.data(); }

  Result<void> check_names() {
    const Robot::Data& data = robot();
    for (const RobotLink& link : data.model.links) links_.insert(link.name);
    for (const WorldObject& object : data_->world) {
      if (object.name.empty()) return fail(ErrorCode::bad_option, "world: an object has no name");
      if (!objects_.insert(object.name).second)
        return fail(ErrorCode::bad_option, fmt::format("world: {} is the name of two objects", object.name));
    }
    const auto checked = check_body({Geometry::make(Shape{Point{}}).value(), options_.base, {}, false});
    return checked ? checked : tl::make_unexpected(at("base", checked.error()));
  }

  /// An object that is called as a link is can be named "object:NAME".
  [[nodiscard]] std::string name_in_lists(const std::string& object) const {
    return links_.contains(object) ? "object:" + object : object;
  }

  Result<void> read_ignored() {
    std::set<std::string> known = links_;
    for (const std::string& object : objects_) known.insert({object, "object:" + object});
    for (const IgnoredPair& pair : options_.ignored) {
      for (const std::string& name : {pair.a, pair.b}) {
        if (!known.contains(name))
          return fail(ErrorCode::bad_option, fmt::format("ignored pair {}, {}: there is no {}", pair.a, pair.b, name));
      }
      asked_.insert_or_assign(std::minmax(pair.a, pair.b), pair.reason.empty() ? "asked for" : pair.reason);
    }
    return {};
  }

  Result<void> add_links() {
    for (std::size_t k = 0; k < model().links.size(); ++k) {
      const RobotLink& link = model().links[k];
      shapes_of_link_.emplace_back();
      for (std::size_t i = 0; i < link.shapes.size(); ++i) {
        const LinkShape& shape = link.shapes[i];
        const Body body{shape.geometry, robot().link_in_group[k] * shape.pose, {}, shape.solid};
        const auto added = add_shape(body, robot().group_of_link[k], {k, i, false}, shapes_of_link_.back());
        if (!added) return about("link", link.name, added.error());
      }
    }
    measure_robot();
    return {};
  }

  Result<void> add_shape(const Body& body, std::size_t group, const ShapeOrigin& origin, std::vector<std::size_t>& list) {
    const Result<std::size_t> shape = data_->scene.add_shape(body, group);
    if (!shape) return tl::make_unexpected(shape.error());
    if (*shape == WindowScene::npos) return {};
    if (body.solid) {
      if (const auto solid = query::as_solid(body); !solid) return tl::make_unexpected(solid.error());
    }
    data_->origins.push_back(origin);
    list.push_back(*shape);
    return {};
  }

  /// Of all groups stretched out.
  void measure_robot() {
    std::vector<double> reach(robot().group_count(), 0);
    for (std::size_t k = 0; k < robot().axes.size(); ++k)
      reach[k + 1] = reach[robot().axes[k].parent] + robot().axes[k].origin.translation.norm();
    for (const windows::WindowShape& shape : data_->scene.shapes()) {
      const double own = shape.body.pose.translation.norm() + shape.center.norm() + shape.radius;
      data_->reach = std::max(data_->reach, reach[shape.group] + own);
    }
    data_->size = data_->reach + data_->base.translation.lpNorm<1>();
  }

  /// How far the robot can come from its base, with what its sliding axes add.
  [[nodiscard]] double greatest_reach() const {
    double reach = data_->reach;
    for (const Axis& axis : robot().axes) {
      if (axis.turns) continue;
      const std::optional<JointLimits>& limits = data_->robot.drivers()[axis.driver].limits;
      const double most = limits ? std::max(std::abs(limits->lower), std::abs(limits->upper)) : unlimited_slide * data_->reach;
      reach += std::abs(axis.multiplier) * most + std::abs(axis.offset);
    }
    return reach;
  }

  Result<void> add_objects() {
    for (std::size_t k = 0; k < data_->world.size(); ++k) {
      const WorldObject& object = data_->world[k];
      shapes_of_object_.emplace_back();
      for (std::size_t i = 0; i < object.parts.size(); ++i) {
        const auto added = add_part(object.parts[i], {k, i, true}, shapes_of_object_.back());
        if (!added) return about("object", object.name, added.error());
      }
    }
    for (const windows::WindowShape& shape : data_->scene.shapes()) {
      if (shape.group != 0) continue;
      data_->size = std::max(data_->size, shape.body.pose.translation.lpNorm<1>() + shape.center.lpNorm<1>() + shape.radius);
    }
    return {};
  }

  Result<void> add_part(Body body, const ShapeOrigin& origin, std::vector<std::size_t>& list) {
    if (body.motion.moves()) return fail(ErrorCode::bad_option, "it moves; what stands around a robot is still");
    if (const auto checked = check_body(body); !checked) return checked;
    const bool is_unbounded = !body.geometry.is_mesh() && !query::is_bounded(body.geometry.shape());
    if (is_unbounded) {
      data_->reach_limit = greatest_reach();
      body.motion.center = data_->base.translation;
      const Shape part = query::part_within(body, 2 * *data_->reach_limit);
      body.motion = {};
      Result<Geometry> geometry = Geometry::make(part);
      if (!geometry) return tl::make_unexpected(geometry.error());
      body.geometry = std::move(*geometry);
    }
    // Objects stand in the world, links in the frame of the base: group 0 is that of the base.
    body.pose = relative_pose(data_->base, body.pose);
    return add_shape(body, 0, origin, list);
  }

  [[nodiscard]] std::optional<std::string> reason_to_ignore(std::size_t i, std::size_t j) const {
    const auto& parents = robot().parent_of_link;
    if (robot().group_of_link[i] == robot().group_of_link[j]) {
      return parents[i] == j || parents[j] == i ? "adjacent" : "rigid";
    }
    if (options_.ignore_adjacent && (parents[i] == j || parents[j] == i)) return "adjacent";
    return asked_for(model().links[i].name, model().links[j].name);
  }

  [[nodiscard]] std::optional<std::string> asked_for(const std::string& a, const std::string& b) const {
    const auto found = asked_.find(std::minmax(a, b));
    return found == asked_.end() ? std::nullopt : std::optional(found->second);
  }

  void add_self_pairs() {
    for (std::size_t i = 0; i < model().links.size(); ++i) {
      for (std::size_t j = i + 1; j < model().links.size(); ++j) {
        if (shapes_of_link_[i].empty() || shapes_of_link_[j].empty()) continue;
        if (const auto reason = reason_to_ignore(i, j)) {
          data_->ignored.push_back({model().links[i].name, model().links[j].name, *reason});
        } else if (options_.self) {
          add_pairs(shapes_of_link_[i], shapes_of_link_[j], {i, j, false});
        }
      }
    }
  }

  void add_world_pairs() {
    for (std::size_t i = 0; i < model().links.size(); ++i) {
      for (std::size_t k = 0; k < data_->world.size(); ++k) {
        const std::string &link = model().links[i].name, &object = data_->world[k].name;
        if (shapes_of_link_[i].empty() || shapes_of_object_[k].empty()) continue;
        if (const auto reason = asked_for(link, name_in_lists(object))) {
          data_->ignored.push_back({link, object, *reason});
        } else {
          add_pairs(shapes_of_object_[k], shapes_of_link_[i], {i, k, true});
        }
      }
    }
  }

  /// The shape nearer to where both chains part stands still in the search, the other one moves as it sees it.
  void add_pairs(const std::vector<std::size_t>& first, const std::vector<std::size_t>& second, const NamedPair& tag) {
    const auto& shapes = data_->scene.shapes();
    std::size_t from = shapes[first[0]].group, to = shapes[second[0]].group;
    const bool swaps = robot().depth_of_group[from] > robot().depth_of_group[to];
    if (swaps) std::swap(from, to);
    const std::size_t chain = chain_index(from, to);
    for (const std::size_t a : swaps ? second : first) {
      for (const std::size_t b : swaps ? first : second) data_->scene.add_pair(a, b, chain, data_->tags.size());
    }
    data_->tags.push_back(tag);
  }

  /// Links of the root's group and objects never move against each other.
  Result<void> measure_still_pairs() {
    for (const windows::ShapePair& pair : data_->scene.pairs()) {
      const windows::WindowShape &a = data_->scene.shapes()[pair.a], &b = data_->scene.shapes()[pair.b];
      if (a.group != b.group) continue;
      if (data_->still.empty() || data_->still.back().tag != pair.tag) data_->still.push_back({pair.tag});
      const Result<bool> meets = overlap(a.body, b.body);
      const Result<Closest> closest = closest_points(a.body, b.body);
      if (!meets) return tl::make_unexpected(meets.error());
      if (!closest) return tl::make_unexpected(closest.error());
      StillPair& still = data_->still.back();
      still.distance = std::min(still.distance, *meets ? 0 : closest->distance);
    }
    return {};
  }

  [[nodiscard]] std::size_t chain_index(std::size_t from, std::size_t to) {
    const auto [found, is_new] = chain_of_.try_emplace({from, to}, data_->chains.size());
    if (is_new) data_->chains.push_back(chain_between(robot(), from, to));
    return found->second;
  }

  std::shared_ptr<RobotCell::Data> data_;
  const RobotCellOptions& options_;
  std::set<std::string> links_, objects_;
  std::map<std::pair<std::string, std::string>, std::string> asked_;
  std::vector<std::vector<std::size_t>> shapes_of_link_, shapes_of_object_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> chain_of_;
};

}  // namespace
}  // namespace robots

RobotCell::RobotCell(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Result<RobotCell> RobotCell::make(Robot robot, std::vector<WorldObject> world, const RobotCellOptions& options) {
  auto data = robots::CellMaker(std::move(robot), std::move(world), options).run();
  if (!data) return tl::make_unexpected(data.error());
  return RobotCell(std::move(*data));
}

const Robot& RobotCell::robot() const { return data_->robot; }
std::span<const WorldObject> RobotCell::world() const { return data_->world; }
std::span<const IgnoredPair> RobotCell::ignored() const { return data_->ignored; }
std::size_t RobotCell::pair_count() const { return data_->tags.size(); }

}  // namespace graze
