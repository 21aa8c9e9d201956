/// Builds and refits mesh trees: checks the input, then runs the steps of a build in order.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <graze/answers.h>

#include "geometry/frame.h"
#include "geometry/topology.h"
#include "tree/build/binary.h"
#include "tree/build/box_ends.h"
#include "tree/build/boxes.h"
#include "tree/build/compact_tree.h"
#include "tree/build/nested_boxes.h"
#include "tree/build/topology.h"
#include "tree/nodes/axis_tree.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_ball.h"
#include "triangle/point_lanes.h"

namespace graze {
namespace {

std::optional<Error> defect_in(std::span<const Vec3> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!vertices[i].allFinite()) return Error{ErrorCode::not_finite, "vertices[" + std::to_string(i) + "]: not finite"};
  }
  return std::nullopt;
}

std::optional<Error> defect_in(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t v : mesh.triangles[i]) {
      if (v < mesh.vertices.size()) continue;
      return Error{ErrorCode::bad_shape, "triangles[" + std::to_string(i) + "]: vertex " + std::to_string(v) + " of " +
                                             std::to_string(mesh.vertices.size())};
    }
  }
  if (mesh.triangles.size() > tree::Slot::max_position) return Error{ErrorCode::limit, "triangles: 2^28 or more"};
  return defect_in(mesh.vertices);
}

Error bad_option(const std::string& name, std::uint32_t value, const std::string& what) {
  return {ErrorCode::bad_option, name + ": " + std::to_string(value) + " " + what};
}

std::optional<Error> defect_in(const BuildOptions& options, std::size_t triangle_count) {
  if (options.kind != TreeKind::oriented) return Error{ErrorCode::bad_option, "kind: not a tree of oriented boxes"};
  if (const std::uint32_t count = options.leaf_triangles(); count < 1 || (count > tree::Slot::max_triangles && !options.box_leaves))
    return bad_option(
        "max_leaf_triangles", count,
        count < 1 ? "is not within 1 and 8" : "is not within 1 and 8; larger leaves answer by their boxes, with box_leaves");
  if (options.max_depth > MeshTree::max_depth) return bad_option("max_depth", options.max_depth, "is more than 96");
  if (options.max_depth < 32 && triangle_count > std::size_t{1} << options.max_depth)
    return bad_option("max_depth", options.max_depth, "is too little for " + std::to_string(triangle_count) + " triangles");
  return std::nullopt;
}

TreeRecord record_of(const BuildOptions& options) {
  return {options.rule, options.fit, options.leaf_triangles(), options.max_depth, options.box_leaves};
}

/// As many as will be, so that no memory is held for more.
std::vector<tree::WideNode> empty_nodes(std::span<const tree::NodeSlots> slots) {
  std::vector<tree::WideNode> nodes;
  nodes.reserve(slots.size());
  for (const tree::NodeSlots& of_node : slots) nodes.push_back({{}, of_node});
  return nodes;
}

/// With leaves that fit a slot; larger ones are boxes farther up.
BuildOptions with_slots(const BuildOptions& options) {
  BuildOptions result = options;
  if (options.box_leaves) result.max_leaf_triangles = std::min(options.leaf_triangles(), tree::Slot::max_triangles);
  return result;
}

void add_to(sat::BoxBounds& bounds, const Obb& box) {
  bounds.defect = std::max(bounds.defect, orthonormality_defect(box.axes));
  bounds.center_norm = std::max(bounds.center_norm, box.center.lpNorm<1>());
}

}  // namespace

