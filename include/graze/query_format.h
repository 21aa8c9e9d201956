#pragma once
/// Replayable questions: one JSON object a line in, one a line out. The format is described in docs/query.md.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/integrate.h>
#include <graze/path.h>

namespace graze {

/// What a question may say beside its bodies. Absent ones are the answering function's business.
struct QuestionOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0, in the unit of velocities, or of a ray's direction
  std::optional<double> tolerance;                         ///< >= 0, length; > 0 for turning bodies
  std::optional<double> clearance;                         ///< >= 0, length
  std::optional<double> distance;                          ///< >= 0, length: of `within` and `pairs_within`
  double relative_error = 0;                               ///< >= 0, of a distance
  double absolute_error = 0;                               ///< >= 0, length
  std::optional<std::string> method;
  std::optional<Frame> axes;                               ///< of `fit` with the method `axes`
  std::array<std::optional<std::uint32_t>, 2> max_depths;  ///< of the trees of a and b
  bool solid = false;                                      ///< meshes that do not say so themselves count as the solids they bound
  std::size_t max_pairs = 1000;
  bool curves = false;      ///< of intersecting meshes: the curves too
  bool pairs = false;       ///< of moving meshes: all pairs of triangles that touch first; of a robot: each pair's first contact
  bool last = false;        ///< of moving meshes: the last time too
  bool first_only = false;  ///< of a raycast: only the first crossing
  bool front_only = false;  ///< of a raycast: fronts of triangles only
  std::optional<Vec3> direction;     ///< of `extent`, `separates`, `penetration`, nonzero; z = 0 in the plane
  bool triangles = false;            ///< of the intersection of a mesh and a shape: the triangles that meet it
  std::size_t max_triangles = 1000;  ///< how many of them are listed
  std::size_t sub_steps = 0;         ///< of sweeps of turning bodies; 0 for steps as long as they can be
  double margin = 0;                 ///< of sweeps, >= 0, length: the first time within this distance
  double at = 0;                     ///< >= 0: the time that the question is about, or begins at
  std::size_t count = 1;             ///< of the closest pairs of a scene
  double resolution = 0.01;          ///< > 0, time: of the time line of a scene
  bool ignore_initial = false;       ///< of scenes and robots: pairs that meet at time 0 do not count
  bool fraction = false;             ///< of edges in joint space: how much of each is free, not only whether it is
};

struct Question {
  std::string query;
  std::optional<Body> a;
  std::optional<Body> b;                                       ///< absent where the question is about one body
  std::vector<Body> bodies;                                    ///< of questions about any number of bodies, instead of a and b
  std::optional<Path> path_a, path_b;                          ///< of bodies with keyframes
  std::optional<IntegratedMotion> integrated_a, integrated_b;  ///< of bodies with "integrate": their path, and its error
  std::optional<double> repaired_a, repaired_b;                ///< of bodies with "repair": see RepairedPose::deviation
  std::shared_ptr<const struct QuestionScene> scene;           ///< of questions about a scene
  std::shared_ptr<const struct QuestionRobot> robot;           ///< of questions about a robot
  QuestionOptions options;
  std::string expect;                ///< JSON text of the expected answer, empty when the line has none
  bool is_expectation_soft = false;  ///< the line is marked borderline, disputed or inputs_rounded
};

/// A line as read: the id survives even when the question does not.
struct QuestionLine {
  std::string id = "null";  ///< JSON text
  Result<Question> question;
};

/// Reads questions. Meshes, scenes and robots named by file are loaded once, however many lines use them; read() may be called from
/// many threads.
class GRAZE_API QuestionReader {
 public:
  /// Names of mesh files are relative to `directory`. Fields that are no part of the format are annotations, unless `strict`.
  explicit QuestionReader(std::filesystem::path directory, bool strict = false);
  ~QuestionReader();
  QuestionReader(const QuestionReader&) = delete;
  QuestionReader& operator=(const QuestionReader&) = delete;
  QuestionReader(QuestionReader&&) noexcept;
  QuestionReader& operator=(QuestionReader&&) noexcept;

  /// From where mesh files come whose coordinates are not scaled and whose tree is built as usual: instead of read_geometry(), and
  /// with its answers. For processes that share what one of them has built. Called from any thread that reads, which must not be
  /// reading yet.
  void use_meshes(std::function<Result<Geometry>(const std::filesystem::path& path)> source);

  /// Errors name the culprit by its path in the line: "b.h[1]: negative half extent -0.5".
  [[nodiscard]] QuestionLine read(std::string_view line) const;

 private:
  std::unique_ptr<class QuestionMeshes> meshes_;
  std::unique_ptr<class QuestionScenes> scenes_;
  bool strict_ = false;
};

/// The shape as a question gives it: one JSON object, numbers bit for bit. Of a mesh its vertices and triangles. Shapes of the
/// plane come out as those of space that they are held as.
[[nodiscard]] GRAZE_API std::string shape_text(const Geometry& geometry);

struct Answer {
  bool ok = false;
  std::string line;  ///< one JSON object without the newline; numbers read back to the same double, infinite times are null
};

/// The answer to the question, or why there is none.
[[nodiscard]] GRAZE_API Answer answer(const QuestionLine& line);

/// What differs between the "expect" object of a line and the answer to it (both JSON text), nothing when they agree.
///
/// Every field of the expectation is compared; one that the answer does not have is not met, nor is an expectation without any.
/// Booleans (intersect, contains, contact) and counts (pair_count, hits) must be equal, and so all else that is no number. Numbers
/// may differ by tol * max(1, |expected|), tol being the expectation's own or 1e-9; points of a set by the same in each coordinate,
/// in any order; closest points must be as far apart. A "first_exact" (a fraction, "7/4") must not be exceeded at all, and not be
/// undercut by more than two units in the last place. A "bracket" [lo, hi] must hold the first contact, which may be reported a
/// little early and never late. A "volume" is the best known: smaller is better, larger by more than 1e-7 of it is wrong.
[[nodiscard]] GRAZE_API std::optional<std::string> unmet_expectation(std::string_view expect, std::string_view answer);

}  // namespace graze
