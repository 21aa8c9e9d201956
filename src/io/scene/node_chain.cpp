/// An even scale commutes with turns, so it can be taken out of a chain; any other must have nothing that moves below it.

#include "io/scene/node_chain.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <graze/validate.h>

#include "io/files/source.h"

namespace graze::io {

namespace {

/// A node with what the animation does to it.
struct Level {
  std::size_t node = 0;
  ChainFrame frame{};
  Mat3 stretch = Mat3::Identity();  ///< what is left of its linear part once the turn is taken away
  bool is_even = true;              ///< `stretch` is frame.scale times the identity
};

/// Above what moves a matrix is a turn times a scale up to this, relative, and is replaced by the nearest: exporters write matrices
/// in single precision. GltfScene.PlacesByMatricesExactlyAndLetsThemCarryWhatMoves
constexpr double matrix_noise = 0x1p-18;

/// A matrix whose columns are orthonormal up to this is a turn as it stands: eight roundings of numbers up to 1. No unit.
/// GltfScene.PlacesByMatricesExactlyAndLetsThemCarryWhatMoves
constexpr double rotation_noise = 0x1p-50;

/// Takes a matrix apart into a turn and an even scale where it is both; else it is all stretch.
void take_apart(const Mat3& linear, double noise, Level& level) {
  const double scale = std::cbrt(linear.determinant());
  const double length = std::abs(scale);
  const Mat3 candidate = length > 0 ? Mat3(linear / scale) : Mat3::Identity();
  const double off = (candidate.transpose() * candidate - Mat3::Identity()).cwiseAbs().maxCoeff();
  const auto turn =
      length > 0 && off <= noise ? repaired_rotation(candidate) : Result<RepairedRotation>(fail(ErrorCode::bad_pose, ""));
  level.is_even = turn.has_value();
  level.stretch = linear;
  if (!turn) return;
  const bool is_one = (linear.transpose() * linear - Mat3::Identity()).cwiseAbs().maxCoeff() <= rotation_noise && scale > 0;
  level.frame.pose.rotation = is_one ? linear : turn->rotation;
  level.frame.scale = is_one ? 1 : scale;
  level.stretch = level.frame.scale * Mat3::Identity();
}

Level level_of(const GltfNode& node, const NodeTracks* tracks, double noise) {
  Level level;
  level.frame.pose.translation = node.local.offset;
  if (node.from_matrix) {
    take_apart(node.local.linear, noise, level);
  } else {
    Vec3 scale = node.scale;
    if (tracks != nullptr && tracks->scale != nullptr) scale = tracks->scale->values.front();
    level.frame.pose.rotation = node.rotation.toRotationMatrix();
    level.is_even = scale[0] == scale[1] && scale[1] == scale[2] && scale[0] != 0;
    level.frame.scale = level.is_even ? scale[0] : 1;
    level.stretch = scale.asDiagonal();
  }
  if (tracks == nullptr) return level;
  if (tracks->translation != nullptr && tracks->translation->is_constant())
    level.frame.pose.translation = tracks->translation->values.front();
  else
    level.frame.translation = tracks->translation;
  if (tracks->rotation != nullptr && tracks->rotation->is_constant())
    level.frame.pose.rotation = Eigen::Quaterniond(tracks->rotation->values.front()).toRotationMatrix();
  else
    level.frame.rotation = tracks->rotation;
  return level;
}

std::string tracks_trouble(const GltfNode& node, const NodeTracks& tracks, bool is_last) {
  const bool moves = tracks.translation != nullptr || tracks.rotation != nullptr || tracks.scale != nullptr;
  if (node.from_matrix && moves) return "is animated but placed by a matrix";
  if (tracks.scale != nullptr && !tracks.scale->is_constant()) return "its scale is animated, so it is not rigid";
  if (tracks.morphs && is_last) return "its morph targets are animated, so it is not rigid";
  return {};
}

/// Every body walks its way at every time it is asked for: deeper nesting is refused.
constexpr std::size_t most_nested_nodes = 1024;

std::vector<std::size_t> way_down(const GltfForest& forest, std::size_t node) {
  std::vector<std::size_t> way;
  for (std::size_t at = node; at != GltfNode::no_parent && way.size() <= most_nested_nodes; at = forest.nodes[at].parent)
    way.push_back(at);
  std::ranges::reverse(way);
  return way;
}

/// The last level that is part of the chain: the last that moves, or, where none does, the last above which all is even.
std::size_t last_of_chain(const std::vector<Level>& levels, std::string& trouble, const GltfForest& forest) {
  const auto first_uneven = std::ranges::find_if(levels, [](const Level& level) { return !level.is_even; });
  const std::size_t uneven = std::min(static_cast<std::size_t>(first_uneven - levels.begin()), levels.size() - 1);
  std::size_t moving = levels.size();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i].frame.moves()) moving = i;
  }
  if (moving == levels.size()) return uneven;
  if (moving > uneven)
    trouble = fmt::format("{}: moves inside the uneven scale of {}, so it is not rigid", node_label(forest, levels[moving].node),
                          node_label(forest, levels[uneven].node));
  return moving;
}

