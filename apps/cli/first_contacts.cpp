#include "first_contacts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/pairs.h>

#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

using Json = nlohmann::ordered_json;
using Found = std::optional<FirstContacts>;

Result<Found> ask(const SweepArguments& arguments) {
  const Progress progress("sweeping");
  const Result<BodyPair> bodies = load_bodies(arguments.a, arguments.b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  FirstContactsOptions options{.want_last = arguments.last, .max_pairs = arguments.pairs ? arguments.max_pairs : 0};
  options.t_max = arguments.t_max.value_or(options.t_max);
  return first_contacts(bodies->a, bodies->b, options);
}

Json json_of(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

Json json_of(const TouchingPair& pair) {
  Json json{{"triangles", pair.triangles}, {"points", Json::array()}};
  for (const Vec3& p : pair.set.points) json["points"].push_back(json_of(p));
  if (pair.normal) json["normal"] = json_of(*pair.normal);
  return json;
}

std::string as_json(const SweepArguments& arguments, const Found& found) {
  Json json{{"a", arguments.a.file}, {"b", arguments.b.file}, {"contact", found.has_value()}};
  if (found) {
    json["first"] = found->first;
    if (found->last) json["last"] = *found->last;  // without end it becomes null
    json["initial"] = found->initial;
    json["pair_count"] = found->pair_count;
    if (arguments.pairs) json["pairs"] = Json::array();
    for (const TouchingPair& pair : found->pairs) json["pairs"].push_back(json_of(pair));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string as_text(const SweepArguments& arguments, const Found& found) {
  const std::string subject = fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  if (!found) return subject + " do not touch\n";
  std::string text =
      fmt::format("{} first touch at t = {} (exact, rounded down): {} triangle pairs\n", subject, found->first, found->pair_count);
  if (found->last) text += fmt::format("  last at t = {} (exact, rounded up)\n", *found->last);
  for (const TouchingPair& pair : found->pairs) {
    text += fmt::format("  triangle {} and triangle {} at", pair.triangles[0], pair.triangles[1]);
    for (const Vec3& p : pair.set.points) text += fmt::format(" ({}, {}, {})", p.x(), p.y(), p.z());
    text += "\n";
  }
  return text;
}

}  // namespace

ExitCode run_first_contacts(const SweepArguments& arguments) {
  const Result<Found> found = ask(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found));
  return output.finished(found->has_value() ? hit : clear);
}

}  // namespace graze::cli
