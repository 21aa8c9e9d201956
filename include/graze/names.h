#pragma once
/// Words for choices, as the command and the question format use them.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <graze/options.h>

namespace graze {

template <class Method>
struct NamedMethod {
  std::string_view name;
  Method method;
};

template <class Methods>
[[nodiscard]] auto method_named(std::string_view name, const Methods& methods) {
  std::optional<decltype(methods.front().method)> found;
  for (const auto& candidate : methods)
    if (candidate.name == name) found = candidate.method;
  return found;
}

/// "?" where it has none.
template <class Methods, class Method>
[[nodiscard]] constexpr std::string_view name_in(const Methods& methods, Method method) {
  for (const auto& candidate : methods)
    if (candidate.method == method) return candidate.name;
  return "?";
}

/// "aabb, pca_points, …", for messages.
template <class Methods>
[[nodiscard]] std::string names_of(const Methods& methods) {
  std::string names;
  for (const auto& one : methods) names.append(names.empty() ? "" : ", ").append(one.name);
  return names;
}

inline constexpr std::array tree_kinds{
    NamedMethod<TreeKind>{"oriented", TreeKind::oriented},
    NamedMethod<TreeKind>{"box_tree", TreeKind::box_tree},
};

inline constexpr std::array split_rules{
    NamedMethod<SplitRule>{"surface", SplitRule::surface},
    NamedMethod<SplitRule>{"mean", SplitRule::mean},
    NamedMethod<SplitRule>{"median", SplitRule::median},
    NamedMethod<SplitRule>{"center", SplitRule::center},
};

inline constexpr std::array node_fits{
    NamedMethod<NodeFit>{"best", NodeFit::best},
    NamedMethod<NodeFit>{"min_volume", NodeFit::min_volume},
    NamedMethod<NodeFit>{"pca_points", NodeFit::pca_points},
    NamedMethod<NodeFit>{"pca_triangles", NodeFit::pca_triangles},
    NamedMethod<NodeFit>{"aabb", NodeFit::aabb},
    NamedMethod<NodeFit>{"mean_points", NodeFit::mean_points},
    NamedMethod<NodeFit>{"mean_triangles", NodeFit::mean_triangles},
};

inline constexpr std::array node_layouts{
    NamedMethod<NodeLayout>{"wide", NodeLayout::wide},
    NamedMethod<NodeLayout>{"compact", NodeLayout::compact},
};

}  // namespace graze
