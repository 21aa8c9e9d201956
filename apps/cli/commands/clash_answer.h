#pragma once
/// What `graze clash` asks and finds.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

#include "answer/answer.h"
#include "answer/json_writer.h"
#include "answer/progress.h"
#include "commands/clash_rows.h"
#include "input/assembly.h"
#include "shard/neighbours.h"
#include "shard/work.h"

namespace graze::cli {

struct ClashArguments {
  std::vector<std::string> files;
  std::vector<std::string> against;
  SolidityFlags solidity;
  double tolerance = 0;  ///< length
  double clearance = 0;  ///< length
  bool depth = false;    ///< of solid meshes too
  bool motion = false;
  std::optional<std::size_t> animation;
  std::optional<double> t_max;
  std::optional<double> time_tolerance;  ///< length: of turning bodies
  std::vector<std::string> ignore;       ///< "A,B"
  bool ignore_initial = false;
  bool all = false;
  bool split = false;
  double deflection = 0;  ///< length, of STEP files
  std::vector<std::string> packages;
  OutputOptions output;
};

struct IgnoredBodies {
  std::string a, b, why;
};

/// The options of a question about the assembly, and what they leave out.
struct ClashQuestion {
  SceneOptions options;
  std::vector<IgnoredBodies> ignored;
};

[[nodiscard]] Result<ClashQuestion> clash_question(const ClashArguments& arguments, const Assembly& assembly, Progress& progress);

/// Two names, in order.
using NamePair = std::pair<std::string, std::string>;

/// What was found, and all that an answer says beside it: enough to word it in any form, without the bodies themselves.
struct ClashFindings {
  Assembly assembly;  ///< its scene may be empty
  std::vector<IgnoredBodies> ignored{};
  std::shared_ptr<ClashRows> rows{};
  std::size_t pairs_considered = 0;
  std::optional<double> t_max{};  ///< of a motion that ends
  std::vector<NamePair> asked{};  ///< pairs that are listed even if they never meet
};

[[nodiscard]] Vec3 point_in(const Json& coordinates);

[[nodiscard]] SceneStatusOptions status_question(const ClashArguments& arguments, const Assembly& assembly);
/// Leaves out pairs of CAD models that are farther apart than the clearance even where their meshes are off the most.
void drop_clear_pairs(const ClashArguments& arguments, const Assembly& assembly, SceneStatuses& found);
/// With --depth the depths of solid meshes go into `found` too.
[[nodiscard]] std::vector<Json> rest_rows(const ClashArguments& arguments, const Assembly& assembly, SceneStatuses& found,
                                          std::size_t threads);
[[nodiscard]] AnswerForms rest_answer(const OutputOptions& output, ClashFindings found);

[[nodiscard]] SceneTimeOptions motion_question(const ClashArguments& arguments, const Assembly& assembly);
[[nodiscard]] std::vector<Json> motion_rows(const Assembly& assembly, const SceneContacts& found);
/// All pairs that the question is about.
[[nodiscard]] std::vector<NamePair> asked_pairs(const Assembly& assembly, const SceneOptions& options);
[[nodiscard]] AnswerForms motion_answer(const OutputOptions& output, ClashFindings found);

/// The pairs whose boxes come near each other as work to share.
[[nodiscard]] Result<Work> clash_work(const ClashArguments& arguments, Progress& progress, const Neighbours& neighbours);
[[nodiscard]] Delivery finish_clash(const Findings& findings, const OutputOptions& output);

[[nodiscard]] AssemblyOptions assembly_options(const ClashArguments& arguments);
/// All bodies of the files.
[[nodiscard]] Result<Assembly> clash_assembly(const ClashArguments& arguments);

/// The pairs of --ignore, by names of these bodies.
[[nodiscard]] Result<std::vector<NamePair>> ignored_pairs(const ClashArguments& arguments, const std::vector<std::string>& names);

/// The files, loaded and asked.
[[nodiscard]] Result<AnswerForms> clash_answer(const ClashArguments& arguments, Progress& progress);

/// Of bodies at rest.
[[nodiscard]] Result<AnswerForms> clash_at_rest(const ClashArguments& arguments, const Assembly& assembly,
                                                const ClashQuestion& question);
/// How deep solid meshes are in each other: a translation of this length parts them, and none shorter than the second does.
struct SolidDepth {
  double depth = 0;
  double at_least = 0;
};
/// One a pair; nothing where the status tells already, where nothing overlaps, and of surfaces and compounds.
[[nodiscard]] std::vector<std::optional<SolidDepth>> solid_depths(const Scene& scene, const SceneStatuses& found,
                                                                  std::size_t threads);
/// Of bodies that move.
[[nodiscard]] Result<AnswerForms> clash_in_motion(const ClashArguments& arguments, const Assembly& assembly,
                                                  const ClashQuestion& question);

/// Title, units, notes and what was ignored.
void add_assembly(ReportData& data, const ClashArguments& arguments, const Assembly& assembly,
                  const std::vector<IgnoredBodies>& ignored);

/// "12 solids, 3 surfaces; lengths in mm", what was ignored and why, and the notes.
[[nodiscard]] std::string assembly_footer(const Assembly& assembly, const std::vector<IgnoredBodies>& ignored);
/// "12 bodies"
[[nodiscard]] std::string bodies_text(const ClashFindings& found);
/// What all JSON answers begin with.
void begin_answer(JsonWriter& writer, const ClashFindings& found);
void add_assembly(JsonWriter& writer, const Assembly& assembly, const std::vector<IgnoredBodies>& ignored);
/// As CSV what `for_each` shows, twice the same.
[[nodiscard]] Result<void> write_table(
    const std::function<Result<void>(const std::function<void(const Json& row)>& take)>& for_each, Output& output);

}  // namespace graze::cli
