/// The fence around Open CASCADE: its types become plain data and its exceptions errors that name the file.

#include "io/step/step.h"

#include <fmt/format.h>

#ifdef GRAZE_WITH_STEP
#include <algorithm>
#include <cmath>
#include <mutex>

#include <Standard_Failure.hxx>

#include "io/files/fence.h"
#include "io/step/cad_document.h"
#include "io/step/cad_mesh.h"
#endif

namespace graze::io {

bool is_step(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes.substr(first).starts_with("ISO-10303-21");
}

#ifndef GRAZE_WITH_STEP

namespace {

Error not_built(const std::filesystem::path& path) {
  return error_in(path,
                  "is a STEP file, which this graze was built without: configure it with -D GRAZE_BUILD_STEP=ON (Debian: "
                  "libocct-data-exchange-dev)",
                  ErrorCode::bad_option);
}

}  // namespace

bool has_step_reader() { return false; }

Result<StepModel> read_step(const MeshSource& source, const StepOptions&) { return tl::make_unexpected(not_built(source.path)); }

Result<double> step_unit(const MeshSource& source) { return tl::make_unexpected(not_built(source.path)); }

#else

namespace {

/// Open CASCADE keeps settings and sessions for the whole program.
std::mutex& only_one() {
  static std::mutex mutex;
  return mutex;
}

template <class Action>
auto guarded(const std::filesystem::path& path, const Action& action) -> std::invoke_result_t<const Action&> {
  const std::lock_guard held(only_one());
  return fenced(path, [&]() -> std::invoke_result_t<const Action&> {
    try {
      return action();
    } catch (const Standard_Failure& failure) {
      const char* text = failure.GetMessageString();
      return tl::make_unexpected(
          error_in(path, fmt::format("Open CASCADE failed: {}", text && *text ? printable(text) : failure.DynamicType()->Name())));
    }
  });
}

struct CadUnit {
  std::string_view in_step;  ///< in small letters, as Open CASCADE gives it
  std::string_view name;     ///< as graze has it
  double millimetres;
};

constexpr std::array cad_unit_words{CadUnit{"millimetre", "mm", 1},  CadUnit{"metre", "m", 1000},
                                    CadUnit{"centimetre", "cm", 10}, CadUnit{"inch", "in", 25.4},
                                    CadUnit{"foot", "ft", 304.8},    CadUnit{"micrometre", "um", 1e-3}};

/// Millimetres, into which Open CASCADE converts everything, where a file is in a unit that graze has no word for.
const CadUnit& unit_called(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = std::ranges::find(cad_unit_words, name, &CadUnit::in_step);
  return found == cad_unit_words.end() ? cad_unit_words.front() : *found;
}

Result<std::vector<std::string> > unit_names(const MeshSource& source) {
  CadUnits units = cad_units(source.bytes);
  if (!units.trouble.empty()) return tl::make_unexpected(error_in(source.path, printable(units.trouble, 200)));
  return std::move(units.names);
}

/// The first that the file names.
const CadUnit& unit_of(const std::vector<std::string>& names) {
  return names.empty() ? cad_unit_words.front() : unit_called(names.front());
}

/// A rigid placement, or nothing where it mirrors or scales.
std::optional<Pose> pose_of(const gp_Trsf& place, double millimetres) {
  if (place.IsNegative() || place.ScaleFactor() != 1) return std::nullopt;
  Pose pose;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.rotation(i, j) = place.Value(i + 1, j + 1);
    pose.translation[i] = place.Value(i + 1, 4) / millimetres;
  }
  return pose;
}

/// Coordinates of the file's unit.
TriangleMesh in_unit(TriangleMesh mesh, double millimetres) {
  if (millimetres != 1)
    for (Vec3& v : mesh.vertices) v /= millimetres;
  return mesh;
}

/// The finest that is asked for: finer ones would take hours and all memory.
constexpr double finest_share = 1e-6;
/// Of the size of a part: what is meshed when no deflection is given.
constexpr double default_share = 1e-3;

class StepReader {
 public:
  StepReader(const MeshSource& source, const StepOptions& options) : source_(source), options_(options) {}

