#include "check_command.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/answers.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>

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

Result<Intersection> ask(const CheckArguments& arguments) {
  const Progress progress("checking");
  if (is_about_one(arguments))
    return load_body(arguments.a, "a").and_then([&](const Body& mesh) { return ask_about_one(arguments, mesh); });
  const Result<BodyPair> bodies = load_bodies(arguments.a, arguments.b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  const auto& [a, b] = *bodies;
  if (arguments.pairs || arguments.curves) return intersection(a, b, {arguments.max_pairs, arguments.curves});
  return overlap(a, b).map([](bool meet) { return Intersection{.intersect = meet, .set = {}, .pair_count = {}, .pairs = {}}; });
}

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<Vec3>& points) {
  Json json = Json::array();
  for (const Vec3& p : points) json.push_back({p.x(), p.y(), p.z()});
  return json;
}

void add_curves(Json& json, const IntersectionCurves& found) {
  json["curves"] = Json::array();
  for (const IntersectionCurve& c : found.curves)
    json["curves"].push_back({{"closed", c.closed}, {"points", json_of(c.points)}, {"pairs", c.pairs}});
  json["patches"] = Json::array();
  for (const IntersectionPatch& p : found.patches) json["patches"].push_back({{"pair", p.pair}, {"points", json_of(p.points)}});
}

std::string as_json(const CheckArguments& arguments, const Intersection& found) {
  Json json{{"a", arguments.a.file}};
  if (!is_about_one(arguments)) json["b"] = arguments.b.file;
  json["intersect"] = found.intersect;
  if (found.pair_count) {
    json["pair_count"] = *found.pair_count;
    json["pairs"] = found.pairs;
  }
  if (found.curves) add_curves(json, *found.curves);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summary(const IntersectionCurves& found) {
  const auto count = [&](auto&& is_one) { return std::ranges::count_if(found.curves, is_one); };
  const auto touches = count([](const IntersectionCurve& c) { return c.points.size() == 1; });
  const auto loops = count([](const IntersectionCurve& c) { return c.closed; });
  const auto open = static_cast<std::ptrdiff_t>(found.curves.size()) - touches - loops;
  return fmt::format("  {} closed curves, {} open curves, {} single points, {} coplanar patches\n", loops, open, touches,
                     found.patches.size());
}

std::string as_text(const CheckArguments& arguments, const Intersection& found) {
  const bool is_one = is_about_one(arguments);
  const std::string subject = is_one ? arguments.a.file : fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  if (!found.intersect) return subject + (is_one ? " does not intersect itself\n" : " do not overlap\n");
  std::string text = subject + (is_one ? " intersects itself" : " overlap");
  if (found.pair_count) text += fmt::format(": {} triangle pairs intersect", *found.pair_count);
  return text + "\n" + (found.curves ? summary(*found.curves) : "");
}

}  // namespace

ExitCode run_check(const CheckArguments& arguments) {
  const Result<Intersection> found = ask(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found));
  return output.finished(found->intersect ? hit : clear);
}

}  // namespace graze::cli
