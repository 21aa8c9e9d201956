/// Scenes from and to files, and their state.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <graze/scene_file.h>

#include "arrays.h"
#include "scene.h"
#include "state.h"

namespace graze::python {
namespace {

Solids solids_named(const std::string& word) {
  if (word == "closed") return Solids::closed;
  if (word == "none") return Solids::none;
  if (word == "all") return Solids::all;
  raise(ErrorCode::bad_option, "solids: '" + word + "' is none of closed, none, all");
}

void note_excluded(PyScene& scene, const SceneFile& file) {
  for (const auto& [a, b] : file.exclude) {
    const auto [first, second] = scene.read([&, &x = a, &y = b](const Scene& s) { return std::pair(s.find(x), s.find(y)); });
    if (first.size() == 1 && second.size() == 1)
      scene.excluded.insert({std::min(first[0], second[0]), std::max(first[0], second[0])});
  }
}

std::shared_ptr<PyScene> load_scene(const std::filesystem::path& path, std::optional<std::size_t> animation, bool split,
                                    const std::string& solids, const std::vector<std::filesystem::path>& packages) {
  const SceneReadOptions options{.animation = animation, .split = split, .solids = solids_named(solids), .packages = packages};
  auto read = interruptible([&] {
    return read_scene(path, options).and_then([](SceneFile file) {
      return make_scene(file).map([&](Scene scene) { return std::pair(std::move(scene), std::move(file)); });
    });
  });
  auto [made, file] = value_or_raise(std::move(read));
  auto scene = std::make_shared<PyScene>(std::move(made));
  note_excluded(*scene, file);
  return scene;
}

/// Names that are missing or occur again are numbered: those of a file differ.
class FileNames {
 public:
  std::string taken(const std::string& name, std::size_t number) {
    std::string free = name.empty() ? "body " + std::to_string(number + 1) : name;
    for (std::size_t i = 2; !names_.insert(free).second; ++i) free = (name.empty() ? "body" : name) + "#" + std::to_string(i);
    return free;
  }

 private:
  std::set<std::string> names_;
};

void save(const PyScene& scene, const std::filesystem::path& path) {
  SceneFile file;
  const std::set<ScenePair> excluded = scene.excluded;
  value_or_raise(scene.ask([&](const Scene& s) {
    FileNames names;
    std::map<BodyId, std::string> name_of_body;
    for (const BodyId id : s.ids()) {
      file.bodies.push_back(**s.body(id));
      file.bodies.back().name = name_of_body[id] = names.taken(file.bodies.back().name, file.bodies.size() - 1);
    }
    for (const ScenePair& pair : excluded)
      if (s.contains(pair.a) && s.contains(pair.b)) file.exclude.push_back({name_of_body[pair.a], name_of_body[pair.b]});
    return write_scene(path, file);
  }));
}

py::tuple state_of_body(BodyId id, const SceneBody& body, GeometryTable& geometries) {
  py::list parts;
  for (const BodyPart& part : body.parts)
    parts.append(py::make_tuple(geometries.number_of(part.geometry), to_array(part.pose), part.solid, part.name));
  return py::make_tuple(to_python(id), parts, to_array(body.pose), state_of(body.motion, body.name), body.scale, body.name,
                        body.group, body.mask, body.user_data);
}

py::tuple state_of_scene(const PyScene& scene) {
  GeometryTable geometries;
  const py::list bodies = scene.read([&](const Scene& s) {
    py::list list;
    for (const BodyId id : s.ids()) list.append(state_of_body(id, **s.body(id), geometries));
    return list;
  });
  py::list excluded;
  for (const ScenePair& pair : scene.excluded) excluded.append(to_python(pair));
  py::list removed;
  for (const auto& [index, generation] : scene.removed) removed.append(to_python(BodyId{index, generation}));
  return py::make_tuple(geometries.list(), bodies, excluded, removed);
}

SceneBody body_from(const py::tuple& state, const py::list& geometries) {
  SceneBody body;
  for (const py::handle one : py::cast<py::list>(state[1])) {
    const auto part = py::cast<py::tuple>(one);
    body.parts.push_back(
        {geometry_in(geometries, part[0]).geometry, as_pose(part[1], "pose"), part[2].cast<bool>(), part[3].cast<std::string>()});
  }
  body.pose = as_pose(state[2], "pose");
  body.motion = motion_from(py::cast<py::tuple>(state[3]));
  body.scale = state[4].cast<double>();
  body.name = state[5].cast<std::string>();
  body.group = state[6].cast<std::uint64_t>();
  body.mask = state[7].cast<std::uint64_t>();
  body.user_data = state[8].cast<std::uint64_t>();
  return body;
}

/// Adds bodies so that they get the ids that they had: a place is given out again as long as it takes to come to its generation.
/// Ids of removed bodies are used up likewise, so that they are not given again.
class SceneRestorer {
 public:
  SceneRestorer(Scene& scene, const std::map<std::uint32_t, std::uint32_t>& removed)
      : scene_(scene),
        removed_(removed),
        filler_{.parts = {BodyPart{.geometry = value_or_raise(Geometry::make(Shape{Point{}}))}}} {}

