#pragma once
/// A stream of XML elements. Document types are refused, and with them all entities that expand a few bytes into many.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/files/source.h"

namespace graze::io {

/// Resolved: "namespace|name", or "name" alone where there is no namespace. As written: "prefix:name", whether the prefix is
/// declared or not, since writers of some formats forget that.
enum class XmlNames { resolved, as_written };

class XmlElement {
 public:
  XmlElement(std::string_view name, const char** attributes) : name_(name), attributes_(attributes) {}

  [[nodiscard]] std::string_view name() const { return name_; }
  /// Without blanks around it.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const;
  /// Name and value of every attribute, one behind the other, until a null.
  [[nodiscard]] const char* const* attributes() const { return attributes_; }

 private:
  std::string_view name_;
  const char** attributes_;
};

struct XmlHandlers {
  /// Both may refuse by returning a reason that is not empty.
  std::function<Trouble(const XmlElement&)> begin;
  std::function<Trouble(std::string_view name)> end;
  std::function<void(std::string_view prefix, std::string_view uri)> begin_namespace = nullptr;  ///< may be left out
  std::function<Trouble(std::string_view)> text = nullptr;  ///< in pieces, cut anywhere; may be left out
};

class XmlParser {
 public:
  explicit XmlParser(XmlHandlers handlers, XmlNames names = XmlNames::resolved);
  ~XmlParser();
  XmlParser(const XmlParser&) = delete;
  XmlParser& operator=(const XmlParser&) = delete;

  /// False once something is wrong.
  bool feed(std::string_view text);
  bool finish();

  [[nodiscard]] const Trouble& trouble() const { return trouble_; }
  [[nodiscard]] std::uint64_t line() const { return line_; }  ///< of the trouble
  [[nodiscard]] std::uint64_t line_at_hand() const;           ///< of what a handler is called for

 private:
  struct Callbacks;
  bool parse(std::string_view text, bool is_last);
  bool parse_piece(std::string_view text, bool is_last);
  bool accepted(std::string_view text, bool is_last);
  void stop(Trouble trouble);

  void* parser_;
  XmlHandlers handlers_;
  Trouble trouble_;
  std::uint64_t line_ = 1;
  // A token that is not complete is looked at again from its start whenever more comes. So more only comes when it at least doubles
  // what is open: a token of n bytes then costs O(n), not O(n^2).
  std::string waiting_;
  std::uint64_t wanted_bytes_ = 0;  ///< that have to wait before the parser is asked again: as many as are open in it
  std::uint64_t given_bytes_ = 0;   ///< to the parser
};

}  // namespace graze::io
