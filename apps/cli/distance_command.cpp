/// Measures two meshes, or compares their distance with a limit, and words the answer.

#include "distance_command.h"

#include <type_traits>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/options.h>
#include <graze/pairs.h>

#include "answer_json.h"
#include "answer_text.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

/// The answer of question(const BodyPair&) for the two files.
template <class Question>
auto answered_for(const DistanceArguments& arguments, const Question& question) -> std::invoke_result_t<Question, const BodyPair&> {
  const Progress progress("measuring");
  Result<BodyPair> bodies = load_bodies(arguments.a, arguments.b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  bodies->a.solid = bodies->b.solid = arguments.solid;
  return question(*bodies);
}

std::string subject_of(const DistanceArguments& arguments) { return fmt::format("{} and {}", arguments.a.file, arguments.b.file); }

std::string as_json(const DistanceArguments& arguments, const Closest& found) {
  Json json{{"a", arguments.a.file}, {"b", arguments.b.file}};
  json["intersect"] = found.distance == 0;
  json["distance"] = found.distance;
  json["closest"] = {json_of(found.points[0]), json_of(found.points[1])};
  json["triangles"] = {found.features[0].triangle, found.features[1].triangle};
  add_repairs(json, arguments.a, arguments.b);
  return json_line(json);
}

std::string as_text(const DistanceArguments& arguments, const Closest& found) {
  const std::string subject = subject_of(arguments);
  if (found.distance == 0) return fmt::format("{} meet, for example at {}\n", subject, point_text(found.points[0]));
  return fmt::format("{} are {} apart\n  from {} on triangle {}\n  to {} on triangle {}\n", subject, found.distance,
                     point_text(found.points[0]), found.features[0].triangle, point_text(found.points[1]),
                     found.features[1].triangle);
}

/// Whether the meshes are within the distance, with the pairs if requested.
struct Nearness {
  bool is_near = false;
  std::optional<TrianglePairs> pairs;
};

Result<Nearness> nearness(const DistanceArguments& arguments, const BodyPair& bodies) {
  if (!arguments.pairs) return within(bodies.a, bodies.b, *arguments.within).map([](bool near) { return Nearness{near, {}}; });
  return pairs_within(bodies.a, bodies.b, *arguments.within, {.max_pairs = arguments.max_pairs})
      .map([](const TrianglePairs& found) { return Nearness{found.pair_count > 0, found}; });
}

std::string as_json(const DistanceArguments& arguments, const Nearness& found) {
  Json json{{"a", arguments.a.file}, {"b", arguments.b.file}, {"within", found.is_near}};
  if (found.pairs) {
    json["pair_count"] = found.pairs->pair_count;
    json["pairs"] = found.pairs->pairs;
  }
  add_repairs(json, arguments.a, arguments.b);
  return json_line(json);
}

std::string as_text(const DistanceArguments& arguments, const Nearness& found) {
  std::string text =
      fmt::format("{} are {} {} apart", subject_of(arguments), found.is_near ? "at most" : "more than", *arguments.within);
  if (found.pairs) text += fmt::format(": {}", counted(found.pairs->pair_count, "triangle pair"));
  return text + "\n";
}

template <class Found>
ExitCode written(const DistanceArguments& arguments, const Found& found, bool is_hit) {
  Output output;
  output.write(arguments.json ? as_json(arguments, found) : as_text(arguments, found) + repairs_text(arguments.a, arguments.b));
  return output.finished(is_hit ? hit : clear);
}

}  // namespace

ExitCode run_distance(const DistanceArguments& arguments) {
  if (arguments.within) {
    const auto found = answered_for(arguments, [&](const BodyPair& bodies) { return nearness(arguments, bodies); });
    return found ? written(arguments, *found, found->is_near) : fail_with(found.error());
  }
  const DistanceOptions options{arguments.relative_error, arguments.absolute_error};
  const auto found = answered_for(arguments, [&](const BodyPair& bodies) { return closest_points(bodies.a, bodies.b, options); });
  return found ? written(arguments, *found, found->distance == 0) : fail_with(found.error());
}

}  // namespace graze::cli
