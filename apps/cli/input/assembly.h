#pragma once
/// Many bodies from files, folders, shapes, scene files, animated glTF and URDF, ready to be asked all against all.

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <graze/error.h>
#include <graze/scene.h>

#include "input/body_shelf.h"
#include "input/load.h"

namespace graze::cli {

struct AssemblyOptions {
  Loading loading{};
  bool split = false;                      ///< groups of OBJ files are bodies of their own
  std::optional<std::size_t> animation{};  ///< of a glTF file
  std::vector<std::string> packages{};     ///< where URDF files look for package://
  /// In place of meshes from files of their own the scene gets their boxes; BodyShelf has the bodies.
  bool boxes_only = false;
};

/// A body of an assembly; its SceneBody is in the scene.
struct AssemblyBody {
  std::string name;  ///< unique: names that occur twice get #2
  std::string kind;  ///< "solid", "surface", "shape" or, of several, "compound"
  bool is_against = false;
  double deflection = 0;                          ///< how far the mesh may be from the CAD model that it stands for
  std::optional<std::array<double, 3>> colour{};  ///< that its file gives it
  // Of a body whose place a box holds:
  std::optional<std::size_t> on_shelf{};
  std::size_t triangles = 0;
  std::string digest{};  ///< of its mesh
};

struct Assembly {
  Scene scene;
  std::vector<BodyId> ids;  ///< in the order of `bodies`
  std::vector<AssemblyBody> bodies;
  std::string unit{};
  std::vector<std::string> notes{};
  std::optional<double> end{};                                  ///< of the motions that files tell
  std::vector<std::pair<std::string, std::string>> excluded{};  ///< pairs that files leave out
  std::shared_ptr<BodyShelf> shelf{};                           ///< of bodies whose places boxes hold

  [[nodiscard]] bool has_cad() const;
  /// How much nearer two CAD models may be than their meshes.
  [[nodiscard]] double slack_between(BodyId a, BodyId b) const;
  [[nodiscard]] double most_slack() const;

  [[nodiscard]] std::size_t index_of(BodyId id) const;
  [[nodiscard]] const std::string& name_of(BodyId id) const { return bodies[index_of(id)].name; }
  [[nodiscard]] std::optional<BodyId> find(const std::string& name) const;
};

/// All of `files`, then all of `against`. Folders stand for the mesh files in them, sorted by name.
[[nodiscard]] Result<Assembly> assemble(const std::vector<std::string>& files, const std::vector<std::string>& against,
                                        const AssemblyOptions& options);

/// "A,B" as two names of bodies; names may hold commas themselves.
[[nodiscard]] Result<std::pair<std::string, std::string>> pair_in(const std::string& text, const std::vector<std::string>& names);

}  // namespace graze::cli
