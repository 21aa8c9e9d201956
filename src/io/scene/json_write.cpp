/// A scene as JSON that reads back to the same.

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <graze/scene_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/files/write.h"
#include "io/json/shape_text.h"
#include "io/json/written.h"
#include "io/robot/trajectory_json.h"

namespace graze {
namespace {

using io::json_of;
using io::rows_of;

void put_pose(const Pose& pose, OrderedJson& object) {
  if (pose.rotation != Mat3::Identity()) object["R"] = rows_of(pose.rotation);
  if (pose.translation != Vec3::Zero()) object["t"] = json_of(pose.translation);
}

OrderedJson keyframes_of(const Path& path) {
  OrderedJson list = OrderedJson::array();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (double to = path.leg_at(std::numeric_limits<double>::lowest()).to; to != infinity; to = path.leg_at(to).to) {
    const Leg& leg = path.leg_at(to);
    OrderedJson frame{{"at", leg.from}};
    put_pose(leg.start, frame);
    list.push_back(std::move(frame));
  }
  return list;
}

/// Says why it cannot be written, if it cannot.
struct PutMotion {
  const SceneBody& body;
  OrderedJson& object;

  std::string operator()(const Motion& motion) const { return put(body.pose, motion); }
  std::string operator()(const Path& path) const {
    const Leg& first = path.leg_at(std::numeric_limits<double>::lowest());
    if (first.to == std::numeric_limits<double>::infinity()) return put(first.start, first.motion);  // one leg from time 0 on
    object["keyframes"] = keyframes_of(path);
    return {};
  }
  std::string operator()(const GuidedMotion&) const { return "its motion is known as a function only"; }
  std::string operator()(const MotionPieces&) const { return "its motion is known as functions only"; }

  std::string put(const Pose& pose, const Motion& motion) const {
    put_pose(pose, object);
    if (motion.velocity != Vec3::Zero()) object["vel"] = json_of(motion.velocity);
    if (motion.angular_velocity != Vec3::Zero()) object["omega"] = json_of(motion.angular_velocity);
    if (motion.center) object["center"] = json_of(*motion.center);
    return {};
  }
};

class SceneWriter {
 public:
  SceneWriter(const SceneFile& scene, const std::filesystem::path& path) : scene_(scene), path_(path) {}

  Result<std::string> text() {
    OrderedJson bodies = OrderedJson::array();
    for (const SceneBody& body : scene_.bodies) {
      OrderedJson object{{"name", body.name}, {"shape", shape_of(body)}};
      if (const std::string trouble = std::visit(PutMotion{body, object}, body.motion); !trouble.empty())
        return fail(ErrorCode::bad_option, fmt::format("{}: {}", io::printable(body.name), trouble));
      if (body.scale != 1) object["scale"] = body.scale;
      if (body.group != every_group) object["group"] = body.group;
      if (body.mask != every_group) object["mask"] = body.mask;
      bodies.push_back(std::move(object));
    }
    for (const SceneRobot& robot : scene_.robots) {
      if (robot.file.empty())
        return fail(ErrorCode::bad_option, fmt::format("{}: the robot has no file", io::printable(robot.name)));
      bodies.push_back(robot_object(robot));
    }
    OrderedJson root = OrderedJson::object();
    if (!scene_.units.empty()) root["units"] = scene_.units;
    if (!shapes_.empty()) root["shapes"] = std::move(shapes_);
    root["bodies"] = std::move(bodies);
    if (!scene_.exclude.empty()) root["exclude"] = scene_.exclude;
    return laid_out(root);
  }

 private:
  /// A body, a shape or a pair a line.
  static std::string laid_out(const OrderedJson& root) {
    std::string text = "{";
    const char* between = "";
    for (const auto& [name, value] : root.items()) {
      text += fmt::format("{}\n {}: ", between, OrderedJson(name).dump());
      between = ",";
      if (!value.is_structured()) {
        text += value.dump();
        continue;
      }
      text += value.is_array() ? "[" : "{";
      const char* inner = "";
      for (const auto& [key, item] : value.items()) {
        text += fmt::format("{}\n  {}{}", inner, value.is_array() ? "" : OrderedJson(key).dump() + ": ", item.dump());
        inner = ",";
      }
      text += value.is_array() ? "]" : "}";
    }
    return text + "\n}\n";
  }

  /// The name of the shape in "shapes"; each geometry is written once.
  OrderedJson shape_of(const SceneBody& body) {
    const bool is_plain = body.parts.size() == 1 && body.parts[0].pose.is_identity() && body.parts[0].name.empty();
    if (is_plain) return name_of_shape(body.parts[0]);
    OrderedJson parts = OrderedJson::array();
    for (const BodyPart& part : body.parts) {
      OrderedJson object{{"shape", name_of_shape(part)}};
      put_pose(part.pose, object);
      if (!part.name.empty()) object["name"] = part.name;
      parts.push_back(std::move(object));
    }
    return {{"type", "compound"}, {"parts", std::move(parts)}};
  }

  std::string name_of_shape(const BodyPart& part) {
    const auto [entry, is_new] = names_.try_emplace({&part.geometry.shape(), part.solid}, fmt::format("shape{}", names_.size()));
    if (is_new) {
      OrderedJson shape = json_of(part.geometry);
      if (std::holds_alternative<TriangleMesh>(part.geometry.shape().value)) shape["solid"] = part.solid;
      shapes_[entry->second] = std::move(shape);
    }
    return entry->second;
  }

  [[nodiscard]] std::string from_here(const std::filesystem::path& file) const {
    std::error_code problem;
    const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    const std::filesystem::path relative = std::filesystem::proximate(file, folder, problem);
    return (problem ? file : relative).generic_string();
  }

  [[nodiscard]] OrderedJson robot_object(const SceneRobot& robot) const {
    OrderedJson object{{"name", robot.name}, {"robot", from_here(robot.file)}};
    OrderedJson packages = OrderedJson::array();
    for (const auto& folder : robot.packages) packages.push_back(from_here(folder));
    if (!packages.empty()) object["packages"] = std::move(packages);
    OrderedJson ignored = OrderedJson::array();
    for (const IgnoredPair& pair : robot.ignored) ignored.push_back(OrderedJson::array({pair.a, pair.b, pair.reason}));
    if (!ignored.empty()) object["ignore"] = std::move(ignored);
    if (robot.trajectory) object["trajectory"] = json_of(*robot.trajectory);
    put_pose(robot.base, object);
    return object;
  }

  const SceneFile& scene_;
  const std::filesystem::path& path_;
  OrderedJson shapes_ = OrderedJson::object();
  std::map<std::pair<const Shape*, bool>, std::string> names_;
};

}  // namespace

Result<void> write_scene(const std::filesystem::path& path, const SceneFile& scene) {
  return io::fenced(path, [&]() -> Result<void> {
    const Result<std::string> text = written_json(path, [&] { return SceneWriter(scene, path).text(); });
    if (!text) return tl::make_unexpected(text.error());
    return io::replace_file(path, *text);
  });
}

}  // namespace graze
