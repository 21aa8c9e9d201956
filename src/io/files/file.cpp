/// The public door to the writer of whole files.

#include <graze/file.h>

#include "io/files/fence.h"
#include "io/files/write.h"

namespace graze {

Result<void> write_file(const std::filesystem::path& path, std::string_view bytes) {
  return io::fenced(path, [&] { return io::replace_file(path, bytes); });
}

}  // namespace graze
