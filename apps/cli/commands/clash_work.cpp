/// Clashes as shared work: what pieces find and how it becomes an answer; and moving bodies, which every process loads whole.

#include "commands/clash_work.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <graze/scene_motion.h>

#include "input/outlined_assembly.h"

namespace graze::cli {
namespace {

/// What a record begins with: rows of an answer, or the error of a pair.
constexpr char rows_mark = 'a', pair_error_mark = 'e';

/// Nanoseconds: of any pair, and for each triangle in the common part of the boxes.
constexpr double any_pair_cost = 2e4, triangle_cost = 200;

/// All that the workers share.
struct MotionJob {
  ClashArguments arguments;
  Assembly assembly{};
  ClashQuestion question{};
  SceneTimeOptions times{};
  std::vector<ScenePair> pairs{};
};

CostedBody costed(const Assembly& assembly, BodyId id) {
  const Result<const SceneBody*> body = assembly.scene.body(id);
  std::size_t count = 0;
  if (body)
    for (const BodyPart& part : (*body)->parts) count += part.geometry.is_mesh() ? part.geometry.triangles().size() : 0;
  return {assembly.scene.box(id).value_or(Aabb{Vec3::Zero(), Vec3::Zero()}), count};
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
void add_assembly_input(const MotionJob& job, Digest& digest, InputFiles& files) {
  for (const std::vector<std::string>* sources : {&job.arguments.files, &job.arguments.against})
    for (const std::string& source : *sources) files.add(source, digest);
  for (std::size_t i = 0; i < job.assembly.bodies.size(); ++i) {
    digest.add(job.assembly.bodies[i].name);
    digest.add(job.assembly.bodies[i].kind);
    if (const Result<const SceneBody*> body = job.assembly.scene.body(job.assembly.ids[i]))
      for (const BodyPart& part : (*body)->parts) add_mesh(part.geometry, digest);
  }
}

ClashContext context_of(const MotionJob& job) {
  ClashContext context{.bodies = job.assembly.bodies.size(),
                       .name_and_kind =
                           [&job](std::size_t i) {
                             const AssemblyBody& body = job.assembly.bodies[i];
                             return std::pair<std::string_view, std::string_view>(body.name, body.kind);
                           },
                       .unit = job.assembly.unit,
                       .notes = job.assembly.notes,
                       .ignored = job.question.ignored,
                       .pairs_considered = job.pairs.size()};
  if (std::isfinite(job.times.t_max)) context.t_max = job.times.t_max;
  if (job.arguments.all) context.asked = asked_pairs(job.assembly, job.question.options);
  return context;
}

/// Bodies are many, and as JSON values would take many times the room that their names do.
ClashFindings findings_with(const std::string& text) {
  ClashFindings found;
  constexpr int field_level = 1, body_level = 2;
  bool is_in_bodies = false;
  const Json context = Json::parse(text, [&](int level, Json::parse_event_t event, const Json& value) {
    if (level == field_level && event == Json::parse_event_t::key) is_in_bodies = value == "bodies";
    const bool is_body = is_in_bodies && level == body_level && event == Json::parse_event_t::array_end;
    if (is_body) found.assembly.bodies.push_back({value[0].get<std::string>(), value[1].get<std::string>()});
    return !is_body;
  });
  found.assembly.unit = context["unit"].get<std::string>();
  found.assembly.notes = context["notes"].get<std::vector<std::string>>();
  for (const Json& pair : context["ignored"])
    found.ignored.push_back({pair[0].get<std::string>(), pair[1].get<std::string>(), pair[2].get<std::string>()});
  found.pairs_considered = context["pairs_considered"].get<std::size_t>();
  if (!context["t_max"].is_null()) found.t_max = context["t_max"].get<double>();
  for (const Json& pair : context["asked"]) found.asked.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
  return found;
}

/// Shows each row of a record.
Result<void> take_rows(std::string_view record, const std::function<Result<void>(Json row)>& take) {
  if (record.starts_with(pair_error_mark)) return fail(ErrorCode::bad_shape, std::string(record.substr(1)));
  record.remove_prefix(1);
  for (std::size_t end = record.find('\n'); end != std::string_view::npos; end = record.find('\n')) {
    if (const Result<void> taken = take(Json::parse(record.substr(0, end))); !taken) return taken;
    record.remove_prefix(end + 1);
  }
  return {};
}

Result<Work> clash_motion_work(const ClashArguments& arguments, Progress& progress, const Neighbours& neighbours) {
  const auto job = std::make_shared<MotionJob>(MotionJob{arguments});
  Result<Assembly> assembly = clash_assembly(arguments);
  if (assembly && assembly->has_cad()) assembly = fail(ErrorCode::bad_option, cad_is_not_shared);
  // Everybody has all of it: the exchange is only about whether everybody has.
  const auto all_have = neighbours.exchange(assembly.map([](const Assembly&) { return std::string(); }));
  if (!all_have) return tl::make_unexpected(all_have.error());
  job->assembly = *std::move(assembly);
  Result<ClashQuestion> question = clash_question(job->arguments, job->assembly, progress);
  if (!question) return tl::make_unexpected(question.error());
  job->question = *std::move(question);
  job->times = motion_question(arguments, job->assembly);
  Result<std::vector<ScenePair>> pairs = pairs_to_ask(job->assembly.scene, job->times, job->question.options);
  if (!pairs) return tl::make_unexpected(pairs.error());
  job->pairs = *std::move(pairs);
  Work work = unprepared_clash(arguments);
  Digest digest;
  add_assembly_input(*job, digest, work.files);
  PieceCutter cutter;
  for (const ScenePair& pair : job->pairs) cutter.add(pair_cost(costed(job->assembly, pair.a), costed(job->assembly, pair.b)));
  work.pieces = std::move(cutter).pieces();
  work.head.input = digest.text();
  work.head.pieces = work.pieces.size();
  if (const Result<void> fine = context_of(*job).check(); !fine) return tl::make_unexpected(fine.error());
  work.context = [job] { return context_of(*job).text(); };
  work.run = [job](const Piece& piece) -> Result<std::string> {
    const SceneOptions alone{.threads = 1, .ignore_initial = job->question.options.ignore_initial};
    const auto asked = std::span(job->pairs).subspan(piece.first, piece.end - piece.first);
    return clash_record(first_contacts_of(job->assembly.scene, asked, job->times, alone).map([&](const SceneContacts& found) {
      return motion_rows(job->assembly, found);
    }));
  };
  return work;
}

}  // namespace

Work unprepared_clash(const ClashArguments& arguments) {
  return {.head = {.command = "clash", .options = clash_options(arguments), .subject = arguments.files.front()}, .item = "pair"};
}

double pair_cost(const CostedBody& a, const CostedBody& b) {
  return any_pair_cost + triangle_cost * (static_cast<double>(a.triangles) * covered(a.box, b.box) +
                                          static_cast<double>(b.triangles) * covered(b.box, a.box));
}

std::string clash_record(const Result<std::vector<Json>>& rows) {
  if (!rows) return pair_error_mark + rows.error().message;
  std::string record(1, rows_mark);
  for (const Json& row : *rows) record += row.dump() + "\n";
  return record;
}

Result<void> ClashContext::check() const {
  try {
    for (std::size_t i = 0; i < bodies; ++i) static_cast<void>(Json(name_and_kind(i).first).dump());
  } catch (const Json::exception&) {
    return fail(ErrorCode::bad_option, "a name of a body is not UTF-8, and cannot be kept in a shard");
  }
  return {};
}

std::string ClashContext::text() const {
  Json rest{{"unit", unit},     {"notes", notes},        {"ignored", Json::array()}, {"pairs_considered", pairs_considered},
            {"t_max", nullptr}, {"asked", Json::array()}};
  for (const IgnoredBodies& pair : ignored) rest["ignored"].push_back({pair.a, pair.b, pair.why});
  if (t_max) rest["t_max"] = *t_max;
  for (const NamePair& pair : asked) rest["asked"].push_back({pair.first, pair.second});
  // As JSON values all names together would take many times the room.
  std::string text = "{\"bodies\":[";
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto [name, kind] = name_and_kind(i);
    text += fmt::format("{}[{},\"{}\"]", i > 0 ? "," : "", Json(name).dump(), kind);
  }
  return text + "]," + rest.dump().substr(1);
}

Result<Work> clash_work(const ClashArguments& arguments, Progress& progress, const Neighbours& neighbours) {
  return arguments.motion ? clash_motion_work(arguments, progress, neighbours) : clash_rest_work(arguments, neighbours);
}

Delivery finish_clash(const Findings& findings, const OutputOptions& output) {
  const Json& options = findings.head.options;
  OutputOptions as_asked = output;
  as_asked.json = options["json"].get<bool>();
  as_asked.csv = options["csv"].get<bool>();
  as_asked.precise = options["precise"].get<bool>();
  const bool motion = options["motion"].get<bool>();
  ClashFindings found = findings_with(findings.context);
  found.rows = std::make_shared<ClashRows>(as_asked, motion);
  const Result<void> done = findings.for_each(
      [&](std::string_view record) { return take_rows(record, [&](Json row) { return found.rows->add(std::move(row)); }); });
  if (!done) return {fail_with(done.error())};
  return delivery_of(as_asked, motion ? motion_answer(as_asked, std::move(found)) : rest_answer(as_asked, std::move(found)));
}

}  // namespace graze::cli
