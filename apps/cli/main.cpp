/// The graze command. The only file that includes CLI11, which is slow to compile.

#include <csignal>
#include <exception>
#include <new>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/fit.h>

#include "build_command.h"
#include "check_command.h"
#include "demo_command.h"
#include "distance_command.h"
#include "fit_command.h"
#include "info_command.h"
#include "output.h"
#include "query_command.h"
#include "sweep_command.h"

namespace {

using namespace graze::cli;

struct Arguments {
  QueryArguments query;
  CheckArguments check;
  DistanceArguments distance;
  SweepArguments sweep;
  InfoArguments info;
  BuildArguments build;
  FitArguments fit;
  DemoArguments demo;
};

constexpr int max_threads = 1024;

CLI::App* add_query(CLI::App& app, QueryArguments& query) {
  CLI::App* command = app.add_subcommand("query",
                                         "Answer questions, one JSON object a line. Exit code: 0 all answered, 2 a line in "
                                         "error, 1 an expectation not met");
  command->add_option("FILE", query.file, "File of questions; standard input if it is - or absent");
  command->add_option("--threads", query.threads, "Lines answered at a time")->check(CLI::Range(1, max_threads));
  command->add_flag("--check", query.check, "Compare the answers with what the lines expect");
  command->add_flag("--strict", query.strict, "Refuse lines with unknown fields");
  return command;
}

/// Options of a mesh need its file, which may be optional.
void add_mesh(CLI::App& command, const std::string& name, MeshArgument& mesh, bool required = true) {
  CLI::Option* file = command.add_option(name == "a" ? "A" : "B", mesh.file, "Mesh file")->required(required);
  const auto add = [&](const std::string& option, std::string& value, const std::string& meaning) {
    return command.add_option("--" + name + option, value, meaning)->needs(file);
  };
  add("-scale", mesh.scale, "s or sx,sy,sz, before the pose");
  CLI::Option* pose = add("-pose", mesh.pose, "12 numbers: the rows of [R | t]");
  add("-rotate", mesh.rotate, "axis and degrees: z,45 or ax,ay,az,45")->excludes(pose);
  add("-translate", mesh.translate, "x,y,z, after the rotation")->excludes(pose);
  add("-refit", mesh.refit, "Mesh file whose vertices replace those of this one; its tree is refitted");
}

/// How trees are built.
void add_tree(CLI::App& command, TreeArgument& tree) {
  command.add_option("--kind", tree.kind, "Kind of tree: " + graze::names_of(graze::tree_kinds));
  command.add_option("--rule", tree.rule, "Where sets are cut: " + graze::names_of(graze::split_rules));
  command.add_option("--fit", tree.fit, "How boxes are fitted: " + graze::names_of(graze::node_fits));
  command.add_option("--leaf", tree.leaf, "Triangles a leaf, at most");
  command.add_option("--depth", tree.depth, "Cuts from the root, at most");
  command.add_flag("--box-leaves", tree.box_leaves,
                   "Leaves of several triangles answer by their box: faster, contact never missed");
  command.add_flag("--compact", tree.compact, "A tree of a third of the size; queries take somewhat longer");
}

/// Rotations are given as matrices in poses only.
void add_repair(CLI::App& command, MeshArgument& a, MeshArgument& b) {
  command.add_flag_callback(
      "--repair", [&a, &b] { a.repair = b.repair = true; },
      "Replace the rotations of --a-pose and --b-pose, rounded or drifted, by the nearest ones");
}

CLI::App* add_check(CLI::App& app, CheckArguments& check) {
  CLI::App* command = app.add_subcommand("check",
                                         "Do two meshes overlap? Without B: does A intersect itself? Exit code: 0 no, "
                                         "1 yes, 2 error");
  add_mesh(*command, "a", check.a);
  add_mesh(*command, "b", check.b, false);
  add_repair(*command, check.a, check.b);
  command->add_flag("--json", check.json, "Answer as JSON");
  command->add_flag("--pairs", check.pairs, "Count the intersecting triangle pairs, and list them in JSON");
  command->add_flag("--curves", check.curves, "Count the curves in which they meet, and list them in JSON")->needs("B");
  command->add_option("--max-pairs", check.max_pairs, "List at most this many");
  add_tree(*command, check.tree);
  return command;
}

CLI::App* add_distance(CLI::App& app, DistanceArguments& distance) {
  CLI::App* command = app.add_subcommand(
      "distance", "How far are two meshes apart? Exit code: 0 apart, 1 in contact (or within the distance), 2 error");
  add_mesh(*command, "a", distance.a);
  add_mesh(*command, "b", distance.b);
  add_repair(*command, distance.a, distance.b);
  command->add_flag("--solid", distance.solid, "Closed meshes are solids: what is inside has distance 0");
  command->add_option("--relative-error", distance.relative_error, "How far off the distance may be, as a fraction of it")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--absolute-error", distance.absolute_error, "How far off it may be, as a length")
      ->check(CLI::NonNegativeNumber);
  CLI::Option* within = command->add_option("--within", distance.within, "Only whether they are at most this far apart")
                            ->check(CLI::NonNegativeNumber);
  command->add_flag("--pairs", distance.pairs, "Count the triangle pairs within that distance, and list them in JSON")
      ->needs(within);
  command->add_option("--max-pairs", distance.max_pairs, "List at most this many");
  command->add_flag("--json", distance.json, "Answer as JSON");
  return command;
}

void add_motion(CLI::App& command, const std::string& name, MeshArgument& mesh) {
  command.add_option("--" + name + "-vel", mesh.velocity, "x,y,z: velocity");
  command.add_option("--" + name + "-omega", mesh.omega, "x,y,z: angular velocity, radians per unit of time");
  command.add_option("--" + name + "-center", mesh.center, "x,y,z: the point it rotates about; default: the origin of its pose");
}

CLI::App* add_sweep(CLI::App& app, SweepArguments& sweep) {
  CLI::App* command =
      app.add_subcommand("sweep", "When do two moving meshes first touch? Exit code: 0 clear, 1 contact (or unfinished), 2 error");
  add_mesh(*command, "a", sweep.a);
  add_mesh(*command, "b", sweep.b);
  add_repair(*command, sweep.a, sweep.b);
  add_motion(*command, "a", sweep.a);
  add_motion(*command, "b", sweep.b);
  command->add_option("--t-max", sweep.t_max, "End of the motion; default: no end")->check(CLI::NonNegativeNumber);
  command->add_option("--tol", sweep.tol, "Length, for meshes that turn: contact is a distance of at most this")
      ->check(CLI::PositiveNumber);
  CLI::Option* margin = command->add_option("--margin", sweep.margin, "Length: when they are first within this distance")
                            ->check(CLI::NonNegativeNumber);
  command->add_flag("--pairs", sweep.pairs, "List all triangle pairs that touch first (meshes that do not turn)")->excludes(margin);
  command->add_option("--max-pairs", sweep.max_pairs, "List at most this many");
  command->add_flag("--last", sweep.last, "When the last contact ends (meshes that do not turn)")->excludes(margin);
  command->add_flag("--json", sweep.json, "Answer as JSON");
  return command;
}

CLI::App* add_info(CLI::App& app, InfoArguments& info) {
  CLI::App* command = app.add_subcommand("info", "Describe a mesh file: contents, defects and tree");
  command->add_option("FILE", info.file, "Mesh file")->required();
  command->add_flag("--json", info.json, "Answer as JSON");
  CLI::Option* boxes = command->add_option("--boxes", info.boxes, "Write the boxes of this level of the tree, 0 being the root")
                           ->check(CLI::NonNegativeNumber);
  CLI::Option* out = command->add_option("-o,--out", info.out, "Mesh file for the boxes: .obj, .ply, .off or .stl");
  boxes->needs(out);
  out->needs(boxes);
  add_tree(*command, info.tree);
  return command;
}

CLI::App* add_build(CLI::App& app, BuildArguments& build) {
  CLI::App* command = app.add_subcommand("build", "Save a mesh with its tree; the other commands read it as any mesh file");
  command->add_option("FILE", build.file, "Mesh file")->required();
  command->add_option("-o,--out", build.out, "File to write; default: FILE, ending in .graze");
  command->add_option("--refit", build.refit,
                      "Mesh file whose vertices replace those of FILE; its tree is refitted, not built anew");
  add_tree(*command, build.tree);
  return command;
}

CLI::App* add_fit(CLI::App& app, FitArguments& fit) {
  CLI::App* command = app.add_subcommand("fit", "Fit an oriented box or a sphere to a mesh");
  command->add_option("FILE", fit.file, "Mesh file")->required();
  command->add_option("--method", fit.method, "One of " + graze::names_of(graze::fit_methods) + ", axes")->capture_default_str();
  command->add_option("--axes", fit.axes, "Of the method axes: nine numbers, three orthonormal axes");
  command->add_flag("--json", fit.json, "Answer as JSON");
  return command;
}

CLI::App* add_demo(CLI::App& app, DemoArguments& demo) {
  CLI::App* command = app.add_subcommand("demo", "Two meshes made by graze, one flying into the other");
  command->add_option("--out", demo.out, "Write the meshes at the moment of contact to this directory");
  return command;
}

/// A value that is there but empty is no value: mostly a variable of a script that was not set.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator not_empty(
      [](const std::string& text) { return std::string(text.empty() ? "is given without a value" : ""); }, "");
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    for (CLI::Option* option : command->get_options()) {
      if (option->get_items_expected_max() > 0) option->check(not_empty);
    }
  }
}

