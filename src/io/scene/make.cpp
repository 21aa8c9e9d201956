/// Plain data of a file into a scene that can be asked.

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <graze/scene_file.h>

#include "io/files/source.h"

namespace graze {
namespace {

class SceneMaker {
 public:
  Result<Scene> make(const SceneFile& file) {
    for (const SceneBody& body : file.bodies) {
      if (const auto added = add(body, body.name); !added) return tl::make_unexpected(added.error());
    }
    for (const SceneRobot& robot : file.robots) {
      if (const auto added = add(robot); !added) return tl::make_unexpected(added.error());
    }
    for (const auto& [a, b] : file.exclude) {
      if (const auto done = exclude(a, b); !done) return tl::make_unexpected(done.error());
    }
    return std::move(scene_);
  }

 private:
  /// A link is known by its own name and by that of its robot.
  Result<void> add(const SceneBody& body, const std::string& owner) {
    const Result<BodyId> id = scene_.add(body);
    if (!id) return tl::make_unexpected(at(io::printable(body.name), id.error()));
    ids_[body.name].push_back(*id);
    if (owner != body.name) ids_[owner].push_back(*id);
    return {};
  }

  Result<void> add(const SceneRobot& robot) {
    const auto links = robot_bodies(robot);
    if (!links) return tl::make_unexpected(links.error());
    for (const SceneBody& body : links->bodies) {
      if (const auto added = add(body, robot.name); !added) return added;
    }
    for (const auto& [a, b] : links->exclude) {
      if (const auto done = exclude(a, b); !done) return done;
    }
    return {};
  }

  Result<void> exclude(const std::string& a, const std::string& b) {
    for (const BodyId first : ids_[a]) {
      for (const BodyId second : ids_[b]) {
        if (first == second) continue;
        if (const auto done = scene_.exclude(first, second); !done) return done;
      }
    }
    return {};
  }

  Scene scene_;
  std::map<std::string, std::vector<BodyId>> ids_;
};

}  // namespace

Result<Scene> make_scene(const SceneFile& file) { return SceneMaker().make(file); }

}  // namespace graze
