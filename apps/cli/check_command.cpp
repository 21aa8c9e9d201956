#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <graze/query/questions.h>

#include "check_command.h"
#include "output.h"
#include "progress.h"

namespace graze::cli {
namespace {

Result<Intersection> ask(const CheckArguments& arguments) {
  const Progress progress("checking");
  const Result<Body> a = load_body(arguments.a, "a");
  if (!a) return tl::make_unexpected(a.error());
  const Result<Body> b = load_body(arguments.b, "b");
  if (!b) return tl::make_unexpected(b.error());
  if (arguments.pairs) return intersection(*a, *b, {.max_pairs = arguments.max_pairs});
  return overlap(*a, *b).map([](bool meet) { return Intersection{.intersect = meet, .set = {}, .pair_count = {}, .pairs = {}}; });
}

std::string as_json(const CheckArguments& arguments, const Intersection& found) {
  nlohmann::ordered_json json{{"a", arguments.a.file}, {"b", arguments.b.file}, {"intersect", found.intersect}};
  if (found.pair_count) {
    json["pair_count"] = *found.pair_count;
    json["pairs"] = found.pairs;
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_text(const CheckArguments& arguments, const Intersection& found) {
  const std::string subject = fmt::format("{} and {}", arguments.a.file, arguments.b.file);
  if (!found.intersect) return subject + " do not overlap\n";
  if (!found.pair_count) return subject + " overlap\n";
  return fmt::format("{} overlap: {} triangle pairs intersect\n", subject, *found.pair_count);
}

}  // namespace

ExitCode run_check(const CheckArguments& arguments) {
  const Result<Intersection> found = ask(arguments);
  if (!found) return fail_with(found.error());
  Output output;
  output.write(arguments.json ? as_json(arguments, *found) : as_text(arguments, *found));
  return output.finished(found->intersect ? hit : clear);
}

}  // namespace graze::cli
