/// Builds the tree with a stack of its own: elements may nest deeper than the machine's stack.

#include "io/mesh/xml_tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/mesh/text.h"

namespace graze::io {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{} : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

class TreeCollector {
 public:
  TreeCollector(const XmlTreeRules& rules, std::deque<XmlNode>& nodes) : rules_(rules), nodes_(nodes) {}

  Trouble begin(const XmlElement& element, std::uint64_t line) {
    if (rules_.check) {
      if (Trouble trouble = rules_.check(element); !trouble.reason.empty()) return trouble;
    }
    if (skipped_depth_ > 0 || (rules_.skips && rules_.skips(element.name()))) {
      ++skipped_depth_;
      return {};
    }
    if (nodes_.size() >= rules_.max_elements) return {fmt::format("more than {} elements", rules_.max_elements), ErrorCode::limit};
    XmlNode& node = nodes_.emplace_back(XmlNode{std::string(element.name()), line});
    for (const char* const* at = element.attributes(); *at != nullptr; at += 2)
      node.attributes.emplace_back(at[0], without_blanks(at[1]));
    if (!open_.empty()) open_.back()->children.push_back(&node);
    open_.push_back(&node);
    keeps_text_ = rules_.keeps_text && rules_.keeps_text(node.name);
    return {};
  }

  Trouble end() {
    if (skipped_depth_ > 0) {
      --skipped_depth_;
      return {};
    }
    open_.pop_back();
    keeps_text_ = !open_.empty() && rules_.keeps_text && rules_.keeps_text(open_.back()->name);
    return {};
  }

  Trouble text(std::string_view piece) {
    if (skipped_depth_ == 0 && keeps_text_) open_.back()->text += piece;
    return {};
  }

 private:
  const XmlTreeRules& rules_;
  std::deque<XmlNode>& nodes_;
  std::vector<XmlNode*> open_;
  std::uint64_t skipped_depth_ = 0;
  bool keeps_text_ = false;
};

}  // namespace

const std::string* XmlNode::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find_if(attributes, [&](const auto& a) { return a.first == wanted; });
  return found == attributes.end() ? nullptr : &found->second;
}

const XmlNode* XmlNode::child(std::string_view wanted) const {
  const auto found = std::ranges::find_if(children, [&](const XmlNode* c) { return c->name == wanted; });
  return found == children.end() ? nullptr : *found;
}

Result<XmlTree> XmlTree::read(const MeshSource& source, const XmlTreeRules& rules) {
  XmlTree tree;
  TreeCollector collector(rules, tree.nodes_);
  XmlParser* at_work = nullptr;
  XmlHandlers handlers{[&](const XmlElement& element) { return collector.begin(element, at_work->line_at_hand()); },
                       [&](std::string_view) { return collector.end(); }};
  if (rules.keeps_text) handlers.text = [&](std::string_view piece) { return collector.text(piece); };
  XmlParser parser(std::move(handlers), XmlNames::as_written);
  at_work = &parser;
  if (!parser.feed(source.bytes) || !parser.finish())
    return tl::make_unexpected(error_at_line(source.path, parser.line(), parser.trouble().reason, parser.trouble().code));
  if (tree.nodes_.empty()) return tl::make_unexpected(error_at_line(source.path, 1, "holds nothing that is read"));
  return tree;
}

}  // namespace graze::io
