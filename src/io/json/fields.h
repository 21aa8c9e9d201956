#pragma once
/// Reads the fields of a JSON object one by one and remembers the first error, so that a shape can be written as one
/// expression over its fields. Internal to the sources of io.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <graze/vec.h>

#include "io/json/line.h"

namespace graze {

class JsonFields {
 public:
  /// Wrong types and wrong counts get `code`; `object` must be a JSON object and outlive this.
  JsonFields(const Json& object, ErrorCode code) : object_(object), code_(code) {}

  [[nodiscard]] bool has(std::string_view name) const { return object_.contains(name); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  void report(ErrorCode code, std::string message);

  [[nodiscard]] double number(std::string_view name);
  [[nodiscard]] bool boolean(std::string_view name);
  [[nodiscard]] std::string string(std::string_view name);
  [[nodiscard]] std::uint64_t count(std::string_view name);  ///< a whole number >= 0

  /// A list of N numbers.
  template <int N>
  [[nodiscard]] Eigen::Matrix<double, N, 1> vec(std::string_view name) {
    Eigen::Matrix<double, N, 1> result = Eigen::Matrix<double, N, 1>::Zero();
    if (const Json* value = find(name)) read_numbers(*value, name, result.data(), N);
    return result;
  }

  /// A list of three rows or, in the plane, of two, which replace the first of `otherwise`; that itself where the field is not
  /// there.
  [[nodiscard]] Mat3 matrix(std::string_view name, bool is_planar, const Mat3& otherwise);

  /// A list of points.
  template <int N>
  [[nodiscard]] std::vector<Eigen::Matrix<double, N, 1>> points(std::string_view name) {
    const Json* list = find_list(name);
    std::vector<Eigen::Matrix<double, N, 1>> result(list ? list->size() : 0);
    for (std::size_t i = 0; i < result.size() && !error_; ++i) read_numbers((*list)[i], name, result[i].data(), N, i);
    return result;
  }

  /// A list of exactly K points.
  template <int N, std::size_t K>
  [[nodiscard]] std::array<Eigen::Matrix<double, N, 1>, K> corners(std::string_view name) {
    std::array<Eigen::Matrix<double, N, 1>, K> result;
    result.fill(Eigen::Matrix<double, N, 1>::Zero());
    const auto list = points<N>(name);
    if (!error_ && list.size() != K) report(code_, fmt::format("{}: expected {} points, found {}", name, K, list.size()));
    if (!error_) std::copy(list.begin(), list.end(), result.begin());
    return result;
  }

  /// Lists of indices. Negative ones and those beyond `limit` are out of range.
  [[nodiscard]] std::vector<std::vector<std::int32_t>> index_lists(std::string_view name, std::size_t limit);

 private:
  const Json* find(std::string_view name);
  const Json* find_list(std::string_view name);
  void expected(std::string_view name, std::string_view what, const Json& found);
  /// Without allocating a path unless something is wrong: meshes have many points.
  void read_numbers(const Json& list, std::string_view name, double* out, int count, std::optional<std::size_t> index = {});
  [[nodiscard]] std::int32_t read_index(const Json& value, std::string_view name, std::size_t i, std::size_t k, std::size_t limit);

  const Json& object_;
  ErrorCode code_;
  std::optional<Error> error_;
};

}  // namespace graze
