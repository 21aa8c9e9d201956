#pragma once
/// graze demo: two meshes made by graze itself, one flying into the other.

#include <string>

#include "outcome.h"

namespace graze::cli {

struct DemoArguments {
  std::string out;      ///< directory for the two meshes at the moment of contact; nothing is written when empty
  std::string gallery;  ///< directory for reports and pictures of the gallery, instead of the main example; see demo_gallery.h
};

[[nodiscard]] ExitCode run_demo(const DemoArguments& arguments);

}  // namespace graze::cli
