/// SRDF: pairs of links that are not checked, and poses with names.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <graze/robot_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/mesh/text.h"
#include "io/mesh/xml_tree.h"
#include "io/robot/element.h"

namespace graze {
namespace {

using io::ElementReader;
using io::XmlNode;

/// By number of the links, the smaller first.
using LinkPair = std::pair<std::size_t, std::size_t>;

class SrdfReader {
 public:
  SrdfReader(const std::filesystem::path& path, const RobotModel& model) : path_(path), model_(model) {
    for (std::size_t i = 0; i < model.links.size(); ++i) links_.emplace(model.links[i].name, i);
    for (const RobotJoint& joint : model.joints) joints_.insert(joint.name);
  }

  Result<Srdf> read(const XmlNode& robot) {
    if (robot.name != "robot") return io::element_failure(path_, robot, "an SRDF file begins with <robot>");
    for (const XmlNode* element : robot.children) {
      if (const std::string* name = element->attribute("name"); name != nullptr && element->name == "virtual_joint")
        virtual_joints_.insert(*name);
    }
    for (const XmlNode* element : robot.children) {
      if (const Result<void> added = add(*element); !added) return tl::make_unexpected(added.error());
    }
    for (const LinkPair& pair : enabled_) ignored_.erase(pair);
    for (const auto& [pair, reason] : ignored_)
      srdf_.ignored.push_back({model_.links[pair.first].name, model_.links[pair.second].name, reason});
    return std::move(srdf_);
  }

 private:
  Result<void> add(const XmlNode& element) {
    if (element.name == "disable_collisions") return disable(element);
    if (element.name == "enable_collisions") return enable(element);
    if (element.name == "disable_default_collisions") return disable_by_default(element);
    if (element.name == "group_state") return add_pose(element);
    return {};
  }

  Result<void> disable(const XmlNode& element) {
    const Result<LinkPair> pair = pair_of(element);
    if (!pair) return tl::make_unexpected(pair.error());
    const std::string* reason = element.attribute("reason");
    ignored_.try_emplace(*pair, reason == nullptr || reason->empty() ? "srdf" : "srdf: " + *reason);
    return {};
  }

  Result<void> enable(const XmlNode& element) {
    const Result<LinkPair> pair = pair_of(element);
    if (!pair) return tl::make_unexpected(pair.error());
    enabled_.insert(*pair);
    return {};
  }

  /// With every other link, unless a pair is enabled again.
  Result<void> disable_by_default(const XmlNode& element) {
    ElementReader reader(path_, element);
    const std::size_t link = link_in(reader, "link");
    if (reader.failed()) return reader.failure();
    for (std::size_t other = 0; other < model_.links.size(); ++other) {
      if (other != link) ignored_.try_emplace(std::minmax(link, other), "srdf: by default");
    }
    return {};
  }

  Result<LinkPair> pair_of(const XmlNode& element) const {
    ElementReader reader(path_, element);
    const LinkPair pair = std::minmax({link_in(reader, "link1"), link_in(reader, "link2")});
    if (!reader.failed() && pair.first == pair.second) reader.report("link1 and link2 are the same");
    if (reader.failed()) return reader.failure();
    return pair;
  }

  std::size_t link_in(ElementReader& reader, std::string_view attribute) const {
    const std::string name = reader.text(attribute);
    const auto found = links_.find(name);
    if (found != links_.end()) return found->second;
    reader.report(fmt::format("{}: there is no link \"{}\"", attribute, io::printable(name)));
    return 0;
  }

  Result<void> add_pose(const XmlNode& element) {
    ElementReader reader(path_, element);
    NamedPose pose{reader.text("name"), reader.text("group"), {}};
    if (reader.failed()) return reader.failure();
    for (const XmlNode* joint : element.children) {
      if (joint->name != "joint") continue;
      if (const Result<void> added = add_position(*joint, pose); !added) return added;
    }
    srdf_.poses.push_back(std::move(pose));
    return {};
  }

  Result<void> add_position(const XmlNode& element, NamedPose& pose) const {
    ElementReader reader(path_, element);
    const std::string name = reader.text("name");
    const std::vector<double> values = reader.numbers("value");
    const bool is_known = joints_.contains(name) || virtual_joints_.contains(name);
    if (!reader.failed() && !is_known) reader.report(fmt::format("there is no joint \"{}\"", io::printable(name)));
    if (!reader.failed() && values.empty()) reader.report("value: no number");
    if (!reader.failed() && joints_.contains(name) && !pose.positions.emplace(name, values).second)
      reader.report(fmt::format("\"{}\" is given twice", io::printable(name)));
    if (reader.failed()) return reader.failure();
    return {};
  }

  const std::filesystem::path& path_;
  const RobotModel& model_;
  std::map<std::string, std::size_t> links_;
  std::unordered_set<std::string> joints_;
  std::unordered_set<std::string> virtual_joints_;  ///< between the robot and the world: not of the model
  std::map<LinkPair, std::string> ignored_;
  std::set<LinkPair> enabled_;
  Srdf srdf_;
};

}  // namespace

Result<Srdf> read_srdf(const std::filesystem::path& path, const RobotModel& model) {
  return io::fenced(path, [&]() -> Result<Srdf> {
    constexpr std::uint64_t most_bytes = 1ULL << 28U;
    const auto file = io::MappedFile::open(path, most_bytes);
    if (!file) return tl::make_unexpected(file.error());
    const auto tree = io::XmlTree::read({path, file->bytes()}, {.check = io::no_macros});
    if (!tree) return tl::make_unexpected(tree.error());
    return SrdfReader(path, model).read(tree->root());
  });
}

}  // namespace graze