  Result<StepModel> read() {
    const auto names = unit_names(source_);
    if (!names) return tl::make_unexpected(names.error());
    const CadUnit& unit = unit_of(*names);
    millimetres_ = unit.millimetres;
    model_.unit = unit.name;
    add_unit_notes(*names, unit);
    document_ = read_cad_document(source_.bytes, options_.max_instances);
    if (!document_.trouble.empty()) return wrong(document_.trouble);
    if (document_.instances.empty()) return wrong("holds no part with faces");
    if (document_.without_faces > 0)
      note(fmt::format("{} without faces left out (curves and points)",
                       document_.without_faces == 1 ? "1 part is" : fmt::format("{} parts are", document_.without_faces)));
    for (std::size_t i = 0; i < document_.shapes.size(); ++i)
      if (const auto added = add_shape(i); !added) return tl::make_unexpected(added.error());
    for (const CadInstance& instance : document_.instances)
      if (const auto added = add_instance(instance); !added) return tl::make_unexpected(added.error());
    return std::move(model_);
  }

 private:
  tl::unexpected<Error> wrong(const std::string& reason) const {
    return tl::make_unexpected(error_in(source_.path, printable(reason, 200)));
  }
  void note(const std::string& text) { model_.notes.push_back(name_of(source_.path) + ": " + text); }

  void add_unit_notes(const std::vector<std::string>& names, const CadUnit& unit) {
    if (names.empty())
      note("does not tell its unit and was taken to be in mm");
    else if (names.size() > 1)
      note(fmt::format("is in several units, and was converted to {}", unit.name));
    else if (unit_called(names.front()).name == "mm" && unit_called(names.front()).in_step.size() != names.front().size())
      note(fmt::format("is in {}, and was converted to mm", printable(names.front())));
  }

  std::string_view part_name(std::size_t shape) const {
    const auto found = std::ranges::find(document_.instances, shape, &CadInstance::shape);
    return found == document_.instances.end() ? std::string_view{} : found->name;
  }

  Result<void> add_shape(std::size_t number) {
    const TopoDS_Shape& shape = document_.shapes[number];
    const std::string name = printable(part_name(number));
    const double size = size_of(shape);
    const double wanted = options_.deflection > 0 ? options_.deflection * millimetres_ : default_share * size;
    if (!(wanted >= finest_share * size))
      return tl::make_unexpected(
          error_in(source_.path,
                   fmt::format("{}: a deflection of {:g} {} is finer than a millionth of the part, which is {:g} {} large", name,
                               options_.deflection, model_.unit, size / millimetres_, model_.unit),
                   ErrorCode::limit));
    CadMesh made = triangulated(shape, wanted, options_.max_triangles - triangles_);
    if (!made.trouble.empty()) return wrong(name + ": " + made.trouble);
    triangles_ += made.mesh.triangles.size();
    if (options_.deflection > 0 && made.deviation > wanted)
      note(fmt::format("{}: the deflection asked for is {:g} {}, what was reached {:g} {}", name, options_.deflection, model_.unit,
                       made.deviation / millimetres_, model_.unit));
    model_.shapes.push_back({in_unit(std::move(made.mesh), millimetres_), made.deviation / millimetres_});
    return {};
  }

  Result<void> add_instance(const CadInstance& instance) {
    StepInstance made{instance.name, instance.shape, {}, {}};
    if (const std::optional<Pose> pose = pose_of(instance.place, millimetres_)) {
      made.pose = *pose;
    } else {
      return wrong(fmt::format("{}: is placed by a transformation that mirrors or scales, which is not supported",
                               printable(instance.name)));
    }
    if (instance.colour) made.colour = {instance.colour->Red(), instance.colour->Green(), instance.colour->Blue()};
    model_.instances.push_back(std::move(made));
    return {};
  }

  const MeshSource& source_;
  const StepOptions& options_;
  double millimetres_ = 1;
  CadDocument document_;
  StepModel model_;
  std::uint64_t triangles_ = 0;
};

}  // namespace

bool has_step_reader() { return true; }

Result<StepModel> read_step(const MeshSource& source, const StepOptions& options) {
  return guarded(source.path, [&] { return StepReader(source, options).read(); });
}

Result<double> step_unit(const MeshSource& source) {
  return guarded(source.path, [&] {
    return unit_names(source).map([](const std::vector<std::string>& names) { return unit_of(names).millimetres / 1000; });
  });
}

#endif

}  // namespace graze::io
