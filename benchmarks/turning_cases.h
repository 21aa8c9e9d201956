#pragma once
/// Motions with rotation of one mesh past another, for timing the search for their first contact.

#include <string>
#include <vector>

#include <graze/query/body.h>
#include <graze/query/questions.h>

namespace graze::bench {

struct TurningCase {
  std::string name;
  TriangleMesh mesh_a, mesh_b;
  std::vector<Body> a, b;             ///< pose and motion of each question
  std::vector<double> t_max;          ///< of each
  double tolerance = 0;               ///< length
  std::vector<TurningImpact> answer;  ///< ours
};

void register_fcl_turning(const TurningCase& turning);

}  // namespace graze::bench
