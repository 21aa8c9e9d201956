/// Follows segments from point to point and joins them into open and closed polylines.

#include "mesh/polylines.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace graze::query {
namespace {

/// One end of a segment, seen from the point there.
struct HalfSegment {
  std::uint32_t from, to, segment;

  friend auto operator<=>(const HalfSegment&, const HalfSegment&) = default;
};

std::vector<PolylineSegment> each_once(std::vector<PolylineSegment> segments) {
  for (PolylineSegment& s : segments) std::sort(s.ends.begin(), s.ends.end());
  std::sort(segments.begin(), segments.end(),
            [](const PolylineSegment& x, const PolylineSegment& y) { return std::tie(x.ends, x.pair) < std::tie(y.ends, y.pair); });
  const auto same = [](const PolylineSegment& x, const PolylineSegment& y) { return x.ends == y.ends; };
  segments.erase(std::unique(segments.begin(), segments.end(), same), segments.end());
  return segments;
}

class PolylineJoiner {
 public:
  explicit PolylineJoiner(std::vector<PolylineSegment> segments)
      : segments_(each_once(std::move(segments))), used_(segments_.size()) {
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      const auto [low, high] = segments_[s].ends;
      halves_.push_back({low, high, s});
      halves_.push_back({high, low, s});
    }
    std::sort(halves_.begin(), halves_.end());
  }

  /// Curves from where they end or branch first, then what is left: loops. Half segments are sorted, so each begins at its lesser
  /// end and goes on to the lesser neighbour.
  [[nodiscard]] std::vector<Polyline> polylines() {
    std::vector<Polyline> found;
    for (const bool loops : {false, true}) {
      for (const HalfSegment& half : halves_) {
        if (!used_[half.segment] && (loops || is_end(half.from))) found.push_back(followed(half));
      }
    }
    return found;
  }

  [[nodiscard]] bool has(std::uint32_t point) const { return !halves_from(point).empty(); }

 private:
  [[nodiscard]] std::span<const HalfSegment> halves_from(std::uint32_t point) const {
    const auto [begin, end] = std::ranges::equal_range(halves_, point, {}, &HalfSegment::from);
    return {begin, end};
  }
  [[nodiscard]] bool is_end(std::uint32_t point) const { return halves_from(point).size() != 2; }

  Polyline followed(HalfSegment half) {
    const std::uint32_t start = half.from;
    Polyline line{{start}, false, {}};
    while (true) {
      used_[half.segment] = true;
      line.pairs.push_back(segments_[half.segment].pair);
      if (half.to == start) {
        line.closed = true;
        return line;
      }
      line.points.push_back(half.to);
      if (is_end(half.to)) return line;
      const std::span<const HalfSegment> next = halves_from(half.to);
      half = next[0].segment == half.segment ? next[1] : next[0];
    }
  }

  std::vector<PolylineSegment> segments_;
  std::vector<bool> used_;
  std::vector<HalfSegment> halves_;
};

}  // namespace

std::vector<Polyline> joined(PolylineParts parts) {
  PolylineJoiner joiner(std::move(parts.segments));
  std::vector<Polyline> found = joiner.polylines();
  std::sort(parts.covered.begin(), parts.covered.end());
  std::sort(parts.touches.begin(), parts.touches.end(),
            [](const PolylineTouch& x, const PolylineTouch& y) { return std::tie(x.point, x.pair) < std::tie(y.point, y.pair); });
  for (std::size_t k = 0; k < parts.touches.size(); ++k) {
    const auto& [point, pair] = parts.touches[k];
    const bool is_repeated = k > 0 && parts.touches[k - 1].point == point;
    if (is_repeated || joiner.has(point) || std::ranges::binary_search(parts.covered, point)) continue;
    found.push_back({{point}, false, {pair}});
  }
  std::sort(found.begin(), found.end(), [](const Polyline& x, const Polyline& y) { return x.points < y.points; });
  return found;
}

}  // namespace graze::query
