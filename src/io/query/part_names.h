#pragma once
/// Words for the parts of round bodies in answers. Internal to the sources of io.

#include <string_view>

#include <graze/shapes.h>

#include "io/json/line.h"
#include "io/query/question_kinds.h"

namespace graze {

/// Adds "part" to the features of round bodies: "surface", "end", "side", "cap", "rim", "base", "apex".
void add_part_names(OrderedJson& answer, const Question& question);

}  // namespace graze
