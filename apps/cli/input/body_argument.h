#pragma once
/// A body on the command line: a mesh file or a shape, with its scale, pose, motion and unit.

#include <optional>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/geometry.h>
#include <graze/path.h>

#include "grammar/grammar.h"
#include "input/pose_text.h"
#include "input/tree_argument.h"

namespace graze::cli {

/// Texts as given; empty means absent.
struct BodyArgument {
  std::string source{};  ///< a file, "-" for standard input, or a shape: "box:1,2,3"
  std::string scale{};
  PoseText pose{};
  bool repair = false;     ///< the rotation of `pose` is replaced by the nearest one, if it is near
  std::string refit{};     ///< a mesh file whose vertices replace those of the first
  TreeArgument tree{};     ///< how its tree is built; when absent, the tree of a saved one stays
  std::string velocity{};  ///< "x,y,z"
  std::string omega{};     ///< "x,y,z": angular velocity, radians per unit of time, world axes
  std::string center{};    ///< "x,y,z": the point it rotates about; the origin of the pose when absent
  std::vector<std::string> keyframes{};
  std::string unit{};  ///< of the file, where it does not tell or tells wrong
};

/// Whether closed meshes count as solids.
enum class Solidity { closed_ones, all, none };

struct SolidityFlags {
  bool solid = false;
  bool surface = false;

  [[nodiscard]] Solidity chosen() const { return surface ? Solidity::none : solid ? Solidity::all : Solidity::closed_ones; }
};

/// --solid and --surface.
[[nodiscard]] std::vector<Option> solidity_options(SolidityFlags& into);
/// --a-scale, --a-pose, …: of the prefix "--a". With "-", for a command with one body, --scale, --pose, …, and --file-units, since
/// --units is that of all numbers.
[[nodiscard]] OptionGroup placing_options(const std::string& title, const std::string& prefix, BodyArgument& into);
/// --a-vel, --a-omega, --a-center, --a-keyframe.
[[nodiscard]] OptionGroup motion_options(const std::string& title, const std::string& prefix, BodyArgument& into);
/// --repair, of two bodies.
[[nodiscard]] Option repair_option(BodyArgument& a, BodyArgument& b);
/// --kind, --rule, …
[[nodiscard]] OptionGroup tree_options(TreeArgument& into);

/// What a paragraph of help says of surfaces and solids, the same everywhere.
[[nodiscard]] std::string solidity_text();

}  // namespace graze::cli
