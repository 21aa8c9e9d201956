#include "mesh/polylines.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace graze::query {
namespace {

/// One end of a segment, seen from the point there.
struct Way {
  std::uint32_t from, to, segment;

  friend auto operator<=>(const Way&, const Way&) = default;
};

std::vector<PolylineSegment> each_once(std::vector<PolylineSegment> segments) {
  for (PolylineSegment& s : segments) std::sort(s.ends.begin(), s.ends.end());
  std::sort(segments.begin(), segments.end(),
            [](const PolylineSegment& x, const PolylineSegment& y) { return std::tie(x.ends, x.pair) < std::tie(y.ends, y.pair); });
  const auto same = [](const PolylineSegment& x, const PolylineSegment& y) { return x.ends == y.ends; };
  segments.erase(std::unique(segments.begin(), segments.end(), same), segments.end());
  return segments;
}

class Joiner {
 public:
  explicit Joiner(std::vector<PolylineSegment> segments) : segments_(each_once(std::move(segments))), used_(segments_.size()) {
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      const auto [low, high] = segments_[s].ends;
      ways_.push_back({low, high, s});
      ways_.push_back({high, low, s});
    }
    std::sort(ways_.begin(), ways_.end());
  }

  /// Curves from where they end or branch first, then what is left: loops. Ways are sorted, so each begins at its lesser end and
  /// goes on to the lesser neighbour.
  [[nodiscard]] std::vector<Polyline> polylines() {
    std::vector<Polyline> found;
    for (const bool loops : {false, true}) {
      for (const Way& way : ways_) {
        if (!used_[way.segment] && (loops || is_end(way.from))) found.push_back(followed(way));
      }
    }
    return found;
  }

  [[nodiscard]] bool has(std::uint32_t point) const { return !ways_from(point).empty(); }

 private:
  [[nodiscard]] std::span<const Way> ways_from(std::uint32_t point) const {
    const auto [begin, end] = std::ranges::equal_range(ways_, point, {}, &Way::from);
    return {begin, end};
  }
  [[nodiscard]] bool is_end(std::uint32_t point) const { return ways_from(point).size() != 2; }

  Polyline followed(Way way) {
    const std::uint32_t start = way.from;
    Polyline line{{start}, false, {}};
    while (true) {
      used_[way.segment] = true;
      line.pairs.push_back(segments_[way.segment].pair);
      if (way.to == start) {
        line.closed = true;
        return line;
      }
      line.points.push_back(way.to);
      if (is_end(way.to)) return line;
      const std::span<const Way> next = ways_from(way.to);
      way = next[0].segment == way.segment ? next[1] : next[0];
    }
  }

  std::vector<PolylineSegment> segments_;
  std::vector<bool> used_;
  std::vector<Way> ways_;
};

}  // namespace

std::vector<Polyline> joined(PolylineParts parts) {
  Joiner joiner(std::move(parts.segments));
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
