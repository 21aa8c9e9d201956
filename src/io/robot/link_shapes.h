#pragma once
/// The collision elements of URDF links as shapes.

#include <filesystem>

#include <graze/error.h>
#include <graze/robot_file.h>

#include "io/json/question_meshes.h"
#include "io/mesh/xml_tree.h"

namespace graze::io {

class LinkShapes {
 public:
  LinkShapes(const std::filesystem::path& path, const UrdfOptions& options) : path_(path), options_(options), meshes_({}) {}

  [[nodiscard]] Result<LinkShape> read(const XmlNode& collision);

 private:
  [[nodiscard]] Result<Geometry> geometry(const XmlNode& element);
  [[nodiscard]] Result<Geometry> mesh(const XmlNode& element);

  const std::filesystem::path& path_;
  const UrdfOptions& options_;
  QuestionMeshes meshes_;
};

}  // namespace graze::io
