#pragma once
/// Lines of a file as items of shared work: cut by cost, and read again a piece at a time.

#include <functional>
#include <string>
#include <vector>

#include <graze/error.h>

#include "input/line_reader.h"
#include "shard/digest.h"
#include "shard/pieces.h"

namespace graze::cli {

/// All lines that are not blank, in pieces; every one goes into the digest. cost(line) is an estimate in nanoseconds.
[[nodiscard]] Result<std::vector<Piece>> cut_lines(const std::string& file, Digest& digest,
                                                   const std::function<double(const InputLine&)>& cost);

/// The lines of a piece that are not blank.
[[nodiscard]] Result<std::vector<InputLine>> lines_of(const std::string& file, const Piece& piece);

}  // namespace graze::cli
