/// A geometry in the words of a question.

#include <graze/query_format.h>

#include "io/json/shape_text.h"

namespace graze {

std::string shape_text(const Geometry& geometry) { return io::json_of(geometry).dump(); }

}  // namespace graze
