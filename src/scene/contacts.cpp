/// Where bodies that meet do so, with sets, normals and depths.

#include <algorithm>

#include <graze/distance.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/penetration.h>
#include <graze/scene_questions.h>
#include <graze/sweep.h>

#include "body/view_of.h"
#include "questions/ring.h"
#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/fixed_order.h"
#include "scene/initial.h"
#include "scene/instant.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

Body at_rest(const Body& body) { return {body.geometry, body.pose, {}, body.solid}; }
bool is_mesh_body(const Body& body) { return body.geometry.is_mesh(); }

bool is_cloud(const Body& body) { return std::holds_alternative<PointCloud>(body.geometry.shape().value); }

/// Where nothing is known but that they meet.
Result<PartContact> by_a_point(const Body& a, const Body& b) {
  return closest_points(a, b).map([](const Closest& closest) {
    PartContact contact;
    contact.set.points.push_back(closest.points[0]);
    for (std::size_t k = 0; k < 2; ++k) contact.places[k].triangle = closest.features[k].triangle;
    return contact;
  });
}

/// Of convex bodies that meet: the set where they touch, or the points of the manifold where they overlap.
Result<PartContact> of_convex(const Body& a, const Body& b) {
  const auto depth = penetration(a, b);
  if (!depth || !*depth) return by_a_point(a, b);  // not every pair of shapes knows its depth
  PartContact contact;
  contact.normal = (*depth)->normal;
  contact.depth = (*depth)->depth;
  const auto touch = sweep(a, b, {.t_max = 0});
  if (touch && *touch && !(*touch)->set.points.empty()) {
    contact.set = (*touch)->set;
    return contact;
  }
  for (const ManifoldPoint& p : (*depth)->manifold) contact.set.points.push_back(p.point);
  if (!contact.set.points.empty()) return contact;
  return by_a_point(a, b).map([&](const PartContact& point) {
    contact.set = point.set;
    return contact;
  });
}

Result<void> add_of_meshes(const Body& a, const Body& b, std::size_t max_contacts, PairContacts& found) {
  const auto touching = first_contacts(a, b, {.t_max = 0, .max_pairs = max_contacts});
  if (!touching) return tl::make_unexpected(touching.error());
  if (!*touching) return {};
  found.truncated = found.truncated || (*touching)->truncated();
  for (const TouchingPair& pair : (*touching)->pairs) {
    PartContact contact;
    for (std::size_t k = 0; k < 2; ++k) contact.places[k].triangle = static_cast<std::int32_t>(pair.triangles[k]);
    contact.set = pair.set;
    contact.normal = pair.normal;
    found.contacts.push_back(std::move(contact));
  }
  return {};
}

/// The mesh is body `side` of the two.
Result<void> add_of_mesh_and_shape(const Body& mesh, const Body& shape, std::size_t side, std::size_t max_contacts,
                                   PairContacts& found) {
  const auto list = triangles_meeting(mesh, shape, max_contacts);
  if (!list) return tl::make_unexpected(list.error());
  found.truncated = found.truncated || list->truncated();
  for (const std::uint32_t i : list->triangles) {
    const auto geometry = Geometry::make(Shape{view_of(mesh.geometry).triangle(i)});
    if (!geometry) return tl::make_unexpected(geometry.error());
    const Body triangle{*geometry, mesh.pose, {}, false};
    const Body &a = side == 0 ? triangle : shape, &b = side == 0 ? shape : triangle;
    auto contact = query::is_ring(shape) ? by_a_point(a, b) : of_convex(a, b);  // the depth in a torus takes a search of its own
    if (!contact) return tl::make_unexpected(contact.error());
    contact->places[side].triangle = static_cast<std::int32_t>(i);
    found.contacts.push_back(*std::move(contact));
  }
  return {};
}

Result<void> add_contacts(const Body& a, const Body& b, std::size_t max_contacts, PairContacts& found) {
  const auto meet = overlap(a, b);
  if (!meet) return tl::make_unexpected(meet.error());
  if (!*meet) return {};
  const std::size_t before = found.contacts.size();
  Result<void> done;
  if (is_cloud(a) || is_cloud(b))
    done = {};  // nothing but a common point is known
  else if (is_mesh_body(a) && is_mesh_body(b))
    done = add_of_meshes(a, b, max_contacts, found);
  else if (is_mesh_body(a))
    done = add_of_mesh_and_shape(a, b, 0, max_contacts, found);
  else if (is_mesh_body(b))
    done = add_of_mesh_and_shape(b, a, 1, max_contacts, found);
  if (!done || found.contacts.size() > before) return done;
  auto whole = is_mesh_body(a) || is_mesh_body(b) ? by_a_point(a, b) : of_convex(a, b);
  return whole.map([&](PartContact& contact) { found.contacts.push_back(std::move(contact)); });
}

Result<PairContacts> contacts_of(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b, std::size_t max_contacts) {
  PairContacts found;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      if (!meet(a[i].box, b[j].box)) continue;
      const std::size_t before = found.contacts.size();
      const auto done = add_contacts(at_rest(a[i].body), at_rest(b[j].body), max_contacts, found);
      if (!done) return tl::make_unexpected(done.error());
      for (std::size_t k = before; k < found.contacts.size(); ++k) {
        found.contacts[k].places[0].part = i;
        found.contacts[k].places[1].part = j;
      }
    }
  }
  return found;
}

}  // namespace

Result<std::vector<PairContacts>> contacts(const Scene& scene, const SceneContactsOptions& question, const SceneOptions& options) {
  if (const auto ok = check_options(scene.data(), options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  const Cast cast{&data};
  const Instant instant(data, options.at, options.threads);
  const std::vector<IndexPair> pairs = candidates(data, instant, 0, options);
  std::vector<PairContacts> found(pairs.size());
  const auto done = in_portions(cast, pairs, options, [&](std::size_t i) -> Result<void> {
    const IndexPair& pair = pairs[i];
    if (options.ignore_initial) {
      const auto met = met_at_start(data, pair);
      if (!met) return tl::make_unexpected(cast.of_pair(pair, met.error()));
      if (*met) return {};
    }
    auto contacts = in_fixed_order(cast, pair, [&](std::uint32_t a, std::uint32_t b) {
      return contacts_of(instant.parts(a), instant.parts(b), question.max_contacts);
    });
    if (!contacts) return tl::make_unexpected(cast.of_pair(pair, contacts.error()));
    found[i] = *std::move(contacts);
    found[i].pair = cast.ids_of(pair);
    return {};
  });
  if (!done) return tl::make_unexpected(done.error());
  std::erase_if(found, [](const PairContacts& contacts) { return contacts.contacts.empty(); });
  return found;
}

}  // namespace graze
