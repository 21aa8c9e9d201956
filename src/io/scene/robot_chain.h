#pragma once
/// The joints above a link of a robot, with how they move over time.

#include <memory>
#include <vector>

#include <graze/error.h>
#include <graze/path.h>
#include <graze/scene_file.h>

#include "io/scene/track.h"

namespace graze::io {

/// Where a joint is: a constant, or `factor` times a track that others may follow too, plus a constant.
struct JointTrack {
  std::shared_ptr<const NumberTrack> track{};  ///< null where the joint stands
  double factor = 1;
  double offset = 0;
};

/// One for each joint of the model. Joints that the trajectory does not name rest at 0, or at the limit nearest to it; mimic joints
/// follow their drivers. Fails where the trajectory moves a joint that has more than one number, or none.
[[nodiscard]] Result<std::vector<JointTrack>> joint_tracks(const SceneRobot& robot);

struct LinkJoint {
  Pose origin;
  JointKind kind = JointKind::fixed;
  Vec3 axis = Vec3::UnitX();
  JointTrack position{};
};

/// From the world inward.
struct LinkChain {
  Pose base;
  std::vector<LinkJoint> joints;
};

[[nodiscard]] LinkChain link_chain(const SceneRobot& robot, const std::vector<JointTrack>& tracks, std::size_t link);
[[nodiscard]] bool moves(const LinkChain& chain);
[[nodiscard]] Pose link_pose(const LinkChain& chain, double t);
[[nodiscard]] SpeedBound link_bound(const LinkChain& chain, double from, double to);

}  // namespace graze::io
