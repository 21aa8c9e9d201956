#pragma once
/// Cases on which collision libraries are known to fail, with answers that rational arithmetic gives, and who is asked.

#include <string>
#include <vector>

#include <graze/pose.h>
#include <graze/vec.h>

namespace graze::bench {

/// Two boxes around the origins of their poses; of questions about motion b flies with `velocity` for a unit of time.
struct HardCase {
  enum class Asked { overlap, distance, hit } asked = Asked::overlap;
  Vec3 half_a, half_b;
  Pose pose_a, pose_b;
  Vec3 velocity = Vec3::Zero();
  bool yes = false;     ///< they meet, or will
  double distance = 0;  ///< of `distance`, right to 1e-12 of itself
};

struct HardCases {
  std::string name;
  std::vector<HardCase> cases;
};

[[nodiscard]] std::vector<HardCases> all_hard_cases();

/// What somebody says; a peer may not know the question.
struct Opinion {
  bool refused = false;
  bool yes = false;
  double distance = 0;
};

struct Asked {
  const char* name;
  bool (*knows)(HardCase::Asked asked);
  Opinion (*ask)(const HardCase& hard);
};

// Each only where it was found.
[[nodiscard]] Asked asked_fcl();
[[nodiscard]] Asked asked_bullet();
[[nodiscard]] Asked asked_ode();

}  // namespace graze::bench
