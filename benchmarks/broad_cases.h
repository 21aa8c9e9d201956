#pragma once
/// Boxes that move from step to step, and their pairs. All coordinates are multiples of 2^-10, so that nobody's rounding changes an
/// answer.

#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <graze/shapes.h>

#include "broad/node.h"

namespace graze::bench {

using Boxes = std::vector<Aabb>;
using broad::IndexPair;

/// Every box goes its own way at its own speed, to the last step and back again; or trembles about its place, up to one such step.
struct BroadCase {
  std::string name;
  Boxes first;
  std::vector<Vec3> velocities;  ///< a step
  bool trembles = false;
};

inline constexpr int step_count = 40;

/// Where all boxes are at a step.
void place(const BroadCase& c, int step, Boxes& boxes);

enum class Ids { random, along_curve };

/// `speed`: how far a box moves in a step along each axis, at most, in its sizes.
[[nodiscard]] BroadCase uniform_boxes(std::size_t n, Ids ids, double speed);
[[nodiscard]] BroadCase clustered_boxes(std::size_t n, double speed);
[[nodiscard]] BroadCase boxes_of_mixed_sizes(std::size_t n, double speed);

[[nodiscard]] BroadCase trembling(BroadCase c);

/// Takes in new boxes and names their pairs, each once, the smaller index first.
using BroadStep = std::function<void(const Boxes& boxes, std::vector<IndexPair>& pairs)>;

/// Checks the pairs of some steps, then times one after the other; an item is a step.
void time_steps(benchmark::State& state, const BroadCase& c, const BroadStep& step);

void add_steps(const std::string& name, const std::function<void(benchmark::State&)>& run);

// Each only where it was found.
void register_bullet_broad(const std::list<BroadCase>& cases);
void register_fcl_broad(const std::list<BroadCase>& cases);
void register_embree_broad(const std::list<BroadCase>& cases);

}  // namespace graze::bench
