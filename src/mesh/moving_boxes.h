#pragma once
/// Which boxes of two trees, one of them moving, certainly stay apart along a direction. Tests of boxes in lanes know their axes
/// only: across the corners of boxes that are rounded off, as those within a distance of each other are, these gaps are too small.

#include "mesh/overlap.h"
#include "tree/nodes/box_ref.h"

namespace graze::query {

class MovingBoxes {
 public:
  /// During [0, end], b moving by `velocity` against a.
  MovingBoxes(const PlacedMesh& a, const PlacedMesh& b, const Vec3& velocity, double end);

  /// Whether everything below the two boxes stays beyond a distance of each other, as a unit direction shows, or that between the
  /// middles of the boxes when they are nearest.
  [[nodiscard]] bool stay_beyond(double distance, tree::BoxRefPair boxes, const Vec3& direction) const;

 private:
  /// Boxes of a tree, placed in the world in doubles.
  struct Side {
    tree::NodesView nodes;
    Mat3 rotation;
    Vec3 origin;
    double unit = 1;  ///< of the tree, length
    double size = 0;  ///< of the coordinates

    Side(const PlacedMesh& mesh);  // NOLINT(google-explicit-constructor)
  };
  struct Box {
    Vec3 center;
    Mat3 half_axes;  ///< columns

    Box(const Side& side, tree::BoxRef ref);
    [[nodiscard]] double reach(const Vec3& direction) const { return (half_axes.transpose() * direction).lpNorm<1>(); }
  };

  [[nodiscard]] double gap_along(const Vec3& direction, const Vec3& apart, const Box& a, const Box& b) const;

  Side a_, b_;
  Vec3 velocity_;
  double end_;
  double error_;  ///< of gaps
};

}  // namespace graze::query
