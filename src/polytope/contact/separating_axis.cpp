/// Names of axes, and the width of the gap along one.

#include "polytope/contact/separating_axis.h"

#include "polytope/contact/contact_set.h"

namespace graze::sat {

std::string_view name_of(AxisKind kind) {
  switch (kind) {
    case AxisKind::face_of_a: return "face_of_a";
    case AxisKind::face_of_b: return "face_of_b";
    case AxisKind::edge_edge: return "edge_edge";
    case AxisKind::common_plane: return "common_plane";
    case AxisKind::side_of_a: return "side_of_a";
    case AxisKind::side_of_b: return "side_of_b";
    case AxisKind::along_line: return "along_line";
    case AxisKind::across_line: return "across_line";
    case AxisKind::coordinate_axis: return "coordinate_axis";
  }
  return "unknown";
}

AxisGap gap_along(const ConvexPair& pair, const AxisId& id) {
  const Vector3<Dyadic> axis = axis_vector(id, pair.exact(), pair.span());
  const Meeting<Dyadic> m = meeting(pair.exact(), axis);
  const bool b_is_above = m.below.sign() < 0;
  const Length gap = length_along(b_is_above ? axis : -axis, b_is_above ? -m.below : -m.above);
  return {gap.direction, gap.length};
}

}  // namespace graze::sat
