/// Reads meshes, agrees on a unit, places bodies.

#include "input/load.h"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <new>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/batch.h>
#include <graze/mesh.h>
#include <graze/mesh_file.h>
#include <graze/validate.h>

#include "answer/units.h"
#include "answer/wording.h"
#include "grammar/bindings.h"
#include "input/cad.h"
#include "input/free_memory.h"
#include "input/shape_text.h"

namespace graze::cli {
namespace {

constexpr const char* standard_input_name = "standard input";

bool is_shape(const BodyArgument& argument) { return shape_in(argument.source).has_value(); }

/// As much as of a file: what never ends must not fill the memory.
Result<std::string> read_standard_input() {
  const std::uint64_t most_bytes = MeshReadOptions{}.max_file_bytes;
  std::string bytes;
  std::array<char, 1 << 16> block{};
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(ErrorCode::file, fmt::format("standard input: {}", system_reason(errno)));
    if (count == 0) return bytes;
    bytes.append(block.data(), static_cast<std::size_t>(count));
    if (bytes.size() > most_bytes)
      return fail(ErrorCode::limit, fmt::format("{}: more than the limit of {} bytes", standard_input_name, most_bytes));
  }
}

/// All bytes of standard input, which is read once: first for its unit, then for its mesh.
Result<std::string>& standard_input() {
  static Result<std::string> bytes = read_standard_input();
  return bytes;
}

/// Who reads what is no mesh.
Error with_hint(Error error, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension();
  if (ending == ".json") error.message += "; graze clash and graze scene read scene files";
  if (ending == ".urdf") error.message += "; graze robot and graze clash read robots";
  return error;
}

Result<TriangleMesh> mesh_in(const std::string& file) {
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown))
    return fail(ErrorCode::file, fmt::format("{}: is a directory; graze clash reads all mesh files of one", file));
  if (file != "-") return read_mesh(file).map_error([&](Error error) { return with_hint(std::move(error), file); });
  auto mesh = standard_input().and_then([](const std::string& bytes) { return read_mesh_bytes(bytes, standard_input_name); });
  standard_input() = std::string();
  return mesh;
}

/// Mirrored triangles are turned round, so that outsides stay outsides.
void scale_mesh(TriangleMesh& mesh, const Vec3& scale) {
  if (scale == Vec3::Ones()) return;
  for (Vec3& v : mesh.vertices) v = v.cwiseProduct(scale);
  if (scale.prod() < 0)
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
}

Result<Geometry> refitted_to(const Geometry& geometry, const std::string& file, const Vec3& scale) {
  Result<TriangleMesh> moved = mesh_in(file);
  if (!moved) return tl::make_unexpected(moved.error());
  scale_mesh(*moved, scale);
  return geometry.refitted(moved->vertices).map_error([&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", file, error.message)};
  });
}

/// Rather than to be ended by the system in the middle of it.
Result<void> check_memory(const TriangleMesh& mesh, const std::string& source) {
  const std::uint64_t needed = bytes_to_build(mesh.vertices.size(), mesh.triangles.size());
  const std::optional<std::uint64_t> free = free_memory();
  if (!free || needed <= *free) return {};
  return fail(ErrorCode::limit, fmt::format("{}: building the tree of {} triangles takes up to {} bytes of memory, {} are free; "
                                            "graze build on a larger machine saves it for smaller ones",
                                            source, mesh.triangles.size(), needed, *free));
}

Result<Geometry> built(const BodyArgument& argument, const Vec3& scale, std::size_t threads) {
  const Result<std::optional<BuildOptions>> chosen = build_options(argument.tree);
  if (!chosen) return tl::make_unexpected(chosen.error());
  if (!*chosen && scale == Vec3::Ones() && argument.source != "-" && is_tree_file(argument.source))
    return open_tree(argument.source);
  Result<TriangleMesh> mesh = mesh_in(argument.source);
  if (!mesh) return tl::make_unexpected(mesh.error());
  if (const Result<void> fits = check_memory(*mesh, argument.source); !fits) return tl::make_unexpected(fits.error());
  scale_mesh(*mesh, scale);
  BuildOptions options = chosen->value_or(BuildOptions{});
  options.threads = static_cast<unsigned>(threads);
  return Geometry::make(Shape{std::move(*mesh)}, options).map_error([&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", argument.source, error.message)};
  });
}

