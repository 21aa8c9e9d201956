#pragma once
/// Answers to look at: one self-contained HTML file with a 3D view, and pictures drawn without a browser.
///
/// A report is plain data: bodies, and findings about pairs of them. Make it from an answer, then write it:
///   ReportData data = report_of({"left.stl", a}, {"right.stl", b}, impact, t_max);
///   write_report("out.html", data);  write_image("out.png", data);
/// Names are text wherever they come from: nothing in them is ever markup.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/path.h>
#include <graze/pose.h>
#include <graze/robot.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>
#include <graze/vec.h>

namespace graze {

/// What a finding says about its two bodies, the gravest last.
enum class FindingKind : std::uint8_t {
  separated,    ///< farther apart than the clearance, or never in contact
  unfinished,   ///< nothing is known after the time of the finding
  near,         ///< apart, within the clearance
  touching,     ///< within the tolerance
  contact,      ///< bodies that move meet at the time of the finding
  inside,       ///< a is wholly inside b
  contains,     ///< b is wholly inside a
  duplicate,    ///< the same body twice, at the same place
  overlapping,  ///< they share more than their boundaries
};

/// "overlapping", "near", …
[[nodiscard]] GRAZE_API std::string_view name_of(FindingKind kind);
[[nodiscard]] GRAZE_API FindingKind finding_kind(Status status);

/// One shape of a body. The same Geometry in several places is stored once.
struct ReportPart {
  Geometry geometry;
  Pose pose{};       ///< in the frame of the body
  double scale = 1;  ///< > 0: x -> R * (scale * x) + t
  std::string name{};
};

struct ReportBody {
  std::string name;
  std::vector<ReportPart> parts;
  /// Where the body is, in increasing order of time; between two of them as Path::through() says, before the first and after the
  /// last it stands. One that does not move has one; none is the identity.
  std::vector<Keyframe> poses{};
  std::optional<std::array<double, 3>> colour{};  ///< that its file gives it: linear red, green, blue from 0 to 1
};

/// What was found about two bodies. Points are in the world, at the time of the finding.
struct Finding {
  std::size_t a = 0;  ///< index of a body
  std::size_t b = 0;
  FindingKind kind = FindingKind::separated;
  std::optional<double> time{};      ///< of first contact; absent where the question was about time 0
  std::optional<double> distance{};  ///< >= 0
  std::optional<double> depth{};     ///< >= 0
  std::optional<Vec3> normal{};      ///< unit, from a to b
  std::vector<ContactSet> contacts{};
  std::vector<IntersectionCurve> curves{};          ///< `pairs` may be empty
  std::optional<std::array<Vec3, 2>> witness{};     ///< the nearest points, one of each body
  std::array<std::string, 2> parts{};               ///< names of the parts of a and b, where bodies have several
  std::array<std::int32_t, 2> triangles{{-1, -1}};  ///< -1: not a triangle, or not known
  std::string note{};                               ///< a sentence
};

/// A line of the summary: "Bodies", "172".
struct ReportTotal {
  std::string label;
  std::string value;
};

struct ReportData {
  std::string title = "graze";
  std::string units{};  ///< of lengths: "mm"; empty where nobody knows
  std::vector<ReportBody> bodies{};
  std::vector<Finding> findings{};     ///< any order; the report lists the gravest first
  std::vector<ReportTotal> totals{};   ///< beside the counts that the report makes itself
  std::vector<IgnoredPair> ignored{};  ///< pairs that were not looked at, and why
  std::vector<std::string> notes{};    ///< what the reader should know, a sentence each
  double t_max = 0;                    ///< end of the motions; 0: nothing moves
};

struct ReportOptions {
  /// Of all meshes together, each counted once. Larger ones are thinned out for display, which the report says; answers are not
  /// affected.
  std::size_t max_triangles = 400'000;
  std::size_t max_findings = 2'000;     ///< the gravest; the report says how many there are
  std::size_t max_tree_boxes = 20'000;  ///< boxes of trees for the level slider; levels with more are left out
  std::size_t pictures = 5;             ///< drawn into the file for readers without WebGL: one of all, then of the gravest findings
  bool live = false;  ///< for servers: the page asks `version`, beside its own address, and reloads when that changes
};

/// Whether this graze was built with the 3D page. Without it reports hold the table and pictures.
[[nodiscard]] GRAZE_API bool has_report_view();

/// The whole page as text. ErrorCode::bad_option where the data make no sense: an index of a body that is not there, a number that
/// is not finite, times that do not increase; ErrorCode::limit where coordinates are too large to show.
[[nodiscard]] GRAZE_API Result<std::string> report_html(const ReportData& data, const ReportOptions& options = {});

/// Written beside and moved to its place when complete; see write_mesh() for what is replaced.
[[nodiscard]] GRAZE_API Result<void> write_report(const std::filesystem::path& path, const ReportData& data,
                                                  const ReportOptions& options = {});

struct ImageOptions {
  int width = 1280;  ///< pixels, 16 to 8192
  int height = 800;
  /// Which of the findings is looked at, in the order of ReportData; all bodies when absent.
  std::optional<std::size_t> finding{};
  std::optional<double> time{};     ///< that of the finding, or of the first contact, when absent
  std::optional<Vec3> view_from{};  ///< the direction the camera is in, seen from the bodies; (1, -1.6, 0.9) when absent
  Vec3 up = Vec3::UnitZ();
  bool dark = false;
  bool trail = true;  ///< where moving bodies have been before, faintly
  std::size_t max_triangles = 4'000'000;
};

/// A picture as the bytes of a PNG file, drawn without a browser or a graphics card. Errors as report_html(), and
/// ErrorCode::bad_option for sizes out of range.
[[nodiscard]] GRAZE_API Result<std::string> render_png(const ReportData& data, const ImageOptions& options = {});

[[nodiscard]] GRAZE_API Result<void> write_image(const std::filesystem::path& path, const ReportData& data,
                                                 const ImageOptions& options = {});

/// Where a motion is, close enough to show: keyframes at most five degrees apart, up to 1440 of them.
[[nodiscard]] GRAZE_API std::vector<Keyframe> sampled_poses(const Pose& start, const Motion& motion, double t_max);
[[nodiscard]] GRAZE_API std::vector<Keyframe> sampled_poses(const Path& path, double t_max);
[[nodiscard]] GRAZE_API std::vector<Keyframe> sampled_poses(const GuidedMotion& motion, double t_max);

/// A body under its name, as files and arguments give it.
struct NamedBody {
  std::string name;
  Body body;
};

/// Still bodies: status(), then where they meet (points, polygons, curves, depth) or how far they are apart (nearest points).
[[nodiscard]] GRAZE_API Result<ReportData> report_of(const NamedBody& a, const NamedBody& b, const StatusOptions& options = {});

/// The answer of sweep() about these bodies. t_max, where infinite, is taken a little after the contact; without contact as long as
/// the bodies need to pass each other.
[[nodiscard]] GRAZE_API ReportData report_of(const NamedBody& a, const NamedBody& b, const std::optional<Impact>& impact,
                                             double t_max);

/// The answer of sweep_turning().
[[nodiscard]] GRAZE_API ReportData report_of(const NamedBody& a, const NamedBody& b, const TurningImpact& impact, double t_max);

/// All bodies of a scene, and what statuses() says of them. Of the gravest pairs of meshes that overlap the curves in which they
/// meet are computed too, at most `max_curves` of them. Bodies without a name are numbered.
[[nodiscard]] GRAZE_API Result<ReportData> report_of(const Scene& scene, const SceneStatuses& found, std::size_t max_curves = 200);

/// All bodies of a scene in motion over [0, t_max], which must be finite, and what first_contacts() says of them; pairs that never
/// meet are not listed.
[[nodiscard]] GRAZE_API Result<ReportData> report_of(const Scene& scene, const SceneContacts& found, double t_max);

/// A robot among its surroundings, all links and objects that have shapes, along the trajectory that first_contact() answered
/// about; where it is clear, the nearest that any pair comes, if that was asked for.
[[nodiscard]] GRAZE_API Result<ReportData> report_of(const RobotCell& cell, const JointTrajectory& trajectory,
                                                     const RobotImpact& found);

}  // namespace graze
