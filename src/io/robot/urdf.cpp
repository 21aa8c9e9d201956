/// URDF: links and joints by name, each error at the line of its element.

#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <graze/robot_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/mesh/xml_tree.h"
#include "io/robot/element.h"
#include "io/robot/joint_tree.h"
#include "io/robot/link_shapes.h"

namespace graze {
namespace {

using io::ElementReader;
using io::XmlNode;

std::optional<JointKind> joint_kind(std::string_view type) {
  if (type == "fixed") return JointKind::fixed;
  if (type == "revolute") return JointKind::revolute;
  if (type == "continuous") return JointKind::continuous;
  if (type == "prismatic") return JointKind::prismatic;
  if (type == "planar") return JointKind::planar;
  if (type == "floating") return JointKind::floating;
  return std::nullopt;
}

bool has_one_position(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::continuous || kind == JointKind::prismatic;
}

class UrdfReader {
 public:
  UrdfReader(const std::filesystem::path& path, const UrdfOptions& options) : path_(path), shapes_(path, options) {}

  Result<RobotModel> read(const XmlNode& robot) {
    if (robot.name != "robot") return io::element_failure(path_, robot, "a URDF file begins with <robot>");
    if (const std::string* name = robot.attribute("name")) model_.name = *name;
    for (const XmlNode* element : robot.children) {
      if (const Result<void> added = add(*element); !added) return tl::make_unexpected(added.error());
    }
    if (model_.links.empty()) return io::element_failure(path_, robot, "has no links");
    if (const Result<void> joined = join(); !joined) return tl::make_unexpected(joined.error());
    if (const io::JointTrouble trouble = io::tree_trouble(model_); !trouble.reason.empty()) return blamed(trouble, robot);
    if (const io::JointTrouble trouble = io::mimic_trouble(model_); !trouble.reason.empty()) return blamed(trouble, robot);
    return std::move(model_);
  }

 private:
  Result<void> add(const XmlNode& element) {
    if (element.name == "link") return add_link(element);
    if (element.name == "joint") return add_joint(element);
    return {};
  }

  Result<void> add_link(const XmlNode& element) {
    ElementReader reader(path_, element);
    RobotLink link{reader.text("name")};
    if (reader.failed()) return reader.failure();
    if (!link_index_.emplace(link.name, model_.links.size()).second)
      return io::element_failure(path_, element, fmt::format("a second link is called \"{}\"", io::printable(link.name)));
    for (const XmlNode* part : element.children) {
      if (part->name != "collision") continue;
      Result<LinkShape> shape = shapes_.read(*part);
      if (!shape) return tl::make_unexpected(shape.error());
      link.shapes.push_back(std::move(*shape));
    }
    model_.links.push_back(std::move(link));
    return {};
  }

  /// What needs no other joint or link; those may come later in the file.
  Result<void> add_joint(const XmlNode& element) {
    ElementReader reader(path_, element);
    RobotJoint joint{reader.text("name")};
    const std::string type = reader.text("type");
    if (reader.failed()) return reader.failure();
    const auto kind = joint_kind(type);
    if (!kind) return io::element_failure(path_, element, fmt::format("type: \"{}\" is not a kind of joint", io::printable(type)));
    joint.kind = *kind;
    if (!joint_index_.emplace(joint.name, model_.joints.size()).second)
      return io::element_failure(path_, element, fmt::format("a second joint is called \"{}\"", io::printable(joint.name)));
    const Result<Pose> origin = io::origin_of(path_, element);
    if (!origin) return tl::make_unexpected(origin.error());
    joint.origin = *origin;
    if (const Result<void> read = read_axis(element, joint); !read) return read;
    if (const Result<void> read = read_limits(element, joint); !read) return read;
    model_.joints.push_back(std::move(joint));
    joint_elements_.push_back(&element);
    return {};
  }

  Result<void> read_axis(const XmlNode& element, RobotJoint& joint) {
    const XmlNode* axis = element.child("axis");
    const bool counts = joint.kind != JointKind::fixed && joint.kind != JointKind::floating;
    if (axis == nullptr || !counts) return {};
    ElementReader reader(path_, *axis);
    const Vec3 direction = reader.vec("xyz", Vec3::UnitX());
    const double length = direction.stableNorm();
    if (!reader.failed() && !(length > 0)) reader.report("xyz: has no direction, the joint cannot move");
    if (reader.failed()) return reader.failure();
    joint.axis = (direction / length).normalized();
    return {};
  }