/// With matrices taken for turns up to `noise`.
std::string chain_with(const GltfForest& forest, const GltfClip& clip, std::size_t node, double noise, NodeChain& result) {
  std::vector<Level> levels;
  const std::vector<std::size_t> way = way_down(forest, node);
  if (way.size() > most_nested_nodes)
    return fmt::format("{}: nested deeper than {} levels", node_label(forest, node), most_nested_nodes);
  for (const std::size_t at : way) {
    const auto tracks = clip.nodes.find(at);
    const NodeTracks* own = tracks == clip.nodes.end() ? nullptr : &tracks->second;
    const std::string trouble = own == nullptr ? std::string{} : tracks_trouble(forest.nodes[at], *own, at == node);
    if (!trouble.empty()) return fmt::format("{}: {}", node_label(forest, at), trouble);
    levels.push_back(level_of(forest.nodes[at], own, noise));
    levels.back().node = at;
  }
  std::string trouble;
  const std::size_t last = last_of_chain(levels, trouble, forest);
  if (!trouble.empty()) return trouble;
  result = {};
  double scale = 1;
  for (std::size_t i = 0; i <= last; ++i) {
    result.chain.push_back(levels[i].frame);
    if (levels[i].is_even) scale *= levels[i].frame.scale;
  }
  if (!levels[last].is_even) {
    result.below.linear = levels[last].stretch;
    result.below_is_pose = false;
  }
  for (std::size_t i = last + 1; i < levels.size(); ++i) {
    const Level& level = levels[i];
    const Mat3 turn = level.is_even || !forest.nodes[level.node].from_matrix ? level.frame.pose.rotation : Mat3::Identity();
    result.below = result.below * AffineMap{turn * level.stretch, level.frame.pose.translation};
    result.below_is_pose = result.below_is_pose && level.is_even && level.frame.scale == 1;
  }
  result.scale = std::abs(scale);
  if (scale < 0) {
    result.below = {-result.below.linear, -result.below.offset};
    result.below_is_pose = false;
  }
  return {};
}

}  // namespace

std::string node_label(const GltfForest& forest, std::size_t node) {
  const std::string& name = forest.nodes[node].name;
  return name.empty() ? fmt::format("nodes[{}]", node) : fmt::format("nodes[{}] \"{}\"", node, printable(name));
}

std::string node_chain(const GltfForest& forest, const GltfClip& clip, std::size_t node, NodeChain& result) {
  const std::string exactly = chain_with(forest, clip, node, rotation_noise, result);
  return exactly.empty() ? exactly : chain_with(forest, clip, node, matrix_noise, result);
}

}  // namespace graze::io
