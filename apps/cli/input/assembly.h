#pragma once
/// Many bodies from files, folders, shapes, scene files, animated glTF and URDF, ready to be asked all against all.

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <graze/error.h>
#include <graze/scene.h>
#include <graze/scene_file.h>

#include "input/load.h"
#include "shard/neighbours.h"

namespace graze::cli {

struct AssemblyOptions {
  Loading loading{};
  bool split = false;                      ///< groups of OBJ files are bodies of their own
  std::optional<std::size_t> animation{};  ///< of a glTF file
  std::vector<std::string> packages{};     ///< where URDF files look for package://
};

/// A body of an assembly; its SceneBody is in the scene.
struct AssemblyBody {
  std::string name;  ///< unique: names that occur twice get #2
  std::string kind;  ///< "solid", "surface", "shape" or, of several, "compound"
  bool is_against = false;
  double deflection = 0;                          ///< how far the mesh may be from the CAD model that it stands for
  std::optional<std::array<double, 3>> colour{};  ///< that its file gives it
};

struct Assembly {
  Scene scene;
  std::vector<BodyId> ids;  ///< in the order of `bodies`
  std::vector<AssemblyBody> bodies;
  std::string unit{};
  std::vector<std::string> notes{};
  std::optional<double> end{};                                  ///< of the motions that files tell
  std::vector<std::pair<std::string, std::string>> excluded{};  ///< pairs that files leave out

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

/// A file or shape, and the side of --against it is on.
struct BodySource {
  std::string name;
  bool is_against = false;
};

/// In the order in which bodies are numbered.
[[nodiscard]] Result<std::vector<BodySource>> body_sources(const std::vector<std::string>& files,
                                                           const std::vector<std::string>& against);

/// Names that occur again get #2, #3.
class UniqueNames {
 public:
  [[nodiscard]] std::string unique(const std::string& name);
  [[nodiscard]] bool is_taken(const std::string& name) const { return taken_.contains(name); }

 private:
  std::unordered_set<std::string> taken_;
  std::map<std::string, std::size_t> counts_;  ///< of those that were wanted again
};

/// Bodies on their way into an assembly.
class Assembler {
 public:
  /// Gets each body with its name, what it is, and whether it is on the side of --against.
  using Take = std::function<Result<void>(SceneBody body, AssemblyBody described)>;
  /// Gets a scene whose bodies stay in its file, the names of those that others had first, by their numbers there, and what all of
  /// their lengths are to be multiplied by.
  using TakeStored =
      std::function<void(StoredScene scene, std::map<std::size_t, std::string> renamed, double factor, const BodySource& from)>;
  Assembler(const AssemblyOptions& options, Take take) : Assembler(options, std::move(take), {}, {}) {}
  /// Neighbours share the effort of looking at scenes whose bodies stay in their files.
  Assembler(const AssemblyOptions& options, Take take, TakeStored take_stored, Neighbours neighbours);

  /// Those of files of many bodies. The other sources are left.
  [[nodiscard]] Result<std::vector<BodySource>> add_scenes(std::vector<BodySource> sources);
  /// Mesh files and shapes, a body each, all in one unit.
  [[nodiscard]] Result<void> add_files(const std::vector<BodySource>& files);

  /// All of it but the bodies.
  [[nodiscard]] Assembly& found() { return assembly_; }
  [[nodiscard]] UniqueNames& names() { return names_; }

 private:
  [[nodiscard]] Result<void> add_scene(const BodySource& from);
  /// To the unit of the assembly.
  [[nodiscard]] double conversion_from(const std::string& unit, const BodySource& from);

  const AssemblyOptions& options_;
  Take take_;
  TakeStored take_stored_;
  Neighbours neighbours_;
  Assembly assembly_;
  UniqueNames names_;
};

/// "A,B" as two names of bodies; names may hold commas themselves.
[[nodiscard]] Result<std::pair<std::string, std::string>> pair_in(const std::string& text, const std::vector<std::string>& names);

}  // namespace graze::cli
