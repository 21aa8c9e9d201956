#pragma once
/// Pairs of simple shapes for timing distances, with our answers.

#include <string>
#include <vector>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::bench {

struct ShapePairs {
  std::string kind;         ///< "sphere_box"
  std::string mix;          ///< how near they are
  std::vector<Shape> a, b;  ///< around the origin: Sphere, Capsule and Segment along z, Aabb
  std::vector<Pose> pose_a, pose_b;
  std::vector<Shape> world_a, world_b;  ///< the same bodies without poses: a box is an Obb
  std::vector<double> distance;         ///< of the posed ones

  [[nodiscard]] std::string name() const { return kind + "/" + mix; }
  [[nodiscard]] std::size_t size() const { return a.size(); }
};

/// separated: about three sizes between them. near: 1e-4 to 1e-1 of a size. touching: a gap or depth of a few roundings.
/// mixed: centres anywhere within a size, about half of the pairs meet. stacked: boxes face on face, turned alike or,
/// stacked_turned, about the normal as well.
[[nodiscard]] const std::vector<ShapePairs>& shape_pairs();

/// Peers stop their searches at about 1e-6 of a size and have different ideas of the distance of bodies that meet: any number
/// below this is right for those.
inline constexpr double peer_error = 1e-5;

[[nodiscard]] inline bool is_distance(const ShapePairs& pairs, std::size_t i, double given) {
  const double right = pairs.distance[i];
  return right < peer_error ? given < 2 * peer_error : std::abs(given - right) < peer_error;
}

[[nodiscard]] inline bool all_touch(const ShapePairs& pairs) { return pairs.mix == "touching" || pairs.mix.starts_with("stacked"); }

/// Of bodies within a peer's error of touching either answer is right.
[[nodiscard]] inline bool is_overlap(const ShapePairs& pairs, std::size_t i, bool given) {
  const bool is_clear = !all_touch(pairs) && (pairs.distance[i] == 0 || pairs.distance[i] > peer_error);
  return !is_clear || given == (pairs.distance[i] == 0);
}

}  // namespace graze::bench
