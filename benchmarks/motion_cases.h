#pragma once
/// Motions of one mesh past another, for timing the search for their first contact.

#include <string>
#include <vector>

#include <graze/answers.h>
#include <graze/geometry.h>

namespace graze::bench {

struct MotionCase {
  std::string name;
  TriangleMesh mesh_a, mesh_b;
  std::vector<Body> a, b;             ///< pose and motion of each question
  std::vector<double> t_max;          ///< of each
  bool turns = false;                 ///< some body of some question; otherwise the first contact is found exactly
  double tolerance = 0;               ///< length, of turning ones
  std::vector<TurningImpact> answer;  ///< ours
};

/// How the names of its times begin.
[[nodiscard]] inline std::string question_of(const MotionCase& c) { return (c.turns ? "turning/" : "moving/") + c.name; }

void register_fcl_motion(const MotionCase& motion);

}  // namespace graze::bench
