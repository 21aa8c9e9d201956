#pragma once
/// Attributes of robot description elements as numbers, and errors that name file, line and element.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>
#include <graze/pose.h>
#include <graze/vec.h>

#include "io/mesh/xml_tree.h"

namespace graze::io {

/// "<path>:<line>: <element>: reason"
[[nodiscard]] tl::unexpected<Error> element_failure(const std::filesystem::path& path, const XmlNode& element,
                                                    std::string_view reason);

/// Reads the attributes of one element and remembers the first error.
class ElementReader {
 public:
  ElementReader(const std::filesystem::path& path, const XmlNode& element) : path_(path), element_(element) {}

  [[nodiscard]] bool has(std::string_view name) const { return element_.attribute(name) != nullptr; }
  /// Not empty.
  [[nodiscard]] std::string text(std::string_view name);
  [[nodiscard]] double number(std::string_view name);
  [[nodiscard]] double number(std::string_view name, double otherwise) { return has(name) ? number(name) : otherwise; }
  /// Finite and not negative.
  [[nodiscard]] double size(std::string_view name);
  [[nodiscard]] std::vector<double> numbers(std::string_view name);  ///< any number of them
  [[nodiscard]] Vec3 vec(std::string_view name);
  [[nodiscard]] Vec3 vec(std::string_view name, const Vec3& otherwise) { return has(name) ? vec(name) : otherwise; }

  void report(std::string reason);
  [[nodiscard]] bool failed() const { return !reason_.empty(); }
  [[nodiscard]] tl::unexpected<Error> failure() const { return element_failure(path_, element_, reason_); }

 private:
  void read(std::string_view name, std::span<double> wanted);

  const std::filesystem::path& path_;
  const XmlNode& element_;
  std::string reason_;
};

/// The pose that an <origin> child says, the identity where there is none. R = Rz(yaw) Ry(pitch) Rx(roll).
[[nodiscard]] Result<Pose> origin_of(const std::filesystem::path& path, const XmlNode& element);

[[nodiscard]] Mat3 rotation_of(const Vec3& roll_pitch_yaw);

/// Refuses macros that were left unexpanded, wherever they are.
[[nodiscard]] Trouble no_macros(const XmlElement& element);

}  // namespace graze::io
