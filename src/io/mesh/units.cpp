/// The unit that a mesh file states.

#include <array>
#include <optional>
#include <string_view>

#include <graze/mesh_file.h>

#include "io/files/fence.h"
#include "io/files/gunzip.h"
#include "io/files/source.h"
#include "io/mesh/format.h"
#include "io/mesh/text.h"
#include "io/mesh/xml.h"
#include "io/mesh/zip.h"
#include "io/step/step.h"

namespace graze {
namespace {

struct NamedLength {
  std::string_view name;
  double metres;
};

/// The words of the 3MF core specification; a model without one is in millimetres.
constexpr std::array threemf_units{NamedLength{"micron", 1.0 / 1'000'000},
                                   NamedLength{"millimeter", 1e-3},
                                   NamedLength{"centimeter", 1e-2},
                                   NamedLength{"inch", 0.0254},
                                   NamedLength{"foot", 0.3048},
                                   NamedLength{"meter", 1}};

std::optional<double> length_named(std::string_view name) {
  for (const NamedLength& unit : threemf_units)
    if (unit.name == name) return unit.metres;
  return std::nullopt;
}

/// Stops the parser, which has told what was asked for.
io::Trouble enough() { return {"enough"}; }

io::XmlHandlers looking_at(std::function<io::Trouble(const io::XmlElement&)> begin) {
  return {std::move(begin), [](std::string_view) { return io::Trouble{}; }, [](std::string_view, std::string_view) {}};
}

std::optional<double> unit_of_threemf(const std::filesystem::path& path, std::uint64_t max_bytes) {
  std::optional<double> metres;
  io::XmlParser parser(looking_at([&](const io::XmlElement& model) {
    metres = length_named(model.attribute("unit").value_or("millimeter"));
    return enough();
  }));
  io::ZipArchive archive(path, max_bytes);
  if (!archive.is_open()) return std::nullopt;
  const io::Trouble ignored = archive.read("3D/3dmodel.model", [&](std::string_view block) { return parser.feed(block); });
  if (!metres && ignored.reason.empty()) parser.finish();
  return metres;
}

bool is_called(std::string_view name, std::string_view word) {
  return name == word || (name.ends_with(word) && name[name.size() - word.size() - 1] == '|');
}

/// COLLADA: <unit meter="0.01"/> in <asset>; a document without one is in metres.
std::optional<double> unit_of_collada(std::string_view bytes) {
  std::optional<double> metres;
  bool is_over = false;
  io::XmlParser parser(looking_at([&](const io::XmlElement& element) {
    if (is_called(element.name(), "unit")) {
      metres = io::to_number(element.attribute("meter").value_or("1"));
      is_over = true;
    }
    is_over = is_over || element.name().find("|library_") != std::string_view::npos;
    return is_over ? enough() : io::Trouble{};
  }));
  if (parser.feed(bytes)) parser.finish();
  if (!metres && is_over) metres = 1;
  return metres && *metres > 0 ? metres : std::nullopt;
}

std::optional<double> stated_in(const io::MeshSource& source, const MeshReadOptions& limits) {
  if (io::is_step(source.bytes)) {
    const Result<double> metres = io::step_unit(source);
    return metres ? std::optional(*metres) : std::nullopt;
  }
  const Result<MeshFormat> format = io::recognise(source.path, source.bytes);
  if (!format) return std::nullopt;
  if (*format == MeshFormat::gltf) return 1.0;
  if (*format == MeshFormat::collada) return unit_of_collada(source.bytes);
  if (*format == MeshFormat::threemf) return unit_of_threemf(source.path, limits.max_unpacked_bytes);
  return std::nullopt;
}

std::optional<double> stated_unit(const io::MeshSource& source, const MeshReadOptions& limits) {
  if (!io::is_gzip(source.bytes)) return stated_in(source, limits);
  constexpr std::size_t looked_at = 1 << 20;  // a unit stands before the triangles
  return stated_in({source.path, io::first_unpacked(source.bytes, looked_at)}, limits);
}

}  // namespace

std::optional<double> metres_per_unit(const std::filesystem::path& path) {
  const MeshReadOptions limits;
  const Result<std::optional<double>> stated = io::fenced(path, [&]() -> Result<std::optional<double>> {
    return io::MappedFile::open(path, limits.max_file_bytes).map([&](const io::MappedFile& file) {
      return stated_unit({path, file.bytes()}, limits);
    });
  });
  return stated ? *stated : std::nullopt;
}

std::optional<double> metres_per_unit(std::string_view bytes, const std::filesystem::path& name) {
  const Result<std::optional<double>> stated =
      io::fenced(name, [&]() -> Result<std::optional<double>> { return stated_unit({name, bytes}, {}); });
  return stated ? *stated : std::nullopt;
}

}  // namespace graze
