#pragma once
/// The scenes and robots that questions are about, each loaded once. Internal to the sources of io.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <graze/robot.h>
#include <graze/scene.h>
#include <graze/scene_file.h>

#include "io/json/line.h"
#include "io/query/loaded.h"

namespace graze {

struct QuestionScene {
  Scene scene;
  double end = 0;  ///< after it nothing follows keyframes; 0 where nothing does
};

/// A robot and what is asked about it.
struct QuestionRobot {
  std::shared_ptr<const RobotCell> cell;
  std::vector<JointEdge> edges{};
  JointTrajectory trajectory{};
};

class QuestionScenes {
 public:
  explicit QuestionScenes(std::filesystem::path directory) : directory_(std::move(directory)) {}

  /// Of "scene": a file, {"file", "animation"}, or a scene itself; "solid" as given.
  [[nodiscard]] Result<std::shared_ptr<const QuestionScene>> scene(const Json& root);
  /// Of "robot" (a file, or as in scenes) and "world" (as a scene).
  [[nodiscard]] Result<std::shared_ptr<const RobotCell>> cell(const Json& root);

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
  Loaded<QuestionScene> scenes_;
  Loaded<RobotCell> cells_;
};

/// Which meshes of a question about a scene or a robot are solids: closed ones, or what "solid" says of all.
[[nodiscard]] Solids solids_of(const Json& root);

/// What questions about robots say beside the robot: "edges" with "joints", or "trajectory".
[[nodiscard]] Result<std::shared_ptr<const QuestionRobot>> robot_from_question(const Json& root, QuestionScenes& scenes);

}  // namespace graze
