/// Reads velocities that are polynomials in time, plus a linear field of the position, and integrates them.

#include "io/json/integrate.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "geometry/embed.h"
#include "io/json/fields.h"
#include "motion/turning/reach.h"

namespace graze {
namespace {

/// The first coefficient is constant, the next belongs to t, and so on.
using Polynomial = std::vector<Vec3>;

Vec3 value_at(const Polynomial& p, double t) {
  Vec3 value = Vec3::Zero();
  for (auto c = p.rbegin(); c != p.rend(); ++c) value = t * value + *c;
  return value;
}

/// Bounds how fast it changes in [0, end].
double rate_bound(const Polynomial& p, double end) {
  double sum = 0;
  for (std::size_t k = p.size(); k-- > 1;) sum = sum * end + static_cast<double>(k) * p[k].norm();
  return sum;
}

/// v(t) + A x, w(t).
struct Velocities {
  Polynomial linear, angular;
  Mat3 field = Mat3::Zero();

  [[nodiscard]] Twist at(double t, const Pose& pose) const {
    return {value_at(linear, t) + field * pose.translation, value_at(angular, t)};
  }
};

Polynomial read_vectors(JsonFields& fields, std::string_view name, bool is_planar) {
  if (!fields.has(name)) return {};
  if (!is_planar) return fields.points<3>(name);
  Polynomial result;
  for (const Vec2& c : fields.points<2>(name)) result.push_back(embedded(c));
  return result;
}

/// In the plane a list of numbers.
Polynomial read_turning(JsonFields& fields, const Json& object, bool is_planar) {
  if (!is_planar || !fields.has("omega")) return read_vectors(fields, "omega", is_planar);
  const Json& list = object["omega"];
  Polynomial result;
  for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
    if (!list[i].is_number())
      fields.report(ErrorCode::bad_shape, fmt::format("omega[{}]: expected a number, found {}", i, kind_of(list[i])));
    else
      result.push_back(Vec3(0, 0, list[i].get<double>()));
  }
  if (!list.is_array()) fields.report(ErrorCode::bad_shape, fmt::format("omega: expected a list, found {}", kind_of(list)));
  return result;
}

Integrator read_method(JsonFields& fields) {
  if (!fields.has("method")) return Integrator::runge_kutta4;
  const std::string name = fields.string("method");
  if (!fields.error() && name != "euler" && name != "rk4")
    fields.report(ErrorCode::bad_option, fmt::format("method: {} is none of euler, rk4", Json(name).dump()));
  return name == "euler" ? Integrator::euler : Integrator::runge_kutta4;
}

Result<void> check_fields(const Json& body, const Json& object) {
  for (const char* other : {"vel", "omega", "center", "keyframes"}) {
    if (body.contains(other)) return fail(ErrorCode::bad_shape, fmt::format("integrate: not together with {}", other));
  }
  if (!object.is_object())
    return fail(ErrorCode::bad_shape, fmt::format("integrate: expected an object, found {}", kind_of(object)));
  for (const auto& [name, value] : object.items()) {
    constexpr std::string_view known[] = {"v", "omega", "A", "method", "step", "tolerance", "until", "max_steps"};
    if (std::find(std::begin(known), std::end(known), name) == std::end(known))
      return fail(ErrorCode::bad_shape, fmt::format("integrate.{}: unknown field", name));
  }
  return {};
}

}  // namespace

Result<IntegratedMotion> integrated_from_json(const Json& body, const Geometry& geometry, const Pose& start) {
  const Json& object = body["integrate"];
  if (const auto ok = check_fields(body, object); !ok) return tl::make_unexpected(ok.error());
  JsonFields fields(object, ErrorCode::bad_shape);
  const bool is_planar = geometry.is_planar();
  const Velocities velocities{read_vectors(fields, "v", is_planar), read_turning(fields, object, is_planar),
                              fields.matrix("A", is_planar, Mat3::Zero())};
  IntegrateOptions options;
  options.method = read_method(fields);
  options.t_max = fields.number("until");
  if (fields.has("step")) options.step = fields.number("step");
  if (fields.has("tolerance")) options.tolerance = fields.number("tolerance");
  if (fields.has("max_steps")) options.max_steps = fields.count("max_steps");
  if (fields.error()) return tl::make_unexpected(at("integrate", *fields.error()));
  const double reach = query::reach_of({geometry, {}, {}}).center;
  const double turning = rate_bound(velocities.angular, options.t_max);
  options.bounds =
      TwistBounds{rate_bound(velocities.linear, options.t_max) + (turning > 0 ? reach * turning : 0), velocities.field.norm()};
  const auto motion = integrate(geometry, start, [&](double t, const Pose& pose) { return velocities.at(t, pose); }, options);
  if (!motion) return tl::make_unexpected(at("integrate", motion.error()));
  return motion;
}

}  // namespace graze
