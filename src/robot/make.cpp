/// Checks the tree of a robot and turns its joints into axes.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "geometry/frame.h"
#include "geometry/orthonormal_frame.h"
#include "numbers/tolerance.h"
#include "robot/data.h"

namespace graze {
namespace robots {
namespace {

constexpr std::size_t nothing = ~std::size_t{0};

/// Axes shorter than this have no direction. Unit of the input.
constexpr double least_axis = 0x1p-500;

template <class... Args>
tl::unexpected<Error> bad(fmt::format_string<Args...> format, Args&&... args) {
  return fail(ErrorCode::bad_shape, fmt::format(format, std::forward<Args>(args)...));
}

bool moves(JointKind kind) { return kind != JointKind::fixed; }
bool has_one_axis(JointKind kind) { return moves(kind) && kind != JointKind::planar && kind != JointKind::floating; }

/// Rotations of files are rounded; composed ones shall not drift.
Result<Pose> orthonormal(const Pose& pose, const std::string& who) {
  if (!pose.rotation.allFinite() || !pose.translation.allFinite())
    return fail(ErrorCode::not_finite, fmt::format("{}: a number of its pose is not finite", who));
  const Mat3& r = pose.rotation;
  if (orthonormality_defect({r.col(0), r.col(1), r.col(2)}) > tolerance::orthonormal_frame || r.determinant() < 0)
    return fail(ErrorCode::bad_pose, fmt::format("{}: its rotation does not rotate", who));
  const std::optional<Frame> frame = orthonormal_frame(r.col(0), r.col(1));
  Pose made = pose;
  if (frame && !pose.rotation.isIdentity(0)) {
    for (int k = 0; k < 3; ++k) made.rotation.col(k) = (*frame)[static_cast<std::size_t>(k)];
  }
  return made;
}

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

class Maker {
 public:
  explicit Maker(RobotModel model) { data_.model = std::move(model); }

  Result<Robot::Data> run() {
    for (const auto step : {&Maker::check_names, &Maker::check_joints, &Maker::find_parents, &Maker::check_mimics,
                            &Maker::make_drivers, &Maker::make_axes, &Maker::check_shapes}) {
      if (const auto done = (this->*step)(); !done) return tl::make_unexpected(done.error());
    }
    return std::move(data_);
  }

 private:
  [[nodiscard]] RobotModel& model() { return data_.model; }

  Result<void> check_names() {
    if (model().links.empty()) return bad("robot: no links");
    std::set<std::string_view> seen;
    for (const RobotLink& link : model().links) {
      if (link.name.empty()) return bad("link: no name");
      if (!seen.insert(link.name).second) return bad("link {}: there are two of this name", link.name);
    }
    seen.clear();
    for (const RobotJoint& joint : model().joints) {
      if (joint.name.empty()) return bad("joint: no name");
      if (!seen.insert(joint.name).second) return bad("joint {}: there are two of this name", joint.name);
    }
    return {};
  }

  Result<void> check_joints() {
    for (RobotJoint& joint : model().joints) {
      const std::size_t links = model().links.size();
      if (joint.parent >= links || joint.child >= links) return bad("joint {}: its parent or child is no link", joint.name);
      Result<Pose> origin = orthonormal(joint.origin, fmt::format("joint {}", joint.name));
      if (!origin) return tl::make_unexpected(origin.error());
      joint.origin = *origin;
      if (moves(joint.kind) && joint.kind != JointKind::floating) {
        if (!joint.axis.allFinite())
          return fail(ErrorCode::not_finite, fmt::format("joint {}: its axis is not finite", joint.name));
        if (!(joint.axis.stableNorm() > least_axis)) return bad("joint {}: its axis has no direction", joint.name);
        joint.axis = joint.axis.stableNormalized();
      }
      if (joint.limits && !(joint.limits->lower <= joint.limits->upper))
        return bad("joint {}: its limits are from {} to {}", joint.name, joint.limits->lower, joint.limits->upper);
    }
    return {};
  }

