/// Trajectory files: JSON where the text begins with a brace, else CSV.

#include <graze/robot_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/files/write.h"
#include "io/json/written.h"
#include "io/mesh/text.h"
#include "io/robot/trajectory_check.h"
#include "io/robot/trajectory_csv.h"
#include "io/robot/trajectory_json.h"

namespace graze {

Result<JointTrajectory> read_trajectory(const std::filesystem::path& path, std::uint64_t max_file_bytes) {
  return io::fenced(path, [&]() -> Result<JointTrajectory> {
    const auto file = io::MappedFile::open(path, max_file_bytes);
    if (!file) return tl::make_unexpected(file.error());
    const std::string_view text = io::without_mark(file->bytes());
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{') return io::trajectory_from_csv(path, text);
    const JsonLine json = read_json_line(text);
    const Result<JointTrajectory> trajectory =
        json.root ? io::trajectory_from_json(*json.root) : Result<JointTrajectory>(tl::make_unexpected(json.root.error()));
    return trajectory.map_error([&](const Error& error) { return io::error_in(path, error.message, error.code); });
  });
}

Result<void> write_trajectory(const std::filesystem::path& path, const JointTrajectory& trajectory) {
  return io::fenced(path, [&]() -> Result<void> {
    if (const std::string trouble = io::trajectory_trouble(trajectory); !trouble.empty())
      return fail(ErrorCode::bad_option, trouble);
    if (!io::same_word(path.extension().string(), ".csv")) {
      const auto text = written_json(path, [&]() -> Result<std::string> { return io::json_of(trajectory).dump() + "\n"; });
      return text ? io::replace_file(path, *text) : tl::make_unexpected(text.error());
    }
    if (!trajectory.velocities.empty()) return fail(ErrorCode::bad_option, "velocities: CSV holds none; write a JSON file");
    return io::replace_file(path, io::csv_of(trajectory));
  });
}

}  // namespace graze
