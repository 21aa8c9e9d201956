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

/// Bodies at rest. Those of scene files stay in memory, as their files give them; others stay in their files.
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

  std::vector<SceneBody> here_;       ///< the first bodies
  std::unique_ptr<BodyShelf> shelf_;  ///< the others; none where there are none
  std::vector<BodyOutline> outlines_;
  std::map<std::size_t, std::string> renamed_;  ///< bodies of the shelf whose name is not that of their file
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