/// The unit of a file, in metres.
struct StatedUnit {
  std::optional<double> metres;
  bool by_user = false;
};

StatedUnit stated_unit(const BodyArgument& argument) {
  if (!argument.unit.empty()) return {metres_in(argument.unit), true};
  if (is_shape(argument)) return {};
  return {unit_of_file(argument.source), false};
}

std::string unit_text(double metres) { return unit_of_metres(metres).value_or(fmt::format("{} m", metres)); }

/// What coordinates of each file are multiplied by, and what it took to agree.
struct Agreement {
  std::string unit;
  std::vector<double> factors;
  std::vector<std::string> notes;
};

/// Numbers like 25.4 come out as written: both are whole numbers of micrometres.
double ratio_of(double from, double to) {
  constexpr double micrometres = 1e6;
  return (from * micrometres) / (to * micrometres);
}

/// argument_at(i): the BodyArgument with this number.
template <class ArgumentAt>
Agreement agreed(std::size_t count, const ArgumentAt& argument_at, const std::string& wanted) {
  std::vector<StatedUnit> stated;
  stated.reserve(count);
  for (std::size_t i = 0; i < count; ++i) stated.push_back(stated_unit(argument_at(i)));
  Agreement result{wanted, std::vector<double>(count, 1.0), {}};
  const auto first = std::ranges::find_if(stated, [](const StatedUnit& s) { return s.metres.has_value(); });
  if (first == stated.end()) return result;
  const double metres = wanted.empty() ? *first->metres : metres_in(wanted);
  result.unit = wanted.empty() ? unit_text(metres) : wanted;
  for (std::size_t i = 0; i < stated.size(); ++i) {
    const BodyArgument& argument = argument_at(i);
    const std::string& name = argument.source;
    if (stated[i].metres && *stated[i].metres != metres) {
      result.factors[i] = ratio_of(*stated[i].metres, metres);
      result.notes.push_back(
          fmt::format("{} is in {} and was converted to {}", shown(name), unit_text(*stated[i].metres), result.unit));
    } else if (!stated[i].metres && wanted.empty() && !is_shape(argument)) {
      result.notes.push_back(fmt::format("{} does not tell its unit and was taken to be in {}", shown(name), result.unit));
    }
  }
  return result;
}

double size_of(const Geometry& geometry) {
  if (!geometry.is_mesh() || geometry.vertices().empty()) return 0;
  Vec3 low = geometry.vertices().front(), high = low;
  for (const Vec3& v : geometry.vertices()) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  return (high - low).stableNorm();
}

/// Two files that do not tell their units, one of them about 25.4 times as large: somebody should say.
void question_units(LoadedBodies& loaded) {
  if (!loaded.unit.empty() || loaded.bodies.size() != 2) return;
  // Shapes have no size to compare with, for which all of a mesh that is larger than memory would be looked at.
  if (!loaded.a().body.geometry.is_mesh() || !loaded.b().body.geometry.is_mesh()) return;
  const double a = size_of(loaded.a().body.geometry), b = size_of(loaded.b().body.geometry);
  const std::optional<double> factor = suspicious_ratio(a, b);
  if (!factor) return;
  const bool a_is_larger = a > b;
  loaded.notes.push_back(fmt::format(
      "{} is about {:g} times as large as {}: in which units are they? Say so with --a-units and --b-units, or "
      "--units when they are the same",
      shown(a_is_larger ? loaded.a().name : loaded.b().name), *factor, shown(a_is_larger ? loaded.b().name : loaded.a().name)));
}

