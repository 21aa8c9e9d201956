#pragma once
/// The first contact among many pairs: pairs by the time at which they can meet at the earliest, until no other can be earlier.

#include <utility>
#include <vector>

#include <graze/scene_motion.h>

#include "scene/cast.h"

namespace graze::scenes {

struct TimedPair {
  double earliest = 0;  ///< no contact before
  IndexPair pair{};
};

class EarliestSearch {
 public:
  EarliestSearch(const Cast& cast, const SceneTimeOptions& question, const SceneOptions& options)
      : cast_(cast), question_(question), options_(options) {}

  /// Looks for contacts of these pairs in [0, window].
  [[nodiscard]] Result<void> search(std::vector<TimedPair> pairs, double window);

  [[nodiscard]] bool has_found() const { return !found_.empty(); }
  [[nodiscard]] Result<SceneContact> answer();

 private:
  [[nodiscard]] Result<PairContact> contact_of(const IndexPair& pair, double t_max) const;
  void take(const IndexPair& pair, PairContact contact);
  [[nodiscard]] Result<void> search_contenders_again();

  Cast cast_;
  const SceneTimeOptions& question_;
  const SceneOptions& options_;
  double latest_ = 0;  ///< a later contact is not the first
  std::vector<std::pair<IndexPair, PairContact>> found_;
  std::size_t searched_ = 0;
};

/// The first contact of a pair with the options of a question; clear where it is to be ignored.
[[nodiscard]] Result<PairContact> contact_of_pair(const Cast& cast, const IndexPair& pair, const SceneTimeOptions& question,
                                                  double t_max, const SceneOptions& options);

/// The first contacts of all these pairs, those that are clear left out, in the order of the pairs.
[[nodiscard]] Result<SceneContacts> contacts_of_pairs(const Cast& cast, const std::vector<IndexPair>& pairs,
                                                      const SceneTimeOptions& question, const SceneOptions& options);

}  // namespace graze::scenes
