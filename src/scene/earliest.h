#pragma once
/// The first contact among many pairs: pairs by the time at which they can meet at the earliest, until no other can be earlier.

#include <utility>
#include <vector>

#include <graze/scene_motion.h>

#include "scene/cast.h"
#include "scene/taken_room.h"

namespace graze::scenes {

struct TimedPair {
  double earliest = 0;  ///< no contact before
  IndexPair pair{};
};

class EarliestSearch {
 public:
  EarliestSearch(const Cast& cast, const SceneTimeOptions& question, const SceneOptions& options);

  /// An empty list for the pairs that search() looks at.
  [[nodiscard]] std::vector<TimedPair>& pairs_to_search();
  /// Looks for contacts of these pairs in [0, window].
  [[nodiscard]] Result<void> search(double window);

  [[nodiscard]] bool has_found() const { return !room_->found.empty(); }
  [[nodiscard]] Result<SceneContact> answer();

 private:
  struct Room {
    std::vector<TimedPair> pairs;
    std::vector<PairContact> answers;  ///< of those that are searched at once
    std::vector<std::pair<IndexPair, PairContact>> found;
  };

  [[nodiscard]] Result<PairContact> contact_of(const IndexPair& pair, double t_max) const;
  void take(const IndexPair& pair, PairContact contact);
  [[nodiscard]] Result<void> search_contenders_again();

  Cast cast_;
  const SceneTimeOptions& question_;
  const SceneOptions& options_;
  double latest_ = 0;  ///< a later contact is not the first
  std::size_t searched_ = 0;
  TakenRoom<Room> room_;
};

/// The first contact of a pair with the options of a question; clear where it is to be ignored.
[[nodiscard]] Result<PairContact> contact_of_pair(const Cast& cast, const IndexPair& pair, const SceneTimeOptions& question,
                                                  double t_max, const SceneOptions& options);

/// The first contacts of all these pairs, those that are clear left out, in the order of the pairs.
[[nodiscard]] Result<SceneContacts> contacts_of_pairs(const Cast& cast, const std::vector<IndexPair>& pairs,
                                                      const SceneTimeOptions& question, const SceneOptions& options);

}  // namespace graze::scenes
