/// Joins neighbours until a piece is worth its overhead.

#include "shard/pieces.h"

#include <algorithm>

namespace graze::cli {
namespace {

/// Nanoseconds. Writing a piece to the journal and taking the next takes some microseconds: about a thousandth of this.
constexpr double wanted_cost = 1e7;
/// Enough to share small work among many.
constexpr std::size_t least_pieces = 256;
/// With its entry in journals a piece takes some hundred bytes.
constexpr std::size_t most_pieces = std::size_t{1} << 17;

bool is_share_before(double middle, double total, std::size_t index, std::size_t count) {
  return middle * static_cast<double>(count) < total * static_cast<double>(index);
}

}  // namespace

void PieceCutter::join(double least_cost) {
  std::vector<Piece> joined;
  for (const Piece& piece : pieces_) {
    if (joined.empty() || joined.back().cost + piece.cost > least_cost) {
      joined.push_back(piece);
    } else {
      joined.back().end = piece.end;
      joined.back().bytes += piece.bytes;
      joined.back().cost += piece.cost;
    }
  }
  pieces_ = std::move(joined);
}

void PieceCutter::add(double cost, std::uint64_t end_offset, std::size_t end_line) {
  Piece piece{.cost = cost};
  if (!pieces_.empty()) {
    const Piece& before = pieces_.back();
    piece = {before.end, before.end, before.offset + before.bytes, 0, last_line_, cost};
  }
  piece.end = piece.first + 1;
  piece.bytes = end_offset - piece.offset;
  last_line_ = end_line;
  total_ += cost;
  pieces_.push_back(piece);
  if (pieces_.size() < 2 * most_pieces) return;
  least_cost_ = std::max(2 * least_cost_, total_ / static_cast<double>(most_pieces));
  join(least_cost_);
}

std::vector<Piece> PieceCutter::pieces() && {
  join(std::clamp(wanted_cost, total_ / static_cast<double>(most_pieces), total_ / static_cast<double>(least_pieces)));
  return std::move(pieces_);
}

std::pair<std::size_t, std::size_t> share_of(std::span<const Piece> pieces, std::size_t index, std::size_t count) {
  double total = 0;
  for (const Piece& piece : pieces) total += piece.cost;
  std::pair<std::size_t, std::size_t> share{0, 0};
  double before = 0;
  for (const Piece& piece : pieces) {
    const double middle = before + piece.cost / 2;
    before += piece.cost;
    share.first += is_share_before(middle, total, index, count) ? 1 : 0;
    share.second += index + 1 == count || is_share_before(middle, total, index + 1, count) ? 1 : 0;
  }
  return share;
}

}  // namespace graze::cli
