#pragma once
/// Which pairs a question about a scene looks at, and the same question about some of them: for work that many processes share.
///
/// All pairs between them get the answers that one question about the scene gives, whoever asks about which.

#include <span>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

namespace graze {

/// The pairs that statuses() considers, sorted.
[[nodiscard]] GRAZE_API Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneStatusOptions& question,
                                                                    const SceneOptions& options = {});
/// The pairs that first_contacts() considers, sorted.
[[nodiscard]] GRAZE_API Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneTimeOptions& question,
                                                                    const SceneOptions& options = {});

/// What statuses() answers about these pairs of the scene, in their order. ErrorCode::bad_option names one that is not in it.
[[nodiscard]] GRAZE_API Result<SceneStatuses> statuses_of(const Scene& scene, std::span<const ScenePair> pairs,
                                                          const SceneStatusOptions& question, const SceneOptions& options = {});
/// What first_contacts() answers about these.
[[nodiscard]] GRAZE_API Result<SceneContacts> first_contacts_of(const Scene& scene, std::span<const ScenePair> pairs,
                                                                const SceneTimeOptions& question, const SceneOptions& options = {});

}  // namespace graze