  Result<void> find_parents() {
    joint_of_.assign(model().links.size(), nothing);
    for (std::size_t k = 0; k < model().joints.size(); ++k) {
      const RobotJoint& joint = model().joints[k];
      std::size_t& of_child = joint_of_[joint.child];
      if (of_child != nothing) {
        return bad("link {}: it has two parents, by the joints {} and {}", model().links[joint.child].name,
                   model().joints[of_child].name, joint.name);
      }
      of_child = k;
    }
    std::size_t root = nothing;
    for (std::size_t k = 0; k < joint_of_.size(); ++k) {
      if (joint_of_[k] != nothing) continue;
      if (root != nothing) return bad("link {}: a second root beside {}", model().links[k].name, model().links[root].name);
      root = k;
    }
    if (root == nothing) return bad("robot: no root, its links form a cycle");
    data_.root = root;
    return order_links();
  }

  /// Parents first, in the order of the joints.
  Result<void> order_links() {
    std::vector<std::vector<std::size_t>> children(joint_of_.size());
    for (const RobotJoint& joint : model().joints) children[joint.parent].push_back(joint.child);
    data_.parent_of_link.assign(joint_of_.size(), nothing);
    data_.parent_of_link[data_.root] = data_.root;
    order_.assign(1, data_.root);
    for (std::size_t done = 0; done < order_.size(); ++done) {
      for (const std::size_t child : children[order_[done]]) {
        data_.parent_of_link[child] = order_[done];
        order_.push_back(child);
      }
    }
    const auto& parents = data_.parent_of_link;
    const auto lost = std::find(parents.begin(), parents.end(), nothing);
    if (lost == parents.end()) return {};
    return bad("link {}: it is part of a cycle, or hangs on one",
               model().links[static_cast<std::size_t>(lost - parents.begin())].name);
  }

  Result<void> check_mimics() {
    for (std::size_t k = 0; k < model().joints.size(); ++k) {
      const RobotJoint& joint = model().joints[k];
      if (!joint.mimic || !moves(joint.kind)) continue;
      if (!has_one_axis(joint.kind)) return bad("joint {}: planar and floating joints cannot mimic another", joint.name);
      if (!std::isfinite(joint.mimic->multiplier) || !std::isfinite(joint.mimic->offset))
        return fail(ErrorCode::not_finite, fmt::format("joint {}: its mimic is not finite", joint.name));
      if (joint.mimic->driver >= model().joints.size()) return bad("joint {}: it mimics a joint that does not exist", joint.name);
      const RobotJoint& driver = model().joints[joint.mimic->driver];
      if (!has_one_axis(driver.kind))
        return bad("joint {}: it mimics {}, which has no position to follow", joint.name, driver.name);
      std::size_t at = k;
      for (std::size_t steps = 0; model().joints[at].mimic; ++steps, at = model().joints[at].mimic->driver) {
        if (steps > model().joints.size()) return bad("joint {}: it mimics itself, through others or not", joint.name);
        if (model().joints[at].mimic->driver >= model().joints.size()) break;
      }
    }
    return {};
  }

  Result<void> make_drivers() {
    first_driver_.assign(model().joints.size(), nothing);
    for (std::size_t k = 0; k < model().joints.size(); ++k) {
      const RobotJoint& joint = model().joints[k];
      if (!moves(joint.kind) || (joint.mimic && has_one_axis(joint.kind))) continue;
      first_driver_[k] = data_.drivers.size();
      if (joint.kind == JointKind::planar) {
        for (const char* part : {"x", "y", "theta"}) add_driver(k, fmt::format("{}/{}", joint.name, part), part[0] == 't', {});
      } else if (joint.kind == JointKind::floating) {
        for (const char* part : {"x", "y", "z", "yaw", "pitch", "roll"})
          add_driver(k, fmt::format("{}/{}", joint.name, part), part[1] != '\0', {});
      } else {
        const bool is_limited = joint.kind != JointKind::continuous;
        add_driver(k, joint.name, joint.kind != JointKind::prismatic, is_limited ? joint.limits : std::nullopt);
      }
    }
    return {};
  }

  void add_driver(std::size_t joint, std::string name, bool is_angle, const std::optional<JointLimits>& limits) {
    const double rest = limits ? std::clamp(0.0, limits->lower, limits->upper) : 0;
    data_.drivers.push_back({std::move(name), joint, is_angle, limits, rest});
  }

  Result<void> make_axes() {
    const std::size_t links = model().links.size();
    data_.group_of_link.assign(links, 0);
    data_.link_in_group.assign(links, Pose{});
    data_.axis_of_joint.assign(model().joints.size(), nothing);
    data_.depth_of_group.assign(1, 0);
    for (std::size_t k = 1; k < order_.size(); ++k) add_link(order_[k]);
    for (std::size_t& axis : data_.axis_of_joint) axis = std::min(axis, data_.axes.size());
    return {};
  }

