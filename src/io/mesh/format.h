#pragma once
/// Which format a file is in: by what it begins with, and where that says nothing, by its name.

#include <filesystem>
#include <string_view>

#include <graze/error.h>
#include <graze/mesh_file.h>

namespace graze::io {

[[nodiscard]] Result<MeshFormat> recognise(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze::io
