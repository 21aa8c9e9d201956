#pragma once
/// Files for readers that want a file: in memory where there is such a place, gone when the program ends.

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace graze::fuzz {

class Scratch {
 public:
  Scratch() {
    namespace fs = std::filesystem;
    std::error_code none;
    const fs::path memory = "/dev/shm";
    const fs::path place =
        fs::is_directory(memory, none) && ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
    folder_ = place / ("graze_fuzz_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

inline const std::filesystem::path& scratch_folder() {
  static const Scratch scratch;
  return scratch.folder();
}

/// A file of that name with these bytes, in the place of the one before.
inline std::filesystem::path scratch_file(const std::string& name, std::string_view bytes) {
  const std::filesystem::path path = scratch_folder() / name;
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

}  // namespace graze::fuzz
