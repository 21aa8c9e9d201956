/// Tells bodies of their contacts.

#include <cmath>

#include <graze/scene_questions.h>

#include "scene/candidates.h"
#include "scene/cast.h"
#include "scene/fixed_order.h"
#include "scene/initial.h"
#include "scene/leaf_search.h"
#include "scene/swept.h"
#include "scene/work.h"

namespace graze {
namespace {

using namespace scenes;

Result<void> check(const Scene& scene, const SceneSearchOptions& question, const SceneOptions& options) {
  if (!(question.t_max >= 0 && std::isfinite(question.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (question.tolerance && !(*question.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (options.at != 0) return fail(ErrorCode::bad_option, "at: contacts are looked for from time 0 on");
  return check_options(scene.data(), options);
}

/// The contact as body k of the two sees it.
ContactNotice notice_of(const LeafContact& contact, const std::array<const Record*, 2>& bodies, std::size_t k) {
  const Record& self = *bodies[k];
  const Record& other = *bodies[1 - k];
  ContactNotice notice;
  notice.self = self.id;
  notice.other = other.id;
  notice.self_data = self.given.user_data;
  notice.other_data = other.given.user_data;
  notice.self_place = contact.ends[k].place;
  notice.other_place = contact.ends[1 - k].place;
  notice.time = contact.time;
  notice.point = contact.point;
  notice.set = contact.set;
  notice.self_normal = contact.ends[k].normal;
  notice.other_normal = contact.ends[1 - k].normal;
  return notice;
}

/// All who want to know are told before it is looked who wants to stop.
bool tell(const LeafContact& contact, const std::array<const Record*, 2>& bodies, const ContactCallback& on_contact) {
  bool go_on = true;
  for (std::size_t k = 0; k < 2; ++k) {
    const ContactCallback& callback = bodies[k]->given.on_contact;
    if (callback && !callback(notice_of(contact, bodies, k))) go_on = false;
  }
  if (on_contact && !on_contact(notice_of(contact, bodies, 0))) go_on = false;
  return go_on;
}

/// Calls on_contact(contact, bodies) -> bool for all contacts of two bodies, which are searched in their fixed order and told of in
/// that of their ids. False if it ended the search.
template <class OnContact>
Result<bool> contacts_of_pair(const Record& a, const Record& b, const SceneSearchOptions& question, const OnContact& on_contact) {
  const bool is_reversed = comes_first(b, a);
  const std::array<const Record*, 2> bodies{&a, &b};
  return for_each_leaf_contact(is_reversed ? b : a, is_reversed ? a : b, question, [&](const LeafContact& found) {
    if (!is_reversed) return on_contact(found, bodies);
    LeafContact contact = found;
    swap_both(contact.ends);
    return on_contact(contact, bodies);
  });
}

/// Calls on_contact(contact, bodies) -> bool for all contacts of all pairs. False if it ended the search.
template <class OnContact>
Result<bool> search(const Scene& scene, const SceneSearchOptions& question, const SceneOptions& options,
                    const OnContact& on_contact) {
  if (const auto ok = check(scene, question, options); !ok) return tl::make_unexpected(ok.error());
  const Scene::Data& data = scene.data();
  const Cast cast{&data};
  const SweptBodies swept(data, question.t_max, options.threads);
  const std::vector<IndexPair> pairs = candidates(data, swept.boxes(), 0, options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const IndexPair& pair = pairs[i];
    if (swept.earliest(pair.first, pair.second, 0) > question.t_max) continue;
    if (options.ignore_initial) {
      const auto met = met_at_start(data, pair);
      if (!met) return tl::make_unexpected(cast.of_pair(pair, met.error()));
      if (*met) continue;
    }
    const auto go = contacts_of_pair(cast[pair.first], cast[pair.second], question, on_contact);
    if (!go) return tl::make_unexpected(cast.of_pair(pair, go.error()));
    if (!*go) return false;
    if (const auto wanted = go_on(options, i + 1, pairs.size()); !wanted) return tl::make_unexpected(wanted.error());
  }
  return true;
}

}  // namespace

Result<bool> test_contacts(const Scene& scene, const SceneSearchOptions& question, const SceneOptions& options) {
  return search(scene, question, options, [](const auto&, const auto&) { return false; }).map([](bool all) { return !all; });
}

Result<bool> find_contacts(const Scene& scene, const SceneSearchOptions& question, const ContactCallback& on_contact,
                           const SceneOptions& options) {
  return search(scene, question, options, [&](const LeafContact& contact, const std::array<const Record*, 2>& bodies) {
    return tell(contact, bodies, on_contact);
  });
}

}  // namespace graze