Result<Motion> motion_in(const BodyArgument& argument, const std::string& prefix) {
  Motion motion;
  const auto read = [&](const std::string& text, const char* option, auto& into) -> Result<void> {
    if (text.empty()) return {};
    return vector_in(text, prefix + option).map([&](const Vec3& v) { into = v; });
  };
  const Result<void> all = read(argument.velocity, "-vel", motion.velocity)
                               .and_then([&] { return read(argument.omega, "-omega", motion.angular_velocity); })
                               .and_then([&] { return read(argument.center, "-center", motion.center); });
  if (!all) return tl::make_unexpected(all.error());
  return motion;
}

Result<std::optional<Path>> path_in(const BodyArgument& argument, const std::string& prefix) {
  if (argument.keyframes.empty()) return std::optional<Path>();
  const std::string option = prefix + "-keyframe";
  std::vector<Keyframe> keyframes;
  for (const std::string& text : argument.keyframes) {
    const Result<Keyframe> keyframe = keyframe_in(text, option);
    if (!keyframe) return tl::make_unexpected(keyframe.error());
    keyframes.push_back(*keyframe);
  }
  return Path::through(keyframes).map([](const Path& path) { return std::optional(path); }).map_error([&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", option, error.message)};
  });
}

/// A geometry and how far it may be from a CAD model.
struct NearGeometry {
  Geometry geometry;
  double deflection = 0;
  std::vector<std::string> notes{};
};

Result<NearGeometry> cad_geometry(const BodyArgument& argument, const Vec3& scale, const Loading& loading, double factor) {
  if (!argument.refit.empty())
    return fail(ErrorCode::bad_option, fmt::format("{}: a STEP file has no vertices to refit", argument.source));
  Result<CadModel> model = read_cad(argument.source, *loading.deflection / (loading.units.empty() ? 1 : factor));
  if (!model) return tl::make_unexpected(model.error());
  const Result<std::optional<BuildOptions>> chosen = build_options(argument.tree);
  if (!chosen) return tl::make_unexpected(chosen.error());
  BuildOptions options = chosen->value_or(BuildOptions{});
  options.threads = static_cast<unsigned>(loading.threads);
  scale_mesh(model->mesh, scale);
  return Geometry::make(Shape{std::move(model->mesh)}, options)
      .map([&](Geometry geometry) {
        return NearGeometry{std::move(geometry), model->deflection * scale.cwiseAbs().maxCoeff(), std::move(model->notes)};
      })
      .map_error([&](const Error& error) { return Error{error.code, fmt::format("{}: {}", argument.source, error.message)}; });
}

Result<NearGeometry> geometry_of(const BodyArgument& argument, const std::string& prefix, const Loading& loading, double factor) {
  if (const std::optional<Result<Shape>> shape = shape_in(argument.source)) {
    if (!argument.scale.empty() || !argument.refit.empty() || !argument.unit.empty())
      return fail(ErrorCode::bad_option, fmt::format("{}-{}: only of mesh files; {} has its sizes in its text", prefix,
                                                     !argument.scale.empty()   ? "scale"
                                                     : !argument.refit.empty() ? "refit"
                                                                               : "units",
                                                     argument.source));
    if (!*shape) return tl::make_unexpected(shape->error());
    return Geometry::make(**shape)
        .map([](Geometry geometry) { return NearGeometry{std::move(geometry)}; })
        .map_error([&](const Error& error) { return Error{error.code, fmt::format("{}: {}", argument.source, error.message)}; });
  }
  const Result<Vec3> scale = argument.scale.empty() ? Vec3(Vec3::Ones()) : scale_in(argument.scale, prefix + "-scale");
  if (!scale) return tl::make_unexpected(scale.error());
  const Vec3 whole = factor == 1 ? *scale : Vec3(factor * *scale);
  if (loading.deflection && is_cad(argument.source)) return cad_geometry(argument, whole, loading, factor);
  Result<Geometry> geometry = load_geometry(argument, whole, loading.threads);
  if (geometry && geometry->triangles().empty()) return fail(ErrorCode::file, fmt::format("{}: has no triangles", argument.source));
  return geometry.map([](Geometry made) { return NearGeometry{std::move(made)}; });
}

