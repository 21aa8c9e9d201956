/// Reads saved trees from files whose bytes cannot be trusted.

#include <algorithm>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <graze/mesh_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/mesh/readers.h"
#include "io/mesh/tree_file_layout.h"
#include "tree/nodes/box_tree_parts.h"
#include "tree/nodes/build_tasks.h"
#include "tree/nodes/tree_parts.h"

namespace graze {
namespace {

using namespace io::tree_file;
using io::MeshSource;

/// Smaller files are not worth a second thread. Bytes.
constexpr std::size_t much = std::size_t{1} << 23U;

struct SectionSpan {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::size_t element_bytes = 0;
};
using SectionSpans = std::array<SectionSpan, section_count>;

template <class T>
T number_at(const MeshSource& source, std::uint64_t offset) {
  return io::load<T>(source.bytes.data() + offset);
}

tl::unexpected<Error> refuse(const MeshSource& source, std::uint64_t offset, std::string_view reason,
                             ErrorCode code = ErrorCode::file) {
  return tl::make_unexpected(io::error_at_byte(source.path, offset, reason, code));
}

/// How the tree was built: choices that are known, or nothing.
Result<void> check_record(const MeshSource& source) {
  const auto entry = [&](std::size_t i) { return number_at<std::uint32_t>(source, record_at + i * sizeof(std::uint32_t)); };
  const bool is_told = entry(0) == 1;
  const bool is_right = entry(0) <= 1 && entry(1) <= static_cast<std::uint32_t>(SplitRule::center) &&
                        entry(2) <= static_cast<std::uint32_t>(NodeFit::mean_triangles) && (entry(3) >= 1) == is_told &&
                        entry(4) <= MeshTree::max_depth && entry(5) <= 1;
  if (!is_right) return refuse(source, record_at, "tells of a way to build trees that is unknown");
  return {};
}

TreeRecord record_of(const MeshSource& source) {
  const auto entry = [&](std::size_t i) { return number_at<std::uint32_t>(source, record_at + i * sizeof(std::uint32_t)); };
  if (entry(0) == 0) return default_record(static_cast<NodeKind>(number_at<std::uint32_t>(source, kind_at)));
  return {static_cast<SplitRule>(entry(1)), static_cast<NodeFit>(entry(2)), entry(3), entry(4), entry(5) == 1};
}

/// Is this a whole file of a version that is known, as it was written?
Result<void> check_header(const MeshSource& source) {
  if (!source.bytes.starts_with(magic)) return refuse(source, 0, "does not begin as a tree saved by graze does");
  if (source.bytes.size() < header_bytes) return refuse(source, source.bytes.size(), "ends within the header");
  if (!is_native) return refuse(source, 0, "saved trees are little-endian, and this machine is not");
  if (const auto found = number_at<std::uint32_t>(source, magic.size()); found != version)
    return refuse(source, magic.size(), fmt::format("version {} of saved trees is unknown, this graze reads {}", found, version));
  if (number_at<std::uint32_t>(source, kind_at) > static_cast<std::uint32_t>(NodeKind::box_tree))
    return refuse(source, kind_at, "nodes of an unknown kind");
  if (const auto size = number_at<std::uint64_t>(source, size_at); size != source.bytes.size())
    return refuse(source, size_at, fmt::format("the file should have {} bytes, it has {}", size, source.bytes.size()));
  return check_record(source);
}

/// Block by block, so that what was read can be given back.
Result<void> check_sum(const MeshSource& source, const DoneWith& done_with = {}) {
  constexpr std::size_t block_bytes = std::size_t{1} << 22U;
  Checksum sum;
  for (std::string_view rest = source.bytes.substr(numbers_at); !rest.empty();
       rest.remove_prefix(std::min(block_bytes, rest.size()))) {
    const std::string_view block = rest.substr(0, block_bytes);
    sum.add(block);
    if (done_with) done_with(block.data(), block.size());
  }
  if (number_at<std::uint64_t>(source, checksum_at) == sum.value()) return {};
  return refuse(source, checksum_at, "the checksum does not match, the file is damaged");
}

NodeKind kind_of(const MeshSource& source) { return static_cast<NodeKind>(number_at<std::uint32_t>(source, kind_at)); }

/// Where the sections are. They must follow each other and end with the file.
Result<SectionSpans> read_sections(const MeshSource& source) {
  SectionSpans sections;
  std::uint64_t end = header_bytes;
  for (std::size_t s = 0; s < section_count; ++s) {
    const std::uint64_t entry = sections_at + s * 2 * sizeof(std::uint64_t);
    sections[s] = {number_at<std::uint64_t>(source, entry), number_at<std::uint64_t>(source, entry + sizeof(std::uint64_t)),
                   element_bytes(kind_of(source))[s]};
    if (sections[s].offset != aligned(end) || sections[s].offset > source.bytes.size())
      return refuse(source, entry, fmt::format("a section cannot begin at byte {}", sections[s].offset));
    if (sections[s].count > (source.bytes.size() - sections[s].offset) / sections[s].element_bytes)
      return refuse(source, entry, fmt::format("a section of {} elements does not fit into the file", sections[s].count));
    end = sections[s].offset + sections[s].count * sections[s].element_bytes;
  }
  if (end != source.bytes.size()) return refuse(source, end, "something follows the last section");
  return sections;
}

Result<void> check_limits(const MeshSource& source, const SectionSpans& sections, const MeshReadOptions& options) {
  const auto beyond = [&](std::size_t section, std::uint64_t limit, std::string_view what) {
    const std::string reason = fmt::format("{} {} are more than the limit of {}", sections[section].count, what, limit);
    return refuse(source, sections_at + section * 2 * sizeof(std::uint64_t), reason, ErrorCode::limit);
  };
  if (sections[vertices].count > options.max_vertices) return beyond(vertices, options.max_vertices, "vertices");
  if (sections[triangles].count > options.max_triangles) return beyond(triangles, options.max_triangles, "triangles");
  return {};
}

/// Takes one number after the other.
class Cursor {
 public:
  explicit Cursor(const char* position) : position_(position) {}

