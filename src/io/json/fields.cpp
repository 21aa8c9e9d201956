/// Reads fields of a JSON object and reports the first one that is missing or of the wrong type.

#include "io/json/fields.h"

namespace graze {

void JsonFields::report(ErrorCode code, std::string message) {
  if (!error_) error_ = Error{code, std::move(message)};
}

void JsonFields::expected(std::string_view name, std::string_view what, const Json& found) {
  report(code_, fmt::format("{}: expected {}, found {}", name, what, kind_of(found)));
}

const Json* JsonFields::find(std::string_view name) {
  if (error_) return nullptr;
  const auto field = object_.find(name);
  if (field != object_.end()) return &*field;
  report(code_, fmt::format("{}: missing", name));
  return nullptr;
}

const Json* JsonFields::find_list(std::string_view name) {
  const Json* value = find(name);
  if (!value || value->is_array()) return value;
  expected(name, "a list", *value);
  return nullptr;
}

double JsonFields::number(std::string_view name) {
  const Json* value = find(name);
  if (value && value->is_number()) return value->get<double>();
  if (value) expected(name, "a number", *value);
  return 0;
}

bool JsonFields::boolean(std::string_view name) {
  const Json* value = find(name);
  if (value && value->is_boolean()) return value->get<bool>();
  if (value) expected(name, "true or false", *value);
  return false;
}

std::string JsonFields::string(std::string_view name) {
  const Json* value = find(name);
  if (value && value->is_string()) return value->get<std::string>();
  if (value) expected(name, "a string", *value);
  return {};
}

std::uint64_t JsonFields::count(std::string_view name) {
  const Json* value = find(name);
  if (value && value->is_number_unsigned()) return value->get<std::uint64_t>();
  if (value && value->is_number()) report(code_, fmt::format("{}: expected a whole number >= 0, found {}", name, value->dump()));
  if (value) expected(name, "a whole number >= 0", *value);
  return 0;
}

void JsonFields::read_numbers(const Json& list, std::string_view name, double* out, int count, std::optional<std::size_t> index) {
  const auto path = [&] { return index ? fmt::format("{}[{}]", name, *index) : std::string(name); };
  const auto size = static_cast<std::size_t>(count);
  if (!list.is_array()) return expected(path(), fmt::format("{} numbers", count), list);
  if (list.size() != size) return report(code_, fmt::format("{}: expected {} numbers, found {}", path(), count, list.size()));
  for (std::size_t i = 0; i < size; ++i) {
    if (!list[i].is_number()) return expected(fmt::format("{}[{}]", path(), i), "a number", list[i]);
    out[i] = list[i].get<double>();
  }
}

std::int32_t JsonFields::read_index(const Json& value, std::string_view name, std::size_t i, std::size_t k, std::size_t limit) {
  if (!value.is_number_integer()) {
    expected(fmt::format("{}[{}][{}]", name, i, k), "an index", value);
  } else if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= limit) {
    report(code_, fmt::format("{}[{}][{}]: index {} out of range, {} vertices", name, i, k, value.dump(), limit));
  } else {
    return value.get<std::int32_t>();
  }
  return 0;
}

std::vector<std::vector<std::int32_t>> JsonFields::index_lists(std::string_view name, std::size_t limit) {
  std::vector<std::vector<std::int32_t>> result;
  const Json* lists = find_list(name);
  for (std::size_t i = 0; lists && i < lists->size() && !error_; ++i) {
    const Json& list = (*lists)[i];
    if (!list.is_array()) expected(fmt::format("{}[{}]", name, i), "a list of indices", list);
    result.emplace_back();
    for (std::size_t k = 0; list.is_array() && k < list.size() && !error_; ++k)
      result.back().push_back(read_index(list[k], name, i, k, limit));
  }
  return result;
}

Mat3 JsonFields::matrix(std::string_view name, bool is_planar, const Mat3& otherwise) {
  Mat3 matrix = otherwise;
  if (!has(name)) return matrix;
  if (is_planar) {
    const auto rows = corners<2, 2>(name);
    for (int i = 0; i < 2; ++i) matrix.row(i).head<2>() = rows[i];
  } else {
    const auto rows = corners<3, 3>(name);
    for (int i = 0; i < 3; ++i) matrix.row(i) = rows[i];
  }
  return matrix;
}

}  // namespace graze
