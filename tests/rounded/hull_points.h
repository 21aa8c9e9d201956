#pragma once
/// Points whose hulls are asked about by their corners.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <oracle/random.h>

#include <graze/generate.h>

#include "polytope/convex.h"

namespace graze::testing {

using Points = std::vector<Vec3>;

inline sat::Convex hull_of(const Points& points) { return *sat::as_convex(Shape{*convex_hull(points)}, {}); }

inline Points moved(Points points, const Vec3& by) {
  for (Vec3& p : points) p += by;
  return points;
}

inline Points tilted_prism(Random& random, int sides) {
  const Pose pose = random.pose(0.2);
  Points points;
  for (int i = 0; i < 2 * sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    points.push_back(pose.to_world(Vec3(std::cos(angle), std::sin(angle), i < sides ? -1 : 1)));
  }
  return points;
}

/// A box with points on all its faces and edges: coplanar faces, collinear edges, corners that are none.
inline Points studded_box(const Vec3& center) {
  Points points;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        if (std::max({std::abs(x), std::abs(y), std::abs(z)}) == 2) points.push_back(center + Vec3(x, y, z));
      }
    }
  }
  return points;
}

/// All points, not only those the hull needs, and no faces.
inline sat::Convex bare_hull(const Points& corners) {
  sat::Convex body = hull_of(corners);
  body.vertices.assign(corners.begin(), corners.end());
  body.faces.clear();
  return body;
}

}  // namespace graze::testing
