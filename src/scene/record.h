#pragma once
/// What a scene keeps of a body.

#include <memory>
#include <vector>

#include <graze/scene.h>

#include "scene/shared_shapes.h"

namespace graze::scenes {

/// A part of a body in the world.
struct PlacedPart {
  Body body;  ///< at a time, and with its motion from then on where that is constant
  Aabb box = empty_box();
};

struct Record {
  BodyId id;
  bool is_alive = false;
  SceneBody given;
  std::vector<std::shared_ptr<const SharedShape>> shapes;  ///< of the parts
  std::vector<Pose> in_body;                               ///< of the parts, scale applied
  std::vector<PlacedPart> placed;                          ///< at time 0
  Aabb box = empty_box();                                  ///< around them
  std::vector<std::uint32_t> excluded;                     ///< indices of bodies it must not meet, sorted
};

/// Checks a body and prepares it, without a place in a scene yet.
[[nodiscard]] Result<Record> record_of(SceneBody body, SharedShapes& shapes);

/// The pose of part k when the body has this pose.
[[nodiscard]] Pose part_pose(const Record& record, std::size_t k, const Pose& pose);

/// The parts of a body in a pose, at rest.
void place(const Record& record, const Pose& pose, std::vector<PlacedPart>& placed);

/// The parts at a time: those of time 0 where the body stays there, else placed in `room`.
[[nodiscard]] const std::vector<PlacedPart>& parts_at(const Record& record, double t, std::vector<PlacedPart>& room);

[[nodiscard]] Aabb box_around(const std::vector<PlacedPart>& placed);

/// Whether the body may be there at time 0, with the motion it has.
[[nodiscard]] Result<void> check_place_at_start(const Record& record, const Pose& start);

/// Puts the parts where they are at time 0 when the body has this pose.
void move_to(Record& record, const Pose& start);

/// Checks pose and motion as given, then moves the parts there. After an error they have not moved.
[[nodiscard]] Result<void> place_at_start(Record& record);

}  // namespace graze::scenes
