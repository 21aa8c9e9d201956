#pragma once
/// The field "repair" of a body: its rotations and axes are replaced by the nearest ones that are right.

#include <optional>

#include <graze/pose.h>

#include "io/json/line.h"
#include "io/json/shape.h"

namespace graze {

class Repair {
 public:
  /// Of the body; does nothing unless it says "repair": true.
  [[nodiscard]] static Result<Repair> asked_by(const Json& body);

  [[nodiscard]] Result<void> rotation_of(Pose& pose);
  [[nodiscard]] Result<void> axes_of(AnyShape& shape);

  /// How far the entry that moved most has moved, of all that was repaired; nothing where no repair was asked for.
  [[nodiscard]] std::optional<double> amount() const { return amount_; }

 private:
  void note(double deviation);

  std::optional<double> amount_;
};

}  // namespace graze
