/// Prepares shapes and pairs of them for a search through windows of time.

#include "motion/windows/scene.h"

#include <algorithm>
#include <cmath>

#include "geometry/frame.h"
#include "motion/turning/tree.h"
#include "tree/nodes/box_ref.h"

namespace graze::windows {
namespace {

/// A rotation that is off from orthonormal by its defect changes lengths by less than this times the defect. No unit.
constexpr double sheared_length = 4;
/// Radii only have to be large enough. No unit.
constexpr double radius_up = 1 + 0x1p-20;
/// What a hundred composed rotations add to a shear, amply. No unit.
constexpr double composed_shear = 0x1p-44;
/// One box around a convex shape is not stored in finer units than this, which suits any mesh beside it.
constexpr int finest_exponent = 40;

double defect_of(const Pose& pose) {
  const Mat3& r = pose.rotation;
  return orthonormality_defect({r.col(0), r.col(1), r.col(2)});
}

/// Of the root box, around the origin of the tree.
double radius_of(const tree::WideTree& tree) {
  sat::EightBoxes buffer;
  const sat::EightBoxes& boxes = tree::NodesView(tree).open(tree::BoxRef(0, 0), buffer);
  double center = 0, half = 0;
  for (int k = 0; k < 3; ++k) {
    const double c = static_cast<double>(boxes.center[k][0]), e = static_cast<double>(boxes.half_extents[k][0]);
    center += c * c;
    half += e * e;
  }
  return std::ldexp(std::sqrt(center) + std::sqrt(half), -tree.exponent) * radius_up;
}

}  // namespace

Result<std::size_t> WindowScene::add_shape(Body in_group, std::size_t group) {
  if (const auto checked = check_body(in_group); !checked) return tl::make_unexpected(checked.error());
  if (in_group.geometry.is_planar()) return fail(ErrorCode::bad_shape, "a shape of the plane among bodies of space");
  WindowShape shape{std::move(in_group), group};
  shape.shear = defect_of(shape.body.pose) + composed_shear;
  shape.mesh = shape.body.geometry.tree();
  if (shape.mesh != nullptr) {
    if (shape.mesh->empty()) return npos;
  } else {
    shape.support = query::SupportSum::of(shape.body.geometry.shape());
    if (!shape.support)
      return fail(ErrorCode::unsupported_pair,
                  "a shape without end, or a torus, cannot be checked with a robot; give a torus as a mesh");
    shape.blur = sheared_length * shape.shear * shape.support->roundness();
    shape.one_box = std::make_unique<const tree::WideTree>(query::one_box_around(*shape.support, shape.blur, finest_exponent));
  }
  shape.center = shape.wide().origin;
  shape.unit = std::ldexp(1.0, -shape.wide().exponent);
  shape.radius = radius_of(shape.wide());
  shapes_.push_back(std::move(shape));
  return shapes_.size() - 1;
}

std::size_t WindowScene::sight_of(std::size_t from, std::size_t shape, std::size_t chain) {
  for (std::size_t k = sights_.size(); k-- > 0;) {
    if (sights_[k].from == from && sights_[k].shape == shape) return k;
  }
  sights_.push_back({from, shape, chain});
  return sights_.size() - 1;
}

void WindowScene::add_pair(std::size_t a, std::size_t b, std::size_t chain, std::size_t tag) {
  const double shear = shapes_[a].shear + shapes_[b].shear;
  ShapePair pair;
  pair.a = static_cast<std::uint32_t>(a);
  pair.b = static_cast<std::uint32_t>(b);
  pair.sight = static_cast<std::uint32_t>(sight_of(shapes_[a].group, b, chain));
  pair.tag = static_cast<std::uint32_t>(tag);
  pair.b_in_a = tree::WindowUnits(shapes_[b].wide(), shapes_[a].wide(), shear);
  pair.a_in_b = tree::WindowUnits(shapes_[a].wide(), shapes_[b].wide(), shear);
  pairs_.push_back(pair);
  tag_count_ = std::max(tag_count_, tag + 1);
}

}  // namespace graze::windows
