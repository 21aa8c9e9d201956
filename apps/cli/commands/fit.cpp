/// graze fit: the box or ball around a mesh.

#include <graze/fit.h>

#include <memory>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "answer/answer.h"
#include "answer/progress.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "input/load.h"

namespace graze::cli {
namespace {

struct FitArguments {
  BodyArgument a;
  std::string method = "min_volume";
  std::string axes;  ///< nine numbers with commas, of the method axes
  OutputOptions output;
};

struct BoundAsJson {
  Json operator()(const Obb& box) const {
    const Json axes{json_of(box.axes[0]), json_of(box.axes[1]), json_of(box.axes[2])};
    return {{"box", {{"c", json_of(box.center)}, {"axes", axes}, {"h", json_of(box.half_extents)}}}};
  }
  Json operator()(const Sphere& ball) const { return {{"sphere", {{"c", json_of(ball.center)}, {"r", ball.radius}}}}; }
};

struct BoundAsText {
  const Wording& wording;

  [[nodiscard]] std::string line(std::string_view name, const std::string& value) const {
    return fmt::format("  {:<12} {}\n", name, value);
  }
  std::string operator()(const Obb& box) const {
    std::string text = line("centre", point_text(box.center, wording));
    for (const Vec3& axis : box.axes) text += line("axis", point_text(axis, wording));
    return text + line("half extents", point_text(box.half_extents, wording));
  }
  std::string operator()(const Sphere& ball) const {
    return line("centre", point_text(ball.center, wording)) + line("radius", length_text(ball.radius, wording));
  }
};

Result<Frame> axes_in(const std::string& text) {
  if (text.empty()) return fail(ErrorCode::bad_option, "--axes: missing, of the method axes");
  const auto values = numbers_in(text);
  if (!values || values->size() != 9) return fail(ErrorCode::bad_option, "--axes: expected 9 numbers, three axes");
  Frame axes = world_frame();
  for (std::size_t i = 0; i < 9; ++i) axes[i / 3][static_cast<Eigen::Index>(i % 3)] = (*values)[i];
  return axes;
}

Result<BoundingVolume> bound_of(const Geometry& geometry, const FitArguments& arguments) {
  const Body body{geometry, {}, {}};
  if (arguments.method != "axes") return fit(body, *method_named(arguments.method, fit_methods));
  return axes_in(arguments.axes).and_then([&](const Frame& axes) { return fit(body, axes); });
}

Result<AnswerForms> fitted(const FitArguments& arguments) {
  const Progress progress("fitting", arguments.output);
  const Result<LoadedBodies> loaded =
      load_bodies({{&arguments.a, "--a"}}, {arguments.output.units, arguments.output.threads, Solidity::none});
  if (!loaded) return tl::make_unexpected(loaded.error());
  const Result<BoundingVolume> bound = bound_of(loaded->a().body.geometry, arguments);
  if (!bound) return tl::make_unexpected(bound.error());
  const Wording wording = wording_for(arguments.output, loaded->unit);
  AnswerForms answer{.json = json_head("fit")};
  answer.json.update(Json{{"file", loaded->a().name}, {"method", arguments.method}});
  answer.json.update(std::visit(BoundAsJson{}, *bound));
  answer.json["volume"] = volume_of(*bound);
  answer.json["area"] = area_of(*bound);
  answer.json["units"] = loaded->unit.empty() ? Json(nullptr) : Json(loaded->unit);
  const std::string unit = loaded->unit.empty() ? "; no unit known" : "; lengths in " + loaded->unit;
  answer.text = fmt::format("{}, {}\n{}  volume {}, area {}{}\n", shown(loaded->a().name), arguments.method,
                            std::visit(BoundAsText{wording}, *bound), number_text(volume_of(*bound), wording),
                            number_text(area_of(*bound), wording), unit);
  return answer;
}

ExitCode run_fit(const FitArguments& arguments) {
  if (arguments.method != "axes" && !arguments.axes.empty()) return fail_with("--axes", "only with --method axes");
  const Result<AnswerForms> answer = fitted(arguments);
  return answer ? deliver(arguments.output, *answer) : fail_with(answer.error());
}

}  // namespace

Command fit_command() {
  const auto own = std::make_shared<FitArguments>();
  FitArguments& all = *own;
  std::vector<std::string> methods;
  for (const auto& method : fit_methods) methods.emplace_back(method.name);
  methods.emplace_back("axes");
  return {.name = "fit",
          .summary = "the smallest box or ball around a mesh",
          .description = "The volume contains all vertices in exact arithmetic.",
          .positionals = {argument("FILE", "Mesh file, - for standard input, or a shape with corners", all.a.source)},
          .groups = {{"Question",
                      {choice("--method", "METHOD", "One of " + names_of(fit_methods) + ", axes; default: min_volume", methods,
                              all.method),
                       text("--axes", "NUMBERS", "Of the method axes: nine numbers, three orthonormal axes", all.axes)}},
                     output_options(all.output)},
          .examples = {{"graze fit bracket.stl", "The box of least volume, in any orientation"},
                       {"graze fit bracket.stl --method sphere --json", "The smallest ball"}},
          .exits = {{0, "fitted"}, {2, "an error, told in one line on standard error"}},
          .run = [own] { return run_fit(*own); }};
}

}  // namespace graze::cli
