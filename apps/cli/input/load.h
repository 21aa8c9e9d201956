#pragma once
/// Bodies from files and shapes, in one unit.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <graze/error.h>
#include <graze/geometry.h>
#include <graze/path.h>

#include "answer/json.h"
#include "grammar/grammar.h"
#include "input/body_argument.h"

namespace graze::cli {

struct Loading {
  std::string units{};  ///< what all numbers are in; empty: what the files tell
  std::size_t threads = 0;
  Solidity solidity = Solidity::closed_ones;
  /// Of STEP files: a length in `units` or, without them, in the unit of each file; 0: a thousandth of the size of each part.
  /// Nothing: they are an error.
  std::optional<double> deflection{};
};

struct LoadedBody {
  std::string name;  ///< as given
  Body body;
  std::optional<Path> path{};        ///< with keyframes
  std::optional<double> repaired{};  ///< how far the entry of the rotation that moved most has moved
  std::string kind{};                ///< "solid", "surface" or "shape"
  std::size_t open_edges = 0;        ///< of a surface
  double deflection = 0;             ///< how far the mesh may be from the CAD model that it stands for
  std::vector<std::string> notes{};  ///< of its file
};

/// All in one unit.
struct LoadedBodies {
  std::vector<LoadedBody> bodies;
  std::string unit{};                ///< empty where nobody tells
  std::vector<std::string> notes{};  ///< what was assumed or converted

  [[nodiscard]] const LoadedBody& a() const { return bodies.front(); }
  [[nodiscard]] const LoadedBody& b() const { return bodies.at(1); }
};

/// An argument and the prefix of its options: "--a".
using NamedArgument = std::pair<const BodyArgument*, std::string>;

/// x -> R (scale x) + t. Errors name the file, or the option as "--a-rotate". A file without triangles is an error too: no question
/// about it has an answer.
[[nodiscard]] Result<LoadedBodies> load_bodies(const std::vector<NamedArgument>& arguments, const Loading& loading);

/// Bodies of files and shapes one at a time, in the unit that all of them agree on: for assemblies that are not to be loaded at
/// once.
class BodyLoader {
 public:
  BodyLoader(std::vector<std::string> sources, Loading loading);

  [[nodiscard]] std::size_t size() const { return sources_.size(); }
  [[nodiscard]] const std::string& source(std::size_t i) const { return sources_[i]; }
  [[nodiscard]] const std::string& unit() const { return unit_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// As load_bodies() loads it. From any thread.
  [[nodiscard]] Result<LoadedBody> load(std::size_t i) const;

 private:
  std::vector<std::string> sources_;
  Loading loading_;
  std::string unit_;
  std::vector<double> factors_;
  std::vector<std::string> notes_;
};

/// How much nearer to each other two CAD models may be than their meshes are; 0 where meshes are all there is.
[[nodiscard]] double slack_between(const LoadedBody& a, const LoadedBody& b);

/// What --deflection sets, for commands that take STEP files.
[[nodiscard]] Option deflection_option(double& into);

/// The geometry of one file, with its vertices multiplied; for commands about one mesh.
[[nodiscard]] Result<Geometry> load_geometry(const BodyArgument& argument, const Vec3& scale, std::size_t threads);

/// How many metres its unit is, where it tells one; "-" is standard input.
[[nodiscard]] std::optional<double> unit_of_file(const std::string& file);

/// "a.stl is a solid, b.stl a surface (4 open edges); lengths in mm", with the notes, each line indented.
[[nodiscard]] std::string footer_text(const LoadedBodies& loaded);

/// "units", "kinds", "repaired" and "notes" of an answer.
void add_loading(Json& json, const LoadedBodies& loaded);

}  // namespace graze::cli