ExitCode print(const std::string& text) {
  Output output;
  output.write(text);
  return output.finished(clear);
}

/// App::help() would describe the command that was parsed, which is "help".
std::string full_help(const CLI::App& app) {
  return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

/// CLI11 reports help and mistakes alike by exceptions.
ExitCode parse_failure(const CLI::App& app, const CLI::ParseError& reason) {
  if (dynamic_cast<const CLI::CallForHelp*>(&reason) || dynamic_cast<const CLI::CallForAllHelp*>(&reason)) {
    const auto chosen = app.get_subcommands();
    return print(chosen.empty() ? app.help() : chosen.front()->help());
  }
  if (dynamic_cast<const CLI::CallForVersion*>(&reason)) return print(std::string(reason.what()) + "\n");
  return fail_with("arguments", fmt::format("{} (try graze help)", reason.what()));
}

ExitCode run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("graze: exact collision detection between moving bodies", "graze");
  app.set_version_flag("--version", "graze " GRAZE_VERSION);
  app.require_subcommand(1);
  const CLI::App* query = add_query(app, arguments.query);
  const CLI::App* check = add_check(app, arguments.check);
  const CLI::App* distance = add_distance(app, arguments.distance);
  const CLI::App* sweep = add_sweep(app, arguments.sweep);
  const CLI::App* info = add_info(app, arguments.info);
  const CLI::App* build = add_build(app, arguments.build);
  const CLI::App* fit = add_fit(app, arguments.fit);
  const CLI::App* demo = add_demo(app, arguments.demo);
  const CLI::App* help = app.add_subcommand("help", "This text");
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& reason) {
    return parse_failure(app, reason);
  }
  if (help->parsed()) return print(full_help(app));
  if (query->parsed()) return run_query(arguments.query);
  if (check->parsed()) return run_check(arguments.check);
  if (distance->parsed()) return run_distance(arguments.distance);
  if (sweep->parsed()) return run_sweep(arguments.sweep);
  if (info->parsed()) return run_info(arguments.info);
  if (build->parsed()) return run_build(arguments.build);
  if (fit->parsed()) return run_fit(arguments.fit);
  return demo->parsed() ? run_demo(arguments.demo) : fail_with("arguments", "no command (try graze help)");
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of write(), with its own message
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail_with("memory", "not enough");
  } catch (const std::exception& unexpected) {
    return fail_with("unexpected", unexpected.what());
  }
}
