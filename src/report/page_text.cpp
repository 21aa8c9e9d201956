/// Escapes by replacing the few characters that mean something in HTML.

#include "report/page_text.h"

#include <cstdint>

#include <nlohmann/json.hpp>

namespace graze::report {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(unsigned char c) { return (c & 0xC0U) == 0x80U; }

/// The bytes of the character that begins there, 0 where none does. No surrogates, nothing overlong, nothing beyond U+10FFFF.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t count = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U || text.size() < count) return 0;
  for (std::size_t i = 1; i < count; ++i)
    if (!is_continuation(byte(i))) return 0;
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
  const bool beyond = (first == 0xEDU && second >= 0xA0U) || (first == 0xF4U && second >= 0x90U);
  return overlong || beyond ? 0 : count;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20U && c != '\t' && c != '\n') || byte == 0x7FU;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t count = character_bytes(text);
    if (count == 0 || is_control(text[0]))
      result += replacement;
    else
      result += text.substr(0, count);
    text.remove_prefix(count == 0 ? 1 : count);
  }
  return result;
}

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string script_json(const nlohmann::json& json) {
  // Outside strings JSON has none of these characters, inside they may be written by number.
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  replace_all(text, "<", "\\u003c");
  replace_all(text, ">", "\\u003e");
  replace_all(text, "&", "\\u0026");
  replace_all(text, "\xE2\x80\xA8", "\\u2028");
  replace_all(text, "\xE2\x80\xA9", "\\u2029");
  return text;
}

}  // namespace graze::report