/// Says what the body counts as.
Result<void> decide_kind(LoadedBody& loaded, Solidity solidity) {
  if (!loaded.body.geometry.is_mesh()) {
    loaded.kind = "shape";
    return {};
  }
  loaded.kind = "surface";
  if (solidity == Solidity::none) return {};
  loaded.open_edges = loaded.body.geometry.topology().open_edges;
  if (loaded.open_edges > 0 && solidity == Solidity::all)
    return fail(ErrorCode::bad_shape,
                fmt::format("{}: is not closed ({}), so that it has no inside; leave --solid out to have it as a surface",
                            loaded.name, counted(loaded.open_edges, "open edge")));
  loaded.body.solid = loaded.open_edges == 0;
  if (loaded.body.solid) loaded.kind = "solid";
  return {};
}

Result<LoadedBody> load_one(const NamedArgument& named, const Loading& loading, double factor) {
  const auto& [argument, prefix] = named;
  Result<Pose> pose = pose_in(argument->pose, prefix);
  if (!pose) return tl::make_unexpected(pose.error());
  const auto about_pose = [&](const Error& error) { return Error{error.code, fmt::format("{}-pose: {}", prefix, error.message)}; };
  std::optional<double> repair;
  if (argument->repair && !argument->pose.pose.empty()) {
    const Result<RepairedPose> better = repaired_pose(*pose).map_error(about_pose);
    if (!better) return tl::make_unexpected(better.error());
    pose = better->pose;
    repair = better->deviation;
  }
  const Result<Motion> motion = motion_in(*argument, prefix);
  if (!motion) return tl::make_unexpected(motion.error());
  const Result<std::optional<Path>> path = path_in(*argument, prefix);
  if (!path) return tl::make_unexpected(path.error());
  Result<NearGeometry> near = geometry_of(*argument, prefix, loading, factor);
  if (!near) return tl::make_unexpected(near.error());
  LoadedBody loaded{
      argument->source == "-" ? "standard input" : argument->source, {std::move(near->geometry), *pose, *motion}, *path, repair};
  loaded.deflection = near->deflection;
  loaded.notes = std::move(near->notes);
  if (*path) loaded.body.pose = (*path)->pose_at(0);
  const Result<void> right =
      check_body(loaded.body).map_error(about_pose).and_then([&] { return decide_kind(loaded, loading.solidity); });
  if (!right) return tl::make_unexpected(right.error());
  return loaded;
}

/// On a thread of a parallel loop an exception would end the program.
template <class Action>
Result<LoadedBody> without_exceptions(const std::string& source, const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::limit, fmt::format("{}: does not fit into memory", source));
  }
}

}  // namespace

std::optional<double> unit_of_file(const std::string& file) {
  if (file != "-") return metres_per_unit(file);
  const Result<std::string>& bytes = standard_input();
  return bytes ? metres_per_unit(*bytes, standard_input_name) : std::nullopt;
}

Result<Geometry> load_geometry(const BodyArgument& argument, const Vec3& scale, std::size_t threads) {
  Result<Geometry> geometry = built(argument, scale, threads);
  if (!geometry || argument.refit.empty()) return geometry;
  return refitted_to(*geometry, argument.refit, scale);
}