Result<MeshTree> MeshTree::build(TriangleMesh mesh, const BuildOptions& given) {
  if (auto error = defect_in(given, mesh.triangles.size())) return tl::make_unexpected(*std::move(error));
  if (auto error = defect_in(mesh)) return tl::make_unexpected(*std::move(error));
  const BuildOptions options = with_slots(given);
  MeshTree tree;
  tree.record_ = record_of(given);
  tree.mesh_ = KeptMesh(std::move(mesh));
  if (tree.view().triangles.empty()) return tree;
  tree::Crew crew(options.threads, tree.view().triangles.size());
  tree::BuildProgress progress(2 * tree.view().triangles.size(), options.progress, tree::BuildProgress::EndsAt::interrupts);
  crew.run([&] {
    const tree::TreeFrame frame = tree::tree_frame_of(tree.view());
    tree::Topology topology = tree::topology_of(tree.view(), frame, options, tree::BoxKind::oriented, crew, progress);
    if (progress.is_called_off()) return;
    tree.order_ = KeptOrder(std::move(topology.order));
    tree.wide_.origin = frame.origin;
    tree.wide_.exponent = frame.exponent;
    tree.wide_.nodes = empty_nodes(tree::collapsed(topology.nodes, static_cast<std::uint32_t>(tree.order().size())));
    if (options.keep_binary) tree.binary_ = tree::binary_nodes(topology.nodes, options.leaf_triangles());
    topology.nodes = std::vector<tree::BinaryNode>();  // = {} would keep the memory
    tree::fit_boxes(tree.wide_, tree::corners_in_tree(tree.view(), tree.order(), frame, crew), options.fit, crew, progress);
    if (!progress.is_called_off()) tree.finish_boxes(options.layout == NodeLayout::compact, crew);
  });
  if (!progress.finish()) return fail(ErrorCode::limit, "build: called off");
  tree.finish();
  return tree;
}

Result<void> MeshTree::refit(std::span<const Vec3> vertices, unsigned threads) {
  if (vertices.size() != view().vertices.size())
    return fail(ErrorCode::bad_shape,
                "vertices: " + std::to_string(vertices.size()) + " instead of " + std::to_string(view().vertices.size()));
  if (auto error = defect_in(vertices)) return tl::make_unexpected(*std::move(error));
  TriangleMesh moved = mesh_.is_own() ? mesh_.release() : view().copy();
  topology_.reset();  // positions that were the same may be no longer
  std::copy(vertices.begin(), vertices.end(), moved.vertices.begin());
  mesh_ = KeptMesh(std::move(moved));
  if (empty()) return {};
  leave_file();
  tree::Crew crew(threads, view().triangles.size());
  const std::function<bool(double)> unwatched;
  tree::BuildProgress progress(order().size(), unwatched);
  crew.run([&] {
    const bool is_compact = wide_.is_compact();
    if (is_compact) tree::make_wide(wide_);
    const tree::TreeFrame frame = tree::tree_frame_of(view());
    wide_.origin = frame.origin;
    wide_.exponent = frame.exponent;
    tree::fit_boxes(wide_, tree::corners_in_tree(view(), order(), frame, crew), record_.fit, crew, progress);
    finish_boxes(is_compact, crew);
  });
  finish();
  return {};
}

/// Takes copies of what lies in a file, to change them.
void MeshTree::leave_file() {
  if (!is_in_file()) return;
  order_ = KeptOrder(std::vector<std::uint32_t>(order().begin(), order().end()));
  wide_.nodes.assign(wide_.nodes_in_file.begin(), wide_.nodes_in_file.end());
  wide_.compact.assign(wide_.compact_in_file.begin(), wide_.compact_in_file.end());
  wide_.nodes_in_file = {};
  wide_.compact_in_file = {};
  file_ = nullptr;
}

std::shared_ptr<const tree::AxisTree> MeshTree::new_axis_tree() const {
  return std::make_shared<const tree::AxisTree>(tree::axis_tree_of(view(), {wide_.origin, wide_.exponent}));
}

std::shared_ptr<const distance::FewTriangles> MeshTree::new_few_triangles() const {
  return std::make_shared<const distance::FewTriangles>(distance::few_triangles_of(view()));
}

/// Of wide nodes that were just fitted.
void MeshTree::finish_boxes(bool is_compact, tree::Crew& crew) {
  if (record_.box_leaves) {
    tree::nest_boxes(wide_, tree::box_ends(wide_, record_.max_leaf_triangles), is_compact);
  } else if (is_compact) {
    tree::make_compact(wide_, crew);
  }
}

/// What follows from mesh, order, wide tree and the nodes of the binary one.
void MeshTree::finish() {
  axis_tree_ = {};
  few_triangles_ = {};
  if (!binary_.empty()) tree::fit_boxes(binary_, view(), order());
  root_box_ = tree::box_in_mesh(wide_, 0, 0);
  ball_ = tree::ball_around_boxes(wide_, root_box_.center);
  bounds_ = {};
  add_to(bounds_, root_box_);
  for (const TreeNode& node : binary_) add_to(bounds_, node.box);
  box_ends_.clear();
  if (record_.box_leaves) box_ends_ = tree::box_ends(wide_, record_.max_leaf_triangles);
}

}  // namespace graze