  void add_link(std::size_t link) {
    const std::size_t k = joint_of_[link];
    const RobotJoint& joint = model().joints[k];
    std::size_t group = data_.group_of_link[joint.parent];
    Pose at = data_.link_in_group[joint.parent] * joint.origin;
    if (moves(joint.kind)) {
      if (has_one_axis(joint.kind)) data_.axis_of_joint[k] = data_.axes.size();
      group = add_joint(k, group, at);
      at = Pose{};
    }
    data_.group_of_link[link] = group;
    data_.link_in_group[link] = at;
  }

  /// Returns the group that it moves.
  std::size_t add_joint(std::size_t k, std::size_t group, const Pose& at) {
    const RobotJoint& joint = model().joints[k];
    if (has_one_axis(joint.kind)) return add_axis(group, at, joint.kind != JointKind::prismatic, joint.axis, followed(k));
    const std::size_t first = first_driver_[k];
    if (joint.kind == JointKind::planar) {
      const auto [x, y] = across(joint.axis);
      group = add_axis(group, at, false, x, {first});
      group = add_axis(group, {}, false, y, {first + 1});
      return add_axis(group, {}, true, joint.axis, {first + 2});
    }
    group = add_axis(group, at, false, Vec3::UnitX(), {first});
    group = add_axis(group, {}, false, Vec3::UnitY(), {first + 1});
    group = add_axis(group, {}, false, Vec3::UnitZ(), {first + 2});
    group = add_axis(group, {}, true, Vec3::UnitZ(), {first + 3});
    group = add_axis(group, {}, true, Vec3::UnitY(), {first + 4});
    return add_axis(group, {}, true, Vec3::UnitX(), {first + 5});
  }

  struct Followed {
    std::size_t driver;
    double multiplier = 1, offset = 0;
  };
  /// What a joint follows in the end, through other mimics.
  [[nodiscard]] Followed followed(std::size_t k) {
    Followed way{0};
    while (model().joints[k].mimic) {
      const Mimic& mimic = *model().joints[k].mimic;
      way.offset += way.multiplier * mimic.offset;
      way.multiplier *= mimic.multiplier;
      k = mimic.driver;
    }
    way.driver = first_driver_[k];
    return way;
  }

  /// Two directions across a plane's normal: x and y for z, and so on round.
  static std::array<Vec3, 2> across(const Vec3& normal) {
    Eigen::Index k = 0;
    normal.cwiseAbs().maxCoeff(&k);
    const Vec3 x = (Vec3::Unit((k + 1) % 3) - normal[(k + 1) % 3] * normal).normalized();
    return {x, normal.cross(x)};
  }

  std::size_t add_axis(std::size_t group, const Pose& at, bool turns, const Vec3& direction, const Followed& followed) {
    Axis axis;
    axis.parent = group;
    axis.turns = turns;
    axis.direction = direction;
    axis.origin = at;
    axis.driver = followed.driver;
    axis.multiplier = followed.multiplier;
    axis.offset = followed.offset;
    const Mat3 cross = cross_matrix(direction);
    axis.at_zero = at.rotation;
    axis.sine = at.rotation * cross;
    axis.cosine = at.rotation * cross * cross;
    data_.axes.push_back(axis);
    data_.depth_of_group.push_back(data_.depth_of_group[group] + 1);
    return data_.axes.size();
  }

  Result<void> check_shapes() {
    for (const RobotLink& link : model().links) {
      for (const LinkShape& shape : link.shapes) {
        const auto checked = check_body({shape.geometry, shape.pose, {}, shape.solid});
        if (!checked) return tl::make_unexpected(at(fmt::format("link {}", link.name), checked.error()));
      }
    }
    return {};
  }

  Robot::Data data_;
  std::vector<std::size_t> joint_of_;  ///< of each link, the joint that holds it
  std::vector<std::size_t> order_;     ///< links, parents first
  std::vector<std::size_t> first_driver_;
};

}  // namespace
}  // namespace robots

Result<Robot> Robot::make(RobotModel model) {
  Result<Data> data = robots::Maker(std::move(model)).run();
  if (!data) return tl::make_unexpected(data.error());
  return Robot(std::make_shared<const Data>(std::move(*data)));
}

}  // namespace graze