  template <class T>
  T take() {
    return io::load<T>(std::exchange(position_, position_ + sizeof(T)));
  }
  template <class T>
  void fill(T& value) {
    value = take<T>();
  }
  void fill(Vec3& v) {
    for (int k = 0; k < 3; ++k) fill(v[k]);
  }

 private:
  const char* position_;
};

/// Of a source whose bytes are aligned as the sections are.
template <class Element>
void copy_section(const MeshSource& source, const SectionSpan& section, std::vector<Element>& into) {
  const auto* first = reinterpret_cast<const Element*>(source.bytes.data() + section.offset);
  into.assign(first, first + section.count);
}

/// Exponents beyond every int would be cut; this one is refused later.
int exponent_of(std::int64_t stored) {
  constexpr std::int64_t beyond_double = 1 << 20;
  return static_cast<int>(std::clamp(stored, -beyond_double, beyond_double));
}

void copy_mesh(const MeshSource& source, const SectionSpans& sections, TriangleMesh& mesh) {
  copy_section(source, sections[vertices], mesh.vertices);
  copy_section(source, sections[triangles], mesh.triangles);
}

void copy_nodes(const MeshSource& source, const SectionSpans& sections, tree::WideTree& wide) {
  if (kind_of(source) == NodeKind::compact) {
    copy_section(source, sections[nodes], wide.compact);
  } else {
    copy_section(source, sections[nodes], wide.nodes);
  }
}

/// What stands in the header beside the sections.
struct HeaderNumbers {
  tree::WideTree wide{};  ///< without its nodes
  TreeRecord record{};
  std::optional<Topology> topology{};
};

HeaderNumbers header_numbers(const MeshSource& source) {
  HeaderNumbers numbers;
  Cursor cursor(source.bytes.data() + numbers_at);
  cursor.fill(numbers.wide.origin);
  cursor.fill(numbers.wide.reach);
  numbers.wide.exponent = exponent_of(cursor.take<std::int64_t>());
  numbers.record = record_of(source);
  Cursor told(source.bytes.data() + topology_at);
  Topology topology;
  for (std::size_t* count : {&topology.edges, &topology.open_edges, &topology.non_manifold_edges, &topology.unbalanced_edges})
    *count = told.take<std::uint64_t>();
  if (topology.edges > 0) numbers.topology = topology;
  return numbers;
}

/// On two threads where there is much to copy: most of the time goes to memory that is touched for the first time.
TreeParts read_parts(const MeshSource& source, const SectionSpans& sections) {
  HeaderNumbers numbers = header_numbers(source);
  TreeParts parts;
  parts.wide = std::move(numbers.wide);
  parts.record = numbers.record;
  parts.topology = numbers.topology;
  tree::Crew crew(source.bytes.size() < much ? 1 : 0, source.bytes.size());  // more bytes than triangles: the first number decides
  crew.run([&] {
    crew.both([&] { copy_nodes(source, sections, parts.wide); },
              [&] {
                copy_mesh(source, sections, parts.mesh);
                copy_section(source, sections[order], parts.order);
              });
  });
  return parts;
}

template <class Element>
std::span<const Element> section_in(const MeshSource& source, const SectionSpan& section) {
  return {reinterpret_cast<const Element*>(source.bytes.data() + section.offset), section.count};
}

MappedTreeParts mapped_parts(const MeshSource& source, const SectionSpans& sections, std::shared_ptr<const void> keeper) {
  HeaderNumbers numbers = header_numbers(source);
  MappedTreeParts parts;
  parts.mesh = {section_in<Vec3>(source, sections[vertices]),
                section_in<std::array<std::uint32_t, 3>>(source, sections[triangles])};
  parts.order = section_in<std::uint32_t>(source, sections[order]);
  parts.wide = std::move(numbers.wide);
  if (kind_of(source) == NodeKind::compact)
    parts.wide.compact_in_file = section_in<tree::CompactNode>(source, sections[nodes]);
  else
    parts.wide.nodes_in_file = section_in<tree::WideNode>(source, sections[nodes]);
  parts.record = numbers.record;
  parts.topology = numbers.topology;
  parts.keeper = std::move(keeper);
  return parts;
}

BoxTreeParts read_box_tree_parts(const MeshSource& source, const SectionSpans& sections) {
  BoxTreeParts parts;
  const TreeRecord record = record_of(source);
  parts.max_leaf_triangles = record.max_leaf_triangles;
  parts.depth_limit = record.max_depth;
  copy_mesh(source, sections, parts.mesh);
  copy_section(source, sections[order], parts.listed);
  copy_section(source, sections[nodes], parts.nodes);
  return parts;
}

std::uint64_t byte_of(const TreeDefect& defect, const SectionSpans& sections) {
  if (defect.array == TreeArray::numbers) return numbers_at;
  constexpr std::array<Section, section_count> section_of_array = {vertices, triangles, order, nodes};
  const SectionSpan& section = sections[section_of_array[static_cast<std::size_t>(defect.array)]];
  return section.offset + defect.index * section.element_bytes;
}

}  // namespace

namespace io {
namespace {

Result<SectionSpans> sections_within(const MeshSource& source, const MeshReadOptions& options) {
  if (const auto header = check_header(source); !header) return tl::make_unexpected(header.error());
  Result<SectionSpans> sections = read_sections(source);
  if (!sections) return sections;
  if (const auto within = check_limits(source, *sections, options); !within) return tl::make_unexpected(within.error());
  return sections;
}

Result<SectionSpans> checked_sections(const MeshSource& source, const MeshReadOptions& options) {
  return sections_within(source, options).and_then([&](const SectionSpans& sections) {
    return check_sum(source).map([&] { return sections; });
  });
}

/// The same bytes where sections can be read as what they are: mapped files are aligned, others are copied.
class AlignedSource {
 public:
  explicit AlignedSource(const MeshSource& source) : source_(source) {
    if (reinterpret_cast<std::uintptr_t>(source.bytes.data()) % alignment == 0) return;
    copy_.reset(static_cast<char*>(::operator new(source.bytes.size(), std::align_val_t{alignment})));
    source.bytes.copy(copy_.get(), source.bytes.size());
    source_.bytes = {copy_.get(), source.bytes.size()};
  }

