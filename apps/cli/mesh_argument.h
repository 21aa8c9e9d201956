#pragma once
/// A mesh file on the command line, with its scale, pose and motion.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/batch.h>
#include <graze/error.h>

#include "tree_argument.h"

namespace graze::cli {

/// Texts as given; empty means absent.
struct MeshArgument {
  std::string file;
  std::string scale;      ///< "s" or "sx,sy,sz"
  std::string rotate;     ///< "z,45" or "ax,ay,az,45": axis and degrees
  std::string translate;  ///< "x,y,z"
  std::string pose;       ///< 12 numbers with commas: the rows of [R | t]; excludes the two above
  std::string velocity;   ///< "x,y,z"
  std::string omega;      ///< "x,y,z": angular velocity, radians per unit of time, world axes
  bool repair = false;    ///< the rotation of `pose` is replaced by the nearest one, if it is near
  std::string refit;      ///< a mesh file whose vertices replace those of the first
  TreeArgument tree;      ///< how its tree is built; when absent, the tree of a saved one stays
  std::string center;     ///< "x,y,z": the point it rotates about; the origin of the pose when absent
};

/// Numbers with a comma between each two; nothing when a part is not a finite number.
[[nodiscard]] std::optional<std::vector<double>> numbers_of(std::string_view text);

/// The geometry of a file, with the tree and the vertices that are asked for. Errors name the file or the option.
[[nodiscard]] Result<Geometry> load_geometry(const std::string& file, const std::string& refit, const TreeArgument& tree,
                                             const Vec3& scale = Vec3::Ones());

/// x -> R (scale x) + t. Errors name the file, or the option as "--PREFIX-rotate". A file without triangles is an error too: no
/// question about it has an answer.
[[nodiscard]] Result<Body> load_body(const MeshArgument& argument, const std::string& prefix);
/// The same of both, with the prefixes a and b.
[[nodiscard]] Result<BodyPair> load_bodies(const MeshArgument& argument_a, const MeshArgument& argument_b);

/// With `repair`: by how much the rotation of the pose was changed, in its entry that moved most. Only of arguments that were
/// loaded.
[[nodiscard]] std::optional<double> repaired(const MeshArgument& argument);

/// The same of both as an extra line of text, empty where nothing was asked for.
[[nodiscard]] std::string repairs_text(const MeshArgument& a, const MeshArgument& b);

}  // namespace graze::cli
