/// 3MF: the objects that a package lists to be built, each in its pose. The unit of the model is not applied: numbers stay as they
/// are.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/mesh/builder.h"
#include "io/mesh/parts.h"
#include "io/mesh/readers.h"
#include "io/mesh/threemf_model.h"
#include "io/mesh/xml.h"
#include "io/mesh/zip.h"

namespace graze::io {

namespace {

constexpr const char* relationships_part = "_rels/.rels";
constexpr std::string_view relationship_element = "http://schemas.openxmlformats.org/package/2006/relationships|Relationship";
constexpr std::string_view model_relationship = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
constexpr const char* usual_model_part = "3D/3dmodel.model";

/// An object on the path from a built item down through its components.
struct ComponentLevel {
  const ThreemfObject* object;
  const std::string* part;
  AffineMap to_world;
  std::size_t next_component = 0;
};

class ThreemfReader {
 public:
  ThreemfReader(const MeshSource& source, const MeshReadOptions& options)
      : source_(source), options_(options), archive_(source.path, options.max_unpacked_bytes), builder_(options) {}

  Result<TriangleMesh> read() {
    std::string root;
    if (!open(root)) return failure();
    for (const ThreemfReference& item : models_[root].items) {
      if (!build(item, root)) return failure();
    }
    return builder_.take();
  }

  Result<MeshParts> read_items() {
    std::string root;
    if (!open(root)) return failure();
    MeshParts parts{{}, options_.to_metres ? "m" : models_[root].unit};
    for (const ThreemfReference& item : models_[root].items) {
      if (!build(item, root)) return failure();
      const ThreemfModel& model = models_[item.part.empty() ? root : item.part];
      const std::string& name = model.objects.at(item.object).name;
      parts.parts.push_back({name.empty() ? fmt::format("object{}", item.object) : name, builder_.take()});
      builder_ = MeshBuilder(options_);
    }
    return parts;
  }

 private:
  bool open(std::string& root) {
    if (!archive_.is_open()) return refuse({"is not a complete ZIP archive, as a 3MF file must be"});
    root = usual_model_part;
    if (archive_.has(relationships_part) && !find_model(root)) return false;
    if (!load(root) || !load_referenced_parts()) return false;
    if (options_.to_metres) unit_ = models_[root].unit_in_metres;
    return true;
  }

  bool find_model(std::string& part) {
    const auto begin = [&](const XmlElement& element) {
      const bool wanted = element.name() == relationship_element && element.attribute("Type") == model_relationship;
      const auto target = element.attribute("Target");
      if (wanted && target) part = target->substr(target->starts_with('/') ? 1 : 0);
      return Trouble{};
    };
    return parse(relationships_part,
                 {begin, [](std::string_view) { return Trouble{}; }, [](std::string_view, std::string_view) {}});
  }

  bool load(const std::string& part) {
    ThreemfModelReader reader(options_);
    const bool fine =
        parse(part, {[&](const XmlElement& e) { return reader.begin(e); }, [&](std::string_view name) { return reader.end(name); },
                     [&](std::string_view prefix, std::string_view uri) { reader.begin_namespace(prefix, uri); }});
    if (fine) models_[part] = reader.take();
    return fine;
  }

  bool parse(const std::string& part, XmlHandlers handlers) {
    XmlParser parser(std::move(handlers));
    const Trouble trouble = archive_.read(part, [&](std::string_view block) { return parser.feed(block); });
    if (!trouble.reason.empty()) return refuse({fmt::format("{}: {}", printable(part), trouble.reason), trouble.code});
    if (parser.finish()) return true;
    return refuse({fmt::format("{}:{}: {}", printable(part), parser.line(), parser.trouble().reason), parser.trouble().code});
  }

  /// Objects may live in other parts, which may point on to more.
  bool load_referenced_parts() {
    for (std::set<std::string> wanted = missing_parts(); !wanted.empty(); wanted = missing_parts()) {
      for (const std::string& part : wanted) {
        if (!load(part)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::set<std::string> missing_parts() const {
    std::set<std::string> missing;
    const auto look_at = [&](const std::vector<ThreemfReference>& list) {
      for (const ThreemfReference& r : list) {
        if (!r.part.empty() && !models_.contains(r.part)) missing.insert(r.part);
      }
    };
    for (const auto& [part, model] : models_) {
      look_at(model.items);
      for (const auto& [id, object] : model.objects) look_at(object.components);
    }
    return missing;
  }

  /// Depth first with a stack of our own: components may nest deeper than the machine's stack.
  bool build(const ThreemfReference& item, const std::string& part) {
    std::vector<ComponentLevel> path;
    if (!enter(item, part, AffineMap{}, path)) return false;
    while (!path.empty()) {
      ComponentLevel& level = path.back();
      if (level.next_component == level.object->components.size()) {
        open_.erase(level.object);
        path.pop_back();
        continue;
      }
      const ThreemfReference& component = level.object->components[level.next_component++];
      if (!enter(component, *level.part, AffineMap(level.to_world), path)) return false;
    }
    return true;
  }

  bool enter(const ThreemfReference& reference, const std::string& from, const AffineMap& outer,
             std::vector<ComponentLevel>& path) {
    const auto model = models_.find(reference.part.empty() ? from : reference.part);
    const auto object = model->second.objects.find(reference.object);
    if (object == model->second.objects.end())
      return refuse({fmt::format("{}: there is no object {}", printable(model->first), reference.object)});
    if (!open_.insert(&object->second).second)
      return refuse({fmt::format("{}: object {} contains itself", printable(model->first), reference.object)});
    if (++instances_ > options_.max_instances)
      return refuse({fmt::format("more than {} uses of objects", options_.max_instances), ErrorCode::limit});
    path.push_back({&object->second, &model->first, outer * reference.map});
    return add(object->second, path.back().to_world);
  }

  bool add(const ThreemfObject& object, const AffineMap& to_world) {
    const auto first = static_cast<std::uint32_t>(builder_.vertex_count());
    for (const Vec3& v : object.vertices) {
      if (!builder_.add_vertex(unit_ * to_world(v))) return refuse(builder_.trouble());
    }
    const bool mirrored = to_world.mirrors();
    for (const auto& [a, b, c] : object.triangles) {
      if (!builder_.add_triangle({first + a, first + (mirrored ? c : b), first + (mirrored ? b : c)}))
        return refuse(builder_.trouble());
    }
    return true;
  }

  bool refuse(Trouble trouble) {
    trouble_ = std::move(trouble);
    return false;
  }

  [[nodiscard]] tl::unexpected<Error> failure() const {
    return tl::make_unexpected(error_in(source_.path, trouble_.reason, trouble_.code));
  }

  const MeshSource& source_;
  const MeshReadOptions& options_;
  ZipArchive archive_;
  std::map<std::string, ThreemfModel> models_;
  std::set<const ThreemfObject*> open_;  ///< those on the path from the item down
  MeshBuilder builder_;
  std::uint64_t instances_ = 0;
  double unit_ = 1;  ///< that coordinates are multiplied by
  Trouble trouble_;
};

}  // namespace

Result<TriangleMesh> read_threemf(const MeshSource& source, const MeshReadOptions& options) {
  return ThreemfReader(source, options).read();
}

Result<MeshParts> read_threemf_items(const MeshSource& source, const MeshReadOptions& options) {
  return ThreemfReader(source, options).read_items();
}

}  // namespace graze::io
