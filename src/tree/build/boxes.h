#pragma once
/// Boxes for the slots of a wide tree, from the leaves up: when it is built, and again when vertices have moved.

#include <graze/options.h>
#include <graze/shapes.h>

#include "tree/nodes/build_points.h"
#include "tree/nodes/build_tasks.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/wide_tree.h"

namespace graze::tree {

/// Fits every box of the tree, whose slots are given, around the corners of its triangles. Each contains them in exact arithmetic.
/// By NodeFit::best one triangle gets the rectangle along its longest edge; two: the best along an edge; more: DiTO; more than
/// eight: the smaller of that and the box along the principal axes of the surface. Progress is one for every triangle.
void fit_boxes(WideTree& tree, const CornerRows& corners, NodeFit fit, Crew& crew, BuildProgress& progress);

/// In lane k the box of triangle k of a leaf, as if it had a leaf of its own; other lanes stay as they are.
void fit_each_triangle(const MeshTree& mesh, Slot leaf, sat::EightBoxes& boxes);

}  // namespace graze::tree
