#pragma once
/// What went wrong with data from outside. The library throws nothing of its own and never asserts on data.

#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include <graze/export.h>

namespace graze {

enum class ErrorCode {
  not_finite,        ///< a NaN or an infinity
  bad_shape,         ///< a shape that does not mean anything: negative radius, index out of range, unknown field
  bad_pose,          ///< a rotation that does not rotate
  bad_option,        ///< an option of a question: t_max < 0, unknown method
  bad_json,          ///< text that is not what its format says
  unknown_query,     ///< a question graze does not know
  unsupported_pair,  ///< a known question that these two kinds of shape cannot answer yet
  file,              ///< a file that cannot be read, or does not hold what it claims
  limit,             ///< larger than what graze is willing to allocate
};

/// The word that stands for the code in JSON answers.
[[nodiscard]] GRAZE_API std::string_view name_of(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::bad_shape;
  std::string message;  ///< one line that names the culprit: "b.h[1]: negative half extent -0.5"
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::make_unexpected(Error{code, std::move(message)});
}

/// The same error, seen from one level further out: at("b", "h[1]: negative") reads "b.h[1]: negative".
[[nodiscard]] GRAZE_API Error at(std::string_view path, Error error);

}  // namespace graze
