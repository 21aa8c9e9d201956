/// One geometry a collision element: primitives around the origin along z, as URDF has them, and meshes.

#include "io/robot/link_shapes.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include <graze/answers.h>

#include "io/robot/element.h"
#include "io/robot/mesh_lookup.h"

namespace graze::io {

namespace {

Shape box_of(ElementReader& reader) {
  const Vec3 size = reader.vec("size");
  if (size.minCoeff() < 0) reader.report(fmt::format("size: negative, {}", size.minCoeff()));
  return {Aabb{-size / 2, size / 2}};
}

std::array<Vec3, 2> axis_of(ElementReader& reader) {
  const double half = reader.size("length") / 2;
  return {Vec3(0, 0, -half), Vec3(0, 0, half)};
}

Shape cylinder_of(ElementReader& reader) { return {Cylinder{axis_of(reader), reader.size("radius")}}; }

/// `length` is that of the straight part: the round ends are beyond it.
Shape capsule_of(ElementReader& reader) { return {Capsule{axis_of(reader), reader.size("radius")}}; }

Shape sphere_of(ElementReader& reader) { return {Sphere{Vec3::Zero(), reader.size("radius")}}; }

using ReadPrimitive = Shape (*)(ElementReader&);

ReadPrimitive primitive_reader(std::string_view name) {
  if (name == "box") return box_of;
  if (name == "cylinder") return cylinder_of;
  if (name == "sphere") return sphere_of;
  if (name == "capsule") return capsule_of;
  return nullptr;
}

}  // namespace

Result<LinkShape> LinkShapes::read(const XmlNode& collision) {
  const XmlNode* holder = collision.child("geometry");
  if (holder == nullptr) return element_failure(path_, collision, "has no <geometry>");
  if (holder->children.size() != 1)
    return element_failure(path_, *holder, fmt::format("must hold one shape, holds {}", holder->children.size()));
  const Result<Pose> pose = origin_of(path_, collision);
  if (!pose) return tl::make_unexpected(pose.error());
  Result<Geometry> shape = geometry(*holder->children.front());
  if (!shape) return tl::make_unexpected(shape.error());
  const bool solid = options_.solid && shape->is_mesh() && shape->topology().is_closed();
  const std::string* name = collision.attribute("name");
  return LinkShape{std::move(*shape), *pose, solid, name == nullptr ? std::string{} : *name};
}

Result<Geometry> LinkShapes::geometry(const XmlNode& element) {
  if (element.name == "mesh") return mesh(element);
  const ReadPrimitive primitive = primitive_reader(element.name);
  if (primitive == nullptr)
    return element_failure(path_, element, "is not a shape that is known: box, cylinder, sphere, capsule, mesh");
  ElementReader reader(path_, element);
  Shape shape = primitive(reader);
  if (reader.failed()) return reader.failure();
  Result<Geometry> made = Geometry::make(std::move(shape));
  if (!made) return element_failure(path_, element, made.error().message);
  return made;
}

Result<Geometry> LinkShapes::mesh(const XmlNode& element) {
  ElementReader reader(path_, element);
  const std::string name = reader.text("filename");
  const Vec3 scale = reader.vec("scale", Vec3::Ones());
  if (scale.cwiseAbs().minCoeff() == 0) reader.report("scale: a factor is 0");
  if (reader.failed()) return reader.failure();
  const Result<std::filesystem::path> file = find_robot_mesh(path_, name, options_.packages);
  if (!file) return element_failure(path_, element, file.error().message);
  Result<Geometry> loaded = meshes_.get(file->string(), scale, std::nullopt);
  if (!loaded) return element_failure(path_, element, loaded.error().message);
  if (loaded->triangles().empty()) return element_failure(path_, element, fmt::format("{}: has no triangles", name_of(*file)));
  return loaded;
}

}  // namespace graze::io
