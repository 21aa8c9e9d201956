#pragma once
/// The triangles, boxes and shapes of two bodies that meet during a time, found by walking their trees to a depth.

#include <functional>

#include <graze/scene_questions.h>

#include "scene/record.h"

namespace graze::scenes {

/// What a search ended at in one of the bodies.
struct LeafEnd {
  PartPlace place;
  Vec3 normal = Vec3::Zero();  ///< as in ContactNotice
};

struct LeafContact {
  double time = 0;
  Vec3 point = Vec3::Zero();
  ContactSet set;
  std::array<LeafEnd, 2> ends;
};

using OnLeafContact = std::function<bool(const LeafContact&)>;

/// Calls on_contact(contact) -> bool, "go on?", for all contacts of the two. False if it ended the search.
[[nodiscard]] Result<bool> for_each_leaf_contact(const Record& a, const Record& b, const SceneSearchOptions& question,
                                                 const OnLeafContact& on_contact);

}  // namespace graze::scenes
