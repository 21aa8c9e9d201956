#pragma once
/// graze behind the two doors of OMPL: is a state valid, and is the whole motion between two states.

#include <atomic>
#include <utility>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <graze/robot.h>

namespace planning {

namespace ob = ompl::base;

inline std::vector<double> positions_of(const graze::RobotCell& cell, const ob::State* state) {
  const double* values = state->as<ob::RealVectorStateSpace::StateType>()->values;
  return {values, values + cell.robot().drivers().size()};
}

class StateChecker : public ob::StateValidityChecker {
 public:
  StateChecker(const ob::SpaceInformationPtr& space, graze::RobotCell cell)
      : ob::StateValidityChecker(space), cell_(std::move(cell)) {}

  bool isValid(const ob::State* state) const override {
    const auto is_free = cell_.is_free(positions_of(cell_, state));
    return is_free && *is_free;
  }

 private:
  graze::RobotCell cell_;
};

/// Every instant of the motion, not samples of it. A cell may be asked from many threads.
class CertifiedMotion : public ob::MotionValidator {
 public:
  CertifiedMotion(const ob::SpaceInformationPtr& space, graze::RobotCell cell)
      : ob::MotionValidator(space), cell_(std::move(cell)) {}

  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    const auto edge = cell_.check_edge(positions_of(cell_, from), positions_of(cell_, to));
    return count(edge && edge->valid());
  }

  /// The last state that is certainly valid is at the certified fraction.
  bool checkMotion(const ob::State* from, const ob::State* to, std::pair<ob::State*, double>& last_valid) const override {
    const auto edge = cell_.check_edge(positions_of(cell_, from), positions_of(cell_, to), {.want_fraction = true});
    if (count(edge && edge->valid())) return true;
    last_valid.second = edge ? edge->fraction : 0;
    if (last_valid.first != nullptr) si_->getStateSpace()->interpolate(from, to, last_valid.second, last_valid.first);
    return false;
  }

 private:
  bool count(bool is_valid) const {
    ++(is_valid ? valid_ : invalid_);  // the counters that MotionValidator reports
    return is_valid;
  }

  graze::RobotCell cell_;
};

}  // namespace planning
