/// An ignore list as SRDF.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include <graze/robot_file.h>

#include "io/files/fence.h"
#include "io/files/write.h"

namespace graze {
namespace {

/// How files of write_srdf() begin: only those are replaced.
constexpr std::string_view mark = "<?xml version=\"1.0\"?>\n<!-- an ignore list of graze -->\n";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

/// As it was read.
std::string_view srdf_reason(std::string_view reason) {
  constexpr std::string_view prefix = "srdf: ";
  if (reason == "srdf") return "";
  return reason.starts_with(prefix) ? reason.substr(prefix.size()) : reason;
}

}  // namespace

std::string srdf_text(const std::string& robot, const std::vector<IgnoredPair>& ignored) {
  std::string text = fmt::format("{}<robot name=\"{}\">\n", mark, escaped(robot));
  for (const IgnoredPair& pair : ignored)
    text += fmt::format("  <disable_collisions link1=\"{}\" link2=\"{}\" reason=\"{}\"/>\n", escaped(pair.a), escaped(pair.b),
                        escaped(srdf_reason(pair.reason)));
  return text + "</robot>\n";
}

Result<void> write_srdf(const std::filesystem::path& path, const std::string& robot, const std::vector<IgnoredPair>& ignored) {
  return io::fenced(path, [&]() -> Result<void> {
    return io::replace_file(path, srdf_text(robot, ignored), {.mark = mark, .kind = "an ignore list of graze"});
  });
}

}  // namespace graze
