/// Lists all triangle pairs of two meshes that touch first.

#include "first_contacts.h"

#include <fmt/format.h>

#include <graze/pairs.h>

#include "answer_json.h"
#include "answer_text.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

using Contacts = std::optional<FirstContacts>;

Result<Contacts> contacts_of(const SweepArguments& arguments) {
  const Progress progress("sweeping");
  const Result<BodyPair> bodies = load_bodies(arguments.a, arguments.b);
  if (!bodies) return tl::make_unexpected(bodies.error());
  FirstContactsOptions options{.want_last = arguments.last, .max_pairs = arguments.pairs ? arguments.max_pairs : 0};
  options.t_max = arguments.t_max.value_or(options.t_max);
  return first_contacts(bodies->a, bodies->b, options);
}

Json pair_json(const TouchingPair& pair) {
  Json json{{"triangles", pair.triangles}, {"points", Json::array()}};
  for (const Vec3& p : pair.set.points) json["points"].push_back(json_of(p));
  if (pair.normal) json["normal"] = json_of(*pair.normal);
  return json;
}

std::string as_json(const SweepArguments& arguments, const Contacts& found) {
  Json json{{"a", arguments.a.file}, {"b", arguments.b.file}, {"contact", found.has_value()}};
  if (found) {
    json["first"] = found->first;
    if (found->last) json["last"] = *found->last;  // infinite becomes null
    json["initial"] = found->initial;
    json["pair_count"] = found->pair_count;
    if (arguments.pairs) json["pairs"] = Json::array();
    for (const TouchingPair& pair : found->pairs) json["pairs"].push_back(pair_json(pair));
  }
  add_repairs(json, arguments.a, arguments.b);
  return json_line(json);
}

std::string as_text(const SweepArguments& arguments, const Contacts& found) {
  const std::string subject = fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  if (!found) return subject + " do not touch\n";
  std::string text = fmt::format("{} first touch at t = {} (exact, rounded down): {}\n", subject, found->first,
                                 counted(found->pair_count, "triangle pair"));
  if (found->last) text += fmt::format("  last at t = {} (exact, rounded up)\n", *found->last);
  for (const TouchingPair& pair : found->pairs) {
    text += fmt::format("  triangle {} and triangle {} at", pair.triangles[0], pair.triangles[1]);
    for (const Vec3& p : pair.set.points) text += " " + point_text(p);
    text += "\n";
  }
  return text;
}

}  // namespace

ExitCode run_first_contacts(const SweepArguments& arguments) {
  const Result<Contacts> found = contacts_of(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found) + repairs_text(arguments.a, arguments.b));
  return output.finished(found->has_value() ? hit : clear);
}

}  // namespace graze::cli
