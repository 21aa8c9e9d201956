/// Calls Qhull and turns its facets into loops of corners, counter-clockwise seen from outside.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "geometry/qhull.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

using CornerLoop = std::vector<std::int32_t>;

/// Qhull's state, with its messages caught in memory instead of on stderr.
class QhullRun {
 public:
  QhullRun() : sink_(open_memstream(&text_, &text_size_)) { qh_zero(&state_, sink_); }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;
  QhullRun(QhullRun&&) = delete;
  QhullRun& operator=(QhullRun&&) = delete;
  ~QhullRun() {
    qh_freeqhull(&state_, qh_ALL);
    int unused = 0, also_unused = 0;
    qh_memfreeshort(&state_, &unused, &also_unused);
    std::fclose(sink_);
    std::free(text_);
  }

  /// Qhull's exit code, 0 when the hull is there.
  int operator()(std::vector<double>& coordinates) {
    // Qc keeps points near faces, U says how near; Q5 and Q8, because Qhull's last pass would drop all that are deeper than its
    // own rounding. Pp silences remarks on precision. Never QJ, which moves the points.
    std::string command = fmt::format("qhull Qc Q5 Q8 Pp U{}", tolerance::near_hull_face);
    const int count = static_cast<int>(coordinates.size() / 3);
    return qh_new_qhull(&state_, 3, count, coordinates.data(), False, command.data(), nullptr, sink_);
  }

  qhT* state() { return &state_; }

  std::string first_message() {
    std::fflush(sink_);
    const std::string all(text_, text_size_);
    return all.substr(0, all.find('\n'));
  }

 private:
  char* text_ = nullptr;
  std::size_t text_size_ = 0;
  std::FILE* sink_;
  qhT state_{};
};

/// Qhull lists the sides of a merged facet in no order: walk from corner to corner. Empty when they do not form one loop.
CornerLoop walked(const std::multimap<std::int32_t, std::int32_t>& neighbours) {
  CornerLoop loop{neighbours.begin()->first};
  std::int32_t previous = -1;
  do {
    const auto [begin, end] = neighbours.equal_range(loop.back());
    if (std::distance(begin, end) != 2) return {};
    const std::int32_t next = begin->second != previous ? begin->second : std::next(begin)->second;
    previous = loop.back();
    loop.push_back(next);
  } while (loop.back() != loop.front());
  loop.pop_back();
  return loop.size() * 2 == neighbours.size() ? loop : CornerLoop{};
}

CornerLoop corners(qhT* qh, facetT* facet) {
  vertexT *vertex = nullptr, **vertexp = nullptr;
  ridgeT *ridge = nullptr, **ridgep = nullptr;
  if (facet->simplicial) {
    CornerLoop loop;
    FOREACHvertex_(facet->vertices) loop.push_back(qh_pointid(qh, vertex->point));
    return loop;
  }
  std::multimap<std::int32_t, std::int32_t> neighbours;
  FOREACHridge_(facet->ridges) {
    const std::int32_t i = qh_pointid(qh, static_cast<vertexT*>(SETfirst_(ridge->vertices))->point);
    const std::int32_t j = qh_pointid(qh, static_cast<vertexT*>(SETsecond_(ridge->vertices))->point);
    neighbours.emplace(i, j);
    neighbours.emplace(j, i);
  }
  return neighbours.empty() ? CornerLoop{} : walked(neighbours);
}

void turn_outward(CornerLoop& loop, const Vec3& outward, std::span<const Vec3> points) {
  Vec3 area = Vec3::Zero();
  for (std::size_t k = 1; k + 1 < loop.size(); ++k)
    area += (points[loop[k]] - points[loop[0]]).cross(points[loop[k + 1]] - points[loop[0]]);
  if (area.dot(outward) < 0) std::reverse(loop.begin(), loop.end());
}

}  // namespace

Result<SolidHull> solid_hull(std::span<const Vec3> normalised_points) {
  std::vector<double> coordinates;
  coordinates.reserve(3 * normalised_points.size());
  for (const Vec3& p : normalised_points) coordinates.insert(coordinates.end(), p.begin(), p.end());
  QhullRun run;
  if (run(coordinates) != 0) return fail(ErrorCode::bad_shape, fmt::format("v: no hull: {}", run.first_message()));
  SolidHull hull;
  qhT* qh = run.state();
  facetT* facet = nullptr;
  pointT *point = nullptr, **pointp = nullptr;
  FORALLfacets {
    CornerLoop loop = corners(qh, facet);
    if (loop.size() < 3) return fail(ErrorCode::bad_shape, "v: no hull: a facet without a boundary");
    turn_outward(loop, Vec3(facet->normal[0], facet->normal[1], facet->normal[2]), normalised_points);
    hull.faces.push_back(std::move(loop));
    FOREACHpoint_(facet->coplanarset) hull.near_faces.push_back(qh_pointid(qh, point));
  }
  return hull;
}

}  // namespace graze
