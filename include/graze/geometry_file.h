#pragma once
/// Mesh files as geometry that questions can be asked about.

#include <filesystem>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>

namespace graze {

/// The mesh of any file that read_mesh() reads, its coordinates multiplied by `scale`. A saved tree is taken as it is where nothing
/// is scaled; else the tree is built. Errors name the file.
[[nodiscard]] GRAZE_API Result<Geometry> read_geometry(const std::filesystem::path& path, const Vec3& scale = Vec3::Ones());

}  // namespace graze
