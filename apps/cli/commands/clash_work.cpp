/// Clashes as shared work: pairs of bodies whose boxes come near each other, cut by the triangles they have there.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <graze/box_pairs.h>
#include <graze/scene_motion.h>

#include "commands/clash_answer.h"

namespace graze::cli {
namespace {

/// What a record begins with: rows of an answer, or the error of a pair.
constexpr char rows_mark = 'a', pair_error_mark = 'e';

/// Nanoseconds: of any pair, and for each triangle in the common part of the boxes.
constexpr double pair_cost = 2e4, triangle_cost = 200;

/// All that the workers share.
struct ClashJob {
  ClashArguments arguments;
  Assembly assembly;
  ClashQuestion question;
  SceneTimeOptions times;
  std::vector<ScenePair> pairs;
};

std::size_t mesh_triangles(const Assembly& assembly, BodyId id) {
  const AssemblyBody& known = assembly.bodies[assembly.index_of(id)];
  if (known.on_shelf) return known.triangles;
  const Result<const SceneBody*> body = assembly.scene.body(id);
  std::size_t count = 0;
  if (body)
    for (const BodyPart& part : (*body)->parts) count += part.geometry.is_mesh() ? part.geometry.triangles().size() : 0;
  return count;
}

/// The share of a box that another one covers, each side on its own so that flat boxes count too.
double covered(const Aabb& box, const Aabb& by) {
  double share = 1;
  for (int k = 0; k < 3; ++k) {
    const double length = box.max[k] - box.min[k];
    const double common = std::min(box.max[k], by.max[k]) - std::max(box.min[k], by.min[k]);
    if (length > 0 && std::isfinite(length)) share *= std::clamp(common / length, 0.0, 1.0);
  }
  return share;
}

double cost_of(const Assembly& assembly, const ScenePair& pair) {
  const Result<Aabb> a = assembly.scene.box(pair.a), b = assembly.scene.box(pair.b);
  if (!a || !b) return pair_cost;
  return pair_cost + triangle_cost * (static_cast<double>(mesh_triangles(assembly, pair.a)) * covered(*a, *b) +
                                      static_cast<double>(mesh_triangles(assembly, pair.b)) * covered(*b, *a));
}

/// Some pairs of an assembly, with all that they are about.
struct LoadedPairs {
  Assembly assembly;
  std::vector<ScenePair> pairs;
};

/// The pairs in an assembly of their bodies alone, which are taken from the shelf. Their order stays that of the whole.
Result<LoadedPairs> taken_from_shelf(const Assembly& whole, std::span<const ScenePair> pairs) {
  std::map<BodyId, BodyId> ids;
  for (const ScenePair& pair : pairs) ids[pair.a] = ids[pair.b] = {};
  LoadedPairs loaded;
  for (auto& [id, own] : ids) {
    const AssemblyBody& known = whole.bodies[whole.index_of(id)];
    Result<SceneBody> body = known.on_shelf ? whole.shelf->get(*known.on_shelf)
                                            : whole.scene.body(id).map([](const SceneBody* there) { return *there; });
    if (!body) return tl::make_unexpected(body.error());
    body->name = known.name;
    const Result<BodyId> added = loaded.assembly.scene.add(*std::move(body));
    if (!added) return tl::make_unexpected(added.error());
    own = *added;
    loaded.assembly.ids.push_back(own);
    loaded.assembly.bodies.push_back(known);
  }
  for (const ScenePair& pair : pairs) loaded.pairs.push_back({ids[pair.a], ids[pair.b]});
  return loaded;
}

Result<std::vector<Json>> rows_of(const ClashJob& job, std::span<const ScenePair> pairs) {
  const SceneOptions alone{.threads = 1, .ignore_initial = job.question.options.ignore_initial};
  if (job.arguments.motion)
    return first_contacts_of(job.assembly.scene, pairs, job.times, alone).map([&](const SceneContacts& found) {
      return motion_rows(job.assembly, found);
    });
  const auto rows_in = [&](const Assembly& assembly, std::span<const ScenePair> asked) {
    return statuses_of(assembly.scene, asked, status_question(job.arguments, job.assembly), alone).map([&](SceneStatuses&& found) {
      return rest_rows(job.arguments, assembly, found, 1);
    });
  };
  if (!job.assembly.shelf) return rows_in(job.assembly, pairs);
  return taken_from_shelf(job.assembly, pairs).and_then([&](const LoadedPairs& loaded) {
    return rows_in(loaded.assembly, loaded.pairs);
  });
}

std::string record_of(const ClashJob& job, const Piece& piece) {
  const Result<std::vector<Json>> rows = rows_of(job, std::span(job.pairs).subspan(piece.first, piece.end - piece.first));
  if (!rows) return pair_error_mark + rows.error().message;
  std::string record(1, rows_mark);
  for (const Json& row : *rows) record += row.dump() + "\n";
  return record;
}

Json clash_options(const ClashArguments& arguments) {
  Json options{{"tolerance", arguments.tolerance},
               {"clearance", arguments.clearance},
               {"motion", arguments.motion},
               {"ignore", arguments.ignore},
               {"ignore_initial", arguments.ignore_initial},
               {"all", arguments.all},
               {"depth", arguments.depth},
               {"split", arguments.split},
               {"solid", static_cast<int>(arguments.solidity.chosen())},
               {"units", arguments.output.units},
               {"json", arguments.output.json},
               {"csv", arguments.output.csv},
               {"precise", arguments.output.precise}};
  if (arguments.animation) options["animation"] = *arguments.animation;
  if (arguments.t_max) options["t_max"] = *arguments.t_max;
  if (arguments.time_tolerance) options["tol"] = *arguments.time_tolerance;
  return options;
}

/// What files hold and, of files that name others by rules of their own, the meshes that came of it.
void add_assembly_input(const ClashJob& job, Digest& digest, InputFiles& files) {
  for (const std::vector<std::string>* sources : {&job.arguments.files, &job.arguments.against})
    for (const std::string& source : *sources) files.add(source, digest);
  for (std::size_t i = 0; i < job.assembly.bodies.size(); ++i) {
    digest.add(job.assembly.bodies[i].name);
    digest.add(job.assembly.bodies[i].kind);
    digest.add(job.assembly.bodies[i].digest);
    if (job.assembly.bodies[i].on_shelf) {
      files.watch(job.assembly.shelf->loader().source(*job.assembly.bodies[i].on_shelf));
      continue;
    }
    if (const Result<const SceneBody*> body = job.assembly.scene.body(job.assembly.ids[i]))
      for (const BodyPart& part : (*body)->parts) add_mesh(part.geometry, digest);
  }
}

/// Everything that findings are worded with. Strict, unlike answers: names must come back as they are.
Json context_json(const ClashJob& job) {
  Json context{{"bodies", Json::array()},
               {"unit", job.assembly.unit},
               {"notes", job.assembly.notes},
               {"ignored", Json::array()},
               {"pairs_considered", job.pairs.size()},
               {"t_max", nullptr},
               {"asked", Json::array()}};
  for (const AssemblyBody& body : job.assembly.bodies) context["bodies"].push_back({body.name, body.kind});
  for (const IgnoredBodies& pair : job.question.ignored) context["ignored"].push_back({pair.a, pair.b, pair.why});
  if (job.arguments.motion && std::isfinite(job.times.t_max)) context["t_max"] = job.times.t_max;
  if (job.arguments.motion && job.arguments.all)
    for (const NamePair& pair : asked_pairs(job.assembly, job.question.options))
      context["asked"].push_back({pair.first, pair.second});
  return context;
}

ClashFindings findings_with(const Json& context) {
  ClashFindings found;
  for (const Json& body : context["bodies"])
    found.assembly.bodies.push_back({body[0].get<std::string>(), body[1].get<std::string>()});
  found.assembly.unit = context["unit"].get<std::string>();
  found.assembly.notes = context["notes"].get<std::vector<std::string>>();
  for (const Json& pair : context["ignored"])
    found.ignored.push_back({pair[0].get<std::string>(), pair[1].get<std::string>(), pair[2].get<std::string>()});
  found.pairs_considered = context["pairs_considered"].get<std::size_t>();
  if (!context["t_max"].is_null()) found.t_max = context["t_max"].get<double>();
  for (const Json& pair : context["asked"]) found.asked.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
  return found;
}

Result<void> take_rows(std::string_view record, std::vector<Json>& rows) {
  if (record.starts_with(pair_error_mark)) return fail(ErrorCode::bad_shape, std::string(record.substr(1)));
  record.remove_prefix(1);
  for (std::size_t end = record.find('\n'); end != std::string_view::npos; end = record.find('\n')) {
    rows.push_back(Json::parse(record.substr(0, end)));
    record.remove_prefix(end + 1);
  }
  return {};
}

Result<std::vector<ScenePair>> pairs_of(const ClashJob& job) {
  if (job.arguments.motion) return pairs_to_ask(job.assembly.scene, job.times, job.question.options);
  return pairs_to_ask(job.assembly.scene, status_question(job.arguments, job.assembly), job.question.options);
}

/// By the place of the first body of each on a curve through space, so that neighbouring pieces need the same bodies, and a shard
/// those of one region and of its border.
std::vector<ScenePair> along_curve(const Assembly& assembly, std::vector<ScenePair> pairs) {
  std::vector<Aabb> boxes;
  for (const BodyId id : assembly.ids) boxes.push_back(assembly.scene.box(id).value_or(Aabb{Vec3::Zero(), Vec3::Zero()}));
  std::vector<std::size_t> places(boxes.size(), boxes.size());
  const std::vector<std::uint32_t> order = curve_order(boxes);
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  std::ranges::stable_sort(pairs, {}, [&](const ScenePair& pair) {
    const auto [first, second] = std::minmax(places[assembly.index_of(pair.a)], places[assembly.index_of(pair.b)]);
    return std::pair(first, second);
  });
  return pairs;
}

}  // namespace

Result<Work> clash_work(const ClashArguments& arguments, Progress& progress) {
  const auto job = std::make_shared<ClashJob>(ClashJob{arguments, {}, {}, {}, {}});
  Result<Assembly> assembly = clash_assembly(arguments, !arguments.motion);
  if (!assembly) return tl::make_unexpected(assembly.error());
  if (assembly->has_cad())
    return fail(ErrorCode::bad_option,
                "--shard: not of STEP files, whose deflection belongs to a whole answer: make meshes with graze convert");
  job->assembly = *std::move(assembly);
  Result<ClashQuestion> question = clash_question(job->arguments, job->assembly, progress);
  if (!question) return tl::make_unexpected(question.error());
  job->question = *std::move(question);
  job->times = motion_question(arguments, job->assembly);
  Result<std::vector<ScenePair>> pairs = pairs_of(*job);
  if (!pairs) return tl::make_unexpected(pairs.error());
  job->pairs = along_curve(job->assembly, *std::move(pairs));
  Work work{.head = {.command = "clash", .options = clash_options(arguments), .subject = arguments.files.front()}, .item = "pair"};
  Digest digest;
  add_assembly_input(*job, digest, work.files);
  PieceCutter cutter;
  for (const ScenePair& pair : job->pairs) cutter.add(cost_of(job->assembly, pair));
  work.pieces = std::move(cutter).pieces();
  work.head.input = digest.text();
  work.head.pieces = work.pieces.size();
  try {
    work.context = context_json(*job).dump();
  } catch (const Json::exception&) {
    return fail(ErrorCode::bad_option, "a name of a body is not UTF-8, and cannot be kept in a shard");
  }
  work.run = [job](const Piece& piece) -> Result<std::string> { return record_of(*job, piece); };
  return work;
}

ExitCode finish_clash(const Findings& findings, const OutputOptions& output) {
  ClashFindings found = findings_with(Json::parse(findings.context));
  const Result<void> done = findings.for_each([&](std::string_view record) { return take_rows(record, found.rows); });
  if (!done) return fail_with(done.error());
  const Json& options = findings.head.options;
  OutputOptions as_asked = output;
  as_asked.json = options["json"].get<bool>();
  as_asked.csv = options["csv"].get<bool>();
  as_asked.precise = options["precise"].get<bool>();
  return deliver(as_asked, options["motion"].get<bool>() ? motion_answer(as_asked, found) : rest_answer(as_asked, found));
}

}  // namespace graze::cli
