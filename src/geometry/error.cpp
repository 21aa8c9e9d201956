/// Names of error codes, and paths in front of error messages.

#include <graze/error.h>

namespace graze {

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::not_finite: return "not_finite";
    case ErrorCode::bad_shape: return "bad_shape";
    case ErrorCode::bad_pose: return "bad_pose";
    case ErrorCode::bad_option: return "bad_option";
    case ErrorCode::bad_json: return "bad_json";
    case ErrorCode::unknown_query: return "unknown_query";
    case ErrorCode::unsupported_pair: return "unsupported_pair";
    case ErrorCode::file: return "file";
    case ErrorCode::limit: return "limit";
  }
  return "unknown";
}

Error at(std::string_view path, Error error) {
  const bool is_index = !error.message.empty() && error.message.front() == '[';
  const bool is_field = error.message.find(": ") != std::string::npos && !is_index;
  error.message = std::string(path) + (is_index ? "" : is_field ? "." : ": ") + error.message;
  return error;
}

}  // namespace graze
