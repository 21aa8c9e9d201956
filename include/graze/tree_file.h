#pragma once
/// Meshes with their trees, to and from files, so that a large mesh need not be built again. The layout is in tree_file_layout.h.

#include <filesystem>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/mesh_file.h>
#include "tree/nodes/mesh_tree.h"

namespace graze {

/// Writes beside the target and renames, so that a failure leaves no half-written file. Holds the whole file in memory meanwhile.
[[nodiscard]] GRAZE_API Result<void> write_tree(const std::filesystem::path& path, const MeshTree& tree);

/// The tree answers every question as the one that was written. Nothing in the file is trusted: what is damaged, cut short, of
/// another version or makes no sense is refused with "<path>: byte <offset>: reason". See tree/tree_parts.h for what is checked.
[[nodiscard]] GRAZE_API Result<MeshTree> read_tree(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// Does the file begin as saved trees do? False also when it cannot be read.
[[nodiscard]] GRAZE_API bool is_tree_file(const std::filesystem::path& path);

}  // namespace graze
