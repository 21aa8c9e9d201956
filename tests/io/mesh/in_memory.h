#pragma once
/// Readers asked about bytes in memory, and what all text formats must put up with.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "io/mesh/readers.h"

namespace graze::test {

using Reader = Result<TriangleMesh> (*)(const io::MeshSource&, const MeshReadOptions&);

inline Result<TriangleMesh> read_bytes(Reader reader, std::string_view bytes, const MeshReadOptions& options = {}) {
  return reader({"a", bytes}, options);
}

/// "fine", or the message without the name of the file.
inline std::string verdict(Reader reader, std::string_view bytes, const MeshReadOptions& options = {}) {
  const auto mesh = read_bytes(reader, bytes, options);
  if (mesh) return "fine";
  EXPECT_TRUE(mesh.error().message.starts_with("a:")) << mesh.error().message;
  EXPECT_EQ(mesh.error().message.find_first_of("\r\n"), std::string::npos) << mesh.error().message;
  return mesh.error().message.substr(2);
}

inline std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string result;
  for (const char c : text) result += c == '\n' ? line_end : std::string_view(&c, 1);
  return result;
}

struct Judgement {
  std::string text;      ///< its lines end in LF
  std::string expected;  ///< "fine" or the message from the line number on
};

/// Whatever the line ends, and with a mark of the byte order in front where the format lets one be.
inline void expect_judged(Reader reader, const std::vector<Judgement>& table, bool may_have_mark = true) {
  for (const Judgement& one : table) {
    EXPECT_EQ(verdict(reader, one.text), one.expected) << one.text;
    EXPECT_EQ(verdict(reader, with_line_ends(one.text, "\r\n")), one.expected) << "with CR LF: " << one.text;
    EXPECT_EQ(verdict(reader, with_line_ends(one.text, "\r")), one.expected) << "with CR: " << one.text;
    if (may_have_mark) {
      EXPECT_EQ(verdict(reader, "\xEF\xBB\xBF" + one.text), one.expected) << "with a mark: " << one.text;
    }
  }
}

}  // namespace graze::test
