#pragma once
/// Lists that hold a few items themselves and take memory that the thread keeps for more.

#include <cstddef>

#include <boost/container/small_vector.hpp>

#include "numbers/kept_blocks.h"

namespace graze::sat {

template <class T, std::size_t few>
using ShortList = boost::container::small_vector<T, few, KeptAllocator<T>>;

}  // namespace graze::sat
