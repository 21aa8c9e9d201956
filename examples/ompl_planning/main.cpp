/// Plans motions of a robot with OMPL, once with graze certifying every edge and once with OMPL's own validator, which samples;
/// then asks graze how many edges of each path really touch something.
///
///   ompl_planning [ROBOT.urdf [PACKAGES...]]

#include <chrono>
#include <cstdio>
#include <memory>
#include <numbers>

#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include "cell.h"
#include "validators.h"

namespace planning {
namespace {

namespace og = ompl::geometric;

constexpr int problems = 6;
constexpr double seconds_to_plan = 5;

std::shared_ptr<ob::RealVectorStateSpace> space_of(const graze::RobotCell& cell) {
  const auto drivers = cell.robot().drivers();
  auto space = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(drivers.size()));
  ob::RealVectorBounds bounds(static_cast<unsigned>(drivers.size()));
  for (unsigned k = 0; k < drivers.size(); ++k) {
    const auto& limits = drivers[k].limits;
    bounds.setLow(k, limits ? limits->lower : -std::numbers::pi);
    bounds.setHigh(k, limits ? limits->upper : std::numbers::pi);
  }
  space->setBounds(bounds);
  return space;
}

struct Total {
  int solved = 0, paths_in_contact = 0;
  std::size_t edges = 0, edges_in_contact = 0;
  double seconds = 0;
};

/// Every edge of the path, certified.
void add_path(const graze::RobotCell& cell, const og::PathGeometric& path, Total& total) {
  std::vector<graze::JointEdge> edges;
  for (std::size_t k = 0; k + 1 < path.getStateCount(); ++k)
    edges.push_back({positions_of(cell, path.getState(static_cast<unsigned>(k))),
                     positions_of(cell, path.getState(static_cast<unsigned>(k + 1)))});
  const auto answers = cell.check_edges(edges);
  std::size_t in_contact = 0;
  for (std::size_t k = 0; k < edges.size(); ++k) in_contact += answers && (*answers)[k].valid() ? 0 : 1;
  ++total.solved;
  total.edges += edges.size();
  total.edges_in_contact += in_contact;
  total.paths_in_contact += in_contact > 0 ? 1 : 0;
}

template <class Planner>
void plan(const graze::RobotCell& cell, bool is_certified, Total& total) {
  og::SimpleSetup setup(space_of(cell));
  const ob::SpaceInformationPtr& info = setup.getSpaceInformation();
  setup.setStateValidityChecker(std::make_shared<StateChecker>(info, cell));
  if (is_certified) info->setMotionValidator(std::make_shared<CertifiedMotion>(info, cell));
  setup.setPlanner(std::make_shared<Planner>(info));
  info->setup();
  const ob::ValidStateSamplerPtr sampler = info->allocValidStateSampler();
  ob::ScopedState<> start(info), goal(info);
  if (!sampler->sample(start.get()) || !sampler->sample(goal.get())) return;
  setup.setStartAndGoalStates(start, goal);
  const auto began = std::chrono::steady_clock::now();
  const bool solved = setup.solve(seconds_to_plan) == ob::PlannerStatus::EXACT_SOLUTION;
  total.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (solved) add_path(cell, setup.getSolutionPath(), total);
}

/// Solves all problems; returns how many paths are not free of contact.
template <class Planner>
int run(const graze::RobotCell& cell, const char* name, bool is_certified) {
  Total total;
  for (int k = 0; k < problems; ++k) plan<Planner>(cell, is_certified, total);
  std::printf("%-12s %-18s solved %d of %d in %.3f s; %zu edges, %zu of them in contact, %d paths\n", name,
              is_certified ? "graze, certified" : "OMPL, sampled", total.solved, problems, total.seconds, total.edges,
              total.edges_in_contact, total.paths_in_contact);
  return is_certified ? total.paths_in_contact : 0;
}

}  // namespace
}  // namespace planning

int main(int argc, char** argv) {
  using namespace planning;
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  ompl::RNG::setSeed(1);
  const graze::RobotCell cell = cell_from(argc, argv);
  std::printf("%s: %zu drivers, %zu pairs are checked\n", cell.robot().model().name.c_str(), cell.robot().drivers().size(),
              cell.pair_count());
  int wrong = run<og::RRTConnect>(cell, "RRT-Connect", true);
  wrong += run<og::PRM>(cell, "PRM", true);
  run<og::RRTConnect>(cell, "RRT-Connect", false);
  run<og::PRM>(cell, "PRM", false);
  if (wrong == 0) std::printf("every certified path is clear\n");
  return wrong == 0 ? 0 : 1;
}
