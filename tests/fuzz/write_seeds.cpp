/// Writes the seeds of every target, which the targets make themselves, to a folder for each: fuzz_seeds FOLDER. Prints the names.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/target.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: fuzz_seeds FOLDER\n", stderr), 2;
  for (const graze::fuzz::Target& target : graze::fuzz::all_targets()) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / target.name;
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const std::string& seed : target.seeds()) {
      std::ofstream file(folder / ("seed_" + std::to_string(number++)), std::ios::binary);
      file.write(seed.data(), static_cast<std::streamsize>(seed.size()));
      if (!file.flush()) return std::fputs("fuzz_seeds: cannot write\n", stderr), 1;
    }
    std::printf("%s\n", std::string(target.name).c_str());
  }
  return 0;
}
