/// graze clash: everything in an assembly that meets, or comes too near, at rest or in motion.

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "answer/csv.h"
#include "commands/clash_answer.h"
#include "commands/commands.h"
#include "grammar/bindings.h"
#include "shard/shard.h"

namespace graze::cli {
namespace {

std::vector<std::string> names_in(const Assembly& assembly) {
  std::vector<std::string> names;
  for (const AssemblyBody& body : assembly.bodies) names.push_back(body.name);
  return names;
}

/// "12 solids, 3 surfaces"
std::string kinds_text(const Assembly& assembly) {
  std::map<std::string, std::size_t> counts;
  for (const AssemblyBody& body : assembly.bodies) ++counts[body.kind];
  std::string text;
  for (const auto& [kind, number] : counts) text += (text.empty() ? "" : ", ") + counted(number, kind);
  return text;
}

}  // namespace

Vec3 point_in(const Json& coordinates) {
  return {coordinates[0].get<double>(), coordinates[1].get<double>(), coordinates[2].get<double>()};
}

AssemblyOptions assembly_options(const ClashArguments& arguments) {
  return {{arguments.output.units, arguments.output.threads, arguments.solidity.chosen(), arguments.deflection},
          arguments.split,
          arguments.animation,
          arguments.packages};
}

Result<Assembly> clash_assembly(const ClashArguments& arguments) {
  return assemble(arguments.files, arguments.against, assembly_options(arguments));
}

Result<std::vector<NamePair>> ignored_pairs(const ClashArguments& arguments, const std::vector<std::string>& names) {
  std::vector<NamePair> pairs;
  for (const std::string& text : arguments.ignore) {
    const auto pair = pair_in(text, names);
    if (!pair) return fail(ErrorCode::bad_option, "--ignore: " + pair.error().message);
    pairs.push_back(*pair);
  }
  return pairs;
}

Result<AnswerForms> clash_answer(const ClashArguments& arguments, Progress& progress) {
  const Result<Assembly> assembly = clash_assembly(arguments);
  if (!assembly) return tl::make_unexpected(assembly.error());
  const Result<ClashQuestion> question = clash_question(arguments, *assembly, progress);
  if (!question) return tl::make_unexpected(question.error());
  if (arguments.motion && assembly->has_cad())
    return fail(
        ErrorCode::bad_option,
        "--motion: triangles only come near a CAD model, so that contact could be told late: make meshes with graze convert");
  return arguments.motion ? clash_in_motion(arguments, *assembly, *question) : clash_at_rest(arguments, *assembly, *question);
}

Result<ClashQuestion> clash_question(const ClashArguments& arguments, const Assembly& assembly, Progress& progress) {
  ClashQuestion question;
  question.options.threads = arguments.output.threads;
  question.options.ignore_initial = arguments.ignore_initial;
  question.options.progress = [&progress](double share) {
    constexpr std::size_t steps = 1000;
    progress.set(static_cast<std::size_t>(share * static_cast<double>(steps)), steps);
    return true;
  };
  if (!arguments.against.empty())
    question.options.may_meet = [&assembly](BodyId a, BodyId b) {
      return assembly.bodies[assembly.index_of(a)].is_against != assembly.bodies[assembly.index_of(b)].is_against;
    };
  const Result<std::vector<NamePair>> asked = ignored_pairs(arguments, names_in(assembly));
  if (!asked) return tl::make_unexpected(asked.error());
  for (const auto& [first, second] : *asked) {
    const auto [a, b] = std::minmax(*assembly.find(first), *assembly.find(second));
    question.options.ignore.push_back({a, b});
    question.ignored.push_back({first, second, "asked for"});
  }
  for (const auto& [a, b] : assembly.excluded) question.ignored.push_back({a, b, "excluded by the file"});
  return question;
}

std::string assembly_footer(const Assembly& assembly, const std::vector<IgnoredBodies>& ignored) {
  std::string text =
      fmt::format("  {}; {}\n", kinds_text(assembly), assembly.unit.empty() ? "no unit known" : "lengths in " + assembly.unit);
  constexpr std::size_t shown_at_most = 20;
  for (std::size_t i = 0; i < std::min(ignored.size(), shown_at_most); ++i)
    text += fmt::format("  ignored: {} and {} ({})\n", shown(ignored[i].a), shown(ignored[i].b), ignored[i].why);
  if (ignored.size() > shown_at_most) text += fmt::format("  ignored: {}\n", counted(ignored.size() - shown_at_most, "more pair"));
  if (assembly.has_cad())
    text += fmt::format("  triangles are at most {:.3g}{} off their CAD models, which counts as clearance\n",
                        std::ranges::max_element(assembly.bodies, {}, &AssemblyBody::deflection)->deflection,
                        assembly.unit.empty() ? "" : " " + assembly.unit);
  for (const std::string& note : assembly.notes) text += fmt::format("  note: {}\n", note);
  return text;
}

std::string bodies_text(const ClashFindings& found) {
  const std::size_t count = found.assembly.bodies.size();
  return counted(count, count == 1 ? "body" : "bodies", "");
}

void begin_answer(JsonWriter& writer, const ClashFindings& found) {
  const Json head = json_head("clash");
  for (const auto& [name, value] : head.items()) writer.field(name, value);
  writer.field("bodies", found.assembly.bodies.size());
  writer.field("pairs_considered", found.pairs_considered);
}

void add_assembly(JsonWriter& writer, const Assembly& assembly, const std::vector<IgnoredBodies>& ignored) {
  writer.field("units", assembly.unit.empty() ? Json(nullptr) : Json(assembly.unit));
  writer.begin_object("kinds");
  for (const AssemblyBody& body : assembly.bodies) writer.field(body.name, body.kind);
  writer.end_object();
  if (assembly.has_cad()) {
    writer.begin_object("deflections");
    for (const AssemblyBody& body : assembly.bodies) writer.field(body.name, body.deflection);
    writer.end_object();
  }
  writer.begin_list("ignored");
  for (const IgnoredBodies& pair : ignored) writer.element({{"a", pair.a}, {"b", pair.b}, {"why", pair.why}});
  writer.end_list();
  if (!assembly.notes.empty()) writer.field("notes", assembly.notes);
}

Result<void> write_table(const std::function<Result<void>(const std::function<void(const Json& row)>& take)>& for_each,
                         Output& output) {
  CsvTable table;
  return for_each([&](const Json& row) { table.add_columns(row); }).and_then([&] {
    output.write(table.header());
    return for_each([&](const Json& row) { output.write(table.line(row)); });
  });
}

void add_assembly(ReportData& data, const ClashArguments& arguments, const Assembly& assembly,
                  const std::vector<IgnoredBodies>& ignored) {
  constexpr std::size_t most_files = 3;
  data.title = "Clashes in";
  for (std::size_t i = 0; i < std::min(arguments.files.size(), most_files); ++i)
    data.title += (i > 0 ? ", " : " ") + arguments.files[i];
  if (arguments.files.size() > most_files) data.title += fmt::format(" and {} more", arguments.files.size() - most_files);
  data.units = assembly.unit;
  data.notes.insert(data.notes.end(), assembly.notes.begin(), assembly.notes.end());
  for (const IgnoredBodies& pair : ignored) data.ignored.push_back({pair.a, pair.b, pair.why});
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    data.bodies[i].name = assembly.name_of(assembly.scene.ids()[i]);
    data.bodies[i].colour = assembly.bodies[assembly.index_of(assembly.scene.ids()[i])].colour;
  }
}

