#pragma once
/// One step of a simulation, from contact to contact.
///
/// Every pair has a contact that is predicted for the motions both bodies have now; the earliest one happens, and what the bodies
/// that it changed do from then on is predicted anew, of their neighbours alone. Times are counted from the start of the step.

#include <set>
#include <vector>

#include <graze/simulate.h>

#include "broad/broad_phase.h"
#include "scene/record.h"
#include "scene/rigid_motion.h"

namespace graze::scenes {

enum class Prediction { contact, unfinished, rest, overlap };

struct PredictedContact {
  double t = 0;
  std::uint32_t a = 0, b = 0;                        ///< indices of the bodies in the scene, the smaller first
  std::uint32_t version_of_a = 0, version_of_b = 0;  ///< it holds as long as both are what they were
  Prediction kind = Prediction::contact;
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};
  std::array<PartPlace, 2> places;
};

/// What a step needs on its way, kept for the next one.
struct SimulationRoom {
  broad::BroadPhase broad;  ///< around the ways of all bodies of the scene until the end of the step
  std::vector<Aabb> ways;
  std::vector<broad::IndexPair> pairs;
  std::vector<std::uint32_t> neighbours;
  std::vector<PredictedContact> predicted;  ///< a heap, the earliest on top
  std::vector<std::uint32_t> versions;      ///< by index in the scene
  std::vector<std::uint32_t> place;   ///< by index in the scene: one more than the place among the bodies that move, 0: stands
  std::vector<RigidMotion> motions;   ///< by place
  std::vector<double> since;          ///< by place: when that motion began
  std::vector<std::size_t> contacts;  ///< by place
  std::vector<char> is_held;          ///< by place
  std::vector<PlacedPart> parts_of_a, parts_of_b;
};

class SimulationStep {
 public:
  SimulationStep(Scene& scene, std::vector<RigidBody>& bodies, std::set<ScenePair>& overlapping, SimulationRoom& room,
                 const SimulationOptions& options, const Simulation::OnContact& on_contact, const Simulation::Loads& loads,
                 double start, double duration)
      : scene_(scene),
        bodies_(bodies),
        overlapping_(overlapping),
        room_(room),
        options_(options),
        on_contact_(on_contact),
        loads_(loads),
        start_(start),
        duration_(duration) {}

  [[nodiscard]] Result<void> run();
  [[nodiscard]] double now() const { return now_; }
  StepReport report;

 private:
  [[nodiscard]] const Record& record(std::uint32_t index) const;
  [[nodiscard]] std::optional<std::size_t> place_of(std::uint32_t index) const;
  [[nodiscard]] bool moves(std::uint32_t index) const;

  void know_bodies();
  [[nodiscard]] Result<void> from_contact_to_contact();
  [[nodiscard]] Result<void> set_out(std::size_t place);
  [[nodiscard]] Result<void> predict_all();
  [[nodiscard]] Result<void> predict_around(std::uint32_t index, std::optional<std::uint32_t> but_not);
  [[nodiscard]] Result<void> predict(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] Result<void> predict_within(std::uint32_t a, std::uint32_t b, double margin, double tolerance);
  [[nodiscard]] Result<bool> comes_nearer(std::uint32_t a, std::uint32_t b, double distance);
  void expect(PredictedContact contact);

  [[nodiscard]] Result<void> happen(const PredictedContact& next);
  void arrive(std::uint32_t index);
  void tell(const PredictedContact& next);
  void hold(std::uint32_t index);
  void count(std::uint32_t index);
  [[nodiscard]] Result<void> go_on_from(const PredictedContact& next, const std::array<RigidBody, 2>& before);

  Scene& scene_;
  std::vector<RigidBody>& bodies_;
  std::set<ScenePair>& overlapping_;
  SimulationRoom& room_;
  const SimulationOptions& options_;
  const Simulation::OnContact& on_contact_;
  const Simulation::Loads& loads_;
  double start_, duration_;
  double now_ = 0;
};

}  // namespace graze::scenes
