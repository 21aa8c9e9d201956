#pragma once
/// All triangles of two moving meshes that touch when the meshes first do.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/intersection_curves.h>

namespace graze {

struct FirstContactsOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0, in the time unit of the velocities
  bool want_last = false;                                  ///< costs a visit to every pair of triangles that ever meets
  std::size_t max_pairs = 1000;                            ///< how many are described; all are counted
};

/// A triangle of each mesh, and how they touch at the first time.
struct TouchingPair {
  TrianglePair triangles{};
  ContactSet set;              ///< a point, a segment or a polygon
  std::optional<Vec3> normal;  ///< of the touching plane, from a to b; absent where they cross each other at time 0
  std::array<Feature, 2> features;
};

struct FirstContacts {
  double first = 0;            ///< exact, rounded down; the same as that of sweep()
  std::optional<double> last;  ///< exact, rounded up, on request
  bool initial = false;        ///< they meet at time 0: the pairs are those that do
  std::size_t pair_count = 0;
  std::vector<TouchingPair> pairs;  ///< the smallest max_pairs of them, sorted by triangles
};

/// Under constant velocities over [0, t_max]; nothing when the meshes never meet. Pairs belong to the same instant exactly, not
/// within a tolerance. Two meshes only, else unsupported_pair.
[[nodiscard]] GRAZE_API Result<std::optional<FirstContacts>> first_contacts(const Body& a, const Body& b,
                                                                            const FirstContactsOptions& options = {});

}  // namespace graze
