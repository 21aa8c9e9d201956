/// Heads of shared work: written, read, compared.

#include "shard/work.h"

#include <array>

#include <fmt/format.h>

#include "answer/wording.h"

namespace graze::cli {

Json WorkHead::json() const {
  return {{"graze", version},   {"command", command}, {"input", input},
          {"options", options}, {"pieces", pieces},   {"subject", subject}};
}

std::optional<WorkHead> head_in(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  for (const char* text : {"graze", "command", "input", "subject"})
    if (!json.contains(text) || !json[text].is_string()) return std::nullopt;
  if (!json.contains("options") || !json.contains("pieces") || !json["pieces"].is_number_unsigned()) return std::nullopt;
  return WorkHead{json["graze"].get<std::string>(),  json["command"].get<std::string>(),
                  json["input"].get<std::string>(),  json["options"],
                  json["pieces"].get<std::size_t>(), json["subject"].get<std::string>()};
}

std::optional<std::string> difference(const WorkHead& a, const WorkHead& b) {
  if (a.version != b.version) return fmt::format("made by version {}, not {}", a.version, b.version);
  if (a.command != b.command) return fmt::format("of graze {}, not of graze {}", a.command, b.command);
  if (a.options != b.options) return fmt::format("of other options: {}, not {}", a.options.dump(), b.options.dump());
  if (a.input != b.input || a.pieces != b.pieces)
    return fmt::format("of another input, or of one that was changed since: its digest is {}, not {}", a.input, b.input);
  return std::nullopt;
}

std::string Work::name(std::size_t piece) const {
  const Piece& which = pieces[piece];
  if (which.end - which.first == 1) return fmt::format("{} {}", item, which.first + 1);
  return fmt::format("{}s {}-{}", item, which.first + 1, which.end);
}

}  // namespace graze::cli