  Result<void> read_limits(const XmlNode& element, RobotJoint& joint) {
    const XmlNode* limit = element.child("limit");
    if (limit == nullptr || (joint.kind != JointKind::revolute && joint.kind != JointKind::prismatic)) return {};
    ElementReader reader(path_, *limit);
    if (!reader.has("lower") && !reader.has("upper")) return {};  // of effort and speed only
    const JointLimits limits{reader.number("lower", 0), reader.number("upper", 0)};
    if (!reader.failed() && limits.lower > limits.upper)
      reader.report(fmt::format("lower {} is above upper {}", limits.lower, limits.upper));
    if (reader.failed()) return reader.failure();
    joint.limits = limits;
    return {};
  }

  Result<void> join() {
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const XmlNode& element = *joint_elements_[j];
      const Result<std::size_t> parent = link_named_by(element, "parent");
      if (!parent) return tl::make_unexpected(parent.error());
      const Result<std::size_t> child = link_named_by(element, "child");
      if (!child) return tl::make_unexpected(child.error());
      model_.joints[j].parent = *parent;
      model_.joints[j].child = *child;
      if (const Result<void> read = read_mimic(element, model_.joints[j]); !read) return read;
    }
    return {};
  }

  Result<std::size_t> link_named_by(const XmlNode& joint, std::string_view role) {
    const XmlNode* element = joint.child(role);
    if (element == nullptr) return io::element_failure(path_, joint, fmt::format("has no <{}>", role));
    ElementReader reader(path_, *element);
    const std::string name = reader.text("link");
    const auto found = link_index_.find(name);
    if (!reader.failed() && found == link_index_.end()) reader.report(fmt::format("there is no link \"{}\"", io::printable(name)));
    if (reader.failed()) return reader.failure();
    return found->second;
  }

  Result<void> read_mimic(const XmlNode& element, RobotJoint& joint) {
    const XmlNode* mimic = element.child("mimic");
    if (mimic == nullptr || joint.kind == JointKind::fixed) return {};
    ElementReader reader(path_, *mimic);
    const std::string name = reader.text("joint");
    const auto found = joint_index_.find(name);
    if (!reader.failed() && found == joint_index_.end())
      reader.report(fmt::format("there is no joint \"{}\"", io::printable(name)));
    if (!has_one_position(joint.kind)) reader.report("a planar or floating joint cannot mimic another");
    const double multiplier = reader.number("multiplier", 1);
    const double offset = reader.number("offset", 0);
    if (reader.failed()) return reader.failure();
    joint.mimic = Mimic{found->second, multiplier, offset};
    return {};
  }

  [[nodiscard]] tl::unexpected<Error> blamed(const io::JointTrouble& trouble, const XmlNode& robot) const {
    const bool is_joint = trouble.joint < joint_elements_.size();
    return io::element_failure(path_, is_joint ? *joint_elements_[trouble.joint] : robot, trouble.reason);
  }

  const std::filesystem::path& path_;
  io::LinkShapes shapes_;
  RobotModel model_;
  std::vector<const XmlNode*> joint_elements_;
  std::unordered_map<std::string, std::size_t> link_index_;
  std::unordered_map<std::string, std::size_t> joint_index_;
};

/// None of them says anything about contacts. Their files must not be opened either.
bool is_read_over(std::string_view name) {
  return name == "visual" || name == "inertial" || name == "transmission" || name == "gazebo" || name == "material" ||
         name == "safety_controller" || name == "ros2_control" || name == "sensor" || name == "dynamics" || name == "calibration";
}

}  // namespace

Result<RobotModel> read_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  return io::fenced(path, [&]() -> Result<RobotModel> {
    const auto file = io::MappedFile::open(path, options.max_file_bytes);
    if (!file) return tl::make_unexpected(file.error());
    const auto tree = io::XmlTree::read({path, file->bytes()}, {.check = io::no_macros, .skips = is_read_over});
    if (!tree) return tl::make_unexpected(tree.error());
    return UrdfReader(path, options).read(tree->root());
  });
}

}  // namespace graze
