#pragma once
/// Lines of a file as items of shared work: cut by cost, and read again a piece at a time.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>

#include "input/line_reader.h"
#include "shard/digest.h"
#include "shard/neighbours.h"
#include "shard/pieces.h"
#include "shard/work.h"

namespace graze::cli {

/// All lines that are not blank, in pieces; the whole file goes into the digest. cost(line) is an estimate in nanoseconds, of a
/// line that is too long to be read of an empty one.
[[nodiscard]] Result<std::vector<Piece>> cut_lines(const std::string& file, Digest& digest,
                                                   const std::function<double(std::string_view)>& cost);

/// A file of lines, cut, with all that its answers depend on.
struct CutLines {
  std::vector<Piece> pieces{};
  std::string digest{};
  std::vector<std::string> files{};  ///< beside that of the lines
};

/// What cut() gives, which one of the neighbours calls for all of them.
[[nodiscard]] Result<CutLines> cut_once(const Neighbours& neighbours, const std::function<Result<CutLines>()>& cut);

/// Pieces, digest and files, as those of the work.
void take_cut(CutLines cut, Work& work);

/// The lines of a piece that are not blank.
[[nodiscard]] Result<std::vector<InputLine>> lines_of(const std::string& file, const Piece& piece);

}  // namespace graze::cli
