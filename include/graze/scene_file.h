#pragma once
/// Whole scenes from files: JSON scenes, animated glTF, assemblies in 3MF or OBJ, robots, folders and lists of meshes.

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/mesh_file.h>
#include <graze/robot.h>
#include <graze/robot_file.h>
#include <graze/scene.h>

namespace graze {

/// Which meshes count as the solids that they bound. A JSON scene may say so of a shape itself.
enum class Solids {
  closed,  ///< those without open edges
  none,
  all,  ///< one with open edges is an error
};

struct SceneReadOptions {
  /// The animation of a glTF file that moves its nodes; files without animations stand. Nothing: all nodes stand where the file
  /// places them.
  std::optional<std::size_t> animation{};
  bool split = false;  ///< each group or object of an OBJ file is a body of its own
  Solids solids = Solids::closed;
  std::vector<std::filesystem::path> packages{};  ///< of robots: see UrdfOptions
  MeshReadOptions mesh{};
  /// Read STEP files too. Their bodies only come near what the files say, and SceneFile::cad tells how near: who asks for them must
  /// count that as clearance.
  bool cad = false;
  /// How far the triangles of a STEP file may be from its surfaces: a length in the unit of the file. 0: a thousandth of the size
  /// of each part. What was reached is in SceneFile::cad.
  double deflection = 0;
};

/// A robot of a scene, with all that its file names loaded.
struct SceneRobot {
  std::string name;
  RobotModel model;
  Pose base{};                                    ///< of its root link in the world
  std::optional<JointTrajectory> trajectory{};    ///< none: it stands
  std::vector<IgnoredPair> ignored{};             ///< from its SRDF file, and asked for
  std::filesystem::path file{};                   ///< of the model: what write_scene() names
  std::vector<std::filesystem::path> packages{};  ///< as given for it
};

/// What is known of a body from a STEP file beside its triangles, which only come near it.
struct CadBody {
  std::string body;  ///< its name
  /// No point of the CAD surface is farther from the triangles than this, nor any of these from it: a length, measured at 28 points
  /// of each triangle and 7 of each chord, with a margin for what lies between. Two bodies whose meshes are farther apart than the
  /// sum of theirs are apart.
  double deviation = 0;
  std::optional<std::array<double, 3>> colour{};  ///< red, green, blue, from 0 to 1, linear
};

/// What a file says, as plain data. Names of bodies and robots differ.
struct SceneFile {
  std::vector<SceneBody> bodies{};
  std::vector<SceneRobot> robots{};
  std::vector<std::array<std::string, 2>> exclude{};  ///< pairs of bodies or robots that do not count
  std::string units{};                                ///< "m", "mm", … where a file says so, else empty
  std::vector<std::string> animations{};              ///< names of all of a glTF file
  double end = 0;                                     ///< after it nothing of an animation, keyframes or a trajectory moves
  std::vector<std::string> notes{};                   ///< what was left out, and why: a node whose mesh has no triangles
  std::vector<CadBody> cad{};                         ///< the bodies that come from STEP files
};

/// By content and extension:
///   JSON       shapes, bodies, robots, exclude, units as docs/schema/scene.schema.json says; or {"objects": [...]}
///   glTF, GLB  a body for each node with a mesh: its name, or node3; hierarchy, scales and the chosen animation applied. Uniform
///              scales are exact; others are part of the mesh where nothing below them moves. Animated scales, skins and morphs are
///              refused, by the name of the node
///   3MF        a body for each built item
///   OBJ        one body, or one a group
///   STEP       where has_step(): a body for each use of a part, with its name; uses of one part share its geometry
///   URDF       a body for each link with shapes, where joints rest: at 0, or at the limit nearest to it
///   a folder   all mesh files in it, a body each, by name
///   others     one body
/// Names that occur twice get "#2". Errors have file and place: "<path>: bodies[3].keyframes[1].at: not after 0.5".
[[nodiscard]] GRAZE_API Result<SceneFile> read_scene(const std::filesystem::path& path, const SceneReadOptions& options = {});
/// All of them in one scene. Units are kept where all that name one agree; else it is an error.
[[nodiscard]] GRAZE_API Result<SceneFile> read_scene(std::span<const std::filesystem::path> paths,
                                                     const SceneReadOptions& options = {});

/// Of processes that open the same scene at the same time: each reads a part of its bodies and tells the others.
struct SceneReadShare {
  std::size_t index = 0, count = 1;  ///< this one among them
  /// What all of them have found, in their order; nothing where one of them tells nothing. Called once a scene by each, whatever
  /// happens.
  std::function<std::optional<std::vector<std::string>>(std::optional<std::string> mine)> exchange{};
};

/// A JSON scene whose bodies stay in its file, for more of them than memory should hold: each is read when it is asked for. What
/// they share stays in memory: named shapes, robots, and mesh files up to two million triangles.
class GRAZE_API StoredScene {
 public:
  /// Looks at every body once, or at those of its share. Nothing where read_scene() has an error to tell, and for files of other
  /// forms.
  [[nodiscard]] static std::optional<StoredScene> open(const std::filesystem::path& path, const SceneReadOptions& options = {},
                                                       const SceneReadShare& share = {});
  StoredScene(StoredScene&& other) noexcept;
  StoredScene& operator=(StoredScene&& other) noexcept;
  ~StoredScene();

  /// Of bodies; robots do not count.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const std::string& name(std::size_t i) const;
  /// As read_scene() gives it. From any thread. Fails where the file was changed meanwhile, if the body is none any more.
  [[nodiscard]] Result<SceneBody> body(std::size_t i) const;
  /// All but the bodies.
  [[nodiscard]] const SceneFile& rest() const;

 private:
  struct Data;
  explicit StoredScene(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

/// As a JSON scene that read_scene() reads to the same bodies, numbers bit for bit; meshes are written into it. Fails for motions
/// that are only known as functions. Written in one step, so that a failure leaves no half-written file.
[[nodiscard]] GRAZE_API Result<void> write_scene(const std::filesystem::path& path, const SceneFile& scene);

/// The links of a robot as bodies "NAME/LINK" that move along its trajectory, bounded and so certified; pairs of links that are
/// not checked (adjacent, rigidly joined, ignored) as pairs of names.
struct RobotBodies {
  std::vector<SceneBody> bodies{};
  std::vector<std::array<std::string, 2>> exclude{};
};
[[nodiscard]] GRAZE_API Result<RobotBodies> robot_bodies(const SceneRobot& robot);

/// A scene to ask: all bodies, the links of all robots, and the pairs that do not count.
[[nodiscard]] GRAZE_API Result<Scene> make_scene(const SceneFile& file);

/// What stands around a robot: all bodies, each with its parts. Fails, by name, where a body moves, or the scene has robots itself.
[[nodiscard]] GRAZE_API Result<std::vector<WorldObject>> world_of(const SceneFile& file);

}  // namespace graze
