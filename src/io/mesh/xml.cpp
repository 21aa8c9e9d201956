/// XML through expat.

#include "io/mesh/xml.h"

#include <algorithm>
#include <new>
#include <utility>

#include <expat.h>
#include <fmt/format.h>

namespace graze::io {

namespace {

constexpr char separator = '|';

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

XML_Parser handle(void* parser) { return static_cast<XML_Parser>(parser); }

}  // namespace

/// Exceptions may not cross a C library, so lack of memory is turned into an error here.
struct XmlParser::Callbacks {
  template <class Action>
  static void guarded(void* user, Action action) {
    auto& parser = *static_cast<XmlParser*>(user);
    if (!parser.trouble_.reason.empty()) return;
    try {
      if (Trouble trouble = action(parser); !trouble.reason.empty()) parser.stop(std::move(trouble));
    } catch (const std::exception&) {
      parser.stop({"does not fit into memory", ErrorCode::limit});
    }
  }

  static void begin(void* user, const XML_Char* name, const XML_Char** attributes) {
    guarded(user, [&](XmlParser& p) { return p.handlers_.begin(XmlElement(name, attributes)); });
  }
  static void end(void* user, const XML_Char* name) {
    guarded(user, [&](XmlParser& p) { return p.handlers_.end(name); });
  }
  static void begin_namespace(void* user, const XML_Char* prefix, const XML_Char* uri) {
    guarded(user, [&](XmlParser& p) {
      if (p.handlers_.begin_namespace) p.handlers_.begin_namespace(prefix == nullptr ? "" : prefix, uri == nullptr ? "" : uri);
      return Trouble{};
    });
  }
  static void text(void* user, const XML_Char* bytes, int count) {
    guarded(user, [&](XmlParser& p) { return p.handlers_.text(std::string_view(bytes, static_cast<std::size_t>(count))); });
  }
  static void document_type(void* user, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    guarded(user, [](XmlParser&) { return Trouble{"has a document type declaration, which is not allowed"}; });
  }
};

std::optional<std::string_view> XmlElement::attribute(std::string_view name) const {
  for (const char** at = attributes_; *at != nullptr; at += 2) {
    if (name == *at) return trimmed(at[1]);
  }
  return std::nullopt;
}

XmlParser::XmlParser(XmlHandlers handlers, XmlNames names)
    : parser_(names == XmlNames::resolved ? XML_ParserCreateNS(nullptr, separator) : XML_ParserCreate(nullptr)),
      handlers_(std::move(handlers)) {
  if (parser_ == nullptr) throw std::bad_alloc();
  XML_SetUserData(handle(parser_), this);
  XML_SetElementHandler(handle(parser_), Callbacks::begin, Callbacks::end);
  XML_SetStartNamespaceDeclHandler(handle(parser_), Callbacks::begin_namespace);
  XML_SetStartDoctypeDeclHandler(handle(parser_), Callbacks::document_type);
  if (handlers_.text) XML_SetCharacterDataHandler(handle(parser_), Callbacks::text);
}

std::uint64_t XmlParser::line_at_hand() const { return XML_GetCurrentLineNumber(handle(parser_)); }

XmlParser::~XmlParser() { XML_ParserFree(handle(parser_)); }

bool XmlParser::feed(std::string_view text) {
  if (!trouble_.reason.empty()) return false;
  if (waiting_.empty() && text.size() >= wanted_bytes_) return parse(text, false);
  waiting_ += text;
  return waiting_.size() < wanted_bytes_ || parse(std::exchange(waiting_, {}), false);
}

bool XmlParser::finish() { return parse(std::exchange(waiting_, {}), true); }

bool XmlParser::parse(std::string_view text, bool is_last) {
  constexpr std::size_t most = 1U << 30U;  // the parser counts in ints
  for (; text.size() > most; text.remove_prefix(most)) {
    if (!parse_piece(text.substr(0, most), false)) return false;
  }
  return parse_piece(text, is_last);
}

bool XmlParser::parse_piece(std::string_view text, bool is_last) {
  if (!trouble_.reason.empty()) return false;
  given_bytes_ += text.size();
  const bool fine = accepted(text, is_last);
  const XML_Index done = XML_GetCurrentByteIndex(handle(parser_));
  wanted_bytes_ = done < 0 ? 0 : given_bytes_ - std::min(static_cast<std::uint64_t>(done), given_bytes_);
  return fine;
}

bool XmlParser::accepted(std::string_view text, bool is_last) {
  const auto status = XML_Parse(handle(parser_), text.data(), static_cast<int>(text.size()), is_last ? 1 : 0);
  if (status != XML_STATUS_ERROR) return true;
  if (trouble_.reason.empty()) {
    line_ = XML_GetCurrentLineNumber(handle(parser_));
    trouble_ = {fmt::format("not valid XML: {}", XML_ErrorString(XML_GetErrorCode(handle(parser_))))};
  }
  return false;
}

void XmlParser::stop(Trouble trouble) {
  line_ = XML_GetCurrentLineNumber(handle(parser_));
  trouble_ = std::move(trouble);
  XML_StopParser(handle(parser_), XML_FALSE);
}

}  // namespace graze::io
