/// Asks one triangle of a mesh by the method for the shape's kind.

#include "mesh/triangle_against_shape.h"

#include "curved/distance.h"
#include "methods/rounded_closest.h"

namespace graze::query {

TriangleAgainstShape::TriangleAgainstShape(const Shape& shape, const Pose& pose) : shape_(shape), pose_(pose) {
  if (!distance::is_rounded(shape)) curved_ = distance::as_curved(shape, pose);
}

Closest TriangleAgainstShape::closest(const PosedTriangle& triangle) const {
  if (curved_) return distance::closest_points(*curved_, *distance::as_curved(Shape{triangle.local}, *triangle.pose));
  return *distance::closest_points(shape_, pose_, Shape{triangle.local}, *triangle.pose);
}

bool TriangleAgainstShape::meets(const PosedTriangle& triangle) const {
  if (curved_) return distance::overlap(*curved_, *distance::as_curved(Shape{triangle.local}, *triangle.pose));
  return *distance::overlap(shape_, pose_, Shape{triangle.local}, *triangle.pose);
}

}  // namespace graze::query
