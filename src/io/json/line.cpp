/// Parses one line of JSON strictly, keeping the path to the value at hand for error messages.

#include "io/json/line.h"

#include <vector>

#include <fmt/format.h>

namespace graze {
namespace {

/// Code of nlohmann-json's out_of_range for a number that overflows.
constexpr int number_overflow = 406;

/// What the parser last read begins at the last complete value or key, which may be a string: `"vel": [N`.
bool ends_in_string(std::string_view text) {
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      inside = !inside;
  }
  return inside;
}

/// Builds the tree and tracks the path to the current value, which the library's own reader does not.
class TreeBuilder final : public nlohmann::json_sax<Json> {
 public:
  explicit TreeBuilder(std::size_t levels_around) : levels_around_(levels_around) {}

  [[nodiscard]] JsonLine line() && {
    return {std::move(id_), error_ ? Result<Json>(tl::make_unexpected(*error_)) : std::move(root_)};
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& text) override {
    if (at_id()) id_ = text;  // integers beyond 64 bits keep their digits
    return add(value, at_id());
  }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (open_.back().node->contains(name)) return stop(ErrorCode::bad_json, fmt::format("{}: field given twice", path_to(name)));
    open_.back().key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& reason) override {
    const bool names_infinity = token.ends_with('N') || token.ends_with('I');
    if (reason.id == number_overflow || (names_infinity && !ends_in_string(token)))
      return stop(ErrorCode::not_finite, fmt::format("{}: not finite", path_to_value()));
    return stop(ErrorCode::bad_json, fmt::format("not JSON, at byte {}", position));
  }

 private:
  struct OpenValue {
    Json* node;
    std::string key;
  };

  bool stop(ErrorCode code, std::string message) {
    error_ = Error{code, std::move(message)};
    return false;
  }

  [[nodiscard]] bool at_id() const { return open_.size() == 1 && open_[0].node->is_object() && open_[0].key == "id"; }

  [[nodiscard]] std::string path_of(std::size_t levels) const {
    std::string path;
    for (std::size_t i = 0; i < levels; ++i) {
      const Json& node = *open_[i].node;
      const bool is_last = i + 1 == open_.size();
      if (node.is_array())
        path += fmt::format("[{}]", is_last ? node.size() : node.size() - 1);  // an open child is already in its array
      else
        path += (path.empty() ? "" : ".") + open_[i].key;
    }
    return path;
  }
  [[nodiscard]] std::string path_to_value() const { return open_.empty() ? "line" : path_of(open_.size()); }
  [[nodiscard]] std::string path_to(const std::string& name) const {
    const std::string parent = path_of(open_.size() - 1);
    return parent.empty() ? name : parent + "." + name;
  }

  Json* insert(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& node = *open_.back().node;
    if (!node.is_array()) return &(node[open_.back().key] = std::move(value));
    node.push_back(std::move(value));
    return &node.back();
  }

  bool add(Json value, bool id_is_known = false) {
    if (at_id() && !id_is_known) id_ = value.dump();
    insert(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (levels_around_ + open_.size() == max_json_depth)
      return stop(ErrorCode::limit, fmt::format("nested deeper than {} levels", max_json_depth));
    Json* node = insert(std::move(value));
    open_.push_back({node, {}});
    return true;
  }

  bool close() {
    const Json* closed = open_.back().node;
    open_.pop_back();
    if (at_id()) id_ = closed->dump();
    return true;
  }

  std::size_t levels_around_;
  Json root_;
  std::string id_ = "null";
  std::vector<OpenValue> open_;
  std::optional<Error> error_;
};

}  // namespace

JsonLine read_json_line(std::string_view text, std::size_t levels_around) {
  TreeBuilder builder(levels_around);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).line();
}

std::string_view kind_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "a list";
    case Json::value_t::string: return "a string";
    case Json::value_t::boolean: return "a boolean";
    default: return "a number";
  }
}

}  // namespace graze
