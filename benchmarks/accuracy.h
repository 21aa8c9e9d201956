#pragma once
/// Cases on which collision libraries are known to fail, with answers that are independent of all of them, and who is asked.

#include <string>
#include <vector>

#include <graze/pose.h>
#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze::bench {

/// Around the origin of its pose.
struct HardShape {
  enum class Kind { box, ball, capsule, cylinder, cone, mesh } kind = Kind::box;
  Vec3 half = Vec3::Zero();  ///< half extents of a box; else x is the radius, z half the length of the axis: a cone's apex is at +z
  TriangleMesh mesh;         ///< the surface
};

/// Of questions about motion b moves for a unit of time and turns about the origin of its pose.
struct HardCase {
  enum class Question { overlap, distance, depth, hit, ray } question = Question::overlap;
  HardShape a, b;  ///< a ray has no b
  Pose pose_a, pose_b;
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();  ///< the ray
  bool yes = false;                             ///< they meet, or will
  double value = 0;                             ///< the distance, the depth, where the ray first meets a: 0 at `from`, 1 at `to`
  double allowed = 0;                           ///< so far off an answer may be
};

struct HardCases {
  std::string name;
  std::string seen;  ///< public threads about failures of this nature; the cases are ours
  std::vector<HardCase> cases;
};

[[nodiscard]] std::vector<HardCases> hard_boxes();
[[nodiscard]] std::vector<HardCases> hard_round_shapes();
[[nodiscard]] std::vector<HardCases> hard_meshes();
[[nodiscard]] std::vector<HardCases> hard_motions();
[[nodiscard]] std::vector<HardCases> hard_rays();

/// What somebody says.
struct Opinion {
  bool refused = false;
  bool yes = false;
  double value = 0;
};

struct Asked {
  const char* name;
  bool (*knows)(const HardCase& hard);  ///< whether there is such a question
  Opinion (*ask)(const HardCase& hard);
};

// Each only where it was found.
[[nodiscard]] std::vector<Asked> asked_fcl();
[[nodiscard]] Asked asked_bullet();
[[nodiscard]] Asked asked_ode();
[[nodiscard]] Asked asked_cgal();
[[nodiscard]] Asked asked_embree();

}  // namespace graze::bench