  [[nodiscard]] const MeshSource& get() const { return source_; }

 private:
  struct Free {
    void operator()(char* bytes) const { ::operator delete(bytes, std::align_val_t{alignment}); }
  };
  MeshSource source_;
  std::unique_ptr<char, Free> copy_;
};

Result<MeshTree> mesh_tree_in(const MeshSource& source, const SectionSpans& sections) {
  auto tree = tree_from_parts(read_parts(source, sections));
  if (!tree) return refuse(source, byte_of(tree.error(), sections), tree.error().reason);
  return *std::move(tree);
}

Result<Geometry> box_tree_in(const MeshSource& source, const SectionSpans& sections) {
  auto tree = box_tree_from_parts(read_box_tree_parts(source, sections));
  if (!tree) return refuse(source, byte_of(tree.error(), sections), tree.error().reason);
  return Geometry::of(*std::move(tree));
}

}  // namespace

Result<MeshTree> read_tree(const MeshSource& given, const MeshReadOptions& options) {
  const AlignedSource aligned_source(given);
  const MeshSource& source = aligned_source.get();
  const Result<SectionSpans> sections = checked_sections(source, options);
  if (!sections) return tl::make_unexpected(sections.error());
  if (kind_of(source) == NodeKind::box_tree) return refuse(source, kind_at, "holds a box tree");
  return mesh_tree_in(source, *sections);
}

Result<Geometry> read_saved_geometry(const MeshSource& given, const MeshReadOptions& options) {
  const AlignedSource aligned_source(given);
  const MeshSource& source = aligned_source.get();
  const Result<SectionSpans> sections = checked_sections(source, options);
  if (!sections) return tl::make_unexpected(sections.error());
  if (kind_of(source) == NodeKind::box_tree) return box_tree_in(source, *sections);
  return mesh_tree_in(source, *sections).map([](MeshTree&& tree) { return Geometry::of(std::move(tree)); });
}

}  // namespace io

Result<Geometry> read_tree(const std::filesystem::path& path, const MeshReadOptions& options) {
  return io::fenced(path, [&]() -> Result<Geometry> {
    const auto file = io::MappedFile::open(path, options.max_file_bytes);
    if (!file) return tl::make_unexpected(file.error());
    return io::read_saved_geometry(MeshSource{path, file->bytes()}, options);
  });
}

namespace {

/// Checks of files from this size on give back what they have read as they go, so that the whole is never resident at once. Bytes.
constexpr std::size_t large = std::size_t{1} << 28U;

Result<void> check_arrays(const MeshSource& source, const SectionSpans& sections, const MappedTreeParts& parts,
                          const io::MappedFile& file) {
  const bool is_large = source.bytes.size() >= large;
  const DoneWith done_with = is_large ? [&](const void* first, std::size_t bytes) { file.forget(first, bytes); } : DoneWith();
  Result<void> sum;
  std::optional<TreeDefect> defect;
  tree::Crew crew(source.bytes.size() < much ? 1 : 0, source.bytes.size());  // more bytes than triangles, as above
  crew.run([&] { crew.both([&] { sum = check_sum(source, done_with); }, [&] { defect = defect_in_parts(parts, done_with); }); });
  if (!sum) return sum;
  if (defect) return refuse(source, byte_of(*defect, sections), defect->reason);
  if (is_large) file.forget(source.bytes.data(), source.bytes.size());
  return {};
}

Result<MeshTree> tree_in(const MeshSource& source, const SectionSpans& sections, MappedTreeParts parts) {
  auto tree = tree_in_file(std::move(parts));
  if (!tree) return refuse(source, byte_of(tree.error(), sections), tree.error().reason);
  return *std::move(tree);
}

Result<Geometry> opened(const MeshSource& source, std::shared_ptr<const io::MappedFile> file, TreeCheck check,
                        const MeshReadOptions& options) {
  const Result<SectionSpans> sections = io::sections_within(source, options);
  if (!sections) return tl::make_unexpected(sections.error());
  if (kind_of(source) == NodeKind::box_tree) return io::read_saved_geometry(source, options);
  MappedTreeParts parts = mapped_parts(source, *sections, file);
  const Result<void> fine = check == TreeCheck::header ? Result<void>() : check_arrays(source, *sections, parts, *file);
  if (!fine) return tl::make_unexpected(fine.error());
  file->expect_jumps();
  return tree_in(source, *sections, std::move(parts)).map([](MeshTree&& tree) { return Geometry::of(std::move(tree)); });
}

}  // namespace

Result<Geometry> open_tree(const std::filesystem::path& path, TreeCheck check, const MeshReadOptions& options) {
  return io::fenced(path, [&]() -> Result<Geometry> {
    auto file = io::MappedFile::open(path, options.max_file_bytes);
    if (!file) return tl::make_unexpected(file.error());
    const auto kept = std::make_shared<const io::MappedFile>(*std::move(file));
    return opened(MeshSource{path, kept->bytes()}, kept, check, options);
  });
}

bool is_tree_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // opening a FIFO would wait
  std::array<char, magic.size()> beginning{};
  std::ifstream(path, std::ios::binary).read(beginning.data(), beginning.size());
  return std::string_view(beginning.data(), beginning.size()) == magic;
}

}  // namespace graze
