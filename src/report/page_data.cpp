/// Writes meshes, boxes, poses and findings for the script of a page; web/src/data.js reads them.

#include "report/page_data.h"

#include <cmath>

#include <Eigen/Geometry>

#include "report/finding.h"
#include "report/page_text.h"

namespace graze::report {
namespace {

using Json = nlohmann::json;

/// Points of curves and contacts in one page; findings beyond it keep their place and lose their curves, which the page says.
constexpr std::size_t most_points = 600'000;
constexpr std::size_t short_indices = 65'536;

/// Infinity and NaN have no JSON.
Json number(const std::optional<double>& x) { return x && std::isfinite(*x) ? Json(*x) : Json(); }

Json list(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

void push(std::vector<float>& numbers, const Vec3& v) {
  for (int i = 0; i < 3; ++i) numbers.push_back(static_cast<float>(v[i]));
}

Json boxes_json(const std::vector<Obb>& boxes, Blob& blob) {
  std::vector<float> numbers;
  for (const Obb& box : boxes) {
    push(numbers, box.center);
    for (int i = 0; i < 3; ++i) push(numbers, box.half_extents[i] * box.axes[static_cast<std::size_t>(i)]);
  }
  return {blob.add_floats(numbers), boxes.size()};
}

Json mesh_json(const DisplayMesh& mesh, Blob& blob) {
  const bool as_short = mesh.vertices.size() <= short_indices;
  const std::span<const float> coordinates(mesh.vertices.empty() ? nullptr : mesh.vertices.front().data(),
                                           3 * mesh.vertices.size());
  const std::span<const std::uint32_t> corners(mesh.triangles.empty() ? nullptr : mesh.triangles.front().data(),
                                               3 * mesh.triangles.size());
  Json json{{"vertices", {blob.add_floats(coordinates), coordinates.size()}},
            {"indices", {blob.add_indices(corners, as_short), corners.size(), as_short ? 2 : 4}},
            {"original", mesh.original_triangles},
            {"levels", Json::array()}};
  for (const auto& boxes : mesh.levels) json["levels"].push_back(boxes_json(boxes, blob));
  return json;
}

/// Columns of a 4x4 matrix, as three.js stores them.
Json matrix_json(const DisplayPart& part) {
  Json json = Json::array();
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) json.push_back(part.scale * part.pose.rotation(row, column));
    json.push_back(0);
  }
  for (int row = 0; row < 3; ++row) json.push_back(part.pose.translation[row]);
  json.push_back(1);
  return json;
}

/// Eight numbers each: time, quaternion x y z w, translation.
Json poses_json(const std::vector<Keyframe>& poses, Blob& blob) {
  std::vector<float> numbers;
  for (const Keyframe& key : poses) {
    const Eigen::Quaterniond turn(key.pose.rotation);
    for (const double x : {key.t, turn.x(), turn.y(), turn.z(), turn.w()}) numbers.push_back(static_cast<float>(x));
    push(numbers, key.pose.translation);
  }
  return {blob.add_floats(numbers), poses.size()};
}

Json body_json(const ReportBody& body, FindingKind kind, const DisplayBody& shown, Blob& blob) {
  Json json{{"name", valid_utf8(body.name)}, {"kind", name_of(kind)}, {"poses", poses_json(shown.poses, blob)}};
  if (body.colour) json["colour"] = *body.colour;
  json["parts"] = Json::array();
  for (const DisplayPart& part : shown.parts) json["parts"].push_back({{"mesh", part.mesh}, {"matrix", matrix_json(part)}});
  return json;
}

template <class Points>
Json points_json(const Points& points, const Display& display, Blob& blob) {
  std::vector<float> numbers;
  for (const Vec3& p : points) push(numbers, display.shown(p));
  return {blob.add_floats(numbers), points.size()};
}

std::size_t point_count(const Finding& finding) {
  std::size_t count = 0;
  for (const auto& set : finding.contacts) count += set.points.size();
  for (const auto& curve : finding.curves) count += curve.points.size();
  return count;
}

void add_geometry(Json& json, const Finding& finding, const Display& display, Blob& blob) {
  for (const ContactSet& set : finding.contacts)
    json["contacts"].push_back({{"points", points_json(set.points, display, blob)}, {"radius", set.radius / display.size}});
  for (const IntersectionCurve& curve : finding.curves)
    json["curves"].push_back({{"points", points_json(curve.points, display, blob)}, {"closed", curve.closed}});
}

Json finding_json(const ReportData& data, const Finding& finding, const Display& display) {
  Json json{{"a", finding.a},
            {"b", finding.b},
            {"kind", name_of(finding.kind)},
            {"text", valid_utf8(sentence(data, finding))},
            {"time", number(finding.time)},
            {"distance", number(finding.distance)},
            {"depth", number(finding.depth)},
            {"triangles", finding.triangles},
            {"parts", {valid_utf8(finding.parts[0]), valid_utf8(finding.parts[1])}},
            {"note", valid_utf8(finding.note)},
            {"contacts", Json::array()},
            {"curves", Json::array()}};
  if (finding.normal) json["normal"] = list(*finding.normal);
  if (finding.witness) json["witness"] = {list(display.shown((*finding.witness)[0])), list(display.shown((*finding.witness)[1]))};
  if (const std::optional<Place> place = place_of(finding)) {
    json["center"] = list(display.shown(place->center));
    json["radius"] = place->radius / display.size;
    json["point"] = list(place->center);
  }
  return json;
}

}  // namespace

PageData page_data(const ReportData& data, const Display& display, const std::vector<std::size_t>& listed) {
  PageData page;
  Json& json = page.json;
  json = {{"title", valid_utf8(data.title)},
          {"units", valid_utf8(data.units)},
          {"origin", list(display.origin)},
          {"size", display.size},
          {"tMax", data.t_max},
          {"firstContact", number(first_contact_time(data))},
          {"firstShown", first_shown_time(data)},
          {"meshes", Json::array()},
          {"bodies", Json::array()},
          {"findings", Json::array()}};
  for (const DisplayMesh& mesh : display.meshes) json["meshes"].push_back(mesh_json(mesh, page.blob));
  const std::vector<FindingKind> kinds = kinds_of_bodies(data);
  for (std::size_t i = 0; i < data.bodies.size(); ++i)
    json["bodies"].push_back(body_json(data.bodies[i], kinds[i], display.bodies[i], page.blob));
  std::size_t points = 0;
  for (const std::size_t i : listed) {
    const Finding& finding = data.findings[i];
    Json one = finding_json(data, finding, display);
    points += point_count(finding);
    one["cut"] = points > most_points;
    if (points <= most_points) add_geometry(one, finding, display, page.blob);
    json["findings"].push_back(std::move(one));
  }
  return page;
}

}  // namespace graze::report