Result<LoadedBodies> load_bodies(const std::vector<NamedArgument>& arguments, const Loading& loading) {
  if (std::ranges::count_if(arguments, [](const NamedArgument& a) { return a.first->source == "-"; }) > 1)
    return fail(ErrorCode::bad_option, "-: standard input can be read only once");
  const auto argument_at = [&](std::size_t i) -> const BodyArgument& { return *arguments[i].first; };
  const Agreement agreement = agreed(arguments.size(), argument_at, loading.units);
  // A tl::expected has no empty state: the slots are filled by any thread, and read in order.
  std::vector<std::optional<Result<LoadedBody>>> slots(arguments.size());
  for_each_in_parallel(arguments.size(), {loading.threads}, [&](std::size_t i) {
    slots[i] =
        without_exceptions(arguments[i].first->source, [&] { return load_one(arguments[i], loading, agreement.factors[i]); });
  });
  LoadedBodies result{{}, agreement.unit, agreement.notes};
  for (std::optional<Result<LoadedBody>>& slot : slots) {
    if (!*slot) return tl::make_unexpected(slot->error());
    result.bodies.push_back(**std::move(slot));
    const std::vector<std::string>& more = result.bodies.back().notes;
    result.notes.insert(result.notes.end(), more.begin(), more.end());
  }
  question_units(result);
  return result;
}

BodyLoader::BodyLoader(std::vector<std::string> sources, Loading loading)
    : sources_(std::move(sources)), loading_(std::move(loading)) {
  Agreement agreement = agreed(sources_.size(), [&](std::size_t i) { return BodyArgument{.source = sources_[i]}; }, loading_.units);
  unit_ = std::move(agreement.unit);
  factors_ = std::move(agreement.factors);
  notes_ = std::move(agreement.notes);
}

Result<LoadedBody> BodyLoader::load(std::size_t i) const {
  const BodyArgument argument{.source = sources_[i]};
  return without_exceptions(argument.source, [&] { return load_one({&argument, ""}, loading_, factors_[i]); });
}

double slack_between(const LoadedBody& a, const LoadedBody& b) { return slack_of(a.deflection, b.deflection); }

Option deflection_option(double& into) {
  return number("--deflection", "LENGTH",
                "How far triangles may be from the surfaces of a STEP file; default: a thousandth of each part's size. What was "
                "reached is in the answer, and counts as clearance",
                into, Numbers::positive);
}

std::string footer_text(const LoadedBodies& loaded) {
  std::string text;
  for (const LoadedBody& body : loaded.bodies) {
    const std::string why =
        body.kind == "surface" && body.open_edges > 0 ? fmt::format(" ({})", counted(body.open_edges, "open edge")) : "";
    if (body.kind != "shape") text += fmt::format("{}{} is a {}{}", text.empty() ? "  " : ", ", shown(body.name), body.kind, why);
  }
  const std::string unit = loaded.unit.empty() ? "no unit known" : "lengths in " + loaded.unit;
  text += fmt::format("{}{}\n", text.empty() ? "  " : "; ", unit);
  for (const LoadedBody& body : loaded.bodies)
    if (body.deflection > 0)
      text += fmt::format("  {} is a CAD model: its triangles are at most {:.3g}{} off\n", shown(body.name), body.deflection,
                          loaded.unit.empty() ? "" : " " + loaded.unit);
  for (const LoadedBody& body : loaded.bodies)
    if (body.repaired) text += fmt::format("  rotation of {} repaired by {:.3g}\n", shown(body.name), *body.repaired);
  for (const std::string& note : loaded.notes) text += fmt::format("  note: {}\n", note);
  return text;
}

void add_loading(Json& json, const LoadedBodies& loaded) {
  json["units"] = loaded.unit.empty() ? Json(nullptr) : Json(loaded.unit);
  Json kinds = Json::array();
  for (const LoadedBody& body : loaded.bodies) kinds.push_back(body.kind);
  json["kinds"] = kinds;
  constexpr std::array letters{"a", "b"};
  for (std::size_t i = 0; i < std::min(letters.size(), loaded.bodies.size()); ++i)
    if (loaded.bodies[i].repaired) json["repaired"][letters[i]] = *loaded.bodies[i].repaired;
  if (std::ranges::any_of(loaded.bodies, [](const LoadedBody& body) { return body.deflection > 0; })) {
    json["deflections"] = Json::array();
    for (const LoadedBody& body : loaded.bodies) json["deflections"].push_back(body.deflection);
  }
  if (!loaded.notes.empty()) json["notes"] = loaded.notes;
}

}  // namespace graze::cli
