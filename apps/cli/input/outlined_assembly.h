#pragma once
/// An assembly of which a process keeps outlines, about a hundred bytes a body, and loads only the bodies that it asks about.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <graze/error.h>
#include <graze/scene.h>

#include "input/assembly.h"
#include "input/body_shelf.h"
#include "shard/neighbours.h"

namespace graze::cli {

/// Bodies at rest, which stay in their files. Those of glTF, 3MF and URDF files, which cannot be read one by one, stay in memory.
class OutlinedAssembly {
 public:
  [[nodiscard]] std::size_t size() const { return outlines_.size(); }
  [[nodiscard]] const std::string& name(std::size_t i) const;
  [[nodiscard]] const BodyOutline& outline(std::size_t i) const { return outlines_[i]; }
  /// Whether groups and exclusions of files let two bodies meet.
  [[nodiscard]] bool may_meet(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;
  /// From any thread.
  [[nodiscard]] Result<SceneBody> body(std::size_t i) const;

  [[nodiscard]] const std::string& unit() const { return unit_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// Pairs that files leave out.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& excluded() const { return excluded_; }
  /// Sources that hold many bodies.
  [[nodiscard]] const std::vector<std::string>& scene_files() const { return scene_files_; }

 private:
  friend class OutlineMaker;

  /// Bodies of one file, or of several, that follow one another in memory or on the shelf.
  struct Run {
    std::size_t first = 0;  ///< number in the assembly
    bool is_here = false;
    std::size_t number = 0;  ///< among the bodies that are here, or on the shelf
  };
  [[nodiscard]] Run at(std::size_t i) const;

  std::vector<SceneBody> here_;
  std::unique_ptr<BodyShelf> shelf_;  ///< none where all are here
  std::vector<Run> runs_;
  std::vector<BodyOutline> outlines_;
  std::map<std::size_t, std::string> renamed_;  ///< bodies of the shelf whose name is not that of their file, by number there
  std::string unit_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string, std::string>> excluded_;
  std::vector<std::pair<std::size_t, std::size_t>> excluded_bodies_;  ///< sorted, smaller number first
  std::vector<std::string> scene_files_;
};

/// Why bodies of STEP files are refused.
inline constexpr const char* cad_is_not_shared =
    "--shard: not of STEP files, whose deflection belongs to a whole answer: make meshes with graze convert";

/// All of `files`, then all of `against`, numbered as assemble() numbers them. Neighbours look at a part of the files each. Fails
/// where a body comes from a STEP file.
[[nodiscard]] Result<OutlinedAssembly> outline_assembly(const std::vector<std::string>& files,
                                                        const std::vector<std::string>& against, const AssemblyOptions& options,
                                                        const Neighbours& neighbours);

}  // namespace graze::cli
