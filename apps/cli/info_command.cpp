/// Inspects a mesh file and its tree, and writes the boxes of a level.

#include "info_command.h"

#include <fmt/format.h>

#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/names.h>

#include "answer_json.h"
#include "answer_text.h"
#include "mesh_argument.h"
#include "output.h"
#include "output_file.h"
#include "progress.h"

namespace graze::cli {
namespace {

struct MeshSummary {
  MeshReport mesh;
  TreeReport tree;
  std::size_t boxes_written = 0;
};

double share(std::size_t bytes, std::size_t triangles) {
  return triangles == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(triangles);
}

std::string_view name_of(NodeLayout layout) { return name_in(node_layouts, layout); }

/// "oriented boxes, cut by surface, fitted by best, at most 2 triangles a leaf"
std::string options_text(const TreeReport& tree) {
  std::string text = tree.kind == TreeKind::box_tree ? "box tree, axis-parallel boxes cut in two"
                                                     : fmt::format("oriented boxes, rule {}, fit {}",
                                                                   name_in(split_rules, tree.rule), name_in(node_fits, tree.fit));
  return text + fmt::format(", leaf {}, depth {}{}", tree.max_leaf_triangles, tree.max_depth,
                            tree.box_leaves ? ", leaves answer by their boxes" : "");
}

Json tree_json(const TreeReport& tree, std::size_t triangles) {
  return {{"nodes", tree.nodes},
          {"levels", tree.levels},
          {"boxes", tree.boxes},
          {"fill", tree.fill},
          {"expected_nodes", tree.expected_nodes},
          {"expected_triangles", tree.expected_triangles},
          {"bytes", tree.bytes},
          {"bytes_per_triangle", share(tree.bytes, triangles)},
          {"layout", name_of(tree.layout)},
          {"kind", name_in(tree_kinds, tree.kind)},
          {"rule", name_in(split_rules, tree.rule)},
          {"fit", name_in(node_fits, tree.fit)},
          {"leaf", tree.max_leaf_triangles},
          {"depth", tree.max_depth},
          {"box_leaves", tree.box_leaves}};
}

std::string as_json(const InfoArguments& arguments, const MeshSummary& s) {
  const MeshReport& mesh = s.mesh;
  Json json{{"file", arguments.file}, {"vertices", mesh.vertices}, {"positions", mesh.positions}, {"triangles", mesh.triangles}};
  json["closed"] = mesh.is_closed();
  if (mesh.vertices > 0) {
    json["min"] = json_of(mesh.bounds.min);
    json["max"] = json_of(mesh.bounds.max);
  }
  json["area"] = mesh.area;  // infinite, where it overflows, becomes null
  if (mesh.volume) json["volume"] = *mesh.volume;
  json["parts"] = mesh.parts;
  json["edges"] = mesh.topology.edges;
  json["defects"] = {{"degenerate_triangles", mesh.degenerate},
                     {"duplicate_triangles", mesh.duplicate},
                     {"open_edges", mesh.topology.open_edges},
                     {"non_manifold_edges", mesh.topology.non_manifold_edges},
                     {"inconsistent_edges", mesh.inconsistent_edges()}};
  json["tree"] = tree_json(s.tree, mesh.triangles);
  if (arguments.boxes) json["boxes"] = {{"level", *arguments.boxes}, {"count", s.boxes_written}, {"file", arguments.out}};
  return json_line(json);
}

std::string defects_text(const MeshReport& mesh) {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view noun) {
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, noun);
  };
  add(mesh.degenerate, "degenerate triangle");
  add(mesh.duplicate, "duplicate triangle");
  add(mesh.topology.open_edges, "open edge");
  add(mesh.topology.non_manifold_edges, "non-manifold edge");
  add(mesh.inconsistent_edges(), "inconsistently oriented edge");
  return text.empty() ? "none" : text;
}

std::string box_tree_text(const TreeReport& tree, std::size_t triangles) {
  return fmt::format(
      "  tree: {}\n"
      "  tree: {} in {}, {} bytes, {:.1f} a triangle\n"
      "  tree: a line through it meets {:.2f} nodes and {:.2f} triangles, by the surface-area heuristic\n",
      options_text(tree), counted(tree.nodes, "node"), counted(tree.levels, "level"), tree.bytes, share(tree.bytes, triangles),
      tree.expected_nodes, tree.expected_triangles);
}

std::string tree_text(const TreeReport& tree, std::size_t triangles) {
  if (tree.kind == TreeKind::box_tree) return box_tree_text(tree, triangles);
  return fmt::format("  tree: {}\n", options_text(tree)) +
         fmt::format(
             "  tree: {} of eight boxes in {}, {:.0f} % of slots filled\n"
             "  tree: {} bytes, {:.1f} a triangle, {}\n"
             "  tree: a line through it meets {:.2f} nodes and {:.2f} triangles, by the surface-area heuristic\n",
             counted(tree.nodes, "node"), counted(tree.levels, "level"), 100 * tree.fill, tree.bytes, share(tree.bytes, triangles),
             name_of(tree.layout), tree.expected_nodes, tree.expected_triangles);
}

std::string as_text(const InfoArguments& arguments, const MeshSummary& s) {
  const MeshReport& mesh = s.mesh;
  std::string text = fmt::format("{}\n  {}, {} at {}, {}\n", arguments.file, counted(mesh.triangles, "triangle"),
                                 mesh.vertices == 1 ? "1 vertex" : fmt::format("{} vertices", mesh.vertices),
                                 counted(mesh.positions, "position"), mesh.is_closed() ? "closed" : "not closed");
  if (mesh.vertices > 0) text += fmt::format("  from {} to {}\n", point_text(mesh.bounds.min), point_text(mesh.bounds.max));
  if (mesh.triangles == 0) return text;
  text += fmt::format("  area {}{}\n", mesh.area, mesh.volume ? fmt::format(", volume {}", *mesh.volume) : "");
  text += fmt::format("  {}, {}\n", counted(mesh.parts, "part"), counted(mesh.topology.edges, "edge"));
  text += fmt::format("  defects: {}\n", defects_text(mesh));
  text += tree_text(s.tree, mesh.triangles);
  if (arguments.boxes)
    text += fmt::format("  {} of level {} in {}\n", counted(s.boxes_written, "box", "es"), *arguments.boxes, arguments.out);
  return text;
}

/// The number of boxes written.
Result<std::size_t> write_boxes(const Geometry& mesh, const InfoArguments& arguments) {
  const std::vector<Obb> boxes = boxes_of_level(mesh, *arguments.boxes);
  return write_mesh(arguments.out, mesh_of_boxes(boxes)).map([&] { return boxes.size(); });
}

Result<MeshSummary> inspect(const InfoArguments& arguments) {
  const Progress progress("inspecting");
  if (arguments.boxes) {
    if (const Result<void> other = check_not_input(arguments.out, arguments.file); !other)
      return tl::make_unexpected(other.error());
  }
  const Result<Geometry> geometry = load_geometry(arguments.file, {}, arguments.tree);
  if (!geometry) return tl::make_unexpected(geometry.error());
  MeshSummary summary{report_on(*geometry->mesh()), report_on(*geometry), 0};
  if (!arguments.boxes) return summary;
  return write_boxes(*geometry, arguments).map([&](std::size_t count) {
    summary.boxes_written = count;
    return summary;
  });
}

}  // namespace

ExitCode run_info(const InfoArguments& arguments) {
  const Result<MeshSummary> summary = inspect(arguments);
  if (!summary) return fail_with(summary.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *summary) : as_text(arguments, *summary));
  return output.finished(clear);
}

}  // namespace graze::cli
