/// Finds the ends of values by quotation marks and brackets alone; what is between them is judged by whoever reads it.

#include "io/json/listed.h"

#include <algorithm>
#include <cstddef>

namespace graze {
namespace {

class ListCutter {
 public:
  ListCutter(std::string_view text, std::span<const std::string_view> names) : text_(text), names_(names) {}

  std::optional<ListedJson> cut() {
    if (!next_is('{')) return std::nullopt;
    do {
      if (!member()) return std::nullopt;
    } while (next_is(','));
    const bool is_whole = next_is('}') && (skip_space(), at_ == text_.size());
    if (!is_whole || listed_.name.empty()) return std::nullopt;
    listed_.rest.append(text_.substr(kept_));
    return std::move(listed_);
  }

 private:
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool next_is(char wanted) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  /// From behind the first quotation mark to behind the second.
  bool skip_string() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\')
        ++at_;
      else if (text_[at_] == '"')
        return ++at_, true;
    }
    return false;
  }

  /// Anything up to a comma or bracket that is not its own.
  bool skip_value() {
    std::size_t depth = 0;
    const std::size_t first = at_;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool closes = c == ']' || c == '}';
      if (depth == 0 && (c == ',' || closes)) return at_ > first;
      if (c == '[' || c == '{') ++depth;
      if (closes) --depth;
      if (c != '"') continue;
      ++at_;
      if (!skip_string()) return false;
      --at_;
    }
    return false;
  }

  bool member() {
    if (!next_is('"')) return false;
    const std::size_t first = at_;
    if (!skip_string()) return false;
    const std::string_view name = text_.substr(first, at_ - 1 - first);
    if (!next_is(':')) return false;
    skip_space();
    if (std::ranges::find(names_, name) == names_.end()) return skip_value();
    listed_.rest.append(text_.substr(0, at_)).append("[]");
    return listed_.name.empty() && list(name);
  }

  bool list(std::string_view name) {
    listed_.name = name;
    if (!next_is('[')) return false;
    if (!next_is(']')) {
      do {
        skip_space();
        const std::size_t first = at_;
        if (!skip_value()) return false;
        listed_.elements.push_back(text_.substr(first, at_ - first));
      } while (next_is(','));
      if (!next_is(']')) return false;
    }
    kept_ = at_;
    return true;
  }

  std::string_view text_;
  std::span<const std::string_view> names_;
  std::size_t at_ = 0;
  std::size_t kept_ = 0;  ///< from here on the text belongs to the rest
  ListedJson listed_;
};

}  // namespace

std::optional<ListedJson> cut_at_list(std::string_view text, std::span<const std::string_view> names) {
  return ListCutter(text, names).cut();
}

}  // namespace graze
