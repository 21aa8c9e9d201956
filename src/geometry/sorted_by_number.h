#pragma once
/// Sorting things that begin with the number of a vertex: by counting, then within equal numbers, of which a mesh has few.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace graze {

/// As std::sort does it, of items whose first field in the order is number_of(item), below `numbers`. Linear where few share one.
template <class Item, class NumberOf>
[[nodiscard]] std::vector<Item> sorted_by_number(std::span<const Item> items, std::size_t numbers, const NumberOf& number_of) {
  std::vector<std::size_t> ends(numbers + 1, 0);  // first how many items each has, then where they begin, then where they end
  for (const Item& item : items) ++ends[number_of(item) + 1];
  for (std::size_t i = 1; i <= numbers; ++i) ends[i] += ends[i - 1];
  std::vector<Item> sorted(items.size());
  for (const Item& item : items) sorted[ends[number_of(item)]++] = item;
  std::size_t first = 0;
  for (std::size_t i = 0; i < numbers; ++i) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(first), sorted.begin() + static_cast<std::ptrdiff_t>(ends[i]));
    first = ends[i];
  }
  return sorted;
}

}  // namespace graze
