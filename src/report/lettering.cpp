/// Strokes of the printable characters of ASCII, on a grid of 4 by 8: base line at 2, small letters up to 6, capitals up to 8.

#include "report/lettering.h"

#include <array>
#include <limits>

namespace graze::report {
namespace {

/// From ' ' to '~': digits are x and y in turn; a bar lifts the pen.
constexpr std::array<std::string_view, 95> strokes{
    "",                     // space
    "2824|2222",            // !
    "1816|3836",            // "
    "1218|3238|0444|0646",  // #
    "473818070615354443321203|2821",
    "0248|1818|3232",  // %
    "4207182704031222 44",
    "2826",                    // '
    "38262432",                // (
    "18262412",                // )
    "2723|0545|0743|0347",     // *
    "0545|2723",               // +
    "2211",                    // ,
    "0545",                    // -
    "2222",                    // .
    "0248",                    // /
    "180703123243473818",      // 0
    "172822|1232",             // 1
    "07183847460242",          // 2
    "084825354443321203",      // 3
    "32380444",                // 4
    "480805354443321203",      // 5
    "4738180703123243443505",  // 6
    "084812",                  // 7
    "15060718384746351504031232434435",
    "0312324347381807061545",  // 9
    "2323|2626",               // :
    "2626|2312",               // ;
    "470543",                  // <
    "0444|0646",               // =
    "074503",                  // >
    "07183847462524|2222",     // ?
    "33231425353343463717060412 32",
    "022842|1434",  // A
    "020838474635 05|3544433202",
    "4738180703123243",  // C
    "02082846442202",    // D
    "48080242|0535",     // E
    "480802|0535",       // F
    "47381807031232434525",
    "0208|4248|0545",      // H
    "1232|2228|1838",      // I
    "4843321203",          // J
    "0208|480542",         // K
    "080242",              // L
    "0208254842",          // M
    "02084248",            // N
    "180703123243473818",  // O
    "02083847463505",      // P
    "180703123243473818|2442",
    "02083847463505|2542",       // R
    "473818070615354443321203",  // S
    "0848|2822",                 // T
    "080312324348",              // U
    "082248",                    // V
    "0812253248",                // W
    "0248|0842",                 // X
    "082548|2522",               // Y
    "08480242",                  // Z
    "38181232",                  // [
    "0842",                      // backslash
    "18383212",                  // ]
    "062846",                    // ^
    "0141",                      // _
    "1826",                      // `
    "16364542|441403123243",     // a
    "0802|0516364543321203",     // b
    "4536160503123243",          // c
    "4842|4536160503123243",     // d
    "04444536160503123243",      // e
    "12172838|0636",             // f
    "4641301001|4536160504133344",
    "0802|0516364542",         // h
    "2622|2828",               // i
    "36312010|3838",           // j
    "0802|360442",             // k
    "282332",                  // l
    "0206|05162522|25364542",  // m
    "0206|0516364542",         // n
    "160503123243453616",      // o
    "0006|0516364543321203",   // p
    "4046|4536160503123243",   // q
    "0206|051636",             // r
    "45361605143443321203",    // s
    "18132232|0636",           // t
    "0603123243|4642",         // u
    "062246",                  // v
    "0612253246",              // w
    "0642|0246",               // x
    "0622|462210",             // y
    "06460242",                // z
    "38272615242332",          // {
    "2921",                    // |
    "18272635242312",          // }
    "05163445",                // ~
};

constexpr std::string_view unknown = "0208484202";
constexpr float stroke_width = 1.05F;  ///< in units

void draw_letter(Canvas& canvas, float left, float base, float unit, std::string_view strokes_of_it, const Colour& colour) {
  constexpr float on_top = std::numeric_limits<float>::max() / 4;
  constexpr int base_row = 2;
  std::array<Projected, 2> pen{};
  bool down = false;
  for (std::size_t i = 0; i < strokes_of_it.size();) {
    if (strokes_of_it[i] == '|' || strokes_of_it[i] == ' ') {
      down = down && strokes_of_it[i] == ' ';
      ++i;
      continue;
    }
    const auto x = static_cast<float>(strokes_of_it[i] - '0'), y = static_cast<float>(strokes_of_it[i + 1] - '0' - base_row);
    pen = {down ? pen[1] : Projected{left + x * unit, base - y * unit, on_top}, {left + x * unit, base - y * unit, on_top}};
    canvas.line(pen[0], pen[1], stroke_width * unit, colour);
    down = true;
    i += 2;
  }
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::size_t letter_count(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += continues_character(c) ? 0U : 1U;
  return count;
}

void draw_text(Canvas& canvas, float left, float base, float unit, std::string_view text, const Colour& colour) {
  for (const char c : text) {
    if (continues_character(c)) continue;
    const bool known = c >= ' ' && c <= '~';
    draw_letter(canvas, left, base, unit, known ? strokes[static_cast<std::size_t>(c - ' ')] : unknown, colour);
    left += letter_advance * unit;
  }
}

}  // namespace graze::report