  void add(BodyId wanted, SceneBody body) {
    while (next_index_ < wanted.index) use_up_place();
    for (std::uint32_t generation = 1; generation < wanted.generation; ++generation)
      value_or_raise(scene_.remove(value_or_raise(scene_.add(filler_))));
    if (value_or_raise(scene_.add(std::move(body))) != wanted) raise(ErrorCode::bad_option, "state: not that of a scene");
    ++next_index_;
  }
  void finish() {
    while (!removed_.empty() && next_index_ <= removed_.rbegin()->first) use_up_place();
    for (const BodyId id : gaps_) value_or_raise(scene_.remove(id));
  }

 private:
  /// Nobody is there now.
  void use_up_place() {
    const auto last = removed_.find(next_index_++);
    BodyId id = value_or_raise(scene_.add(filler_));
    while (last != removed_.end() && id.generation < last->second) {
      value_or_raise(scene_.remove(id));
      id = value_or_raise(scene_.add(filler_));
    }
    gaps_.push_back(id);
  }

  Scene& scene_;
  const std::map<std::uint32_t, std::uint32_t>& removed_;
  SceneBody filler_;
  std::uint32_t next_index_ = 0;
  std::vector<BodyId> gaps_;
};

std::shared_ptr<PyScene> scene_from(const py::tuple& state) {
  const auto geometries = py::cast<py::list>(state[0]);
  Scene scene;
  std::map<std::uint32_t, std::uint32_t> removed;
  for (const py::handle one : py::cast<py::list>(state[3])) {
    const BodyId id = from_python(one.cast<PyId>());
    removed[id.index] = id.generation;
  }
  SceneRestorer restorer(scene, removed);
  std::vector<std::pair<BodyId, py::tuple>> bodies;
  for (const py::handle one : py::cast<py::list>(state[1])) {
    auto body = py::cast<py::tuple>(one);
    const BodyId id = from_python(body[0].cast<PyId>());
    bodies.emplace_back(id, std::move(body));
  }
  std::sort(bodies.begin(), bodies.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  for (const auto& [id, body] : bodies) restorer.add(id, body_from(body, geometries));
  restorer.finish();
  std::set<ScenePair> excluded;
  for (const py::handle one : py::cast<py::list>(state[2])) {
    const auto [a, b] = py::cast<std::pair<PyId, PyId>>(one);
    const ScenePair pair{from_python(a), from_python(b)};
    if (!scene.contains(pair.a) || !scene.contains(pair.b)) continue;
    value_or_raise(scene.exclude(pair.a, pair.b));
    excluded.insert(pair);
  }
  auto made = std::make_shared<PyScene>(std::move(scene));
  made->excluded = std::move(excluded);
  made->removed = std::move(removed);
  return made;
}

}  // namespace

void register_scene_files(PySceneClass& scene, py::module_& module) {
  scene.def(py::pickle(&state_of_scene, &scene_from))
      .def("save", &save, py::arg("path"), "Writes a JSON scene, which graze.load_scene() and the command read; meshes are in it.");
  module.def(
      "load_scene", &load_scene, py::arg("path"), py::kw_only(), py::arg("animation") = py::none(), py::arg("split") = false,
      py::arg("solids") = "closed", py::arg("packages") = std::vector<std::filesystem::path>{},
      "A scene from a file or a folder: JSON, animated glTF (animation: its number), 3MF, OBJ (split: a body a group), URDF. "
      "solids: which meshes are solids: 'closed' ones, 'none', 'all'.");
}

}  // namespace graze::python
