/// Orders of rows, and counts.

#include "commands/clash_rows.h"

#include <string>
#include <tuple>
#include <utility>

#include <graze/status.h>

namespace graze::cli {
namespace {

int gravity(const Json& row) {
  const auto has = [&](Status status) { return row["status"].get_ref<const std::string&>() == name_of(status); };
  const bool is_duplicate = row.contains("duplicate");
  if (has(Status::overlapping)) return is_duplicate ? 1 : 0;
  if (has(Status::contains) || has(Status::inside)) return 2;
  if (has(Status::touching)) return is_duplicate ? 1 : 3;
  return 4;
}

/// The gravest first: deepest or with most triangles, near ones by distance.
bool is_graver(const Json& x, const Json& y) {
  constexpr int near = 4;
  const auto key = [](const Json& row) {
    const int of_row = gravity(row);
    return std::tuple(of_row, of_row == near ? row["distance"].get<double>() : -row.value("depth", 0.0),
                      -row.value("triangle_pairs", 0.0));
  };
  return key(x) != key(y) ? key(x) < key(y) : by_names(x, y);
}

bool by_time(const Json& x, const Json& y) {
  const auto t_x = x["t_lo"].get<double>(), t_y = y["t_lo"].get<double>();
  return t_x != t_y ? t_x < t_y : by_names(x, y);
}

}  // namespace

bool by_names(const Json& x, const Json& y) {
  const auto name = [](const Json& row, const char* side) -> const std::string& { return row[side].get_ref<const std::string&>(); };
  return name(x, "a") != name(y, "a") ? name(x, "a") < name(y, "a") : name(x, "b") < name(y, "b");
}

ClashRows::ClashRows(const OutputOptions& output, bool motion)
    : rows_(output.json || output.csv ? by_names
            : motion                  ? by_time
                                      : is_graver),
      is_motion_(motion) {}

Result<void> ClashRows::add(Json row) {
  if (is_motion_) {
    if (first_.is_null() || by_time(row, first_)) first_ = row;
  } else {
    const auto count = [&](const std::string& name) { totals_[name] = totals_[name].get<std::size_t>() + 1; };
    constexpr int contained = 2;
    const int of_row = gravity(row);
    ++by_gravity_[static_cast<std::size_t>(of_row)];
    count(of_row == contained ? "contained" : row["status"].get<std::string>());
    if (row.contains("duplicate")) count("duplicate");
  }
  return rows_.add(std::move(row));
}

}  // namespace graze::cli
