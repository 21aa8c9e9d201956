/// Asks whether meshes intersect and words the answer as text or JSON.

#include "check_command.h"

#include <algorithm>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>

#include "answer_json.h"
#include "answer_text.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

bool is_about_one(const CheckArguments& arguments) { return arguments.b.file.empty(); }

Result<Intersection> ask_about_one(const CheckArguments& arguments, const Body& mesh) {
  if (!arguments.pairs)
    return intersects_itself(mesh).map(
        [](bool does) { return Intersection{.intersect = does, .set = {}, .pair_count = {}, .pairs = {}}; });
  return self_intersection(mesh, {.max_pairs = arguments.max_pairs}).map([](const TrianglePairs& found) {
    return Intersection{.intersect = found.pair_count > 0, .set = {}, .pair_count = found.pair_count, .pairs = found.pairs};
  });
}

/// What was found, and whether it is about the boxes of leaves.
struct CheckAnswer : Intersection {
  bool box_leaves = false;
};

Result<CheckAnswer> ask_about_meshes(const CheckArguments& arguments) {
  const Progress progress("checking");
  const auto exactly = [](const Intersection& found) { return CheckAnswer{found}; };
  MeshArgument argument_a = arguments.a, argument_b = arguments.b;
  argument_a.tree = argument_b.tree = arguments.tree;
  if (is_about_one(arguments))
    return load_body(argument_a, "a").and_then([&](const Body& mesh) { return ask_about_one(arguments, mesh); }).map(exactly);
  const Result<BodyPair> bodies = load_bodies(argument_a, argument_b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  const auto& [a, b] = *bodies;
  if (arguments.pairs || arguments.curves) return intersection(a, b, {arguments.max_pairs, arguments.curves}).map(exactly);
  const bool by_boxes = a.geometry.has_box_leaves() || b.geometry.has_box_leaves();
  return overlap(a, b).map(
      [&](bool meet) { return CheckAnswer{{.intersect = meet, .set = {}, .pair_count = {}, .pairs = {}}, by_boxes}; });
}

Json points_json(const std::vector<Vec3>& points) {
  Json json = Json::array();
  for (const Vec3& p : points) json.push_back(json_of(p));
  return json;
}

void add_curves(Json& json, const IntersectionCurves& found) {
  json["curves"] = Json::array();
  for (const IntersectionCurve& c : found.curves)
    json["curves"].push_back({{"closed", c.closed}, {"points", points_json(c.points)}, {"pairs", c.pairs}});
  json["patches"] = Json::array();
  for (const IntersectionPatch& p : found.patches) json["patches"].push_back({{"pair", p.pair}, {"points", points_json(p.points)}});
}

std::string as_json(const CheckArguments& arguments, const CheckAnswer& found) {
  Json json{{"a", arguments.a.file}};
  if (!is_about_one(arguments)) json["b"] = arguments.b.file;
  json["intersect"] = found.intersect;
  if (found.pair_count) {
    json["pair_count"] = *found.pair_count;
    json["pairs"] = found.pairs;
  }
  if (found.curves) add_curves(json, *found.curves);
  add_repairs(json, arguments.a, arguments.b);
  if (found.box_leaves) json["box_leaves"] = true;
  return json_line(json);
}

std::string summary(const IntersectionCurves& found) {
  const auto count = [&](auto&& is_one) { return static_cast<std::size_t>(std::ranges::count_if(found.curves, is_one)); };
  const std::size_t touches = count([](const IntersectionCurve& c) { return c.points.size() == 1; });
  const std::size_t loops = count([](const IntersectionCurve& c) { return c.closed; });
  const std::size_t open = found.curves.size() - touches - loops;
  return fmt::format("  {}, {}, {}, {}\n", counted(loops, "closed curve"), counted(open, "open curve"),
                     counted(touches, "single point"), counted(found.patches.size(), "coplanar patch", "es"));
}

std::string as_text(const CheckArguments& arguments, const CheckAnswer& found) {
  const bool is_one = is_about_one(arguments);
  const std::string subject = is_one ? arguments.a.file : fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  if (!found.intersect) return subject + (is_one ? " does not intersect itself\n" : " do not overlap\n");
  std::string text = subject + (is_one             ? " intersects itself"
                                : found.box_leaves ? " may overlap: boxes around parts do"
                                                   : " overlap");
  if (found.pair_count)
    text += fmt::format(": {} intersect{}", counted(*found.pair_count, "triangle pair"), *found.pair_count == 1 ? "s" : "");
  return text + "\n" + (found.curves ? summary(*found.curves) : "");
}

}  // namespace

ExitCode run_check(const CheckArguments& arguments) {
  const Result<CheckAnswer> found = ask_about_meshes(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found) + repairs_text(arguments.a, arguments.b));
  return output.finished(found->intersect ? hit : clear);
}

}  // namespace graze::cli
