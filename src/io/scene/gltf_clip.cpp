/// Samplers into tracks, channels into nodes.

#include "io/scene/gltf_clip.h"

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace graze::io {

namespace {

/// Single precision and three printed decimals are tolerated, as for the rotations of nodes, and corrected by normalizing. No unit.
/// GltfScene.RefusesRotationKeysThatAreNoUnitQuaternions
constexpr double unit_key_length = 0x1p-8;

std::optional<Interpolation> interpolation_of(const std::string& word) {
  if (word == "STEP") return Interpolation::step;
  if (word == "LINEAR") return Interpolation::linear;
  if (word == "CUBICSPLINE") return Interpolation::cubic;
  return std::nullopt;
}

/// Elements without bytes are all zero: that must not claim unlimited memory.
std::string bytes_trouble(const GltfAccessor& a) {
  constexpr std::uint64_t most_zeros = 65'536;
  if (!a.why_absent.empty()) return fmt::format("{}: the bytes are not available: its buffer {}", a.where, a.why_absent);
  if (a.data == nullptr && a.count > most_zeros) return fmt::format("{}: {} elements without bytes", a.where, a.count);
  return {};
}

class ClipReader {
 public:
  ClipReader(const GltfDocument& document, const std::vector<GltfAccessor>& accessors, std::size_t number)
      : document_(document),
        accessors_(accessors),
        where_(fmt::format("animations[{}]", number)),
        json_(document.root["animations"][number]) {}

  Result<GltfClip> read() {
    const Json& channels = json_["channels"];
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (const std::string trouble = channel(channels[i]); !trouble.empty())
        return document_.failure(fmt::format("{}.channels[{}]", where_, i), trouble);
    }
    return std::move(clip_);
  }

 private:
  std::string channel(const Json& channel) {
    const std::size_t number = whole_number_in(channel, "sampler");
    const Json& samplers = json_["samplers"];
    if (number >= samplers.size()) return fmt::format("there is no sampler {}", number);
    const Json& target = channel["target"];
    const std::string path = target["path"].get<std::string>();
    if (path == "pointer") return "KHR_animation_pointer is not read";
    if (path != "translation" && path != "rotation" && path != "scale" && path != "weights")
      return fmt::format("target.path: \"{}\" is no property of a node", printable(path));
    if (!target.contains("node")) return {};
    NodeTracks& node = clip_.nodes[whole_number_in(target, "node")];
    const std::string trouble = add(path, samplers[number], node);
    return trouble.empty() ? trouble : fmt::format("samplers[{}]: {}", number, trouble);
  }

  std::string add(std::string_view path, const Json& sampler, NodeTracks& node) {
    if (path == "weights") {
      node.morphs = true;
      return {};
    }
    if (path == "translation") return read_into(sampler, node.translation);
    if (path == "scale") return read_into(sampler, node.scale);
    std::string trouble = read_into(sampler, node.rotation);
    if (!trouble.empty()) return trouble;
    const TurnTrack& track = *node.rotation;
    if (!std::isfinite(turning_bound(track, track.times.front(), track.times.back())))
      return "the spline of a rotation passes through zero";
    return {};
  }

  template <int N>
  std::string read_into(const Json& sampler, std::shared_ptr<const Track<N>>& place) {
    if (place != nullptr) return "another channel moves the same property of the same node";
    Track<N> track;
    const std::string word = sampler.contains("interpolation") ? sampler["interpolation"].get<std::string>() : "LINEAR";
    const auto interpolation = interpolation_of(word);
    if (!interpolation) return fmt::format("interpolation: \"{}\" is not known", printable(word));
    track.interpolation = *interpolation;
    if (std::string trouble = times(accessors_[whole_number_in(sampler, "input")], track.times); !trouble.empty()) return trouble;
    if (std::string trouble = values(accessors_[whole_number_in(sampler, "output")], track); !trouble.empty()) return trouble;
    clip_.end = std::max(clip_.end, track.times.back());
    place = std::make_shared<const Track<N>>(std::move(track));
    return {};
  }

  static std::string times(const GltfAccessor& input, std::vector<double>& times) {
    if (input.type != "SCALAR" || input.component != GltfComponent::float32) return input.where + " cannot hold times";
    if (std::string trouble = bytes_trouble(input); !trouble.empty()) return trouble;
    for (std::uint64_t i = 0; i < input.count; ++i) {
      const double t = input.number(i, 0);
      if (!std::isfinite(t) || t < 0) return fmt::format("{}: time {} of key {} is no time", input.where, t, i);
      if (i > 0 && !(t > times.back()))
        return fmt::format("{}: time {} of key {} is not after {}", input.where, t, i, times.back());
      times.push_back(t);
    }
    return {};
  }

  template <int N>
  static std::string values(const GltfAccessor& output, Track<N>& track) {
    const bool is_cubic = track.interpolation == Interpolation::cubic;
    if (output.type != (N == 3 ? "VEC3" : "VEC4"))
      return fmt::format("{} holds {}, which is not what is moved", output.where, output.type);
    if (output.count != track.times.size() * (is_cubic ? 3 : 1))
      return fmt::format("{} has {} values for {} keys", output.where, output.count, track.times.size());
    if (output.component != GltfComponent::float32 && !output.normalized) return output.where + " cannot hold values";
    if (std::string trouble = bytes_trouble(output); !trouble.empty()) return trouble;
    for (std::size_t i = 0; i < track.times.size(); ++i) {
      if (is_cubic) track.tangents_in.push_back(value<N>(output, 3 * i));
      track.values.push_back(value<N>(output, is_cubic ? 3 * i + 1 : i));
      if (is_cubic) track.tangents_out.push_back(value<N>(output, 3 * i + 2));
      if (!track.values.back().allFinite() ||
          (is_cubic && !(track.tangents_in.back().allFinite() && track.tangents_out.back().allFinite())))
        return fmt::format("{}: key {} is not finite", output.where, i);
      if (N == 4 && !(std::abs(track.values.back().norm() - 1) <= unit_key_length))
        return fmt::format("{}: key {} is not a unit quaternion", output.where, i);
      if (N == 4) track.values.back().normalize();
    }
    return {};
  }

  template <int N>
  static typename Track<N>::Value value(const GltfAccessor& output, std::uint64_t i) {
    typename Track<N>::Value v;
    for (int k = 0; k < N; ++k) v[k] = output.number(i, static_cast<std::size_t>(k));
    return v;
  }

  const GltfDocument& document_;
  const std::vector<GltfAccessor>& accessors_;
  std::string where_;
  const Json& json_;
  GltfClip clip_;
};

}  // namespace

Result<GltfClip> read_gltf_clip(const GltfDocument& document, const std::vector<GltfAccessor>& accessors, std::size_t animation) {
  const std::size_t count = array_in(document.root, "animations").size();
  if (count == 0) return GltfClip{};
  if (animation >= count)
    return tl::make_unexpected(
        error_in(document.path, fmt::format("has {} animations, there is no number {}", count, animation), ErrorCode::bad_option));
  return ClipReader(document, accessors, animation).read();
}

std::vector<std::string> gltf_animation_names(const GltfDocument& document) {
  std::vector<std::string> names;
  for (const Json& animation : array_in(document.root, "animations")) {
    std::string name = animation.contains("name") ? animation["name"].get<std::string>() : std::string{};
    names.push_back(name.empty() ? fmt::format("animation{}", names.size()) : std::move(name));
  }
  return names;
}

}  // namespace graze::io
