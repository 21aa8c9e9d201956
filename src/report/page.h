#pragma once
/// The parts of a page that are the same in every report, compiled into the library from web/.

#include <string_view>

namespace graze::report {

[[nodiscard]] std::string_view page_template();  ///< web/page.html
[[nodiscard]] std::string_view page_style();     ///< web/page.css
[[nodiscard]] std::string_view page_script();    ///< the bundle of web/src and three.js; empty where there was no bundler
/// The SHA-256 of the script in hexadecimal digits, for the policy that lets no other script run.
[[nodiscard]] std::string_view page_script_sha256();

}  // namespace graze::report
