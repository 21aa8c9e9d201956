/// graze tree: the tree of a mesh, level by level, and the boxes of a level as a mesh file.

#include <memory>
#include <optional>

#include <fmt/format.h>

#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/options.h>

#include "answer/answer.h"
#include "answer/output_file.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "commands/tree_text.h"
#include "grammar/bindings.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct TreeArguments {
  BodyArgument mesh;
  std::optional<std::size_t> level;
  std::string out;
  OutputOptions output;
};

double bytes_each(std::size_t bytes, std::size_t triangles) {
  return triangles == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(triangles);
}

/// "oriented boxes, rule surface, fit best, leaf 2, depth 96"
std::string built_as(const TreeReport& tree) {
  const std::string text =
      tree.kind == TreeKind::box_tree
          ? "box tree, axis-parallel boxes cut in two"
          : fmt::format("oriented boxes, rule {}, fit {}", name_in(split_rules, tree.rule), name_in(node_fits, tree.fit));
  return text + fmt::format(", leaf {}, depth {}{}", tree.max_leaf_triangles, tree.max_depth,
                            tree.box_leaves ? ", leaves answer by their boxes" : "");
}

/// Volume and surface of a level: how closely its boxes hold the mesh.
Json level_json(const Geometry& mesh, std::size_t level) {
  double volume = 0;
  const std::vector<Obb> boxes = boxes_of_level(mesh, level);
  for (const Obb& box : boxes) volume += 8 * box.half_extents.prod();
  return {{"level", level}, {"boxes", boxes.size()}, {"volume", volume}};
}

Result<AnswerForms> described(const TreeArguments& arguments) {
  const Progress progress("building the tree", arguments.output);
  if (arguments.level && arguments.out.empty()) return fail(ErrorCode::bad_option, "--level: needs --out, the mesh file to write");
  if (!arguments.level && !arguments.out.empty()) return fail(ErrorCode::bad_option, "--out: needs --level, the level to write");
  if (arguments.level)
    if (const Result<void> other = check_not_input(arguments.out, arguments.mesh.source); !other)
      return tl::make_unexpected(other.error());
  const Result<Geometry> geometry = load_geometry(arguments.mesh, Vec3::Ones(), arguments.output.threads);
  if (!geometry) return tl::make_unexpected(geometry.error());
  const std::size_t triangles = geometry->triangles().size();
  if (triangles == 0) return fail(ErrorCode::file, fmt::format("{}: has no triangles", arguments.mesh.source));
  const TreeReport tree = report_on(*geometry);
  AnswerForms answer{.json = json_head("tree")};
  answer.json.update(Json{
      {"file", arguments.mesh.source}, {"triangles", triangles}, {"tree", tree_json(tree, triangles)}, {"levels", Json::array()}});
  answer.text = fmt::format("{}\n{}", shown(arguments.mesh.source), tree_text(tree, triangles));
  for (std::size_t level = 0; level < tree.levels; ++level) {
    answer.rows.push_back(level_json(*geometry, level));
    answer.json["levels"].push_back(answer.rows.back());
    answer.text +=
        fmt::format("  level {}: {}, volume {}\n", level, counted(answer.rows.back()["boxes"].get<std::size_t>(), "box", "es"),
                    number_text(answer.rows.back()["volume"].get<double>(), wording_for(arguments.output)));
  }
  if (!arguments.level) return answer;
  const Result<std::size_t> boxes = write_boxes(*geometry, *arguments.level, arguments.out);
  if (!boxes) return tl::make_unexpected(boxes.error());
  answer.json["boxes"] = {{"level", *arguments.level}, {"count", *boxes}, {"file", arguments.out}};
  answer.text += fmt::format("  {} of level {} in {}\n", counted(*boxes, "box", "es"), *arguments.level, shown(arguments.out));
  return answer;
}

}  // namespace

Json tree_json(const TreeReport& tree, std::size_t triangles) {
  return {{"nodes", tree.nodes},
          {"levels", tree.levels},
          {"boxes", tree.boxes},
          {"fill", tree.fill},
          {"expected_nodes", tree.expected_nodes},
          {"expected_triangles", tree.expected_triangles},
          {"bytes", tree.bytes},
          {"bytes_per_triangle", bytes_each(tree.bytes, triangles)},
          {"layout", name_in(node_layouts, tree.layout)},
          {"kind", name_in(tree_kinds, tree.kind)},
          {"rule", name_in(split_rules, tree.rule)},
          {"fit", name_in(node_fits, tree.fit)},
          {"leaf", tree.max_leaf_triangles},
          {"depth", tree.max_depth},
          {"box_leaves", tree.box_leaves}};
}

std::string tree_text(const TreeReport& tree, std::size_t triangles) {
  const bool is_box_tree = tree.kind == TreeKind::box_tree;
  std::string text = fmt::format("  tree: {}\n", built_as(tree));
  text += fmt::format("  tree: {}{} in {}{}\n", counted(tree.nodes, "node"), is_box_tree ? "" : " of eight boxes",
                      counted(tree.levels, "level"), is_box_tree ? "" : fmt::format(", {:.0f} % of slots filled", 100 * tree.fill));
  text += fmt::format("  tree: {} bytes, {:.1f} a triangle{}\n", tree.bytes, bytes_each(tree.bytes, triangles),
                      is_box_tree ? std::string() : fmt::format(", {}", name_in(node_layouts, tree.layout)));
  return text + fmt::format("  tree: a line through it meets {:.2f} nodes and {:.2f} triangles, by the surface-area heuristic\n",
                            tree.expected_nodes, tree.expected_triangles);
}

Result<std::size_t> write_boxes(const Geometry& mesh, std::size_t level, const std::string& out) {
  const std::vector<Obb> boxes = boxes_of_level(mesh, level);
  return write_mesh(out, mesh_of_boxes(boxes)).map([&] { return boxes.size(); });
}

Command tree_command() {
  const auto own = std::make_shared<TreeArguments>();
  TreeArguments& all = *own;
  Option out = file_to_write("--out", "FILE", "Mesh file for the boxes of --level: .obj, .ply, .off or .stl", all.out);
  out.short_name = "-o";
  return {
      .name = "tree",
      .summary = "the tree of boxes over a mesh, and a level of it as a mesh file",
      .description = "Every level holds the whole mesh: boxes whose triangles end farther up are among those of every level below.",
      .positionals = {argument("FILE", "Mesh file, or - for standard input", all.mesh.source)},
      .groups = {{"Question", {count("--level", "N", "Write the boxes of this level, 0 being the root", all.level), out}},
                 tree_options(all.mesh.tree),
                 without(output_options_without_out(all.output), {"--units"})},
      .examples = {{"graze tree scan.ply", "How many boxes a level, how large"},
                   {"graze tree scan.ply --level 3 --out boxes.ply", "Level 3 to look at"}},
      .exits = {{0, "described"}, {2, "an error, told in one line on standard error"}},
      .run = [own] {
        const Result<AnswerForms> answer = described(*own);
        return answer ? deliver(own->output, *answer) : fail_with(answer.error());
      }};
}

}  // namespace graze::cli