namespace {

ExitCode run_clash_shared(const ClashArguments& arguments, const Engine& engine, const ShardOptions& shard) {
  if (arguments.output.reports.wanted())
    return fail_with("clash", "--report and --image show the bodies themselves, which shards do not keep: leave them out");
  const Result<Work> work = [&] {
    Progress progress("loading", arguments.output);
    return clash_work(arguments, progress, engine.neighbours);
  }();
  return run_with(engine, work, shard, arguments.output);
}

}  // namespace

Command clash_command(const Engine& engine) {
  const auto own = std::make_shared<ClashArguments>();
  const auto shard = std::make_shared<ShardOptions>();
  ClashArguments& all = *own;
  Option against = texts("--against", "FILE", "Only pairs of a body of FILE... with one of these", all.against);
  against.takes_many = true;
  against.completes = Completes::files;
  OptionGroup question{"Question", {against}};
  for (Option& option : solidity_options(all.solidity)) question.options.push_back(std::move(option));
  question.options.push_back(number("--tolerance", "LENGTH", "No farther apart, and no deeper in each other, is touching",
                                    all.tolerance, Numbers::not_negative));
  question.options.push_back(
      number("--clearance", "LENGTH", "No farther apart is near, and is listed", all.clearance, Numbers::not_negative));
  question.options.push_back(excluding(
      flag("--depth", "How deep solid meshes are in each other too: a translation that parts them; takes longer", all.depth),
      {"--motion"}));
  question.options.push_back(texts("--ignore", "A,B", "Leave this pair of bodies out. May be given several times", all.ignore));
  question.options.push_back(flag("--split", "Groups and objects of OBJ files are bodies of their own", all.split));
  question.options.push_back(deflection_option(all.deflection));
  Option packages = texts("--packages", "FOLDER", "Where URDF files look for package://. May be given several times", all.packages);
  packages.completes = Completes::folders;
  question.options.push_back(packages);
  OptionGroup motion{
      "Motion",
      {flag("--motion", "When does each pair first meet, as scene files and glTF animations move them?", all.motion),
       needing(count("--animation", "N", "Which animation of a glTF file; default: the first, 0", all.animation), {"--motion"}),
       needing(number("--t-max", "TIME", "End of the motion; default: that of the file", all.t_max, Numbers::not_negative),
               {"--motion"}),
       needing(number("--tol", "LENGTH", "How finely turning bodies are resolved; default: 1e-7 of their size", all.time_tolerance,
                      Numbers::positive),
               {"--motion"}),
       needing(flag("--ignore-initial", "Leave out pairs that meet at the start", all.ignore_initial), {"--motion"}),
       needing(flag("--all", "List pairs that never meet too", all.all), {"--motion"})}};
  return {
      .name = "clash",
      .summary = "everything in an assembly that meets, or comes too near",
      .description =
          "Asks all pairs of all bodies: mesh files and shapes are a body each, folders stand for the mesh files in them, "
          "every node of a glTF "
          "file, link of a URDF file and body of a scene file is a body with its name. Pairs that are apart by more than the "
          "clearance are not listed.\n\n" +
          solidity_text(),
      .positionals = {arguments("FILE", "Mesh files, folders, shapes such as box:1,2,3, scene files (.json), glTF, STEP, URDF",
                                all.files)},
      .groups = {question, motion, shard_options(*shard), report_options(all.output.reports), output_options(all.output)},
      .examples =
          {{"graze clash parts/ --clearance 0.5 --units mm", "All parts of a folder: what meets, what comes closer than 0.5 mm?"},
           {"graze clash engine.glb --ignore piston,cylinder --csv --out clashes.csv", "A table of an assembly, one pair left out"},
           {"graze clash engine.glb --report clashes.html", "To look at in a browser: the list, and each clash in 3D"},
           {"graze clash new/*.stl --against old/*.stl", "Only new parts with old ones"},
           {"graze clash plant/ --shard 2/7 --out part2 --resume", "The second of seven parts, each on a machine of its own"},
           {"graze clash machine.glb --motion --animation 1", "When do parts first meet while they move?"}},
      .exits = exit_meanings("nothing meets, or comes nearer than the clearance", "something does, or is unfinished"),
      .run = [own, shard, engine] {
        if (own->motion && !own->animation) own->animation = 0;
        if (engine || shard->wanted()) return run_clash_shared(*own, engine.or_shards(), *shard);
        Progress progress("loading", own->output);
        const Result<AnswerForms> answer = clash_answer(*own, progress);
        return answer ? deliver(own->output, *answer) : fail_with(answer.error());
      }};
}

}  // namespace graze::cli
