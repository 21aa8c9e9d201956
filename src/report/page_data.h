#pragma once
/// What the script of a page reads: a description in JSON, and the numbers it points into.

#include <cstddef>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/blob.h"
#include "report/display.h"

namespace graze::report {

struct PageData {
  nlohmann::json json;
  Blob blob;
};

/// `listed`: the findings to show, in order.
[[nodiscard]] PageData page_data(const ReportData& data, const Display& display, const std::vector<std::size_t>& listed);

}  // namespace graze::report
