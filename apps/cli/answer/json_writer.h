#pragma once
/// A JSON object that is written field by field: it may be larger than memory.

#include <string_view>

#include "answer/json.h"
#include "answer/output.h"

namespace graze::cli {

/// What json_line() writes of the same fields. Each begin has its end, and what is between belongs to it.
class JsonWriter {
 public:
  explicit JsonWriter(Output& output) : output_(output) { open('{'); }

  void field(std::string_view name, const Json& value) {
    begin(name);
    output_.write(text(value));
  }
  void begin_object(std::string_view name) {
    begin(name);
    open('{');
  }
  void begin_list(std::string_view name) {
    begin(name);
    open('[');
  }
  void element(const Json& value) {
    separate();
    output_.write(text(value));
  }
  void end_object() { close('}'); }
  void end_list() { close(']'); }
  void end_line() { output_.write("}\n"); }

 private:
  static std::string text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }
  void separate() {
    if (!is_first_) output_.write(",");
    is_first_ = false;
  }
  void begin(std::string_view name) {
    separate();
    output_.write(text(Json(name)));
    output_.write(":");
  }
  void open(char bracket) {
    output_.write({&bracket, 1});
    is_first_ = true;
  }
  void close(char bracket) {
    output_.write({&bracket, 1});
    is_first_ = false;
  }

  Output& output_;
  bool is_first_ = true;
};

}  // namespace graze::cli
