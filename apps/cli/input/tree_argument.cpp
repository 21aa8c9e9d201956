/// Turns the words of the options of a tree into BuildOptions.

#include "input/tree_argument.h"

#include <fmt/format.h>

#include <graze/options.h>

namespace graze::cli {
namespace {

template <class Methods, class Method>
Result<void> choose(const std::string& word, std::string_view option, const Methods& methods, Method& into) {
  if (word.empty()) return {};
  const auto method = method_named(word, methods);
  if (!method) return fail(ErrorCode::bad_option, fmt::format("{}: {} is none of {}", option, word, names_of(methods)));
  into = *method;
  return {};
}

bool is_absent(const TreeArgument& tree) {
  return tree.kind.empty() && tree.rule.empty() && tree.fit.empty() && !tree.leaf && !tree.depth && !tree.box_leaves &&
         !tree.compact;
}

}  // namespace

Result<std::optional<BuildOptions>> build_options(const TreeArgument& tree) {
  if (is_absent(tree)) return std::optional<BuildOptions>();
  BuildOptions options;
  options.layout = tree.compact ? NodeLayout::compact : NodeLayout::wide;
  options.max_leaf_triangles = tree.leaf;
  options.max_depth = tree.depth.value_or(options.max_depth);
  options.box_leaves = tree.box_leaves;
  const Result<void> all = choose(tree.kind, "--kind", tree_kinds, options.kind)
                               .and_then([&] { return choose(tree.rule, "--rule", split_rules, options.rule); })
                               .and_then([&] { return choose(tree.fit, "--fit", node_fits, options.fit); });
  if (!all) return tl::make_unexpected(all.error());
  return std::optional(options);
}

}  // namespace graze::cli
